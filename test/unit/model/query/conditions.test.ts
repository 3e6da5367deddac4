import assert from "node:assert/strict";
import { toDisplayCondition } from "../../../../src/model/query/conditions.ts";
import { parsePlaceholderDays, toDatePlaceholder } from "../../../../src/model/query/resolveQuery.ts";
import type { SavedValue } from "../../../../src/model/query/savedQuery.ts";
import { tracker } from "./testTracker.ts";

function values(field: string, ...savedValues: readonly SavedValue[]): readonly unknown[] {
  return toDisplayCondition(tracker, { field, operator: "is", values: savedValues }).values;
}

const text = (each: string): unknown => ({ kind: "text", text: each });

describe("toDisplayCondition", () => {
  it("shows labels of the field and its values, however they are stored", () => {
    const condition = {
      field: "status",
      operator: "is",
      values: ["New", 11, "12", { id: 13, label: "Shut" }],
    };
    assert.deepEqual(toDisplayCondition(tracker, condition), {
      field: "The status",
      valueType: "choices",
      operator: "is",
      values: ["New", "Under way", "Closed", "Shut"].map(text),
    });
  });

  it('distinguishes the current user and "none" from values with the same label', () => {
    // Static lists don't contain users.
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

  it("shows dates relative to today", () => {
    assert.deepEqual(values("due", "${today}", "${today-7}", " ${today + 3} ", "2026-01-31"), [
      { kind: "day", daysAfterToday: 0 },
      { kind: "day", daysAfterToday: -7 },
      { kind: "day", daysAfterToday: 3 },
      text("2026-01-31"),
    ]);
    for (const days of [-99_999, -1, 0, 1, 365]) {
      assert.equal(parsePlaceholderDays(toDatePlaceholder(days)), days);
    }
  });

  it("supports fields that no longer exist or can't be searched", () => {
    assert.deepEqual(
      toDisplayCondition(tracker, { field: "gone", operator: "is", values: [{ id: 1, label: "x" }] }),
      {
        field: "gone",
        valueType: undefined,
        operator: "is",
        values: [text("x")],
      },
    );
    assert.equal(toDisplayCondition(tracker, { field: "sum", operator: "=", values: [3] }).field, "The sum");
  });
});
