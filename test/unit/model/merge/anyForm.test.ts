import assert from "node:assert/strict";
import fc from "fast-check";
import { type Draft, inputIn, type Target, typedIn, undone } from "../../../../src/model/form/draft.ts";
import { type Form, fieldOf } from "../../../../src/model/form/form.ts";
import { type Input, sameInput } from "../../../../src/model/form/input.ts";
import { settled } from "../../../../src/model/form/settle.ts";
import { type Choice, collisionsOf, mergeForms, resolved } from "../../../../src/model/merge/form.ts";
import { inputs } from "../../../support/arbitraryInputs.ts";
import { form, holding, text, typing } from "./someForm.ts";

const fieldIds = form.fields.map(({ id }) => id);

const longText: fc.Arbitrary<Input> = fc
  .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 })
  .map((lines) => text(lines.map((each) => `${each}\n`).join("")));

function inputFor(fieldId: number): fc.Arbitrary<Input> {
  const kind = fieldOf(form, fieldId)?.base?.kind ?? assert.fail(`no input in ${fieldId}`);
  return kind === "text" ? longText : inputs[kind];
}

function typedInto(ids: readonly number[]): fc.Arbitrary<readonly (readonly [Target, Input])[]> {
  return fc
    .subarray([...ids])
    .chain((some) => fc.tuple(...some.map((id) => inputFor(id).map((input) => [id, input] as const))));
}

const comment = fc.constantFrom<(readonly [Target, Input])[][]>([], [["comment", text("why")]]);
const everything = typedInto(fieldIds);

interface Given {
  readonly base: Form;
  readonly draft: Draft;
  readonly theirs: Form;
}

const given: fc.Arbitrary<Given> = fc
  .tuple(everything, everything, comment, everything)
  .map(([before, mine, said, other]) => {
    const base = holding(...before);
    return { base, draft: typing(base, ...mine, ...said), theirs: settled(base, typing(base, ...other)) };
  });

const anyChoice: fc.Arbitrary<Choice> = fc.constantFrom<Choice[]>(
  { kind: "mine" },
  { kind: "theirs" },
  { kind: "both" },
);

function assertSameView(over: Form, one: Draft, other: Draft): void {
  for (const target of [...fieldIds, "comment"] as const) {
    const [here, there] = [one, other].map((draft) =>
      target === "comment" ? typedIn(draft, target) : inputIn(over, draft, target),
    );
    assert.ok(sameInput(here, there), `${target}`);
  }
}

describe("a merge of any forms", () => {
  it("with a server that has nothing new leaves the draft as it is", () => {
    fc.assert(
      fc.property(given, ({ base, draft }) => {
        const merge = mergeForms(base, draft, base);
        assert.deepEqual(
          merge.fields.filter(({ result }) => result.kind !== "mine"),
          [],
        );
        assert.equal(resolved(merge, draft, new Map()), draft);
      }),
    );
  });

  it("lists everything that was typed, and loses none of it without a choice", () => {
    fc.assert(
      fc.property(given, ({ base, draft, theirs }) => {
        const merge = mergeForms(base, draft, theirs);
        const after = resolved(merge, draft, new Map());
        for (const { target, input } of draft.inputs) {
          if (target === "comment") {
            assert.ok(sameInput(typedIn(after, target), input));
            continue;
          }
          const field = merge.fields.find(({ fieldId }) => fieldId === target) ?? assert.fail("not listed");
          assert.ok(sameInput(field.mine, input));
          const expected = field.result.kind === "merged" ? field.result.input : input;
          assert.ok(sameInput(inputIn(theirs, after, target), expected));
          assert.notEqual(field.result.kind, "theirs");
        }
        for (const { fieldId, mine } of merge.fields) {
          if (mine === undefined) assert.equal(typedIn(after, fieldId), undefined);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("of different fields is the same whoever came first", () => {
    const split = fc
      .tuple(everything, fc.subarray(fieldIds))
      .chain(([before, mine]) =>
        fc.tuple(
          fc.constant(holding(...before)),
          typedInto(mine),
          typedInto(fieldIds.filter((id) => !mine.includes(id))),
        ),
      );
    fc.assert(
      fc.property(split, ([base, mine, others]) => {
        const [one, other] = [typing(base, ...mine), typing(base, ...others)];
        const [oneSaved, otherSaved] = [settled(base, one), settled(base, other)];
        const late = resolved(mergeForms(base, one, otherSaved), one, new Map());
        const early = resolved(mergeForms(base, other, oneSaved), other, new Map());
        for (const id of fieldIds) {
          assert.ok(sameInput(inputIn(otherSaved, late, id), inputIn(oneSaved, early, id)), `field ${id}`);
        }
        assert.deepEqual(collisionsOf(mergeForms(base, one, otherSaved)), []);
      }),
      { numRuns: 500 },
    );
  });

  it("can be taken back step by step, whatever was chosen", () => {
    const anyChoices = fc
      .array(fc.tuple(fc.constantFrom(...fieldIds), anyChoice))
      .map((list) => new Map(list));
    fc.assert(
      fc.property(given, anyChoices, ({ base, draft, theirs }, chosenOnes) => {
        const merge = mergeForms(base, draft, theirs);
        const after = resolved(merge, draft, chosenOnes);
        const added = after.steps.length - draft.steps.length;
        const targets = after.steps.slice(draft.steps.length).map(({ target }) => target);
        assert.equal(new Set(targets).size, added);
        let back = after;
        for (let step = 0; step < added; step += 1) back = undone(theirs, back);
        assertSameView(theirs, back, draft);
        for (const [fieldId, { kind }] of chosenOnes) {
          if (kind === "theirs") assert.equal(typedIn(after, fieldId), undefined);
        }
        assert.ok(sameInput(typedIn(after, "comment"), typedIn(draft, "comment")));
      }),
      { numRuns: 500 },
    );
  });
});
