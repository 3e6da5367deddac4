import assert from "node:assert/strict";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { ArtifactNode, TreeNode } from "../../../src/features/tree/nodes.ts";
import { selectedIn } from "../../../src/features/tree/selection.ts";
import { isPlain, ShownOrder, ViewChoices } from "../../../src/features/tree/viewState.ts";
import { memoryInProcess } from "../store/queries/stage.ts";
import { browse, closeServers, open } from "./browsing.ts";

describe("what was chosen about a view", () => {
  it("is open ones only, the newest first, unless somebody said otherwise, and kept per view", async () => {
    const memory = memoryInProcess();
    const choices = new ViewChoices(memory);
    const usual = { sort: undefined, group: undefined };
    assert.deepEqual(
      [choices.isOpenOnly("artifacts.tree"), choices.arrangement("artifacts.tree")],
      [true, usual],
    );
    await choices.setOpenOnly("artifacts.tree", false);
    assert.equal(choices.isOpenOnly("artifacts.myWork"), true);
    await choices.setSort("artifacts.tree", { by: "title", direction: "descending" });
    await choices.setGroup("artifacts.myWork", "tracker");
    const again = new ViewChoices(memory);
    assert.equal(again.isOpenOnly("artifacts.tree"), false);
    assert.deepEqual(again.arrangement("artifacts.tree"), {
      sort: { by: "title", direction: "descending" },
      group: undefined,
    });
    assert.deepEqual(again.arrangement("artifacts.myWork"), { sort: undefined, group: "tracker" });
  });

  it("is the usual where what was kept makes no sense", async () => {
    const memory = memoryInProcess();
    for (const kept of [
      "title",
      { by: "toString", direction: "ascending" },
      { by: "id", direction: "up" },
      null,
    ]) {
      await memory.update("artifacts.tree sort", kept);
      await memory.update("artifacts.tree group", "constructor");
      const { sort, group } = new ViewChoices(memory).arrangement("artifacts.tree");
      assert.deepEqual([sort, group], [undefined, undefined]);
    }
  });

  it("needs no more rows than are seen as long as the newest come first, ungrouped", () => {
    assert.ok(isPlain({ sort: undefined, group: undefined }));
    assert.ok(isPlain({ sort: { by: "id", direction: "descending" }, group: undefined }));
    assert.ok(!isPlain({ sort: { by: "id", direction: "ascending" }, group: undefined }));
    assert.ok(!isPlain({ sort: undefined, group: "status" }));
  });
});

describe("the order of what is shown", () => {
  const row = (id: string, text = "") => ({ id, text });

  it("is from the top down, through rows that stand below others", () => {
    const order = new ShownOrder<{ readonly id: string; readonly text: string }>();
    const [a, b, c, a1, a2, c1] = ["a", "b", "c", "a1", "a2", "c1"].map((id) => row(id));
    assert.ok(a && b && c && a1 && a2 && c1);
    order.note(undefined, [a, b, c]);
    order.note(c, [c1]);
    order.note(a, [a1, a2]);
    const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);
    assert.deepEqual(ids(order.inOrder([c1, b, a2, a1])), ["a1", "a2", "b", "c1"]);
    // What was selected is what stands there now.
    order.note(a, [row("a2", "newer"), a1]);
    assert.deepEqual(order.inOrder([a1, a2]), [row("a2", "newer"), a1]);
    assert.deepEqual(ids(order.inOrder([row("gone"), b])), ["b", "gone"]);
  });
});

describe("what is selected in a view", () => {
  afterEach(closeServers);

  it("is told as it is seen, each artifact once, without rows of other things", async () => {
    const browsing = await browse({ dialect: "product" });
    await browsing.choices.setGroup("artifacts.tree", "status");
    const [bugs] = await open(browsing, "site", "allProjects", "Open Tides");
    assert.ok(bugs?.kind === "tracker");
    const groups = await childrenOf(browsing, bugs);
    const [first, second] = groups;
    assert.ok(first?.kind === "group" && second?.kind === "group");
    const order = new ShownOrder<TreeNode>();
    order.note(undefined, [bugs]);
    order.note(bugs, groups);
    order.note(first, first.rows);
    // As what is assigned to two people is shown twice.
    const [one, two] = first.rows;
    assert.ok(one && two);
    const again: ArtifactNode = { ...one, id: `${second.id}/again` };
    order.note(second, [...second.rows, again]);
    const [three] = second.rows;
    assert.ok(three);
    const selected = selectedIn(order, [again, three, bugs, two, one]);
    assert.deepEqual(selected, [one, two, three]);
  });
});
