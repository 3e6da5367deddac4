import assert from "node:assert/strict";
import { type Direction, type Place, placeIn, stepFrom } from "../../../src/features/form/placeInList.ts";
import type { ArtifactTarget } from "../../../src/protocol/commands.ts";

const here = "https://here.example/api/";
const { signal } = new AbortController();

function targets(...ids: readonly number[]): readonly ArtifactTarget[] {
  return ids.map((artifactId) => ({ siteApi: here, artifactId }));
}

function artifact(artifactId: number, siteApi = here): ArtifactTarget {
  return { siteApi, artifactId };
}

/** The artifact that a step leads to, or why it leads nowhere. */
async function step(place: Place, artifactId: number, direction: Direction): Promise<unknown> {
  const made = await stepFrom(place, artifact(artifactId), direction, signal);
  return made?.kind === "to" ? made.target.artifactId : made?.kind;
}

describe("going through a list", () => {
  let list: readonly ArtifactTarget[];
  const living = (): readonly ArtifactTarget[] => list;

  it("steps to those beside, and not beyond the ends", async () => {
    list = targets(3, 1, 2);
    const steps = [3, 1, 2].map((id) => {
      const place = placeIn(living, artifact(id));
      return Promise.all([step(place, id, "previous"), step(place, id, "next")]);
    });
    assert.deepEqual(await Promise.all(steps), [
      ["first", 1],
      [3, 2],
      [1, "last"],
    ]);
  });

  it("asks the list as it is by then", async () => {
    list = targets(1, 2, 3);
    const place = placeIn(living, artifact(2));
    list = targets(3, 2, 9);
    assert.deepEqual([await step(place, 2, "next"), await step(place, 2, "previous")], [9, 3]);
  });

  it("goes on from where it was when it has left the list", async () => {
    list = targets(1, 2, 3);
    const place = placeIn(living, artifact(2));
    list = targets(1, 3);
    assert.deepEqual([await step(place, 2, "next"), await step(place, 2, "previous")], [3, 1]);
  });

  it("tells artifacts of other sites apart", async () => {
    const other = artifact(1, "https://there.example/api/");
    list = [other, ...targets(1, 2)];
    const place = placeIn(living, artifact(1));
    assert.equal(await step(place, 1, "next"), 2);
    assert.deepEqual(await stepFrom(place, artifact(1), "previous", signal), { kind: "to", target: other });
  });

  it("reads on where the list goes on beyond what was read, and only then", async () => {
    list = targets(1, 2);
    let asked = 0;
    const place = placeIn(living, artifact(1), () => {
      asked += 1;
      list = targets(1, 2, 3);
      return Promise.resolve("read");
    });
    assert.deepEqual(
      [await step(place, 1, "next"), await step(place, 1, "previous"), asked],
      [2, "first", 0],
    );
    assert.deepEqual([await step(place, 2, "next"), asked], [3, 1]);
  });

  it("says so where more was read and none of it comes next, or where nothing is read on from there", async () => {
    list = targets(2, 3);
    const sorted = placeIn(living, artifact(3), () => {
      list = targets(1, 2, 3);
      return Promise.resolve("read");
    });
    assert.equal(await step(sorted, 3, "next"), "noneYet");
    const stopped = placeIn(living, artifact(3), () => Promise.resolve("notRead"));
    assert.equal(await step(stopped, 3, "next"), "notRead");
    const whole = placeIn(living, artifact(3), () => Promise.resolve("end"));
    assert.equal(await step(whole, 3, "next"), "last");
  });

  it("leads nowhere for who does not want to wait", async () => {
    list = targets(1);
    const calledOff = new AbortController();
    let isStopped = false;
    const place = placeIn(living, artifact(1), (onCalledOff) => {
      onCalledOff(() => (isStopped = true));
      calledOff.abort();
      return Promise.resolve("read");
    });
    assert.equal(await stepFrom(place, artifact(1), "next", calledOff.signal), undefined);
    assert.ok(isStopped);
  });
});
