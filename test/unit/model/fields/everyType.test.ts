import assert from "node:assert/strict";
import fc from "fast-check";
import { updateOutcome } from "../../../../src/api/afterDoubt.ts";
import { writeEntries } from "../../../../src/api/artifacts.ts";
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
import { inputOf } from "../../../../src/model/form/build.ts";
import { changesOf, holdsSent } from "../../../../src/model/form/changes.ts";
import { untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { emptyInput, inputText, isEmpty, sameInput, textsIn } from "../../../../src/model/form/input.ts";
import { problemsOf } from "../../../../src/model/form/problems.ts";
import { mergeInput, type Merged } from "../../../../src/model/merge/input.ts";
import { anyValue, everyControl, inputs } from "../../../support/fixtures/arbitraryInputs.ts";
import { field } from "../../../support/fixtures/formParts.ts";

const types: readonly (readonly [string, AnyFieldType])[] = Object.entries(fieldTypes);
const withInput = types.flatMap(([name, { input }]) => (input === undefined ? [] : [[name, input] as const]));

function kindOf(merged: Merged): string {
  return merged.kind;
}

function repeated(all: readonly string[]): readonly string[] {
  return all.filter((each, at) => all.indexOf(each) !== at);
}

describe("the types of fields", () => {
  it("share no kind of control, input, value or edit", () => {
    const hosts = types.flatMap(([, { value, controls }]) => {
      const [kind] = value?.kinds ?? [];
      const [control] = controls;
      const byValue = kind === undefined ? undefined : hostTypeOfValue({ kind } as never);
      const byControl = control === undefined ? undefined : hostTypeOfControl({ kind: control } as never);
      assert.ok(byValue === undefined || byControl === undefined || byValue === byControl);
      return byValue ?? byControl ?? [];
    });
    assert.equal(new Set(hosts).size, types.length);
    for (const kinds of [
      types.flatMap(([, { controls }]) => controls),
      withInput.map(([, { empty }]) => empty.kind),
      types.flatMap(([, { value }]) => value?.kinds ?? []),
      hosts.flatMap(({ edits }) => edits?.kinds ?? []),
      hosts.flatMap(({ serverTypes }) => Object.keys(serverTypes)),
    ]) {
      assert.deepEqual(repeated(kinds), []);
    }
    assert.deepEqual(Object.keys(inputs).toSorted(), withInput.map(([, { empty }]) => empty.kind).toSorted());
  });

  it("are found again by what stands in their controls", () => {
    for (const control of everyControl) {
      const empty = emptyInput(control);
      assert.equal(empty && typeOfInput(empty), empty && typeOfControl(control));
      assert.equal(empty && hostTypeOfInput(empty), empty && hostTypeOfControl(control));
    }
  });

  for (const [name, { empty }] of withInput) {
    const any = inputs[empty.kind];

    it(`keep to the rules of inputs: ${name}`, () => {
      // A number that the server works out has something in it, although nobody has typed it.
      assert.equal(isEmpty(empty), name !== "computed");
      assert.equal(inputText(empty), "");
      fc.assert(
        fc.property(any, any, (one, other) => {
          assert.ok(sameInput(one, one));
          assert.equal(sameInput(one, other), sameInput(other, one));
          assert.ok(holdsSent(one, one));
          const copy = structuredClone(one);
          assert.ok(sameInput(copy, one));
          assert.deepEqual(
            [isEmpty(copy), inputText(copy), textsIn(copy)],
            [isEmpty(one), inputText(one), textsIn(one)],
          );
        }),
      );
    });

    it(`keep to the rules of merges: ${name}`, () => {
      fc.assert(
        fc.property(any, any, any, fc.constantFrom("one", "many"), (base, mine, theirs, takes) => {
          const isSame = sameInput(base, mine);
          assert.equal(kindOf(mergeInput(base, mine, base, takes)), isSame ? "same" : "mine");
          assert.equal(kindOf(mergeInput(base, base, mine, takes)), isSame ? "same" : "theirs");
          assert.equal(kindOf(mergeInput(base, mine, mine, takes)), "same");
          const merged = mergeInput(base, mine, theirs, takes);
          if (merged.kind === "merged") assert.equal(merged.input.kind, empty.kind);
          if (merged.kind === "collision") assert.ok([undefined, empty.kind].includes(merged.both?.kind));
        }),
      );
    });
  }

  it("write what they have read so that the server is seen to hold it", () => {
    let written = 0;
    fc.assert(
      fc.property(fc.constantFrom(...everyControl), anyValue, (control, value) => {
        const input = inputOf(control, value);
        const isOfOneType = hostTypeOfControl(control) === hostTypeOfValue(value);
        const isWhole = control.kind === "number" && control.isWhole;
        const isOtherNumber = control.kind === "number" && isWhole !== (value.kind === "int");
        // No date is read as an empty text.
        const isNoDate = value.kind === "date" && value.date?.trim() === "";
        if (input === undefined || !isOfOneType || isOtherNumber || isNoDate) return;
        const form: Form = {
          isNew: false,
          fields: [{ ...field({ id: 1, type: "" }), access: "edit", control, value, base: undefined }],
          promoted: { title: undefined, status: undefined, assignee: undefined },
          layout: [],
          linkFields: [],
          fileFields: [],
          rules: undefined,
          takesComment: false,
        };
        const draft = { ...untouched, inputs: [{ target: 1, input }] };
        const isOpen = problemsOf(form, draft).size === 0;
        const changes = changesOf(form, draft);
        if (!isOpen || changes.length === 0) return;
        written += 1;
        const values = [{ kind: "entry", fieldId: 1, label: "", type: "", value }] as const;
        const now = { revision: { kind: "tag", tag: "2" }, values } as never;
        assert.equal(updateOutcome(now, { kind: "tag", tag: "1" }, changes), "carriedOut");
        assert.deepEqual(
          changes.map(({ edit }) => hostTypeOfEdit(edit)),
          [hostTypeOfControl(control)],
        );
        // Nothing in it is lost on the way to a server.
        const entries = writeEntries(changes);
        assert.deepEqual(JSON.parse(JSON.stringify(entries)), entries);
      }),
      { numRuns: 5000 },
    );
    assert.ok(written > 100, `${written} written`);
  });
});
