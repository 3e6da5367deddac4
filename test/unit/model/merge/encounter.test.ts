import assert from "node:assert/strict";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { typedIn, untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  alone,
  collisionsOf,
  forSending,
  met,
  mineIn,
  offeredChoices,
  questionsOf,
  verdictOf,
} from "../../../../src/model/merge/encounter.ts";
import { chosen, entry, formWith } from "../../../support/fixtures/formParts.ts";
import { form, holding, line, meeting, text, typing, without } from "./someForm.ts";

type Values = Readonly<Record<"before" | "mine" | "theirs", Input>>;

interface Example {
  readonly fieldIds: readonly number[];
  readonly of: Values;
  /** Undefined where the person is asked. */
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

const one = { before: chosen(11), mine: chosen(12), theirs: chosen(13) };
const many = { before: chosen(11), mine: chosen(11, 12), theirs: chosen(13) };
const examples: Readonly<Record<string, Example>> = {
  "a line": { fieldIds: [1], of: each("line", "a", "b", "c") },
  "a long text's same line": { fieldIds: [2], of: { before: text("a"), mine: text("b"), theirs: text("c") } },
  "a long text": {
    fieldIds: [2],
    of: { before: text("a\nb\nc\n"), mine: text("A\nb\nc\n"), theirs: text("a\nb\nC\n") },
    merged: text("A\nb\nC\n"),
  },
  "a number": { fieldIds: [3], of: each("number", "1", "2", "3") },
  "a date": { fieldIds: [4], of: each("date", "2026-01-01", "2026-01-02", "") },
  "a list, or a person, of one value": { fieldIds: [5, 12], of: one },
  "a list of several values, or people": { fieldIds: [6, 13], of: many, merged: chosen(13, 12) },
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
  "permissions that were everybody's": {
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

describe("a field that others have changed", () => {
  for (const [name, { fieldIds, of, merged, offered = ["mine", "theirs", "edit"] }] of Object.entries(
    examples,
  )) {
    it(`and that was typed into: ${name} ${merged === undefined ? "asks" : "merges"}`, () => {
      for (const id of fieldIds) {
        const [older, newer] = [holding([id, of.before]), holding([id, of.theirs])];
        const { draft, encounter } = meeting(older, typing(older, [id, of.mine]), newer);
        const [contest = assert.fail(), ...others] = encounter.contests;
        assert.deepEqual([others, encounter.taken, contest.before], [[], [], of.before]);
        assert.deepEqual(typedIn(draft, id), of.mine);
        const asked = merged === undefined ? [contest] : [];
        assert.deepEqual(collisionsOf(newer, draft, encounter), asked);
        assert.deepEqual(
          questionsOf(newer, draft, encounter),
          asked.map((each) => ({ ...each, opened: of.before })),
        );
        assert.deepEqual(typedIn(forSending(newer, { draft, encounter }), id), merged ?? of.mine);
        if (merged === undefined) assert.deepEqual(offeredChoices(newer, draft, contest), offered);
        assert.deepEqual(mineIn(draft, contest), of.mine);
      }
    });
  }

  it("and that nobody typed into is taken, with what stood there at first, until that is back", () => {
    const [first, second, third] = ["a", "b", "c"].map((value) => holding([1, line(value)]));
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const draft = typing(first, [3, { kind: "number", text: "1" }]);
    const once = meeting(first, draft, second);
    const twice = meeting(second, once.draft, third, once.encounter);
    const taken = { fieldId: 1, label: "Field 1", before: line("a"), by: undefined, on: undefined };
    assert.deepEqual(
      [once.encounter, twice.encounter, meeting(third, twice.draft, first, twice.encounter).encounter],
      [{ taken: [taken], contests: [] }, { taken: [taken], contests: [] }, alone],
    );
    assert.equal(twice.draft, draft);
  });

  it("by taking it away is taken too, but one that appears was changed by nobody", () => {
    const older = without(holding([1, line("a")], [4, { kind: "date", text: "2026-01-01" }]), 3);
    const newer = without(holding([1, line("b")], [3, { kind: "number", text: "3" }]), 4);
    const { encounter } = meeting(older, typing(older, [5, chosen(11)]), newer);
    assert.deepEqual(
      [encounter.contests, encounter.taken.map(({ fieldId, before }) => [fieldId, before])],
      [
        [],
        [
          [1, line("a")],
          [4, { kind: "date", text: "2026-01-01" }],
        ],
      ],
    );
  });

  it("is told with whoever wrote to it last", () => {
    const newer = holding([1, line("b")], [3, { kind: "number", text: "2" }], [5, chosen(11)]);
    const writings = [
      { by: "Third", on: "2026-01-03", fieldIds: [3] },
      { by: "Second", on: "2026-01-02", fieldIds: [1, 3] },
      { by: "First", on: "2026-01-01", fieldIds: [1] },
    ];
    const draft = typing(form, [1, line("mine")]);
    const { encounter } = met({ older: form, newer, writings }, { draft, encounter: alone });
    assert.deepEqual(
      [...encounter.contests, ...encounter.taken].map(({ fieldId, by, on }) => [fieldId, by, on]),
      [
        [1, "Second", "2026-01-02"],
        [3, "Third", "2026-01-03"],
        [5, undefined, undefined],
      ],
    );
  });

  it("to what was typed is nothing to send, and nothing to ask", () => {
    const newer = holding([1, line("b")]);
    const { draft, encounter } = meeting(form, typing(form, [1, line("b")], [3, line("x")]), newer);
    assert.deepEqual(
      [
        draft.inputs.map(({ target }) => target),
        encounter.contests,
        encounter.taken.map(({ before }) => before),
      ],
      [[3], [], [line("")]],
    );
  });

  it("and back again asks nothing: mine is sent as it would have been", () => {
    const [older, newer] = [holding([1, line("a")]), holding([1, line("c")])];
    const there = meeting(older, typing(older, [1, line("b")]), newer);
    const { draft, encounter } = meeting(newer, there.draft, older, there.encounter);
    assert.deepEqual(
      [encounter.contests.map((contest) => verdictOf(older, draft, contest)), typedIn(draft, 1)],
      [[{ kind: "mine" }], line("b")],
    );
    assert.deepEqual(questionsOf(older, draft, encounter), []);
  });

  it("after it was shown is another field to type into, and nothing that was typed before comes back", () => {
    const [older, newer] = [holding([1, line("a")]), holding([1, line("c")])];
    const back = typing(older, [1, line("b")], [3, { kind: "number", text: "1" }], [1, line("a")]);
    const { draft, encounter } = meeting(older, back, newer);
    assert.deepEqual(
      [draft.steps.map(({ target }) => target), draft.position, encounter.contests],
      [[3], 1, []],
    );
    const undone = meeting(older, { ...back, position: 0, inputs: [] }, newer).draft;
    assert.deepEqual([undone.steps.map(({ target }) => target), undone.position], [[3], 0]);
  });

  it("that holds files is told by its files, and asks nothing", () => {
    const holdingFiles = (...names: readonly string[]): Form =>
      formWith([{ id: 1, type: "file" }], {
        values: [
          entry(1, {
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
        meeting(older, untouched, newer).encounter.taken.map(({ fieldId, before }) => [fieldId, before]),
        meeting(older, untouched, holdingFiles("a")).encounter,
      ],
      [[[1, undefined]], alone],
    );
  });

  it("is none where all is as it was: the draft and the encounter stay the same objects", () => {
    const draft = typing(form, [1, line("b")], ["comment", text("why")]);
    const same = meeting(form, draft, { ...form, fields: form.fields.map((field) => ({ ...field })) });
    assert.deepEqual([same.draft === draft, same.encounter === alone], [true, true]);
    const [newer, again] = [holding([1, line("c")]), holding([1, line("c")])];
    const once = meeting(form, draft, newer);
    const twice = meeting(newer, once.draft, again, once.encounter);
    assert.deepEqual([twice.draft === once.draft, twice.encounter === once.encounter], [true, true]);
  });
});
