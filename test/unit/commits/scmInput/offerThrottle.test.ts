import assert from "node:assert/strict";
import {
  chooseOfferedArtifactId,
  OneOfferAtATime,
} from "../../../../src/features/commits/scmInput/commitOffers.ts";
import { builtInGrammar } from "../../../../src/model/reference/findReferences.ts";

describe("offers after a commit", () => {
  it("are about the active artifact if it is mentioned, else about the first one", () => {
    const message = "Mend\n\nart #3, art #4";
    assert.equal(chooseOfferedArtifactId(message, builtInGrammar, 4), 4);
    assert.equal(chooseOfferedArtifactId(message, builtInGrammar, 5), 3);
    assert.equal(chooseOfferedArtifactId(message, builtInGrammar, undefined), 3);
    assert.equal(chooseOfferedArtifactId("Mend", builtInGrammar, 4), undefined);
  });

  it("are shown one at a time, and again after the last one is closed or hidden", async () => {
    let now = 0;
    const throttle = new OneOfferAtATime(() => now);
    const offers: string[] = [];
    const close: (() => void)[] = [];
    const showOffer = (name: string): Promise<void> =>
      throttle.run(async () => {
        offers.push(name);
        await new Promise<void>((resolve) => close.push(resolve));
      });
    const first = showOffer("first");
    await showOffer("second");
    assert.deepEqual(offers, ["first"]);
    close[0]?.();
    await first;
    const third = showOffer("third");
    now = 60_000;
    const fourth = showOffer("fourth");
    assert.deepEqual(offers, ["first", "third", "fourth"]);
    // Closing a hidden offer doesn't allow another one next to the visible one.
    close[1]?.();
    await third;
    await showOffer("fifth");
    assert.deepEqual(offers, ["first", "third", "fourth"]);
    close[2]?.();
    await fourth;
  });
});
