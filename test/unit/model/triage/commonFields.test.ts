import assert from "node:assert/strict";
import { formOf } from "../../../../src/model/form/build.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { commonFields, commonFor, waysOf } from "../../../../src/model/triage/commonFields.ts";
import { choice, type FieldParts, tracker } from "../../../support/fixtures/formParts.ts";

const title: FieldParts = { id: 1, type: "string", name: "title" };
const status: FieldParts = {
  id: 2,
  type: "sb",
  name: "status",
  label: "Status",
  isRequired: true,
  binding: "static",
  choices: [choice(21, { label: "New" }), choice(22, { label: "Done" }), choice(23, { isHidden: true })],
};
const assignee: FieldParts = { id: 3, type: "msb", name: "who", binding: "users", choices: [choice(101)] };
const severity: FieldParts = {
  id: 4,
  type: "sb",
  name: "severity",
  binding: "static",
  choices: [choice(41)],
};
const frozen: FieldParts = { id: 5, type: "int", name: "points", permissions: new Set(["read"]) };
const due: FieldParts = { id: 6, type: "date", name: "due" };
const files: FieldParts = { id: 7, type: "file", name: "files" };

function formFor(fields: readonly FieldParts[], ids = { status: 2, assignee: 3 }): Form {
  const described = tracker(fields, {
    semantics: {
      titleFieldId: 1,
      assigneeFieldId: ids.assignee,
      status: { fieldId: ids.status, openIds: [] },
    },
  });
  return formOf(described, []);
}

const bugs = formFor([title, status, assignee, severity, frozen, due, files]);
const tasks = formFor(
  [
    { ...title, id: 1 },
    {
      ...status,
      id: 12,
      name: "state",
      label: "State",
      choices: [choice(91, { label: "New" }), choice(92, { label: "Open" })],
    },
    { ...assignee, id: 13, choices: [choice(101), choice(102)] },
    { ...severity, id: 14, choices: [choice(42)] },
    { ...due, id: 15, withTime: true },
    { id: 16, type: "string", name: "note" },
  ],
  { status: 12, assignee: 13 },
);

function summary(forms: readonly Form[]): readonly unknown[] {
  return commonFields(forms).map(({ wished, taken, mayBeEmpty }) => [
    wished,
    taken.kind === "write" ? taken.look : [taken.kind, taken.choices?.map(({ label }) => label)],
    waysOf(taken).length,
    mayBeEmpty,
  ]);
}

describe("the fields that many can be changed in", () => {
  it("are those of their tracker that take an input and may be changed, but for the title", () => {
    assert.deepEqual(summary([bugs]), [
      [{ by: "role", role: "status" }, ["choices", ["New", "Done"]], 1, false],
      [{ by: "role", role: "assignee" }, ["people", ["Value 101"]], 3, true],
      [{ by: "id", fieldId: 4 }, ["choices", ["Value 41"]], 1, true],
      [{ by: "id", fieldId: 6 }, "date", 1, true],
    ]);
  });

  it("are over several trackers those of one role, or of one name and kind", () => {
    assert.deepEqual(summary([bugs, tasks]), [
      [{ by: "role", role: "status" }, ["choices", ["New", "Done", "Open"]], 1, false],
      [{ by: "role", role: "assignee" }, ["people", ["Value 101", "Value 102"]], 3, true],
      [{ by: "name", name: "severity" }, ["choices", ["Value 41", "Value 42"]], 1, true],
    ]);
  });

  it("tell all names that they have", () => {
    const labels = commonFields([bugs, tasks]).map((field) => field.labels);
    assert.deepEqual(labels, [
      ["Status", "State"],
      ["Field 3", "Field 13"],
      ["Field 4", "Field 14"],
    ]);
  });

  it("are none of a kind that one of them has otherwise, or not at all", () => {
    const without = formFor([title, { ...assignee, type: "sb" }]);
    assert.deepEqual(summary([bugs, without]), []);
    assert.deepEqual(summary([]), []);
  });

  it("search for people where one of the trackers does", () => {
    const anybody = formFor([title, status, { ...assignee, choices: undefined }]);
    assert.deepEqual(summary([bugs, anybody])[1], [
      { by: "role", role: "assignee" },
      ["people", undefined],
      3,
      true,
    ]);
  });

  it("are found however somebody names one", () => {
    const fields = commonFields([bugs]);
    const found = (["id", "role", "name"] as const).map((by) => {
      const named = {
        id: { by: "id", fieldId: 2 },
        role: { by: "role", role: "status" },
        name: { by: "name", name: "status" },
      } as const;
      return commonFor([bugs], fields, named[by])?.wished;
    });
    assert.deepEqual(
      found,
      found.map(() => ({ by: "role", role: "status" })),
    );
    assert.equal(commonFor([bugs], fields, { by: "id", fieldId: 5 }), undefined);
  });
});
