import assert from "node:assert/strict";
import {
  type NavigationDirection,
  type ListPosition,
  createListPosition,
  findAdjacentArtifact,
} from "../../../src/features/form/listNavigation.ts";
import type { ArtifactTarget } from "../../../src/protocol/commandArguments.ts";

const defaultSiteApi = "https://here.example/api/";
const { signal } = new AbortController();

function createTargets(...ids: readonly number[]): readonly ArtifactTarget[] {
  return ids.map((artifactId) => ({ siteApi: defaultSiteApi, artifactId }));
}

function createTarget(artifactId: number, siteApi = defaultSiteApi): ArtifactTarget {
  return { siteApi, artifactId };
}

/** The ID of the adjacent artifact, or why there is none. */
async function navigate(
  position: ListPosition,
  artifactId: number,
  direction: NavigationDirection,
): Promise<unknown> {
  const result = await findAdjacentArtifact(position, createTarget(artifactId), direction, signal);
  return result?.kind === "artifact" ? result.target.artifactId : result?.kind;
}

describe("findAdjacentArtifact", () => {
  let list: readonly ArtifactTarget[];
  const getList = (): readonly ArtifactTarget[] => list;

  it("finds the neighbors, and none beyond the ends", async () => {
    list = createTargets(3, 1, 2);
    const results = [3, 1, 2].map((id) => {
      const position = createListPosition(getList, createTarget(id));
      return Promise.all([navigate(position, id, "previous"), navigate(position, id, "next")]);
    });
    assert.deepEqual(await Promise.all(results), [
      ["first", 1],
      [3, 2],
      [1, "last"],
    ]);
  });

  it("uses the current content of the list", async () => {
    list = createTargets(1, 2, 3);
    const position = createListPosition(getList, createTarget(2));
    list = createTargets(3, 2, 9);
    assert.deepEqual([await navigate(position, 2, "next"), await navigate(position, 2, "previous")], [9, 3]);
  });

  it("continues at the old index if the artifact was removed from the list", async () => {
    list = createTargets(1, 2, 3);
    const position = createListPosition(getList, createTarget(2));
    list = createTargets(1, 3);
    assert.deepEqual([await navigate(position, 2, "next"), await navigate(position, 2, "previous")], [3, 1]);
  });

  it("distinguishes artifacts of different sites", async () => {
    const otherSite = createTarget(1, "https://there.example/api/");
    list = [otherSite, ...createTargets(1, 2)];
    const position = createListPosition(getList, createTarget(1));
    assert.equal(await navigate(position, 1, "next"), 2);
    assert.deepEqual(await findAdjacentArtifact(position, createTarget(1), "previous", signal), {
      kind: "artifact",
      target: otherSite,
    });
  });

  it("loads more only at the end of the loaded rows", async () => {
    list = createTargets(1, 2);
    let loadCount = 0;
    const position = createListPosition(getList, createTarget(1), () => {
      loadCount += 1;
      list = createTargets(1, 2, 3);
      return Promise.resolve("read");
    });
    assert.deepEqual(
      [await navigate(position, 1, "next"), await navigate(position, 1, "previous"), loadCount],
      [2, "first", 0],
    );
    assert.deepEqual([await navigate(position, 2, "next"), loadCount], [3, 1]);
  });

  it("reports why there is no next artifact", async () => {
    list = createTargets(2, 3);
    const sortedPosition = createListPosition(getList, createTarget(3), () => {
      list = createTargets(1, 2, 3);
      return Promise.resolve("read");
    });
    assert.equal(await navigate(sortedPosition, 3, "next"), "noneLoadedYet");
    const stoppedPosition = createListPosition(getList, createTarget(3), () => Promise.resolve("notRead"));
    assert.equal(await navigate(stoppedPosition, 3, "next"), "notRead");
    const completePosition = createListPosition(getList, createTarget(3), () => Promise.resolve("end"));
    assert.equal(await navigate(completePosition, 3, "next"), "last");
  });

  it("returns nothing if it was canceled", async () => {
    list = createTargets(1);
    const controller = new AbortController();
    let isStopped = false;
    const position = createListPosition(getList, createTarget(1), (onCanceled) => {
      onCanceled(() => (isStopped = true));
      controller.abort();
      return Promise.resolve("read");
    });
    assert.equal(await findAdjacentArtifact(position, createTarget(1), "next", controller.signal), undefined);
    assert.ok(isStopped);
  });
});
