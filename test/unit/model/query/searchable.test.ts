import assert from "node:assert/strict";
import { searchableFields } from "../../../../src/model/query/query.ts";
import { openOnly } from "../../../../src/model/query/resolve.ts";
import { tracker, trackerWithNothingOpen, trackerWithoutStatus } from "./someTracker.ts";

describe("what can be asked of a tracker", () => {
  it("are the fields that servers search, each with the operators that they know for it", () => {
    const offered = searchableFields(tracker).map(({ field, operators, wanted }) => [
      field.name,
      wanted.kind,
      operators.join(" "),
    ]);
    assert.deepEqual(offered, [
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

  it("says which lists may hold oneself, and which are open to more", () => {
    const lists = searchableFields(tracker).flatMap(({ field, wanted }) =>
      wanted.kind === "choices" ? [[field.name, wanted.mayBeMe, wanted.isOpen, wanted.choices.length]] : [],
    );
    assert.deepEqual(lists, [
      ["status", false, false, 5],
      ["owner", true, false, 2],
      ["tags", false, true, 1],
      ["told_nothing", true, false, 2],
    ]);
  });
});

describe("open artifacts only", () => {
  it("are those whose status is one of the open values", () => {
    const criterion = { kind: "anyOf", field: "status", ids: [10, 11] };
    assert.deepEqual(openOnly(tracker), { kind: "criterion", criterion });
  });

  it("are none where no value is open, and not to be told without a status", () => {
    assert.deepEqual(openOnly(trackerWithNothingOpen), { kind: "nothing" });
    assert.deepEqual(openOnly(trackerWithoutStatus), { kind: "untold" });
    assert.deepEqual(openOnly({ ...tracker, fields: [] }), { kind: "untold" });
  });
});
