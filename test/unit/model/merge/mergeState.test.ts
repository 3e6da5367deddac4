import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { getDraftInput, emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  emptyMergeState,
  findUnresolvedConflicts,
  mergeForSave,
  mergeRemoteChanges,
  getInputBeforeResolution,
  getAvailableResolutions,
  getShownConflicts,
  getMergeOutcome,
} from "../../../../src/model/merge/mergeState.ts";
import { createChoicesValue, createEntry, createTestForm } from "../../../support/fixtures/formBuilders.ts";
import {
  form,
  createFormWith,
  createLineInput,
  mergeForms,
  createTextInput,
  createDraft,
  removeField,
} from "./testForm.ts";

type Values = Readonly<Record<"before" | "mine" | "theirs", Input>>;

interface Example {
  readonly fieldIds: readonly number[];
  readonly of: Values;
  /** Undefined for a conflict. */
  readonly merged?: Input;
  readonly offered?: readonly string[];
}

function each(kind: "line" | "number" | "date", ...texts: readonly [string, string, string]): Values {
  const [before, mine, theirs] = texts.map((value): Input => ({ kind, text: value }));
  return { before: before ?? assert.fail(), mine: mine ?? assert.fail(), theirs: theirs ?? assert.fail() };
}

function groups(...ids: readonly string[]): Input {
  return { kind: "permissions", groups: ids.map((id) => ({ id, label: id })) };
}

function links(...artifactIds: readonly number[]): Input {
  return { kind: "links", forward: artifactIds.map((artifactId) => ({ artifactId, type: "" })) };
}

function entries(...ids: readonly number[]): Input {
  return { kind: "openList", entries: ids.map((id) => ({ id, label: `Value ${id}` })) };
}

function manual(value: string): Input {
  return { kind: "computed", isAutomatic: false, text: value };
}

function steps(...descriptions: readonly string[]): Input {
  const of = (description: string) =>
    ({ description, descriptionFormat: "text", expected: "", expectedFormat: "text" }) as const;
  return { kind: "steps", steps: descriptions.map(of) };
}

const one = { before: createChoicesValue(11), mine: createChoicesValue(12), theirs: createChoicesValue(13) };
const many = {
  before: createChoicesValue(11),
  mine: createChoicesValue(11, 12),
  theirs: createChoicesValue(13),
};
const examples: Readonly<Record<string, Example>> = {
  "a line": { fieldIds: [1], of: each("line", "a", "b", "c") },
  "the same line of a long text": {
    fieldIds: [2],
    of: { before: createTextInput("a"), mine: createTextInput("b"), theirs: createTextInput("c") },
  },
  "a long text": {
    fieldIds: [2],
    of: {
      before: createTextInput("a\nb\nc\n"),
      mine: createTextInput("A\nb\nc\n"),
      theirs: createTextInput("a\nb\nC\n"),
    },
    merged: createTextInput("A\nb\nC\n"),
  },
  "a number": { fieldIds: [3], of: each("number", "1", "2", "3") },
  "a date": { fieldIds: [4], of: each("date", "2026-01-01", "2026-01-02", "") },
  "a single choice or person": { fieldIds: [5, 12], of: one },
  "several choices or people": { fieldIds: [6, 13], of: many, merged: createChoicesValue(13, 12) },
  "an open list": {
    fieldIds: [7],
    of: { before: entries(1), mine: entries(1, 2), theirs: entries(3) },
    merged: entries(3, 2),
  },
  links: {
    fieldIds: [8],
    of: { before: links(1), mine: links(1, 2), theirs: links(3) },
    merged: links(3, 2),
  },
  permissions: {
    fieldIds: [9],
    of: { before: groups("a"), mine: groups("a", "b"), theirs: groups("a", "c") },
    merged: groups("a", "c", "b"),
  },
  "permissions with everyone as base": {
    fieldIds: [9],
    of: { before: groups(), mine: groups("a"), theirs: groups("b") },
    offered: ["mine", "theirs", "both", "edit"],
  },
  "a computed number": {
    fieldIds: [10],
    of: { before: manual("1"), mine: manual("2"), theirs: manual("3") },
  },
  steps: { fieldIds: [11], of: { before: steps("a"), mine: steps("a", "b"), theirs: steps("c") } },
};

