import assert from "node:assert/strict";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { ArtifactNode, TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { toSelectedTriageTargets } from "../../../src/features/tree/viewSelection.ts";
import {
  DisplayOrder,
  isListOrder,
  toAppliedArrangement,
  type ViewArrangement,
  ViewOptions,
} from "../../../src/features/tree/viewState.ts";
import { createMemento } from "../store/queries/queryFixture.ts";
import { createTreeFixture, closeServers, openPath } from "./treeFixture.ts";

describe("ViewOptions", () => {
  it("defaults to open artifacts with the newest first, and is stored per view", async () => {
    const memento = createMemento();
    const viewOptions = new ViewOptions(memento);
    const defaultArrangement = { sort: undefined, group: undefined };
    assert.deepEqual(
      [viewOptions.isOpenOnly("artifacts.tree"), viewOptions.getArrangement("artifacts.tree")],
      [true, defaultArrangement],
    );
    await viewOptions.setOpenOnly("artifacts.tree", false);
    assert.equal(viewOptions.isOpenOnly("artifacts.myWork"), true);
    await viewOptions.setSort("artifacts.tree", { by: "title", direction: "descending" });
    await viewOptions.setGrouping("artifacts.myWork", "tracker");
    const reloaded = new ViewOptions(memento);
    assert.equal(reloaded.isOpenOnly("artifacts.tree"), false);
    assert.deepEqual(reloaded.getArrangement("artifacts.tree"), {
      sort: { by: "title", direction: "descending" },
      group: undefined,
    });
    assert.deepEqual(reloaded.getArrangement("artifacts.myWork"), { sort: undefined, group: "tracker" });
  });

  it("remembers whether a view was visible", async () => {
    const memento = createMemento();
    const viewOptions = new ViewOptions(memento);
    assert.equal(viewOptions.wasVisible("artifacts.tree"), false);
    await viewOptions.setVisible("artifacts.tree", true);
    assert.equal(new ViewOptions(memento).wasVisible("artifacts.tree"), true);
    assert.equal(viewOptions.wasVisible("artifacts.myWork"), false);
  });

  it("ignores invalid stored values", async () => {
    const memento = createMemento();
    for (const stored of [
      "title",
      { by: "toString", direction: "ascending" },
      { by: "id", direction: "up" },
      null,
    ]) {
      await memento.update("artifacts.tree sort", stored);
      await memento.update("artifacts.tree group", "constructor");
      const { sort, group } = new ViewOptions(memento).getArrangement("artifacts.tree");
      assert.deepEqual([sort, group], [undefined, undefined]);
    }
  });

  it("is a default arrangement if the newest artifacts come first, ungrouped", () => {
    const isApplied = (arrangement: ViewArrangement, hasOwnOrder = false): boolean =>
      isListOrder(toAppliedArrangement(arrangement, hasOwnOrder));
    const newestFirst = { by: "id", direction: "descending" } as const;
    assert.ok(isApplied({ sort: undefined, group: undefined }));
    assert.ok(isApplied({ sort: newestFirst, group: undefined }));
    assert.ok(!isApplied({ sort: newestFirst, group: undefined }, true));
    assert.ok(!isApplied({ sort: { by: "id", direction: "ascending" }, group: undefined }));
    assert.ok(!isApplied({ sort: undefined, group: "status" }));
  });
});

describe("DisplayOrder", () => {
  const row = (id: string, text = "") => ({ id, text });

  it("sorts from top to bottom, including children", () => {
    const order = new DisplayOrder<{ readonly id: string; readonly text: string }>();
    const [a, b, c, a1, a2, c1] = ["a", "b", "c", "a1", "a2", "c1"].map((id) => row(id));
    assert.ok(a && b && c && a1 && a2 && c1);
    order.setChildren(undefined, [a, b, c]);
    order.setChildren(c, [c1]);
    order.setChildren(a, [a1, a2]);
    const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);
    assert.deepEqual(ids(order.sort([c1, b, a2, a1])), ["a1", "a2", "b", "c1"]);
    // Rows are compared by id and replaced by their newest instance.
    order.setChildren(a, [row("a2", "newer"), a1]);
    assert.deepEqual(order.sort([a1, a2]), [row("a2", "newer"), a1]);
    assert.deepEqual(ids(order.sort([row("gone"), b])), ["b", "gone"]);
  });
});

describe("toSelectedArtifacts", () => {
  afterEach(closeServers);

  it("returns each artifact once in display order, without other nodes", async () => {
    const fixture = await createTreeFixture({ dialect: "product" });
    await fixture.viewOptions.setGrouping("artifacts.tree", "status");
    const [bugs] = await openPath(fixture, "site", "allProjects", "Open Tides");
    assert.ok(bugs?.kind === "tracker");
    const groups = await loadChildren(fixture, bugs);
    const [first, second] = groups;
    assert.ok(first?.kind === "group" && second?.kind === "group");
    const order = new DisplayOrder<TreeNode>();
    order.setChildren(undefined, [bugs]);
    order.setChildren(bugs, groups);
    order.setChildren(first, first.artifacts);
    // An artifact with two assignees is in two groups.
    const [firstArtifact, secondArtifact] = first.artifacts;
    assert.ok(firstArtifact && secondArtifact);
    const reloaded: ArtifactNode = { ...firstArtifact, id: `${second.id}/reloaded` };
    order.setChildren(second, [...second.artifacts, reloaded]);
    const [thirdArtifact] = second.artifacts;
    assert.ok(thirdArtifact);
    const selected = toSelectedTriageTargets(order, [
      reloaded,
      thirdArtifact,
      bugs,
      secondArtifact,
      firstArtifact,
    ]);
    assert.deepEqual(selected, [firstArtifact, secondArtifact, thirdArtifact]);
  });
});
