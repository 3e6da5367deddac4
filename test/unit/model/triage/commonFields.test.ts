import assert from "node:assert/strict";
import { createForm } from "../../../../src/model/form/createForm.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  findCommonFields,
  findCommonFieldBySelector,
  getListOperations,
} from "../../../../src/model/triage/commonFields.ts";
import { createChoice, type FieldParts, createTracker } from "../../../support/fixtures/formBuilders.ts";

const title: FieldParts = { id: 1, type: "string", name: "title" };
const status: FieldParts = {
  id: 2,
  type: "sb",
  name: "status",
  label: "Status",
  isRequired: true,
  binding: "static",
  choices: [
    createChoice(21, { label: "New" }),
    createChoice(22, { label: "Done" }),
    createChoice(23, { isHidden: true }),
  ],
};
const assignee: FieldParts = {
  id: 3,
  type: "msb",
  name: "who",
  binding: "users",
  choices: [createChoice(101)],
};
const severity: FieldParts = {
  id: 4,
  type: "sb",
  name: "severity",
  binding: "static",
  choices: [createChoice(41)],
};
const frozen: FieldParts = { id: 5, type: "int", name: "points", permissions: new Set(["read"]) };
const due: FieldParts = { id: 6, type: "date", name: "due" };
const files: FieldParts = { id: 7, type: "file", name: "files" };

function formFor(fields: readonly FieldParts[], ids = { status: 2, assignee: 3 }): Form {
  const described = createTracker(fields, {
    semantics: {
      titleFieldId: 1,
      assigneeFieldId: ids.assignee,
      status: { fieldId: ids.status, openIds: [] },
    },
  });
  return createForm(described, []);
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
      choices: [createChoice(91, { label: "New" }), createChoice(92, { label: "Open" })],
    },
    { ...assignee, id: 13, choices: [createChoice(101), createChoice(102)] },
    { ...severity, id: 14, choices: [createChoice(42)] },
    { ...due, id: 15, withTime: true },
    { id: 16, type: "string", name: "note" },
  ],
  { status: 12, assignee: 13 },
);

function summary(forms: readonly Form[]): readonly unknown[] {
  return findCommonFields(forms).map(({ selector, bulkInput, canBeEmpty }) => [
    selector,
    bulkInput.kind === "write"
      ? bulkInput.inputType
      : [bulkInput.kind, bulkInput.choices?.map(({ label }) => label)],
    getListOperations(bulkInput).length,
    canBeEmpty,
  ]);
}

describe("findCommonFields", () => {
  it("returns the editable fields of one tracker, except the title", () => {
    assert.deepEqual(summary([bugs]), [
      [{ by: "role", role: "status" }, ["choices", ["New", "Done"]], 1, false],
      [{ by: "role", role: "assignee" }, ["people", ["Value 101"]], 3, true],
      [{ by: "id", fieldId: 4 }, ["choices", ["Value 41"]], 1, true],
      [{ by: "id", fieldId: 6 }, "date", 1, true],
    ]);
  });

  it("returns fields with the same role, or the same name and kind, across trackers", () => {
    assert.deepEqual(summary([bugs, tasks]), [
      [{ by: "role", role: "status" }, ["choices", ["New", "Done", "Open"]], 1, false],
      [{ by: "role", role: "assignee" }, ["people", ["Value 101", "Value 102"]], 3, true],
      [{ by: "name", name: "severity" }, ["choices", ["Value 41", "Value 42"]], 1, true],
    ]);
  });

  it("returns all labels of a field", () => {
    const labels = findCommonFields([bugs, tasks]).map((field) => field.labels);
    assert.deepEqual(labels, [
      ["Status", "State"],
      ["Field 3", "Field 13"],
      ["Field 4", "Field 14"],
    ]);
  });

  it("omits fields that differ in kind or don't exist in one tracker", () => {
    const without = formFor([title, { ...assignee, type: "sb" }]);
    assert.deepEqual(summary([bugs, without]), []);
    assert.deepEqual(summary([]), []);
  });

  it("searches people if one of the trackers does", () => {
    const anybody = formFor([title, status, { ...assignee, choices: undefined }]);
    assert.deepEqual(summary([bugs, anybody])[1], [
      { by: "role", role: "assignee" },
      ["people", undefined],
      3,
      true,
    ]);
  });

  it("returns fields that can be found by any selector", () => {
    const fields = findCommonFields([bugs]);
    const found = (["id", "role", "name"] as const).map((by) => {
      const named = {
        id: { by: "id", fieldId: 2 },
        role: { by: "role", role: "status" },
        name: { by: "name", name: "status" },
      } as const;
      return findCommonFieldBySelector([bugs], fields, named[by])?.selector;
    });
    assert.deepEqual(
      found,
      found.map(() => ({ by: "role", role: "status" })),
    );
    assert.equal(findCommonFieldBySelector([bugs], fields, { by: "id", fieldId: 5 }), undefined);
  });
});
