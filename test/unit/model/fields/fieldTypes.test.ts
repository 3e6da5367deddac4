import assert from "node:assert/strict";
import fc from "fast-check";
import { checkUpdateOutcome } from "../../../../src/api/unknownOutcome.ts";
import { toWireEntries } from "../../../../src/api/artifacts.ts";
import {
  hostTypeOfControl,
  hostTypeOfEdit,
  hostTypeOfInput,
  hostTypeOfValue,
} from "../../../../src/model/fields/hostRegistry.ts";
import {
  type AnyFieldType,
  fieldTypes,
  typeOfControl,
  typeOfInput,
} from "../../../../src/model/fields/registry.ts";
import { toInput } from "../../../../src/model/form/createForm.ts";
import { toFieldUpdates, isStoredAsSent } from "../../../../src/model/form/fieldChanges.ts";
import { emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  createEmptyInput,
  toInputText,
  isEmptyInput,
  isSameInput,
  getFreeTexts,
} from "../../../../src/model/form/input.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import { mergeInput, type MergeOutcome } from "../../../../src/model/merge/mergeInput.ts";
import { arbitraryValue, allControls, arbitraryInputs } from "../../../support/fixtures/arbitraryInputs.ts";
import { createField } from "../../../support/fixtures/formBuilders.ts";

const types: readonly (readonly [string, AnyFieldType])[] = Object.entries(fieldTypes);
const withInput = types.flatMap(([name, { input }]) => (input === undefined ? [] : [[name, input] as const]));

function kindOf(merged: MergeOutcome): string {
  return merged.kind;
}

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((each, at) => all.indexOf(each) !== at);
}

describe("field types", () => {
  it("share no kind of control, input, value or edit", () => {
    const hosts = types.flatMap(([, { value, controlKinds }]) => {
      const [kind] = value?.kinds ?? [];
      const [control] = controlKinds;
      const byValue = kind === undefined ? undefined : hostTypeOfValue({ kind } as never);
      const byControl = control === undefined ? undefined : hostTypeOfControl({ kind: control } as never);
      assert.ok(byValue === undefined || byControl === undefined || byValue === byControl);
      return byValue ?? byControl ?? [];
    });
    assert.equal(new Set(hosts).size, types.length);
    for (const kinds of [
      types.flatMap(([, { controlKinds }]) => controlKinds),
      withInput.map(([, { empty }]) => empty.kind),
      types.flatMap(([, { value }]) => value?.kinds ?? []),
      hosts.flatMap(({ editRules }) => editRules?.kinds ?? []),
      hosts.flatMap(({ serverTypes }) => Object.keys(serverTypes)),
    ]) {
      assert.deepEqual(repeated(kinds), []);
    }
    assert.deepEqual(
      Object.keys(arbitraryInputs).toSorted(),
      withInput.map(([, { empty }]) => empty.kind).toSorted(),
    );
  });

  it("are found by the inputs of their controls", () => {
    for (const control of allControls) {
      const empty = createEmptyInput(control);
      assert.equal(empty && typeOfInput(empty), empty && typeOfControl(control));
      assert.equal(empty && hostTypeOfInput(empty), empty && hostTypeOfControl(control));
    }
  });

  for (const [name, { empty }] of withInput) {
    const any = arbitraryInputs[empty.kind];

    it(`follow the rules of inputs: ${name}`, () => {
      // A computed value isn't empty although nothing was typed.
      assert.equal(isEmptyInput(empty), name !== "computed");
      assert.equal(toInputText(empty), "");
      fc.assert(
        fc.property(any, any, (one, other) => {
          assert.ok(isSameInput(one, one));
          assert.equal(isSameInput(one, other), isSameInput(other, one));
          assert.ok(isStoredAsSent(one, one));
          const copy = structuredClone(one);
          assert.ok(isSameInput(copy, one));
          assert.deepEqual(
            [isEmptyInput(copy), toInputText(copy), getFreeTexts(copy)],
            [isEmptyInput(one), toInputText(one), getFreeTexts(one)],
          );
        }),
      );
    });

    it(`follow the rules of merges: ${name}`, () => {
      fc.assert(
        fc.property(any, any, any, fc.constantFrom("one", "many"), (base, mine, theirs, takes) => {
          const isSame = isSameInput(base, mine);
          assert.equal(kindOf(mergeInput(base, mine, base, takes)), isSame ? "same" : "mine");
          assert.equal(kindOf(mergeInput(base, base, mine, takes)), isSame ? "same" : "theirs");
          assert.equal(kindOf(mergeInput(base, mine, mine, takes)), "same");
          const merged = mergeInput(base, mine, theirs, takes);
          if (merged.kind === "merged") assert.equal(merged.input.kind, empty.kind);
          if (merged.kind === "conflict") assert.ok([undefined, empty.kind].includes(merged.both?.kind));
        }),
      );
    });
  }

  it("write a loaded value so that the server stores the same", () => {
    let written = 0;
    fc.assert(
      fc.property(fc.constantFrom(...allControls), arbitraryValue, (control, value) => {
        const input = toInput(control, value);
        const isOfOneType = hostTypeOfControl(control) === hostTypeOfValue(value);
        const isWhole = control.kind === "number" && control.isWhole;
        const isOtherNumber = control.kind === "number" && isWhole !== (value.kind === "int");
        // Blank dates are read as undefined.
        const isBlankDate = value.kind === "date" && value.date?.trim() === "";
        if (input === undefined || !isOfOneType || isOtherNumber || isBlankDate) return;
        const form: Form = {
          isNew: false,
          fields: [{ ...createField({ id: 1, type: "" }), access: "edit", control, value, base: undefined }],
          promoted: { title: undefined, status: undefined, assignee: undefined },
          layout: [],
          linkFields: [],
          fileFields: [],
          rules: undefined,
          takesComment: false,
        };
        const draft = { ...emptyDraft, inputs: [{ target: 1, input }] };
        const isOpen = findProblemsByTarget(form, draft).size === 0;
        const changes = toFieldUpdates(form, draft);
        if (!isOpen || changes.length === 0) return;
        written += 1;
        const values = [{ kind: "entry", fieldId: 1, label: "", type: "", value }] as const;
        const artifact = { version: { kind: "tag", tag: "2" }, values } as never;
        assert.equal(checkUpdateOutcome(artifact, { kind: "tag", tag: "1" }, changes), "applied");
        assert.deepEqual(
          changes.map(({ edit }) => hostTypeOfEdit(edit)),
          [hostTypeOfControl(control)],
        );
        // Everything is sent to the server.
        const entries = toWireEntries(changes);
        assert.deepEqual(JSON.parse(JSON.stringify(entries)), entries);
      }),
      { numRuns: 5000 },
    );
    assert.ok(written > 100, `${written} written`);
  });
});
