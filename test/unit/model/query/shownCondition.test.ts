import assert from "node:assert/strict";
import { shownCondition } from "../../../../src/model/query/conditions.ts";
import { daysAfterToday, todayAnd } from "../../../../src/model/query/resolve.ts";
import type { SavedValue } from "../../../../src/model/query/savedQuery.ts";
import { tracker } from "./someTracker.ts";

function values(field: string, ...given: readonly SavedValue[]): readonly unknown[] {
  return shownCondition(tracker, { field, operator: "is", values: given }).values;
}

const text = (each: string): unknown => ({ kind: "text", text: each });

describe("a condition as people read it", () => {
  it("names its field by the label, and values whichever way they are kept", () => {
    const condition = {
      field: "status",
      operator: "is",
      values: ["New", 11, "12", { id: 13, label: "Shut" }],
    };
    assert.deepEqual(shownCondition(tracker, condition), {
      field: "The status",
      wanted: "choices",
      operator: "is",
      values: ["New", "Under way", "Closed", "Shut"].map(text),
    });
  });

  it("tells me and no value from values that are called so", () => {
    // A list of plain values has no people in it.
    assert.deepEqual(values("status", "${me}"), [text("${me}")]);
    assert.deepEqual(values("owner", "${me}", 101), [{ kind: "me" }, text("ada")]);
    assert.deepEqual(values("author", "${me}", { id: 7, label: "Someone" }), [
      { kind: "me" },
      text("Someone"),
    ]);
    assert.deepEqual(values("owner", { id: 100, label: "None" }, 100, "100"), [
      { kind: "none" },
      { kind: "none" },
      { kind: "none" },
    ]);
  });

  it("counts days from today", () => {
    assert.deepEqual(values("due", "${today}", "${today-7}", " ${today + 3} ", "2026-01-31"), [
      { kind: "day", daysAfterToday: 0 },
      { kind: "day", daysAfterToday: -7 },
      { kind: "day", daysAfterToday: 3 },
      text("2026-01-31"),
    ]);
    for (const days of [-99_999, -1, 0, 1, 365]) assert.equal(daysAfterToday(todayAnd(days)), days);
  });

  it("has something to say of fields that are gone or can't be asked about", () => {
    assert.deepEqual(
      shownCondition(tracker, { field: "gone", operator: "is", values: [{ id: 1, label: "x" }] }),
      {
        field: "gone",
        wanted: undefined,
        operator: "is",
        values: [text("x")],
      },
    );
    assert.equal(shownCondition(tracker, { field: "sum", operator: "=", values: [3] }).field, "The sum");
  });
});
