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
  type Edit,
  edited,
  rebased,
  redone,
  stepTarget,
  type Target,
  undone,
  untouched,
} from "../../../../src/model/form/draft.ts";
import { fieldOf } from "../../../../src/model/form/form.ts";
import { Drafts } from "../../../../src/store/drafts.ts";
import { parseKept } from "../../../../src/store/keptDraft.ts";
import { baseOf } from "../../../support/fixtures/bases.ts";
import { choice, chosen, entry, formWith } from "../../../support/fixtures/formParts.ts";

const form = formWith(
  [
    { id: 1, type: "string" },
    { id: 2, type: "text" },
    { id: 3, type: "msb", choices: [choice(11), choice(12)] },
  ],
  { values: [entry(1, { kind: "string", text: "a" }), entry(3, chosen(11))] },
);

type Act = Edit | "undo" | "redo" | "write and restore";

/** What stands in the fields, by target: all that a draft is for whoever looks at it. */
type Shown = ReadonlyMap<Target, Input>;

function startOf(target: Target): Input | undefined {
  return target === "comment" ? undefined : fieldOf(form, target)?.base;
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

/** The other way to know: a list of whole states, one per step, and a place in it. */
class PlainList {
  #states: { readonly shown: Shown; readonly last: Target | undefined }[] = [
    { shown: new Map(), last: undefined },
  ];
  #place = 0;

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

  edit({ target, input, step }: Edit): void {
    const isStart =
      target === "comment"
        ? input?.kind === "text" && input.source.trim() === ""
        : key(input) === key(startOf(target));
    const shown = new Map(this.shown);
    if (input === undefined || isStart) shown.delete(target);
    else shown.set(target, input);
    if (key(shown.get(target)) === key(this.shown.get(target))) return;
    const isJoined = step === "join" && this.#states[this.#place]?.last === target;
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

const target = fc.constantFrom<Target[]>(1, 2, 3, "comment");
const short = fc.constantFrom("", "a", "b", "a b");
const input: Record<string, fc.Arbitrary<Input | undefined>> = {
  1: fc.record({ kind: fc.constant("line"), text: short }),
  2: fc.record({
    kind: fc.constant("text"),
    source: short,
    format: fc.constantFrom("text", "html", "commonmark"),
  }),
  3: fc.subarray([12, 11]).map((ids) => chosen(...ids)),
  comment: fc.record({ kind: fc.constant("text"), source: short, format: fc.constant("commonmark") }),
};
const edit: fc.Arbitrary<Edit> = target.chain((where) =>
  fc.record({
    target: fc.constant(where),
    input: fc.option(input[where] ?? fc.constant(undefined), { nil: undefined, freq: 8 }),
    step: fc.constantFrom("begin", "join"),
  }),
);
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: edit },
    { weight: 3, arbitrary: fc.constant("undo" as const) },
    { weight: 2, arbitrary: fc.constant("redo" as const) },
    { weight: 1, arbitrary: fc.constant("write and restore" as const) },
  ),
  { maxLength: 40 },
);

function take(draft: Draft, plain: PlainList, act: Exclude<Act, "write and restore">): Draft {
  switch (act) {
    case "undo":
      plain.undo();
      return undone(form, draft);
    case "redo":
      plain.redo();
      return redone(form, draft);
    default:
      plain.edit(act);
      return edited(form, draft, act);
  }
}

function assertSame(draft: Draft, plain: PlainList): void {
  const [back, forth] = plain.steps;
  assert.deepEqual(
    [view(draft), canUndo(draft), canRedo(draft), draft.position, draft.steps.length - draft.position],
    [plainView(plain), back > 0, forth > 0, back, forth],
  );
}

const kept = {
  format: 1,
  subject: { siteApi: "https://a.example/api", accountId: "102", kind: "artifact", artifactId: 7 },
  base: baseOf(form),
  changedAt: 1,
} as const;

