import assert from "node:assert/strict";
import type { BulkRequest, TableHostMethods } from "../../../src/protocol/table.ts";
import { checkTableMessage } from "../../../src/protocol/tableSchemas.ts";

type Calls = { readonly [K in keyof TableHostMethods]: Parameters<TableHostMethods[K]>[0] };

const change: BulkRequest = {
  ids: [4, 5],
  field: "role status",
  value: { kind: "chosen", how: "set", values: [{ id: 3, label: "Closed" }] },
};

/** One call of each method: the compiler asks for every one. */
const calls: Calls = {
  ready: null,
  refresh: null,
  stopReading: null,
  readOn: null,
  layout: {
    shown: ["id", "field:12"],
    sort: { by: "modified", direction: "descending" },
    widths: { title: 300, "field:12": 80 },
  },
  addFilter: null,
  editFilter: { id: "0" },
  removeFilter: { id: "0" },
  openOnly: { isOn: true },
  saveQuery: null,
  values: { ids: [1, 2], keys: ["field:12"] },
  estimate: { count: 10_000 },
  act: { ids: [1], action: "comment", order: [2, 1] },
  selection: { ids: [] },
  offers: { id: 1, role: "assignee" },
  findPeople: { query: "mar" },
  set: { id: 1, role: "status", values: [{ id: 3, label: "Closed" }] },
  bulkFields: { ids: [1] },
  bulkOffers: { ids: [1], field: "role status" },
  keepComment: { text: "Seen at low tide" },
  preview: change,
  run: null,
  undo: null,
  cancelBulk: null,
  exportCsv: { ids: [], keys: ["id", "title"] },
};

function call(method: string, params: unknown, id: unknown = 1): unknown {
  return { kind: "call", id, method, params };
}

function heard(messages: readonly unknown[]): readonly unknown[] {
  return messages.filter((each) => checkTableMessage(each) !== undefined);
}

describe("what the page of a table may say", () => {
  for (const [method, params] of Object.entries(calls)) {
    it(`is ${method}, as it is meant and no other way`, () => {
      const message = call(method, params);
      assert.deepEqual(checkTableMessage(message), message);
      assert.deepEqual(
        heard([
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

  it("names only columns that a table can have", () => {
    const keys = ["", "field", "field:", "field:x", "field:-1", "field:1e3", "constructor", "__proto__", 5];
    assert.deepEqual(
      heard([
        ...keys.map((key) => call("values", { ids: [1], keys: [key] })),
        ...keys.map((key) => call("layout", { shown: [key], widths: {} })),
        ...keys.map((key) =>
          call("layout", { shown: [], widths: {}, sort: { by: key, direction: "ascending" } }),
        ),
        ...keys
          .filter((key) => key !== "__proto__")
          .map((key) => call("layout", { shown: [], widths: { [key]: 5 } })),
      ]),
      [],
    );
  });

  it("asks for no more at once than a server can bear, and sends nothing huge", () => {
    const many = Array.from({ length: 20_001 }, (_, at) => at);
    assert.deepEqual(
      heard([
        call("values", { ids: many.slice(0, 101), keys: ["field:1"] }),
        call("estimate", { count: 20_001 }),
        call("preview", { ...change, ids: many }),
        call("preview", { ...change, value: { kind: "written", text: "x".repeat(2_000_001) } }),
        call("exportCsv", { ids: many, keys: ["id"] }),
        call("act", { ids: many, action: "open" }),
        call("act", { ids: [], action: "open" }),
      ]),
      [],
    );
  });

  it("is nothing that a form may say", () => {
    assert.deepEqual(heard([call("edit", null), call("undoAll", null), call("toString", null)]), []);
  });
});
