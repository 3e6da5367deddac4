import assert from "node:assert/strict";
import fc from "fast-check";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { settled } from "../../../../src/model/form/changes.ts";
import { type Draft, type Target, typedIn, undone } from "../../../../src/model/form/draft.ts";
import { fieldOf, type Form } from "../../../../src/model/form/form.ts";
import { sameInput } from "../../../../src/model/form/input.ts";
import {
  choiceIn,
  chosen,
  collisionsOf,
  forSending,
  mineIn,
  offeredChoices,
  questionsOf,
  takesInput,
  verdictOf,
} from "../../../../src/model/merge/encounter.ts";
import { type Merged, mergeTyped } from "../../../../src/model/merge/input.ts";
import { allInputs, anyActions, fieldIds, inputsFor } from "./anyActions.ts";
import { holding, meeting, text, typing } from "./someForm.ts";
import {
  type Action,
  begun,
  contestIn,
  done,
  groundsIn,
  isTouched,
  kept,
  sentIn,
  type Session,
  shownIn,
  theirsIn,
} from "./someSession.ts";

const targets = [...fieldIds, "comment"] as const;

function verdictsIn({ form, draft, encounter }: Session): readonly string[] {
  return encounter.contests.map((contest) => verdictOf(form, draft, contest).kind);
}

function assertSameView(one: Session, other: Session, except?: Target): void {
  for (const target of targets) {
    if (target === except) continue;
    assert.ok(sameInput(shownIn(one, target), shownIn(other, target)), `${target}`);
  }
}

interface Step {
  readonly before: Session;
  readonly action: Action;
  readonly after: Session;
}

/** Checks every state that actions lead to; returns in how many the check found something to check. */
function checkAll(check: (step: Step) => boolean | void): number {
  let found = 0;
  fc.assert(
    fc.property(inputsFor(fieldIds), anyActions, (start, actions) => {
      actions.reduce(
        (before, action) => {
          const after = done(before, action);
          if (check({ before, action, after }) === true) found += 1;
          return after;
        },
        begun(holding(...start)),
      );
    }),
    { numRuns: 1000 },
  );
  return found;
}

function isSameMerge(one: Merged, other: Merged): boolean {
  const [input, otherInput] = [one, other].map((each) => (each.kind === "merged" ? each.input : undefined));
  return one.kind === other.kind && sameInput(input, otherInput);
}

/** What can be told of an encounter by asking it. */
function told({ form, draft, encounter }: Session): unknown {
  const about = encounter.contests.map((contest) => [
    contest.fieldId,
    verdictOf(form, draft, contest),
    offeredChoices(form, draft, contest),
    choiceIn(form, draft, contest),
    mineIn(draft, contest),
  ]);
  const asked = [collisionsOf, questionsOf].map((of) =>
    of(form, draft, encounter).map(({ fieldId }) => fieldId),
  );
  return [about, asked, encounter.taken.map(({ fieldId }) => fieldId)];
}

describe("an encounter, whatever a person and others do,", () => {
  it("loses nothing that was typed, and nothing that was given up for theirs", () => {
    const found = checkAll(({ before, action: { kind }, after }) => {
      if (kind !== "others" && kind !== "keep") return false;
      for (const { target, input } of before.draft.inputs) {
        assert.ok(sameInput(shownIn(after, target), input), `${target}`);
      }
      for (const { fieldId, decided } of before.encounter.contests) {
        const isGivenUp = typedIn(before.draft, fieldId) === undefined && isTouched(before, fieldId);
        if (decided?.as !== "theirs" || !isGivenUp) continue;
        const now = contestIn(after, fieldId);
        const places = [shownIn(after, fieldId), now && mineIn(after.draft, now)];
        assert.ok(
          places.some((each) => sameInput(each, decided.mine)),
          `${fieldId}`,
        );
      }
      assert.ok(sameInput(typedIn(before.draft, "comment"), typedIn(after.draft, "comment")));
      return before.draft.inputs.length > 0;
    });
    assert.ok(found > 150, `${found}`);
  });

  it("overwrites nothing of theirs that was not there when something was typed, unless it was decided so", () => {
    let [collisions, merges] = [0, 0];
    checkAll(({ after }) => {
      for (const { target, input } of after.draft.inputs) {
        const theirs = theirsIn(after, target);
        const grounds = groundsIn(after, target);
        if (target === "comment" || grounds.some((each) => sameInput(each, theirs))) continue;
        const contest = contestIn(after, target) ?? assert.fail(`no contest in ${target}`);
        const verdict = verdictOf(after.form, after.draft, contest);
        const expected = grounds.map((each) => mergeTyped(each, input, theirs, "many"));
        assert.ok(
          verdict.kind === "collision" || expected.some((each) => isSameMerge(each, verdict)),
          verdict.kind,
        );
        if (verdict.kind === "collision") collisions += 1;
        if (verdict.kind === "merged") merges += 1;
      }
    });
    assert.ok(collisions > 150 && merges > 50, `${collisions} ${merges}`);
  });

  it("is the same after it has met what it knows already", () => {
    checkAll(({ after: { form, draft, encounter } }) => {
      // An undo can bring back something where nothing can be typed any more: that is asked then.
      const isStuck = draft.inputs.some(
        ({ target }) => target !== "comment" && !takesInput(fieldOf(form, target)),
      );
      if (isStuck) return;
      const again = meeting(form, draft, form, encounter);
      assert.equal(again.draft, draft);
      assert.equal(again.encounter, encounter);
    });
  });

  it("sends all that can be put together, and the rest as it was typed", () => {
    const found = checkAll(({ after }) => {
      const { form, draft, encounter } = after;
      const verdicts = new Map(
        encounter.contests.map((each) => [each.fieldId, verdictOf(form, draft, each)]),
      );
      for (const id of fieldIds) {
        const verdict = verdicts.get(id);
        const expected = verdict?.kind === "merged" ? verdict.input : shownIn(after, id);
        assert.ok(sameInput(sentIn(after, id), expected), `${id}`);
      }
      assert.ok(sameInput(sentIn(after, "comment"), shownIn(after, "comment")));
      return forSending(form, after) !== draft;
    });
    assert.ok(found > 100, `${found}`);
  });

  it("takes any choice that is offered for that field alone, keeps what was typed, and takes it back", () => {
    const found = checkAll(({ after }) => {
      for (const contest of after.encounter.contests) {
        const { fieldId } = contest;
        const mine = mineIn(after.draft, contest);
        for (const choice of mine === undefined ? [] : offeredChoices(after.form, after.draft, contest)) {
          const next = { ...after, ...chosen(after.form, after, fieldId, choice) };
          const decided = contestIn(next, fieldId) ?? assert.fail();
          assert.ok(sameInput(mineIn(next.draft, decided), mine));
          assert.equal(choiceIn(next.form, next.draft, decided), choice);
          assert.notEqual(verdictOf(next.form, next.draft, decided).kind, "collision");
          if (choice === "theirs") assert.equal(typedIn(next.draft, fieldId), undefined);
          if (choice === "mine") assert.ok(sameInput(shownIn(next, fieldId), mine));
          assertSameView(next, after, fieldId);
          const isStep = next.draft !== after.draft;
          assertSameView(isStep ? { ...next, draft: undone(next.form, next.draft) } : next, after);
        }
      }
      return collisionsOf(after.form, after.draft, after.encounter).length > 0;
    });
    assert.ok(found > 150, `${found}`);
  });

  it("says the same after it was on disk", () => {
    checkAll(({ after }) => {
      const again = kept(after);
      assert.deepEqual(JSON.stringify(told(again)), JSON.stringify(told(after)));
      const [one, other] = [again, after].map((each) => forSending(each.form, each).inputs);
      assert.deepEqual(JSON.stringify(one), JSON.stringify(other));
    });
  });
});

