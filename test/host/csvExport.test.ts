import assert from "node:assert/strict";
import * as vscode from "vscode";
import { exportCsv } from "../../src/features/table/csvExport.ts";
import type { TableSession } from "../../src/features/table/tableSession.ts";
import type { ErrorHandler } from "../../src/vscode/errorHandler.ts";

describe("exportCsv", () => {
  const original = Object.getOwnPropertyDescriptor(vscode.window, "showSaveDialog") ?? {};
  afterEach(() => Object.defineProperty(vscode.window, "showSaveDialog", original));

  it("returns the loaded values, even if the user dismisses the save dialog", async () => {
    let dialogCount = 0;
    Object.defineProperty(vscode.window, "showSaveDialog", {
      configurable: true,
      value: () => {
        dialogCount += 1;
        return Promise.resolve(undefined);
      },
    });
    const createArtifact = (id: number): object => ({
      id,
      values: [
        { kind: "entry", fieldId: 7, label: "Effort", type: "int", value: { kind: "int", number: 10 * id } },
      ],
    });
    const loadedCounts: number[] = [];
    const table = {
      title: "Bugs",
      signal: new AbortController().signal,
      columns: [],
      findRow: (id: number) => ({ id, assignees: [] }),
      getSelected: (ids: readonly number[]) => ids.map((id) => ({ row: { id } })),
      fieldValues: {
        load: (selected: readonly { readonly row: { readonly id: number } }[]) => {
          loadedCounts.push(selected.length);
          return Promise.resolve(new Map(selected.map(({ row: { id } }) => [id, createArtifact(id)])));
        },
      },
    };
    const ids = Array.from({ length: 150 }, (_, index) => index + 1);
    const values = await exportCsv(table as unknown as TableSession, {} as ErrorHandler, ids, [
      "id",
      "field:7",
    ]);
    assert.deepEqual(loadedCounts, [100, 50]);
    assert.equal(dialogCount, 1);
    assert.equal(values.length, 150);
    assert.deepEqual(values[149], {
      id: 150,
      texts: { "field:7": "1500" },
      sortValues: { "field:7": 1500 },
      serverTimes: {},
    });
  });
});
