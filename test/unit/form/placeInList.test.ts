import assert from "node:assert/strict";
import { placeIn, stepFrom } from "../../../src/form/placeInList.ts";
import type { ArtifactTarget } from "../../../src/protocol/commands.ts";

const here = "https://here.example/api/";

function targets(...ids: readonly number[]): readonly ArtifactTarget[] {
  return ids.map((artifactId) => ({ siteApi: here, artifactId }));
}

function artifact(artifactId: number, siteApi = here): ArtifactTarget {
  return { siteApi, artifactId };
}

describe("going through a list", () => {
  let list: readonly ArtifactTarget[];
  const living = (): readonly ArtifactTarget[] => list;

  it("steps to those beside, and not beyond the ends", () => {
    list = targets(3, 1, 2);
    const steps = [3, 1, 2].map((id) => {
      const place = placeIn(living, artifact(id));
      return [stepFrom(place, artifact(id), "previous"), stepFrom(place, artifact(id), "next")].map(
        (target) => target?.artifactId,
      );
    });
    assert.deepEqual(steps, [
      [undefined, 1],
      [3, 2],
      [1, undefined],
    ]);
  });

  it("asks the list as it is by then", () => {
    list = targets(1, 2, 3);
    const place = placeIn(living, artifact(2));
    list = targets(3, 2, 9);
    assert.equal(stepFrom(place, artifact(2), "next")?.artifactId, 9);
    assert.equal(stepFrom(place, artifact(2), "previous")?.artifactId, 3);
  });

  it("goes on from where it was when it has left the list", () => {
    list = targets(1, 2, 3);
    const place = placeIn(living, artifact(2));
    list = targets(1, 3);
    assert.equal(stepFrom(place, artifact(2), "next")?.artifactId, 3);
    assert.equal(stepFrom(place, artifact(2), "previous")?.artifactId, 1);
  });

  it("tells artifacts of other sites apart", () => {
    const other = artifact(1, "https://there.example/api/");
    list = [other, ...targets(1, 2)];
    assert.equal(stepFrom(placeIn(living, artifact(1)), artifact(1), "next")?.artifactId, 2);
    assert.equal(stepFrom(placeIn(living, artifact(1)), artifact(1), "previous"), other);
  });
});