describe("a draft", () => {
  it("after any edits, undos, redos, writes and restores is what a plain list of edits says", () => {
    fc.assert(
      fc.property(acts, (given) => {
        const plain = new PlainList();
        let draft = untouched;
        for (const act of given) {
          if (act === "write and restore") {
            const text = JSON.stringify({ ...kept, draft, holder: undefined });
            draft = parseKept(text)?.draft ?? assert.fail("not read back");
          } else {
            draft = take(draft, plain, act);
          }
          assertSame(draft, plain);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("is the same where it went through the folder and another window's hands", async () => {
    const folder = await mkdtemp(join(tmpdir(), "drafts-"));
    let windows = 0;
    const open = (): Drafts => new Drafts({ folder, process: (windows += 1), isRunning: () => false });
    try {
      await fc.assert(
        fc.asyncProperty(acts, fc.integer({ min: 1 }), async (given, artifactId) => {
          const subject = { ...kept.subject, artifactId } as const;
          const plain = new PlainList();
          let draft = untouched;
          for (const act of given) {
            if (act === "write and restore") {
              const [one, other] = [open(), open()];
              const claim = await one.claim(subject);
              assert.ok(claim.kind === "ours");
              await claim.file.write(one.keptBy(claim.file.holder.id, { ...kept, subject, draft }));
              const again = await other.claim(subject);
              draft = again.kept?.draft ?? assert.fail("not read back");
              one.dispose();
              other.dispose();
            } else {
              draft = take(draft, plain, act);
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

  it("with heavy steps forgets the oldest of them: then undo ends earlier, and redo still leads back", () => {
    const heavy = fc.array(fc.integer({ min: 1, max: 400_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(heavy, (sizes) => {
        const states = sizes.map((size, index): Input => ({
          kind: "text",
          source: String(index).repeat(size),
          format: "text",
        }));
        let draft = states.reduce<Draft>(
          (done, state) => edited(form, done, { target: 2, input: state, step: "begin" }),
          untouched,
        );
        const shown = (): string => key(draft.inputs[0]?.input);
        const expected = [undefined, ...states].map(key);
        const steps = draft.steps.length;
        assert.ok(steps >= 1);
        const walked = [shown()];
        while (canUndo(draft)) {
          draft = undone(form, draft);
          walked.push(shown());
        }
        assert.deepEqual(walked, expected.toReversed().slice(0, steps + 1));
        while (canRedo(draft)) draft = redone(form, draft);
        assert.equal(shown(), expected.at(-1));
        // A third of a million letters is light enough for one step more.
        if (sizes.reduce((sum, size) => sum + 2 * size, 0) < 400_000) assert.equal(steps, sizes.length);
        assert.ok(JSON.stringify(draft.steps.slice(1)).length < 500_100);
      }),
      { numRuns: 60 },
    );
  });

  it("joins the letters of a word into one step, and says where a step was", () => {
    const typed = ["b", "bc", "bcd"].reduce<Draft>(
      (draft, text) => edited(form, draft, { target: 1, input: { kind: "line", text }, step: "join" }),
      edited(form, untouched, { target: 3, input: chosen(12), step: "begin" }),
    );
    const back = undone(form, typed);
    assert.deepEqual(
      [
        typed.steps.length,
        view(back),
        stepTarget(typed, "undo"),
        stepTarget(typed, "redo"),
        stepTarget(back, "redo"),
        undone(form, untouched),
        redone(form, typed),
      ],
      [2, { 3: "choices 12" }, 1, undefined, 1, untouched, typed],
    );
  });

  it("over a newer state says only what that does not say, and can still be taken back", () => {
    const draft = edited(form, untouched, { target: 1, input: { kind: "line", text: "b" }, step: "begin" });
    const newer = formWith([{ id: 1, type: "string" }], {
      values: [entry(1, { kind: "string", text: "b" })],
    });
    const over = rebased(newer, draft);
    assert.deepEqual(
      [
        over.inputs,
        rebased(form, draft) === draft,
        undone(newer, over).inputs,
        redone(newer, undone(newer, over)).inputs,
      ],
      [[], true, [], []],
    );
  });
});
