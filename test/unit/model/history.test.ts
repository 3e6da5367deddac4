import assert from "node:assert/strict";
import type { FieldEntry } from "../../../src/model/artifact.ts";
import type { FieldValue } from "../../../src/model/fields/registry.ts";
import { type Changeset, changesBetween, entriesAfterFirst } from "../../../src/model/history.ts";

function entry(fieldId: number, value: FieldValue, type: string = value.kind): FieldEntry {
  return { kind: "entry", fieldId, label: `Field ${fieldId}`, type, value };
}

function changeset(id: number, ...values: Changeset["values"]): Changeset {
  return { kind: "changeset", id, by: undefined, on: undefined, comment: undefined, values };
}

const text = (value: string): FieldValue => ({ kind: "string", text: value });

describe("what a write has changed", () => {
  it("is what differs, by field, those that appear or go included, in the newer order", () => {
    const before = changeset(1, entry(1, text("a")), entry(2, text("b")), entry(3, text("c")));
    const after = changeset(2, entry(4, text("d")), entry(2, text("B")), entry(1, text("a")));
    assert.deepEqual(changesBetween(before, after), [
      { fieldId: 4, label: "Field 4", before: undefined, after: text("d") },
      { fieldId: 2, label: "Field 2", before: text("b"), after: text("B") },
      { fieldId: 3, label: "Field 3", before: text("c"), after: undefined },
    ]);
  });

  it("is nothing that the server sets itself, that can't be read, or that comes and goes empty", () => {
    const user: FieldValue = { kind: "user", user: { id: 1, label: "A" } };
    const before = changeset(
      1,
      entry(1, { kind: "date", date: "2026-03-01", withTime: true }, "lud"),
      entry(2, user, "luby"),
      entry(3, { kind: "int", number: undefined }),
      { kind: "unreadable", position: 3, id: 4 },
    );
    const after = changeset(
      2,
      entry(1, { kind: "date", date: "2026-03-02", withTime: true }, "lud"),
      entry(2, { ...user, user: undefined }, "luby"),
      entry(5, { kind: "choices", chosen: [] }),
      { kind: "unreadable", position: 3, id: undefined },
    );
    assert.deepEqual(changesBetween(before, after), []);
  });

  it("is a value that was emptied or filled, where the field was there before", () => {
    const full: FieldValue = { kind: "int", number: 0 };
    const empty: FieldValue = { kind: "int", number: undefined };
    assert.deepEqual(
      [
        changesBetween(changeset(1, entry(1, full)), changeset(2, entry(1, empty))),
        changesBetween(changeset(1, entry(1, empty)), changeset(2, entry(1, full))),
      ].map(([change]) => [change?.before, change?.after]),
      [
        [full, empty],
        [empty, full],
      ],
    );
  });
});

describe("the writes of a history", () => {
  it("are told newest first, each with what it changed since the one before", () => {
    const states = ["a", "b", "b", "c"].map((value, index) => changeset(index + 1, entry(1, text(value))));
    assert.deepEqual(
      entriesAfterFirst(states).map(({ changeset: { id }, isCreation, changes }) => [
        id,
        isCreation,
        changes.map(({ before, after }) => [before, after]),
      ]),
      [
        [4, false, [[text("b"), text("c")]]],
        [3, false, []],
        [2, false, [[text("a"), text("b")]]],
      ],
    );
    assert.deepEqual([entriesAfterFirst([]), entriesAfterFirst(states.slice(0, 1))], [[], []]);
  });
});
