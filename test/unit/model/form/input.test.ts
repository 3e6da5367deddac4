import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { inputOf } from "../../../../src/model/form/build.ts";
import { edited, isUntouched, untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { emptyInput, isEmpty, sameInput } from "../../../../src/model/form/input.ts";
import { anyInput, anyValue, everyControl, inputs } from "../../../support/fixtures/arbitraryInputs.ts";
import { field } from "../../../support/fixtures/formParts.ts";

function written<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** What is said by an input, in other words than the code has for it. */
function meaning(input: Input): unknown {
  const known = ({ id, label }: { id?: string | number | undefined; label: string }): string =>
    JSON.stringify(id === undefined ? [label] : String(id));
  switch (input.kind) {
    case "line":
    case "date":
      return [input.kind, input.text];
    case "number": {
      const text = input.text.trim();
      const isOne = text !== "" && !Number.isNaN(Number(text));
      // Zero has no sign that anybody would see.
      return [input.kind, isOne ? Number(text) + 0 : text];
    }
    case "text":
      return [input.kind, input.source, input.source === "" ? "any" : input.format];
    case "choices":
      return [input.kind, new Set(input.chosen.map(({ id }) => String(id)))];
    case "openList":
      return [input.kind, new Set(input.entries.map(known))];
    case "links":
      return [input.kind, new Set(input.forward.map((link) => JSON.stringify([link.artifactId, link.type])))];
    case "permissions":
      return [input.kind, new Set(input.groups.map(({ id }) => String(id)))];
    case "computed":
      return [input.kind, input.isAutomatic, input.isAutomatic ? "" : input.text];
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

describe("an input", () => {
  for (const control of everyControl) {
    it(`of ${JSON.stringify(control)} is the same after it was written and read`, () => {
      fc.assert(
        fc.property(fc.option(anyValue, { nil: undefined }), (value) => {
          const input = inputOf(control, value);
          assert.ok(sameInput(input, input === undefined ? undefined : written(input)));
        }),
      );
    });
  }

  it("is the same as another if both say the same", () => {
    const two = fc.oneof(
      ...Object.values(inputs).map((each) => fc.tuple(each, each)),
      fc.tuple(anyInput, anyInput),
    );
    fc.assert(
      fc.property(two, ([one, other]) => {
        assert.equal(sameInput(one, other), isDeepEqual(meaning(one), meaning(other)));
        assert.equal(sameInput(other, one), sameInput(one, other));
      }),
      { numRuns: 2000 },
    );
  });

  it("is the same as another by an equivalence", () => {
    // Few different ones, so that many are the same.
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
        assert.ok(sameInput(one, one));
        assert.equal(sameInput(one, two), sameInput(two, one));
        assert.ok(!sameInput(one, two) || !sameInput(two, three) || sameInput(one, three));
      }),
    );
  });

  it("does not mistake one entry with a line break for two", () => {
    const entries = (...labels: readonly string[]): Input => ({
      kind: "openList",
      entries: labels.map((label) => ({ id: undefined, label })),
    });
    assert.equal(sameInput(entries("a\nnew b"), entries("a", "b")), false);
  });

  it("that nobody has made is empty, but for a sum that the server makes", () => {
    assert.deepEqual(
      everyControl.filter((control) => !isEmpty(emptyInput(control))).map(({ kind }) => kind),
      ["computed"],
    );
  });

  it("typed, and typed back, leaves a draft untouched", () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyControl), anyValue, anyInput, (control, value, input) => {
        const base = inputOf(control, value);
        fc.pre(base !== undefined);
        const form: Form = {
          isNew: false,
          fields: [{ ...field({ id: 1, type: "" }), access: "edit", control, value, base }],
          promoted: { title: undefined, status: undefined, assignee: undefined },
          layout: [],
          linkFields: [],
          fileFields: [],
          rules: undefined,
          takesComment: true,
        };
        const typed = edited(form, untouched, { target: 1, input, step: "begin" });
        assert.equal(isUntouched(typed), sameInput(input, base));
        const back = edited(form, typed, { target: 1, input: written(base), step: "begin" });
        assert.ok(isUntouched(back));
      }),
    );
  });
});
