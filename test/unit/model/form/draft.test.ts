import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import {
  canRedo,
  canUndo,
  type Draft,
  type DraftEdit,
  editDraft,
  dropInputsEqualToBase,
  redoEdit,
  getUndoRedoTarget,
  type InputTarget,
  undoEdit,
  emptyDraft,
} from "../../../../src/model/form/draft.ts";
import { findField } from "../../../../src/model/form/form.ts";
import { DraftStore } from "../../../../src/store/draftStore.ts";
import { parseStoredDraft } from "../../../../src/store/storedDraft.ts";
import { createBase } from "../../../support/fixtures/createBase.ts";
import {
  createChoice,
  createChoicesValue,
  createEntry,
  createTestForm,
} from "../../../support/fixtures/formBuilders.ts";

const form = createTestForm(
  [
    { id: 1, type: "string" },
    { id: 2, type: "text" },
    { id: 3, type: "msb", choices: [createChoice(11), createChoice(12)] },
  ],
  { values: [createEntry(1, { kind: "string", text: "a" }), createEntry(3, createChoicesValue(11))] },
);

type Action = DraftEdit | "undo" | "redo" | "write and restore";

/** Inputs by target, the visible part of a draft. */
type Shown = ReadonlyMap<InputTarget, Input>;

function startOf(target: InputTarget): Input | undefined {
  return target === "comment" ? undefined : findField(form, target)?.base;
}

function key(input: Input | undefined): string {
  if (input?.kind === "choices") {
    return `choices ${input.chosen
      .map(({ id }) => id)
      .toSorted((a, b) => Number(a) - Number(b))
      .join()}`;
  }
  if (input?.kind === "text") return input.source === "" ? "text" : `text ${input.format} ${input.source}`;
  return input === undefined ? "" : JSON.stringify(input);
}

/** Reference implementation: a list of complete states and a position. */
class PlainList {
  #states: { readonly shown: Shown; readonly last: InputTarget | undefined }[] = [
    { shown: new Map(), last: undefined },
  ];
  #place = 0;
  /** Typing began again without a change. */
  #hasEnded = false;

  get shown(): Shown {
    return this.#states[this.#place]?.shown ?? new Map();
  }

  get steps(): readonly [back: number, forth: number] {
    return [this.#place, this.#states.length - 1 - this.#place];
  }

  undo(): void {
    if (this.#place > 0) this.#place -= 1;
  }

  redo(): void {
    if (this.#place < this.#states.length - 1) this.#place += 1;
  }

  edit({ target, input, step }: DraftEdit): void {
    const isStart =
      target === "comment"
        ? input?.kind === "text" && input.source.trim() === ""
        : key(input) === key(startOf(target));
    const shown = new Map(this.shown);
    if (input === undefined || isStart) shown.delete(target);
    else shown.set(target, input);
    const isLast = this.#states[this.#place]?.last === target;
    if (key(shown.get(target)) === key(this.shown.get(target))) {
      this.#hasEnded ||= step === "begin" && isLast;
      return;
    }
    const isJoined = step === "join" && isLast && !this.#hasEnded;
    this.#hasEnded = false;
    const kept = this.#states.slice(0, isJoined ? this.#place : this.#place + 1);
    this.#states = [...kept, { shown, last: target }];
    this.#place = this.#states.length - 1;
  }
}

function view({ inputs }: Draft): unknown {
  return Object.fromEntries(inputs.map(({ target, input }) => [String(target), key(input)]));
}

function plainView({ shown }: PlainList): unknown {
  return Object.fromEntries([...shown].map(([target, input]) => [String(target), key(input)]));
}

const target = fc.constantFrom<InputTarget[]>(1, 2, 3, "comment");
const short = fc.constantFrom("", "a", "b", "a b");
const input: Record<string, fc.Arbitrary<Input | undefined>> = {
  1: fc.record({ kind: fc.constant("line"), text: short }),
  2: fc.record({
    kind: fc.constant("text"),
    source: short,
    format: fc.constantFrom("text", "html", "commonmark"),
  }),
  3: fc.subarray([12, 11]).map((ids) => createChoicesValue(...ids)),
  comment: fc.record({ kind: fc.constant("text"), source: short, format: fc.constant("commonmark") }),
};
const edit: fc.Arbitrary<DraftEdit> = target.chain((where) =>
  fc.record({
    target: fc.constant(where),
    input: fc.option(input[where] ?? fc.constant(undefined), { nil: undefined, freq: 8 }),
    step: fc.constantFrom("begin", "join"),
  }),
);
const arbitraryActions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: edit },
    { weight: 3, arbitrary: fc.constant("undo" as const) },
    { weight: 2, arbitrary: fc.constant("redo" as const) },
    { weight: 1, arbitrary: fc.constant("write and restore" as const) },
  ),
  { maxLength: 40 },
);

function take(draft: Draft, plain: PlainList, action: Exclude<Action, "write and restore">): Draft {
  switch (action) {
    case "undo":
      plain.undo();
      return undoEdit(form, draft);
    case "redo":
      plain.redo();
      return redoEdit(form, draft);
    default:
      plain.edit(action);
      return editDraft(form, draft, action);
  }
}

function assertSame(draft: Draft, plain: PlainList): void {
  const [back, forth] = plain.steps;
  assert.deepEqual(
    [view(draft), canUndo(draft), canRedo(draft), draft.position, draft.steps.length - draft.position],
    [plainView(plain), back > 0, forth > 0, back, forth],
  );
}

