import assert from "node:assert/strict";
import { createArtifactNodes, DisplayedArtifacts } from "../../../src/features/tree/artifactNodes.ts";
import type { RecentArtifactsNode } from "../../../src/features/tree/treeNodes.ts";
import type { ArtifactRow } from "../../../src/model/artifact.ts";
import { createTestStore } from "../../support/fixtures/testStore.ts";

const site = createTestStore([{ url: "https://a.example" }]).sites.list()[0] ?? assert.fail("no site");
const parent: RecentArtifactsNode = { kind: "recent", id: "recent", site, siteApi: site.api };

function createRow(id: number, status: string | undefined): ArtifactRow {
  return {
    kind: "artifact",
    id,
    title: "",
    page: undefined,
    status,
    isOpen: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
  };
}

describe("createArtifactNodes", () => {
  it("creates unique group ids for any labels", () => {
    const states = ["A", "A/artifact/1", "A%2Fartifact%2F1", "", undefined, "none"];
    const items = states.map((status, index) => createRow(index + 1, status));
    const nodes = createArtifactNodes(
      parent,
      items,
      { sort: undefined, group: "status" },
      {
        getTracker: () => undefined,
        artifactsWithDrafts: new Set(),
        shouldShowTracker: true,
        findStatusColor: () => undefined,
        loadMore: undefined,
      },
      new DisplayedArtifacts(),
    );
    const ids = nodes.flatMap((node) => [
      node.id,
      ...(node.kind === "group" ? node.artifacts : []).map(({ id }) => id),
    ]);
    assert.ok(ids.length >= 2 * (states.length - 1));
    assert.equal(new Set(ids).size, ids.length);
  });
});
