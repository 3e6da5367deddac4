import assert from "node:assert/strict";
import * as vscode from "vscode";
import { exportCsv } from "../../src/features/table/csvExport.ts";
import type { Table } from "../../src/features/table/table.ts";
import type { Boundary } from "../../src/vscode/errorHandler.ts";

describe("the export of a table", () => {
  const original = Object.getOwnPropertyDescriptor(vscode.window, "showSaveDialog") ?? {};
  afterEach(() => Object.defineProperty(vscode.window, "showSaveDialog", original));

  it("gives the values that it has read back to the table, also if nobody says where to save it", async () => {
    let asked = 0;
    Object.defineProperty(vscode.window, "showSaveDialog", {
      configurable: true,
      value: () => {
        asked += 1;
        return Promise.resolve(undefined);
      },
    });
    const artifact = (id: number): object => ({
      id,
      values: [
        { kind: "entry", fieldId: 7, label: "Effort", type: "int", value: { kind: "int", number: 10 * id } },
      ],
    });
    const reads: number[] = [];
    const table = {
      title: "Bugs",
      signal: new AbortController().signal,
      columns: [],
      find: (id: number) => ({ id, assignees: [] }),
      selected: (ids: readonly number[]) => ids.map((id) => ({ row: { id } })),
      values: {
        read: (chosen: readonly { readonly row: { readonly id: number } }[]) => {
          reads.push(chosen.length);
          return Promise.resolve(new Map(chosen.map(({ row: { id } }) => [id, artifact(id)])));
        },
      },
    };
    const ids = Array.from({ length: 150 }, (_, at) => at + 1);
    const values = await exportCsv(table as unknown as Table, {} as Boundary, ids, ["id", "field:7"]);
    assert.deepEqual(reads, [100, 50]);
    assert.equal(asked, 1);
    assert.equal(values.length, 150);
    assert.deepEqual(values[149], {
      id: 150,
      texts: { "field:7": "1500" },
      order: { "field:7": 1500 },
      serverTimes: {},
    });
  });
});
