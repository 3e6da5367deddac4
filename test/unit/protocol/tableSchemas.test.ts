import assert from "node:assert/strict";
import type { BulkEditRequest, TableHostMethods } from "../../../src/protocol/tableProtocol.ts";
import { parseTableMessage } from "../../../src/protocol/tableSchemas.ts";

type Calls = { readonly [K in keyof TableHostMethods]: Parameters<TableHostMethods[K]>[0] };

const change: BulkEditRequest = {
  ids: [4, 5],
  field: "role status",
  value: { kind: "chosen", how: "set", values: [{ id: 3, label: "Closed" }] },
};

/** One call of each method, as required by the type. */
const calls: Calls = {
  ready: null,
  refresh: null,
  stopLoading: null,
  loadMore: null,
  saveLayout: {
    shown: ["id", "field:12"],
    sort: { by: "modified", direction: "descending" },
    widths: { title: 300, "field:12": 80 },
  },
  addCondition: null,
  editCondition: { id: "0" },
  removeCondition: { id: "0" },
  setOpenOnly: { isOn: true },
  saveQuery: null,
  loadValues: { ids: [1, 2], keys: ["field:12"] },
  estimateLoadTime: { count: 10_000 },
  runRowAction: { ids: [1], action: "comment", order: [2, 1] },
  setSelection: { ids: [] },
  listChoices: { id: 1, role: "assignee" },
  findPeople: { query: "mar" },
  setCellValue: { id: 1, role: "status", values: [{ id: 3, label: "Closed" }] },
  listBulkFields: { ids: [1] },
  listBulkChoices: { ids: [1], field: "role status" },
  saveCommentDraft: { text: "Seen at low tide" },
  previewBulkEdit: change,
  runBulkEdit: null,
  undoBulkEdit: null,
  cancelBulkEdit: null,
  exportCsv: { ids: [], keys: ["id", "title"] },
};

function call(method: string, params: unknown, id: unknown = 1): unknown {
  return { kind: "call", id, method, params };
}

function filterAccepted(messages: readonly unknown[]): readonly unknown[] {
  return messages.filter((each) => parseTableMessage(each) !== undefined);
}

describe("parseTableMessage", () => {
  for (const [method, params] of Object.entries(calls)) {
    it(`accepts ${method} with valid parameters only`, () => {
      const message = call(method, params);
      assert.deepEqual(parseTableMessage(message), message);
      assert.deepEqual(
        filterAccepted([
          call(method, undefined),
          call(method, { ...params, more: 1 }),
          call(method, [params]),
          call(method, "text"),
          call(method, params, -1),
          ...Object.keys(params ?? {}).flatMap((key) => [
            call(method, { ...params, [key]: { toString: "x" } }),
            call(method, { ...params, [key]: Number.NaN }),
            call(method, { ...params, [key]: null }),
          ]),
        ]),
        [],
      );
    });
  }

  it("accepts only valid column keys", () => {
    const keys = ["", "field", "field:", "field:x", "field:-1", "field:1e3", "constructor", "__proto__", 5];
    assert.deepEqual(
      filterAccepted([
        ...keys.map((key) => call("loadValues", { ids: [1], keys: [key] })),
        ...keys.map((key) => call("saveLayout", { shown: [key], widths: {} })),
        ...keys.map((key) =>
          call("saveLayout", { shown: [], widths: {}, sort: { by: key, direction: "ascending" } }),
        ),
        ...keys
          .filter((key) => key !== "__proto__")
          .map((key) => call("saveLayout", { shown: [], widths: { [key]: 5 } })),
      ]),
      [],
    );
  });

  it("rejects requests that are too large", () => {
    const many = Array.from({ length: 20_001 }, (_, at) => at);
    assert.deepEqual(
      filterAccepted([
        call("loadValues", { ids: many.slice(0, 101), keys: ["field:1"] }),
        call("estimateLoadTime", { count: 20_001 }),
        call("previewBulkEdit", { ...change, ids: many }),
        call("previewBulkEdit", { ...change, value: { kind: "written", text: "x".repeat(2_000_001) } }),
        call("exportCsv", { ids: many, keys: ["id"] }),
        call("runRowAction", { ids: many, action: "open" }),
        call("runRowAction", { ids: [], action: "open" }),
      ]),
      [],
    );
  });

  it("rejects methods of the form page", () => {
    assert.deepEqual(filterAccepted([call("edit", null), call("undoAll", null), call("toString", null)]), []);
  });
});