/** A draft that is about to be sent after others have saved. */
function late(base: Form, draft: Draft, theirs: Form): Session {
  return { ...begun(theirs), ...meeting(base, draft, theirs) };
}

/** What something is made of: the elements of a list, the lines of a text. */
function parts(input: Input | undefined): readonly string[] {
  switch (input?.kind) {
    case "text":
      return input.source.split(/(?<=\n)/).filter((line) => line !== "");
    case "choices":
      return input.chosen.map(({ id }) => String(id));
    case "permissions":
      return input.groups.map(({ id }) => String(id));
    case "links":
      return input.forward.map((link) => JSON.stringify(link));
    case "openList":
      return input.entries.map(({ id, label }) => (id === undefined ? `new ${label}` : String(id)));
    case "notifications":
      return input.rows.flatMap(({ path, emails, users }) => [
        ...emails.map((email) => `${path} ${email}`),
        ...users.map(({ id }) => `${path} ${id}`),
      ]);
    default:
      return [JSON.stringify(input)];
  }
}

describe("a merge of any forms", () => {
  it("of different fields is the same whoever came first, and asks nothing", () => {
    const split = fc
      .tuple(allInputs, fc.subarray(fieldIds))
      .chain(([before, mine]) =>
        fc.tuple(
          fc.constant(holding(...before)),
          inputsFor(mine),
          inputsFor(fieldIds.filter((id) => !mine.includes(id))),
        ),
      );
    fc.assert(
      fc.property(split, ([base, mine, others]) => {
        const [one, other] = [typing(base, ...mine), typing(base, ...others)];
        const [first, second] = [
          late(base, one, settled(base, other)),
          late(base, other, settled(base, one)),
        ];
        for (const id of fieldIds) assert.ok(sameInput(sentIn(first, id), sentIn(second, id)), `${id}`);
        assert.deepEqual([first, second].flatMap(verdictsIn), []);
      }),
      { numRuns: 1000 },
    );
  });

  it("invents nothing: what comes of a field is mine or theirs, or made of parts of both", () => {
    let merges = 0;
    fc.assert(
      fc.property(allInputs, allInputs, allInputs, (before, mine, others) => {
        const base = holding(...before);
        const draft = typing(base, ...mine, ["comment", text("why")]);
        const theirs = settled(base, typing(base, ...others));
        const session = late(base, draft, theirs);
        for (const id of fieldIds) {
          const result = sentIn(session, id);
          const [here, there] = [typedIn(draft, id), fieldOf(theirs, id)?.base];
          if (sameInput(result, here) || sameInput(result, there)) continue;
          merges += 1;
          const known = new Set([...parts(here), ...parts(there)]);
          assert.deepEqual(
            parts(result).filter((each) => !known.has(each)),
            [],
          );
        }
        assert.ok(sameInput(sentIn(session, "comment"), text("why")));
      }),
      { numRuns: 1000 },
    );
    assert.ok(merges > 500, `${merges}`);
  });
});
