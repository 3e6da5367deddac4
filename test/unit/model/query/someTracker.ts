import assert from "node:assert/strict";
import { readTracker } from "../../../../src/api/format/trackerStructure.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";

type Binding = "static" | "users" | "ugroups" | null;

function field(field_id: number, name: string, type: string, binding: Binding, values: unknown): object {
  return { field_id, name, label: `The ${name}`, type, values, bindings: { type: binding } };
}

const people = [
  { id: 101, label: "ada" },
  { id: 102, label: "bob" },
];

function read(openIds: readonly number[] | undefined): Tracker {
  return (
    readTracker({
      id: 1,
      uri: "trackers/1",
      label: "Bugs",
      fields: [
        field(1, "title", "string", null, null),
        field(2, "status", "sb", "static", [
          { id: 10, label: "New" },
          { id: 11, label: "Under way" },
          { id: 12, label: "Closed" },
          { id: 13, label: "Closed" },
          { id: 14, label: "${me}" },
        ]),
        field(3, "due", "date", null, null),
        field(4, "effort", "float", null, null),
        field(5, "number", "aid", null, null),
        field(6, "author", "subby", "users", null),
        field(7, "owner", "msb", "users", people),
        field(8, "sum", "computed", null, null),
        field(9, "box", "fieldset", null, null),
        field(10, "tags", "tbl", "static", [{ id: 20, label: "slow" }]),
        field(11, "teams", "msb", "ugroups", [
          { id: 30, label: "x", ugroup_reference: { id: "101_3", label: "Members" } },
        ]),
        field(12, "links", "art_link", null, null),
        field(13, "12", "string", null, null),
        field(14, "helpers", "tbl", "users", { resource: { type: "users", uri: "users/?query=" } }),
        field(15, "files", "file", null, null),
        field(16, "told_nothing", "msb", null, people),
      ],
      structure: [],
      semantics: {
        title: { field_id: 1 },
        ...(openIds !== undefined && { status: { field_id: 2, value_ids: openIds } }),
        contributor: { field_id: 7 },
      },
    }) ?? assert.fail()
  );
}

export const tracker = read([10, 11]);
export const trackerWithoutStatus = read(undefined);
export const trackerWithNothingOpen = read([]);
export const trackerWithNoneOpen = read([100]);
