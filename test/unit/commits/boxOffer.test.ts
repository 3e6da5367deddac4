import assert from "node:assert/strict";
import { offeredArtifact, OneAtATime } from "../../../src/features/commits/scmInput/offerRule.ts";
import { platformOnly } from "../../../src/model/reference/find.ts";

describe("the offer after a commit", () => {
  it("is about the artifact of the branch where that is mentioned, else about the first one", () => {
    const message = "Mend\n\nart #3, art #4";
    assert.equal(offeredArtifact(message, platformOnly, 4), 4);
    assert.equal(offeredArtifact(message, platformOnly, 5), 3);
    assert.equal(offeredArtifact(message, platformOnly, undefined), 3);
    assert.equal(offeredArtifact("Mend", platformOnly, 4), undefined);
  });

  it("is made once at a time, and again when it is closed or out of sight", async () => {
    let now = 0;
    const oneAtATime = new OneAtATime(() => now);
    const offers: string[] = [];
    const close: (() => void)[] = [];
    const offer = (name: string): Promise<void> =>
      oneAtATime.run(async () => {
        offers.push(name);
        await new Promise<void>((resolve) => close.push(resolve));
      });
    const first = offer("first");
    await offer("second");
    assert.deepEqual(offers, ["first"]);
    close[0]?.();
    await first;
    const third = offer("third");
    now = 60_000;
    const fourth = offer("fourth");
    assert.deepEqual(offers, ["first", "third", "fourth"]);
    // What is closed late does not make room for another beside the one in sight.
    close[1]?.();
    await third;
    await offer("fifth");
    assert.deepEqual(offers, ["first", "third", "fourth"]);
    close[2]?.();
    await fourth;
  });
});
