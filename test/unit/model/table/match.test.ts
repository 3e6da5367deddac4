import assert from "node:assert/strict";
import { ageUnit } from "../../../../src/model/localTime.ts";
import { hasAll, searchable, wordsOf } from "../../../../src/model/table.ts";

describe("rows narrowed down", () => {
  it("have every word, in whichever order and case", () => {
    const text = searchable("#12\nRefund FAILS\nAna Lopes");
    assert.ok(hasAll(text, wordsOf(" lopes  refund ")));
    assert.ok(hasAll(text, wordsOf("")));
    assert.ok(!hasAll(text, wordsOf("refund kim")));
    // Full-width letters, as some keyboards write them.
    assert.ok(hasAll(searchable("ＡＢＣ"), wordsOf("abc")));
  });
});

describe("the age of a row", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it("is told in the largest unit that fits", () => {
    const age = (date: string) => ageUnit(Date.parse(date), now);
    assert.equal(age("2026-03-01T11:59:01Z"), undefined);
    assert.equal(age("2026-03-02T11:59:01Z"), undefined);
    assert.deepEqual(age("2026-03-01T11:59:00Z"), { unit: "minute", count: 1 });
    assert.deepEqual(age("2026-03-01T10:00:01Z"), { unit: "hour", count: 1 });
    assert.deepEqual(age("2026-02-24T11:00:00Z"), { unit: "day", count: 5 });
    assert.deepEqual(age("2026-02-10T11:00:00Z"), { unit: "week", count: 2 });
    assert.deepEqual(age("2025-12-01T11:00:00Z"), { unit: "month", count: 2 });
    assert.deepEqual(age("2020-12-01T11:00:00Z"), { unit: "year", count: 5 });
  });
});
