import assert from "node:assert/strict";
import type { TreeNode } from "../../../src/features/tree/nodes.ts";
import { ViewSelection } from "../../../src/features/tree/selection.ts";

describe("what is selected in a view", () => {
  let shown: readonly TreeNode[] = [];
  let select: (rows: readonly TreeNode[]) => void = () => assert.fail();
  const row = (id: string): TreeNode => ({ kind: "note", id, note: { kind: "nothingPinned" } }) as never;
  const selection = new ViewSelection({
    get selection() {
      return shown;
    },
    onDidChangeSelection: (listener) => {
      select = (rows) => {
        shown = rows;
        listener({ selection: rows });
      };
      return { dispose: () => undefined };
    },
  });

  it("stays while VS Code reads the rows again and knows none of them", () => {
    select([row("a")]);
    shown = [];
    assert.deepEqual(
      selection.rows.map(({ id }) => id),
      ["a"],
    );
    shown = [row("b")];
    assert.deepEqual(
      selection.rows.map(({ id }) => id),
      ["b"],
    );
  });

  it("is nothing once nothing is selected", () => {
    select([row("a")]);
    select([]);
    assert.deepEqual(selection.rows, []);
  });
});
