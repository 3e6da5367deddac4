import assert from "node:assert/strict";
import fc from "fast-check";
import type { FieldValue, Input } from "../../../../src/model/fields/registry.ts";
import { toFieldUpdates, toFormAfterSave } from "../../../../src/model/form/fieldChanges.ts";
import { findField, type Form } from "../../../../src/model/form/form.ts";
import { getAvailableChoices } from "../../../../src/model/form/availableChoices.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import {
  checkEditRequest,
  checkInputChange,
  fieldHoldsInput,
} from "../../../../src/model/triage/checkEdit.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import type { LabeledId } from "../../../../src/model/valueTypes.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  type FieldParts,
  createTestForm,
  createWorkflow,
} from "../../../support/fixtures/formBuilders.ts";

const ids = [11, 12, 13, 14];
const choices = ids.map((id) => createChoice(id, { isHidden: id === 14 }));

const fields: readonly FieldParts[] = [
  { id: 1, type: "sb", name: "one", binding: "static", choices },
  { id: 2, type: "msb", name: "many", binding: "static", choices },
  { id: 3, type: "msb", name: "people", binding: "users", choices },
  { id: 4, type: "string", name: "line", maxLength: 5, isRequired: true },
  { id: 5, type: "float", name: "number" },
  { id: 6, type: "date", name: "day" },
  { id: 7, type: "date", name: "instant", withTime: true },
  { id: 8, type: "text", name: "text" },
  {
    id: 9,
    type: "art_link",
    name: "links",
    linkTypes: [{ name: "child", forwardLabel: "", reverseLabel: "" }],
  },
];

const someIds = fc.uniqueArray(fc.constantFrom(...ids, 15), { maxLength: 3 });
const text = fc.oneof(
  fc.string({ maxLength: 7 }),
  fc.constantFrom("1", "1.50", "-2e1", "2026-03-02", "2026-03-02T09:00", "2026-03-02 09:00", "2026-02-30"),
);

const arbitraryForm: fc.Arbitrary<Form> = fc
  .record({
    one: fc.constantFrom(...ids),
    many: someIds,
    people: someIds,
    line: text,
    transitions: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 6 }),
    listRules: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 4 }),
    links: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    isFrozen: fc.boolean(),
  })
  .map(({ one, many, people, line, transitions, listRules, links, isFrozen }) => {
    const values: readonly (readonly [number, FieldValue])[] = [
      [1, createChoicesValue(one)],
      [2, createChoicesValue(...many)],
      [3, createChoicesValue(...people)],
      [4, { kind: "string", text: line }],
      [
        9,
        { kind: "links", forward: links.map((artifactId) => ({ artifactId, type: "child" })), reverse: [] },
      ],
    ];
    const workflow = createWorkflow({
      fieldId: 1,
      transitions: transitions.map(([from, to]) => ({ from, to })),
      listRules: listRules.map(([sourceValue, targetValue]) => ({
        sourceId: 1,
        sourceValue,
        targetId: 2,
        targetValue,
      })),
    });
    const described = fields.map((field) =>
      isFrozen && field.id === 3 ? { ...field, permissions: new Set(["read"] as const) } : field,
    );
    return createTestForm(described, {
      values: values.map(([id, value]) => createEntry(id, value)),
      workflow,
    });
  });

const arbitraryValues = someIds.map((some): readonly LabeledId[] => createChoicesValue(...some).chosen);
const operation = fc.constantFrom("set", "add", "remove");
const at = fc.integer({ min: 1, max: 10 }).map((fieldId) => ({ by: "id", fieldId }) as const);

const arbitraryRequest: fc.Arbitrary<FieldEditRequest> = fc.oneof(
  fc.record({ kind: fc.constant("choices"), field: at, operation, values: arbitraryValues }),
  fc.record({ kind: fc.constant("people"), field: at, operation, people: arbitraryValues }),
  fc.record({ kind: fc.constant("write"), field: at, text }),
  fc.record({
    kind: fc.constant("link"),
    artifactId: fc.integer({ min: 1, max: 5 }),
    type: fc.constantFrom("", "child", "cousin"),
  }),
);

function getIds(input: Input | undefined): readonly string[] {
  return input?.kind === "choices" ? input.chosen.map(({ id }) => String(id)) : [];
}

function getRequestedIds(request: FieldEditRequest): readonly string[] {
  const some = request.kind === "choices" ? request.values : request.kind === "people" ? request.people : [];
  return some.map(({ id }) => String(id));
}

describe("applying any edit request to any form", () => {
  it("has no effect the second time, and can be reverted", () => {
    fc.assert(
      fc.property(arbitraryForm, arbitraryRequest, (form, request) => {
        const result = checkEditRequest(form, request);
        if (result.kind !== "change") return;
        assert.ok(typeof result.target === "number" && result.before !== undefined);
        const after = toFormAfterSave(form, result.draft);
        assert.deepEqual(checkEditRequest(after, request), { kind: "unchanged" });
        assert.ok(fieldHoldsInput(after, result.target, result.after));
        const back = checkInputChange(after, result.target, result.before);
        if (back.kind === "change") {
          const again = toFormAfterSave(after, back.draft);
          assert.deepEqual(findField(again, result.target)?.base, result.before);
        }
      }),
    );
  });

  it("changes one editable field without a problem", () => {
    fc.assert(
      fc.property(arbitraryForm, arbitraryRequest, (form, request) => {
        const result = checkEditRequest(form, request);
        if (result.kind !== "change") return;
        assert.deepEqual(
          toFieldUpdates(form, result.draft).map(({ fieldId }) => fieldId),
          [result.target],
        );
        assert.equal(findProblemsByTarget(form, result.draft).size, 0);
      }),
    );
  });

  it("adds no value to a list that is neither stored nor requested and available", () => {
    fc.assert(
      fc.property(arbitraryForm, arbitraryRequest, (form, request) => {
        const result = checkEditRequest(form, request);
        if (result.kind !== "change" || result.after.kind !== "choices") return;
        const field = typeof result.target === "number" ? findField(form, result.target) : undefined;
        assert.ok(field);
        const available = new Set(
          getAvailableChoices(form, result.draft, field).flatMap(({ id, isRemoved }) =>
            isRemoved ? [] : String(id),
          ),
        );
        const before = new Set(getIds(field.base));
        for (const id of getIds(result.after)) {
          assert.ok(
            before.has(id) || (getRequestedIds(request).includes(id) && available.has(id)),
            `${id} from nowhere`,
          );
        }
      }),
    );
  });

  it("keeps other list values when adding or removing", () => {
    fc.assert(
      fc.property(arbitraryForm, arbitraryRequest, (form, request) => {
        const result = checkEditRequest(form, request);
        if (result.kind !== "change") return;
        if (result.after.kind === "links" && result.before?.kind === "links") {
          assert.deepEqual(
            result.after.forward.slice(0, result.before.forward.length),
            result.before.forward,
          );
        }
        if (request.kind !== "choices" && request.kind !== "people") return;
        const named = getRequestedIds(request);
        const getOtherIds = (input: Input | undefined): readonly string[] =>
          getIds(input).filter((id) => !named.includes(id));
        if (request.operation !== "set") {
          assert.deepEqual(getOtherIds(result.after), getOtherIds(result.before));
        }
        if (request.operation === "remove") {
          assert.deepEqual(getIds(result.after), getOtherIds(result.before));
        } else assert.ok(named.every((id) => getIds(result.after).includes(id)));
      }),
    );
  });
});
