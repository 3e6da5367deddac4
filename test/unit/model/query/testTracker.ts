import assert from "node:assert/strict";
import { parseTracker } from "../../../../src/api/format/parseTracker.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";

type Binding = "static" | "users" | "ugroups" | null;

function createWireField(
  field_id: number,
  name: string,
  type: string,
  binding: Binding,
  values: unknown,
): object {
  return { field_id, name, label: `The ${name}`, type, values, bindings: { type: binding } };
}

const people = [
  { id: 101, label: "ada" },
  { id: 102, label: "bob" },
];

function parseTestTracker(openIds: readonly number[] | undefined): Tracker {
  return (
    parseTracker({
      id: 1,
      uri: "trackers/1",
      label: "Bugs",
      fields: [
        createWireField(1, "title", "string", null, null),
        createWireField(2, "status", "sb", "static", [
          { id: 10, label: "New" },
          { id: 11, label: "Under way" },
          { id: 12, label: "Closed" },
          { id: 13, label: "Closed" },
          { id: 14, label: "${me}" },
        ]),
        createWireField(3, "due", "date", null, null),
        createWireField(4, "effort", "float", null, null),
        createWireField(5, "number", "aid", null, null),
        createWireField(6, "author", "subby", "users", null),
        createWireField(7, "owner", "msb", "users", people),
        createWireField(8, "sum", "computed", null, null),
        createWireField(9, "box", "fieldset", null, null),
        createWireField(10, "tags", "tbl", "static", [{ id: 20, label: "slow" }]),
        createWireField(11, "teams", "msb", "ugroups", [
          { id: 30, label: "x", ugroup_reference: { id: "101_3", label: "Members" } },
        ]),
        createWireField(12, "links", "art_link", null, null),
        createWireField(13, "12", "string", null, null),
        createWireField(14, "helpers", "tbl", "users", { resource: { type: "users", uri: "users/?query=" } }),
        createWireField(15, "files", "file", null, null),
        createWireField(16, "told_nothing", "msb", null, people),
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

export const tracker = parseTestTracker([10, 11]);
export const trackerWithoutStatus = parseTestTracker(undefined);
export const trackerWithEmptyOpenValues = parseTestTracker([]);
export const trackerWithNoneValueOpen = parseTestTracker([100]);
