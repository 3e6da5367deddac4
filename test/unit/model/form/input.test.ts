import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { toInput } from "../../../../src/model/form/createForm.ts";
import { editDraft, isEmptyDraft, emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { createEmptyInput, isEmptyInput, isSameInput } from "../../../../src/model/form/input.ts";
import {
  arbitraryInput,
  arbitraryValue,
  allControls,
  arbitraryInputs,
} from "../../../support/fixtures/arbitraryInputs.ts";
import { createField } from "../../../support/fixtures/formBuilders.ts";

function written<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function numberOrText(typed: string): number | string {
  const text = typed.trim();
  const isNumber = text !== "" && !Number.isNaN(Number(text));
  // Turns -0 into 0.
  return isNumber ? Number(text) + 0 : text;
}

/** The meaning of an input, computed independently of the code. */
function meaning(input: Input): unknown {
  const toEntryKey = ({ id, label }: { id?: string | number | undefined; label: string }): string =>
    JSON.stringify(id === undefined ? [label] : String(id));
  switch (input.kind) {
    case "line":
    case "date":
      return [input.kind, input.text];
    case "number":
      return [input.kind, numberOrText(input.text)];
    case "text":
      return [input.kind, input.source, input.source === "" ? "any" : input.format];
    case "choices":
      return [input.kind, new Set(input.chosen.map(({ id }) => String(id)))];
    case "openList":
      return [input.kind, new Set(input.entries.map(toEntryKey))];
    case "links":
      return [input.kind, new Set(input.forward.map((link) => JSON.stringify([link.artifactId, link.type])))];
    case "permissions":
      return [input.kind, new Set(input.groups.map(({ id }) => String(id)))];
    case "computed":
      return [input.kind, input.isAutomatic, input.isAutomatic ? "" : numberOrText(input.text)];
    case "steps":
      return [input.kind, written(input.steps)];
    case "notifications": {
      const ids = (some: readonly { id: string | number }[]) => [
        ...new Set(some.map(({ id }) => String(id))),
      ];
      const rows = input.rows.map(({ path, emails, users, groups }) =>
        JSON.stringify([path, [...emails].sort(), ids(users).sort(), ids(groups).sort()]),
      );
      return [input.kind, rows.sort()];
    }
    case "newFiles":
      return [input.kind, JSON.stringify(input.files)];
  }
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

describe("Input", () => {
  for (const control of allControls) {
    it(`of ${JSON.stringify(control)} is unchanged after it was stored and loaded`, () => {
      fc.assert(
        fc.property(fc.option(arbitraryValue, { nil: undefined }), (value) => {
          const input = toInput(control, value);
          assert.ok(isSameInput(input, input === undefined ? undefined : written(input)));
        }),
      );
    });
  }

  it("equals another with the same meaning", () => {
    const two = fc.oneof(
      ...Object.values(arbitraryInputs).map((each) => fc.tuple(each, each)),
      fc.tuple(arbitraryInput, arbitraryInput),
    );
    fc.assert(
      fc.property(two, ([one, other]) => {
        assert.equal(isSameInput(one, other), isDeepEqual(meaning(one), meaning(other)));
        assert.equal(isSameInput(other, one), isSameInput(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it("has an equality that is an equivalence relation", () => {
    // Few values, so that many are equal.
    const few = fc.constantFrom<(Input | undefined)[]>(
      undefined,
      { kind: "text", source: "", format: "text" },
      { kind: "text", source: "", format: "html" },
      { kind: "line", text: "" },
      { kind: "choices", chosen: [] },
      { kind: "choices", chosen: [{ id: 1, label: "a" }] },
      { kind: "choices", chosen: [{ id: "1", label: "b" }] },
      { kind: "computed", isAutomatic: true, text: "1" },
      { kind: "computed", isAutomatic: true, text: "2" },
    );
    fc.assert(
      fc.property(fc.tuple(few, few, few), ([one, two, three]) => {
        assert.ok(isSameInput(one, one));
        assert.equal(isSameInput(one, two), isSameInput(two, one));
        assert.ok(!isSameInput(one, two) || !isSameInput(two, three) || isSameInput(one, three));
      }),
    );
  });

  it("distinguishes one entry with a line break from two entries", () => {
    const entries = (...labels: readonly string[]): Input => ({
      kind: "openList",
      entries: labels.map((label) => ({ id: undefined, label })),
    });
    assert.equal(isSameInput(entries("a\nnew b"), entries("a", "b")), false);
  });

  it("is empty for an untouched control, except for computed values", () => {
    assert.deepEqual(
      allControls.filter((control) => !isEmptyInput(createEmptyInput(control))).map(({ kind }) => kind),
      ["computed"],
    );
  });

  it("leaves the draft empty when reverted by typing", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allControls),
        arbitraryValue,
        arbitraryInput,
        (control, value, input) => {
          const base = toInput(control, value);
          fc.pre(base !== undefined);
          const form: Form = {
            isNew: false,
            fields: [{ ...createField({ id: 1, type: "" }), access: "edit", control, value, base }],
            promoted: { title: undefined, status: undefined, assignee: undefined },
            layout: [],
            linkFields: [],
            fileFields: [],
            rules: undefined,
            takesComment: true,
          };
          const typed = editDraft(form, emptyDraft, { target: 1, input, step: "begin" });
          assert.equal(isEmptyDraft(typed), isSameInput(input, base));
          const back = editDraft(form, typed, { target: 1, input: written(base), step: "begin" });
          assert.ok(isEmptyDraft(back));
        },
      ),
    );
  });
});
