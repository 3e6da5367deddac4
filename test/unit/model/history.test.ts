import assert from "node:assert/strict";
import type { FieldWithValue } from "../../../src/model/artifact.ts";
import type { FieldValue } from "../../../src/model/fields/registry.ts";
import { type Changeset, diffChangesets, toHistoryEntries } from "../../../src/model/history.ts";

function entry(fieldId: number, value: FieldValue, type: string = value.kind): FieldWithValue {
  return { kind: "entry", fieldId, label: `Field ${fieldId}`, type, value };
}

function changeset(id: number, ...values: Changeset["values"]): Changeset {
  return { kind: "changeset", id, by: undefined, on: undefined, comment: undefined, values };
}

const text = (value: string): FieldValue => ({ kind: "string", text: value });

describe("diffChangesets", () => {
  it("returns different fields, including added and removed ones, in the newer order", () => {
    const before = changeset(1, entry(1, text("a")), entry(2, text("b")), entry(3, text("c")));
    const after = changeset(2, entry(4, text("d")), entry(2, text("B")), entry(1, text("a")));
    assert.deepEqual(diffChangesets(before, after), [
      { fieldId: 4, label: "Field 4", before: undefined, after: text("d") },
      { fieldId: 2, label: "Field 2", before: text("b"), after: text("B") },
      { fieldId: 3, label: "Field 3", before: text("c"), after: undefined },
    ]);
  });

  it("ignores fields set by the server, unreadable ones, and empty ones that appear or disappear", () => {
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
    assert.deepEqual(diffChangesets(before, after), []);
  });

  it("returns a value that was cleared or set", () => {
    const full: FieldValue = { kind: "int", number: 0 };
    const empty: FieldValue = { kind: "int", number: undefined };
    assert.deepEqual(
      [
        diffChangesets(changeset(1, entry(1, full)), changeset(2, entry(1, empty))),
        diffChangesets(changeset(1, entry(1, empty)), changeset(2, entry(1, full))),
      ].map(([change]) => [change?.before, change?.after]),
      [
        [full, empty],
        [empty, full],
      ],
    );
  });
});

describe("toHistoryEntries", () => {
  it("returns the newest first, each with its changes since the previous one", () => {
    const states = ["a", "b", "b", "c"].map((value, index) => changeset(index + 1, entry(1, text(value))));
    assert.deepEqual(
      toHistoryEntries(states).map(({ changeset: { id }, isCreation, changes }) => [
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
    assert.deepEqual([toHistoryEntries([]), toHistoryEntries(states.slice(0, 1))], [[], []]);
  });
});