const storedDraft = {
  format: 2,
  subject: { siteApi: "https://a.example/api", accountId: "102", kind: "artifact", artifactId: 7 },
  base: createBase(form),
  changedAt: 1,
} as const;

describe("Draft", () => {
  it("equals a simple list of edits after any edits, undos, redos, stores and loads", () => {
    fc.assert(
      fc.property(arbitraryActions, (actions) => {
        const plain = new PlainList();
        let draft = emptyDraft;
        for (const action of actions) {
          if (action === "write and restore") {
            const text = JSON.stringify({ ...storedDraft, draft, window: undefined });
            draft = parseStoredDraft(text)?.draft ?? assert.fail("not read back");
          } else {
            draft = take(draft, plain, action);
          }
          assertSame(draft, plain);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("is unchanged after it was stored and loaded in another window", async () => {
    const folder = await mkdtemp(join(tmpdir(), "drafts-"));
    let windowCount = 0;
    const open = (): DraftStore =>
      new DraftStore({ folder, process: (windowCount += 1), isRunning: () => false });
    try {
      await fc.assert(
        fc.asyncProperty(arbitraryActions, fc.integer({ min: 1 }), async (actions, artifactId) => {
          const subject = { ...storedDraft.subject, artifactId } as const;
          const plain = new PlainList();
          let draft = emptyDraft;
          for (const action of actions) {
            if (action === "write and restore") {
              const [one, other] = [open(), open()];
              const claimed = await one.claim(subject);
              assert.ok(claimed.kind === "ours");
              await claimed.file.write(
                one.toStoredDraft(claimed.file.holder.id, { ...storedDraft, subject, draft }),
              );
              const again = await other.claim(subject);
              draft = again.stored?.draft ?? assert.fail("not read back");
              one.dispose();
              other.dispose();
            } else {
              draft = take(draft, plain, action);
            }
            assertSame(draft, plain);
          }
          const last = open();
          await last.discard(subject);
          last.dispose();
        }),
        { numRuns: 40 },
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("drops the oldest large steps, which shortens undo but not redo", () => {
    const largeText = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(largeText, (sizes) => {
        const states = sizes.map((size, index): Input => ({
          kind: "text",
          source: String(index).repeat(size),
          format: "text",
        }));
        let draft = states.reduce<Draft>(
          (done, state) => editDraft(form, done, { target: 2, input: state, step: "begin" }),
          emptyDraft,
        );
        const shown = (): string => key(draft.inputs[0]?.input);
        const expected = [undefined, ...states].map(key);
        const steps = draft.steps.length;
        assert.ok(steps >= 1);
        const visited = [shown()];
        while (canUndo(draft)) {
          draft = undoEdit(form, draft);
          visited.push(shown());
        }
        assert.deepEqual(visited, expected.toReversed().slice(0, steps + 1));
        while (canRedo(draft)) draft = redoEdit(form, draft);
        assert.equal(shown(), expected.at(-1));
        // This size fits without dropping steps.
        if (sizes.reduce((sum, size) => sum + 2 * size, 0) < 400_000) assert.equal(steps, sizes.length);
        assert.ok(JSON.stringify(draft.steps.slice(1)).length < 500_100);
      }),
      { numRuns: 60 },
    );
  });

  it("begins a new step after one that changed nothing", () => {
    const typed = (["begin", "begin", "join"] as const).map((step, index) => ({
      text: index < 2 ? "b" : "bc",
      step,
    }));
    const draft = typed.reduce<Draft>(
      (so, { text, step }) => editDraft(form, so, { target: 1, input: { kind: "line", text }, step }),
      emptyDraft,
    );
    assert.equal(draft.steps.length, 2);
  });

  it("joins typed letters into one step and reports the step's target", () => {
    const typed = ["b", "bc", "bcd"].reduce<Draft>(
      (draft, text) => editDraft(form, draft, { target: 1, input: { kind: "line", text }, step: "join" }),
      editDraft(form, emptyDraft, { target: 3, input: createChoicesValue(12), step: "begin" }),
    );
    const back = undoEdit(form, typed);
    assert.deepEqual(
      [
        typed.steps.length,
        view(back),
        getUndoRedoTarget(typed, "undo"),
        getUndoRedoTarget(typed, "redo"),
        getUndoRedoTarget(back, "redo"),
        undoEdit(form, emptyDraft),
        redoEdit(form, typed),
      ],
      [2, { 3: "choices 12" }, 1, undefined, 1, emptyDraft, typed],
    );
  });

  it("keeps only inputs that differ from a newer base, and their undo steps", () => {
    const draft = editDraft(form, emptyDraft, {
      target: 1,
      input: { kind: "line", text: "b" },
      step: "begin",
    });
    const newer = createTestForm([{ id: 1, type: "string" }], {
      values: [createEntry(1, { kind: "string", text: "b" })],
    });
    const over = dropInputsEqualToBase(newer, draft);
    assert.deepEqual(
      [
        over.inputs,
        dropInputsEqualToBase(form, draft) === draft,
        undoEdit(newer, over).inputs,
        redoEdit(newer, undoEdit(newer, over)).inputs,
      ],
      [[], true, [], []],
    );
  });
});
