import assert from "node:assert/strict";
import { toAge } from "../../../../src/model/localTime.ts";
import { containsAllWords, normalizeForSearch, splitSearchWords } from "../../../../src/model/table.ts";

describe("text search in rows", () => {
  it("requires every word in any order and case", () => {
    const text = normalizeForSearch("#12\nRefund FAILS\nAna Lopes");
    assert.ok(containsAllWords(text, splitSearchWords(" lopes  refund ")));
    assert.ok(containsAllWords(text, splitSearchWords("")));
    assert.ok(!containsAllWords(text, splitSearchWords("refund kim")));
    // Full-width letters.
    assert.ok(containsAllWords(normalizeForSearch("ＡＢＣ"), splitSearchWords("abc")));
  });
});

describe("toAge", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");

  it("uses the largest unit that fits", () => {
    const age = (date: string) => toAge(Date.parse(date), now);
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
