import assert from "node:assert/strict";
import type { TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { ViewSelection } from "../../../src/features/tree/viewSelection.ts";

describe("ViewSelection", () => {
  let current: readonly TreeNode[] = [];
  let select: (rows: readonly TreeNode[]) => void = () => assert.fail();
  const row = (id: string): TreeNode =>
    ({ kind: "message", id, message: { kind: "noPinnedProjects" } }) as never;
  const selection = new ViewSelection({
    get selection() {
      return current;
    },
    onDidChangeSelection: (listener) => {
      select = (rows) => {
        current = rows;
        listener({ selection: rows });
      };
      return { dispose: () => undefined };
    },
  });

  it("keeps the selection while VS Code reloads the nodes and reports none", () => {
    select([row("a")]);
    current = [];
    assert.deepEqual(
      selection.nodes.map(({ id }) => id),
      ["a"],
    );
    current = [row("b")];
    assert.deepEqual(
      selection.nodes.map(({ id }) => id),
      ["b"],
    );
  });

  it("is empty after the selection is cleared", () => {
    select([row("a")]);
    select([]);
    assert.deepEqual(selection.nodes, []);
  });
});