describe("a remote change", () => {
  for (const [name, { fieldIds, of, merged, offered = ["mine", "theirs", "edit"] }] of Object.entries(
    examples,
  )) {
    it(`of an edited field: ${name} ${merged === undefined ? "conflicts" : "merges"}`, () => {
      for (const id of fieldIds) {
        const [older, newer] = [createFormWith([id, of.before]), createFormWith([id, of.theirs])];
        const { draft, mergeState } = mergeForms(older, createDraft(older, [id, of.mine]), newer);
        const [conflict = assert.fail(), ...others] = mergeState.conflicts;
        assert.deepEqual([others, mergeState.merged, conflict.before], [[], [], of.before]);
        assert.deepEqual(getDraftInput(draft, id), of.mine);
        const prompts = merged === undefined ? [conflict] : [];
        assert.deepEqual(findUnresolvedConflicts(newer, draft, mergeState), prompts);
        assert.deepEqual(
          getShownConflicts(newer, draft, mergeState),
          prompts.map((each) => ({ ...each, original: of.before })),
        );
        assert.deepEqual(getDraftInput(mergeForSave(newer, { draft, mergeState }), id), merged ?? of.mine);
        if (merged === undefined) assert.deepEqual(getAvailableResolutions(newer, draft, conflict), offered);
        assert.deepEqual(getInputBeforeResolution(draft, conflict), of.mine);
      }
    });
  }

  it("of a field without edits is recorded with the first base until that is restored", () => {
    const [first, second, third] = ["a", "b", "c"].map((value) =>
      createFormWith([1, createLineInput(value)]),
    );
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const draft = createDraft(first, [3, { kind: "number", text: "1" }]);
    const once = mergeForms(first, draft, second);
    const twice = mergeForms(second, once.draft, third, once.mergeState);
    const recorded = {
      fieldId: 1,
      label: "Field 1",
      before: createLineInput("a"),
      by: undefined,
      on: undefined,
    };
    assert.deepEqual(
      [once.mergeState, twice.mergeState, mergeForms(third, twice.draft, first, twice.mergeState).mergeState],
      [{ merged: [recorded], conflicts: [] }, { merged: [recorded], conflicts: [] }, emptyMergeState],
    );
    assert.equal(twice.draft, draft);
  });

  it("that removes a field is recorded, but a field that appears isn't a change", () => {
    const older = removeField(
      createFormWith([1, createLineInput("a")], [4, { kind: "date", text: "2026-01-01" }]),
      3,
    );
    const newer = removeField(
      createFormWith([1, createLineInput("b")], [3, { kind: "number", text: "3" }]),
      4,
    );
    const { mergeState } = mergeForms(older, createDraft(older, [5, createChoicesValue(11)]), newer);
    assert.deepEqual(
      [mergeState.conflicts, mergeState.merged.map(({ fieldId, before }) => [fieldId, before])],
      [
        [],
        [
          [1, createLineInput("a")],
          [4, { kind: "date", text: "2026-01-01" }],
        ],
      ],
    );
  });

  it("is recorded with the last author of the field", () => {
    const newer = createFormWith(
      [1, createLineInput("b")],
      [3, { kind: "number", text: "2" }],
      [5, createChoicesValue(11)],
    );
    const authorships = [
      { by: "Third", on: "2026-01-03", fieldIds: [3] },
      { by: "Second", on: "2026-01-02", fieldIds: [1, 3] },
      { by: "First", on: "2026-01-01", fieldIds: [1] },
    ];
    const draft = createDraft(form, [1, createLineInput("mine")]);
    const { mergeState } = mergeRemoteChanges(
      { older: form, newer, authorships },
      { draft, mergeState: emptyMergeState },
    );
    assert.deepEqual(
      [...mergeState.conflicts, ...mergeState.merged].map(({ fieldId, by, on }) => [fieldId, by, on]),
      [
        [1, "Second", "2026-01-02"],
        [3, "Third", "2026-01-03"],
        [5, undefined, undefined],
      ],
    );
  });

  it("to the typed value leaves nothing to send or to resolve", () => {
    const newer = createFormWith([1, createLineInput("b")]);
    const { draft, mergeState } = mergeForms(
      form,
      createDraft(form, [1, createLineInput("b")], [3, createLineInput("x")]),
      newer,
    );
    assert.deepEqual(
      [
        draft.inputs.map(({ target }) => target),
        mergeState.conflicts,
        mergeState.merged.map(({ before }) => before),
      ],
      [[3], [], [createLineInput("")]],
    );
  });

  it("that is reverted leaves no conflict: my input is sent as before", () => {
    const [older, newer] = [
      createFormWith([1, createLineInput("a")]),
      createFormWith([1, createLineInput("c")]),
    ];
    const first = mergeForms(older, createDraft(older, [1, createLineInput("b")]), newer);
    const { draft, mergeState } = mergeForms(newer, first.draft, older, first.mergeState);
    assert.deepEqual(
      [
        mergeState.conflicts.map((conflict) => getMergeOutcome(older, draft, conflict)),
        getDraftInput(draft, 1),
      ],
      [[{ kind: "mine" }], createLineInput("b")],
    );
    assert.deepEqual(getShownConflicts(older, draft, mergeState), []);
  });

  it("of a displayed field drops its undo steps", () => {
    const [older, newer] = [
      createFormWith([1, createLineInput("a")]),
      createFormWith([1, createLineInput("c")]),
    ];
    const back = createDraft(
      older,
      [1, createLineInput("b")],
      [3, { kind: "number", text: "1" }],
      [1, createLineInput("a")],
    );
    const { draft, mergeState } = mergeForms(older, back, newer);
    assert.deepEqual(
      [draft.steps.map(({ target }) => target), draft.position, mergeState.conflicts],
      [[3], 1, []],
    );
    const undone = mergeForms(older, { ...back, position: 0, inputs: [] }, newer).draft;
    assert.deepEqual([undone.steps.map(({ target }) => target), undone.position], [[3], 0]);
  });

  it("of attachments compares the files and causes no conflict", () => {
    const holdingFiles = (...names: readonly string[]): Form =>
      createTestForm([{ id: 1, type: "file" }], {
        values: [
          createEntry(1, {
            kind: "files",
            files: names.map((name, id) => ({
              id,
              name,
              size: 1,
              type: "",
              description: "",
              page: undefined,
            })),
          }),
        ],
      });
    const [older, newer] = [holdingFiles("a"), holdingFiles("a", "b")];
    assert.deepEqual(
      [
        mergeForms(older, emptyDraft, newer).mergeState.merged.map(({ fieldId, before }) => [
          fieldId,
          before,
        ]),
        mergeForms(older, emptyDraft, holdingFiles("a")).mergeState,
      ],
      [[[1, undefined]], emptyMergeState],
    );
  });

  it("doesn't occur if nothing changed: draft and merge state stay the same objects", () => {
    const draft = createDraft(form, [1, createLineInput("b")], ["comment", createTextInput("why")]);
    const same = mergeForms(form, draft, { ...form, fields: form.fields.map((field) => ({ ...field })) });
    assert.deepEqual([same.draft === draft, same.mergeState === emptyMergeState], [true, true]);
    const [newer, again] = [
      createFormWith([1, createLineInput("c")]),
      createFormWith([1, createLineInput("c")]),
    ];
    const once = mergeForms(form, draft, newer);
    const twice = mergeForms(newer, once.draft, again, once.mergeState);
    assert.deepEqual([twice.draft === once.draft, twice.mergeState === once.mergeState], [true, true]);
  });
});
