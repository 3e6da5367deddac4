import assert from "node:assert/strict";
import { getSearchableFields } from "../../../../src/model/query/criteria.ts";
import { getOpenOnlyFilter } from "../../../../src/model/query/resolveQuery.ts";
import { tracker, trackerWithEmptyOpenValues, trackerWithoutStatus } from "./testTracker.ts";

describe("getSearchableFields", () => {
  it("returns the fields that servers search, with their operators", () => {
    const searchable = getSearchableFields(tracker).map(({ field, operators, valueType }) => [
      field.name,
      valueType.kind,
      operators.join(" "),
    ]);
    assert.deepEqual(searchable, [
      ["title", "words", "contains"],
      ["status", "choices", "is"],
      ["due", "day", "= < > between"],
      ["effort", "number", "= < <= > >= between"],
      ["number", "number", "= < <= > >= between"],
      ["author", "people", "is"],
      ["owner", "choices", "is"],
      ["tags", "choices", "is"],
      ["links", "artifact", "="],
      ["helpers", "people", "is"],
      ["files", "words", "contains"],
      ["told_nothing", "choices", "is"],
    ]);
  });

  it("tells which lists may contain the current user or other values", () => {
    const lists = getSearchableFields(tracker).flatMap(({ field, valueType }) =>
      valueType.kind === "choices"
        ? [[field.name, valueType.canBeCurrentUser, valueType.isOpenList, valueType.choices.length]]
        : [],
    );
    assert.deepEqual(lists, [
      ["status", false, false, 5],
      ["owner", true, false, 2],
      ["tags", false, true, 1],
      ["told_nothing", true, false, 2],
    ]);
  });
});

describe("getOpenOnlyFilter", () => {
  it("returns a criterion with the open status values", () => {
    const criterion = { kind: "anyOf", field: "status", ids: [10, 11] };
    assert.deepEqual(getOpenOnlyFilter(tracker), { kind: "criterion", criterion });
  });

  it('returns no matches without open values, and "notReported" without a status', () => {
    assert.deepEqual(getOpenOnlyFilter(trackerWithEmptyOpenValues), { kind: "noMatches" });
    assert.deepEqual(getOpenOnlyFilter(trackerWithoutStatus), { kind: "notReported" });
    assert.deepEqual(getOpenOnlyFilter({ ...tracker, fields: [] }), { kind: "notReported" });
  });
});
