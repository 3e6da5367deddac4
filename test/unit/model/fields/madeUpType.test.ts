import assert from "node:assert/strict";
import { updateOutcome } from "../../../../src/api/afterDoubt.ts";
import { writeEntries } from "../../../../src/api/artifacts.ts";
import { readEntry } from "../../../../src/api/format/values.ts";
import type { Artifact } from "../../../../src/model/artifact.ts";
import { artifactFacts, trackerFacts } from "../../../../src/model/assist/facts.ts";
import type { FieldType, HostFieldType } from "../../../../src/model/fields/fieldType.ts";
import { addFieldType } from "../../../../src/model/fields/hostRegistry.ts";
import { readInteger, readList, readText } from "../../../../src/model/fields/reading.ts";
import { type AnyFieldType, fieldText, type Input } from "../../../../src/model/fields/registry.ts";
import { formOf, newForm } from "../../../../src/model/form/build.ts";
import { changesOf, holdsSent } from "../../../../src/model/form/changes.ts";
import { edited, isUntouched, untouched } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import { emptyInput, inputText, isEmpty, sameInput, textsIn } from "../../../../src/model/form/input.ts";
import { problemsOf } from "../../../../src/model/form/problems.ts";
import { mergeInput, takesOf } from "../../../../src/model/merge/input.ts";
import { commonFields } from "../../../../src/model/triage/commonFields.ts";
import { tracker } from "../../../support/fixtures/formParts.ts";

/** Stars, and words for why. */
interface MadeUpField {
  readonly control: { readonly kind: "madeUp"; readonly most: number };
  readonly input: { readonly kind: "madeUp"; readonly stars: number; readonly why: readonly string[] };
  readonly value: { readonly kind: "madeUp"; readonly stars: number; readonly why: readonly string[] };
  readonly edit: { readonly kind: "madeUp"; readonly stars: number; readonly why: readonly string[] };
}

function madeUpText({ stars, why }: MadeUpField["input"]): string {
  return `${"★".repeat(stars)} ${why.join(", ")}`.trim();
}

const madeUpType: FieldType<MadeUpField> = {
  controls: ["madeUp"],
  input: {
    empty: { kind: "madeUp", stars: 0, why: [] },
    isEmpty: ({ stars }) => stars === 0,
    essence: ({ stars, why }) => JSON.stringify([stars, why.toSorted()]),
    text: madeUpText,
    texts: ({ why }) => why,
    problem: ({ stars }, control) => (stars > (control?.most ?? 5) ? { kind: "tooLarge" } : undefined),
  },
  value: { kinds: ["madeUp"], text: madeUpText },
};

const madeUpHostType: HostFieldType<MadeUpField> = {
  serverTypes: {
    stars: {
      control: () => ({ kind: "madeUp", most: 5 }),
      read: ({ value, why }) => ({ kind: "madeUp", stars: readInteger(value), why: readList(why, readText) }),
    },
  },
  inputOf: ({ stars, why }) => ({ kind: "madeUp", stars, why }),
  defaultInput: (value) => ({ kind: "madeUp", stars: Number(value), why: [] }),
  merge(base, mine, theirs) {
    const isOneSided = base !== undefined && (base.stars === mine.stars || base.stars === theirs.stars);
    if (!isOneSided) return { kind: "collision", both: undefined };
    const stars = base.stars === mine.stars ? theirs.stars : mine.stars;
    return {
      kind: "merged",
      input: { kind: "madeUp", stars, why: [...new Set([...theirs.why, ...mine.why])] },
    };
  },
  edit: ({ stars, why }) => ({ kind: "madeUp", stars, why }),
  edits: {
    kinds: ["madeUp"],
    members: ({ stars, why }) => ({ value: stars, why }),
    isHeld: (value, { stars }) => value.stars === stars,
  },
  taken: () => ({ kind: "write", look: "number" }),
  takenFacts: ({ most }) => ({ takes: `up to ${most} stars` }),
  valueFact: ({ stars }) => stars,
};

/** The compiler knows the types of the registry alone. */
function rating(stars: number, ...why: readonly string[]): Input {
  return { kind: "madeUp", stars, why } as unknown as Input;
}

function addRating(): () => void {
  return addFieldType(
    madeUpType as unknown as AnyFieldType,
    madeUpHostType as unknown as HostFieldType<never>,
  );
}

const described = tracker([{ id: 7, type: "stars", label: "Rating", defaultValue: 3 }]);

function read(members: object): ReturnType<typeof readEntry> {
  return readEntry({ field_id: 7, label: "Rating", type: "stars", ...members }, 0);
}

function formWith(members: object): Form {
  return formOf(described, [read(members)]);
}

function artifact(members: object): Artifact {
  return {
    kind: "artifact",
    id: 1,
    uri: "artifacts/1",
    title: "Buoy",
    status: undefined,
    isOpen: undefined,
    page: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    revision: { kind: "tag", tag: "2" },
    tracker: { id: 1, label: "Buoys" },
    projectId: undefined,
    structure: undefined,
    changesetsUri: undefined,
    values: [read(members)],
  };
}

describe("a type of field that only tests have", () => {
  let remove = (): void => undefined;

  beforeEach(() => {
    remove = addRating();
  });

  afterEach(() => remove());

  it("is read from what a server writes, or is unreadable and leaves it at that", () => {
    assert.deepEqual(read({ value: "4", why: ["dry"] }), {
      kind: "entry",
      fieldId: 7,
      label: "Rating",
      type: "stars",
      value: { kind: "madeUp", stars: 4, why: ["dry"] },
    });
    assert.deepEqual(read({ value: "many" }), { kind: "unreadable", position: 0, id: 7 });
    assert.deepEqual(formWith({ value: "many" }).fields[0]?.control, { kind: "broken" });
  });

  it("becomes a field of a form, with its value or with what the tracker sets", () => {
    const [held] = formWith({ value: 4, why: ["dry"] }).fields;
    assert.deepEqual(
      [held?.access, held?.control, held?.base],
      ["edit", { kind: "madeUp", most: 5 }, rating(4, "dry")],
    );
    assert.equal(held?.value === undefined ? undefined : fieldText(held.value), "★★★★ dry");
    assert.deepEqual(newForm(described).fields[0]?.base, rating(3));
  });

  it("is typed into, and typed back", () => {
    const form = formWith({ value: 4 });
    const draft = edited(form, untouched, { target: 7, input: rating(5, "new"), step: "begin" });
    assert.deepEqual(draft.inputs, [{ target: 7, input: rating(5, "new") }]);
    assert.ok(isUntouched(edited(form, draft, { target: 7, input: rating(4), step: "begin" })));
  });

  it("is compared, told and found empty by its own rules", () => {
    assert.ok(sameInput(rating(2, "a", "b"), rating(2, "b", "a")));
    assert.ok(!sameInput(rating(2), rating(3)));
    assert.ok(!sameInput(rating(0), { kind: "line", text: "" }));
    assert.deepEqual([isEmpty(rating(0, "a")), isEmpty(rating(1))], [true, false]);
    assert.deepEqual([inputText(rating(2, "a")), textsIn(rating(2, "a"))], ["★★ a", ["a"]]);
    const control = formWith({ value: 1 }).fields[0]?.control ?? assert.fail();
    assert.deepEqual(emptyInput(control), rating(0));
    assert.ok(holdsSent(rating(2, "a"), rating(2, "a")));
    assert.ok(!holdsSent(rating(2), undefined));
  });

  it("is merged with what somebody else has made of it where that needs no decision", () => {
    const control = formWith({ value: 1 }).fields[0]?.control ?? assert.fail();
    const merge = (base: Input | undefined, mine: Input, theirs: Input): unknown =>
      mergeInput(base, mine, theirs, takesOf(control));
    assert.deepEqual(merge(rating(1), rating(2), rating(1)), { kind: "mine" });
    assert.deepEqual(merge(rating(1), rating(1), rating(2)), { kind: "theirs" });
    assert.deepEqual(merge(rating(1), rating(2), rating(1, "wet")), {
      kind: "merged",
      input: rating(2, "wet"),
    });
    assert.deepEqual(merge(rating(1), rating(1, "wet"), rating(4)), {
      kind: "merged",
      input: rating(4, "wet"),
    });
    assert.deepEqual(merge(rating(1), rating(2), rating(3)), { kind: "collision", both: undefined });
    assert.deepEqual(merge(undefined, rating(2), rating(3)), { kind: "collision", both: undefined });
  });

  it("is validated", () => {
    const form = formWith({ value: 4 });
    const problem = (input: Input): unknown =>
      problemsOf(form, edited(form, untouched, { target: 7, input, step: "begin" })).get(7);
    assert.deepEqual(
      [problem(rating(6)), problem(rating(5)), problem(rating(5, "x".repeat(65_536)))],
      [{ kind: "tooLarge" }, undefined, { kind: "tooLong", maximum: 65_535, unit: "bytes" }],
    );
  });

  it("goes to the server, and is looked for there when the answer was lost", () => {
    const form = formWith({ value: 4 });
    const draft = edited(form, untouched, { target: 7, input: rating(5, "new"), step: "begin" });
    const changes = changesOf(form, draft);
    assert.deepEqual(writeEntries(changes), [{ field_id: 7, value: 5, why: ["new"] }]);
    const outcome = (stars: number): string =>
      updateOutcome(artifact({ value: stars }), { kind: "tag", tag: "1" }, changes);
    assert.deepEqual([outcome(5), outcome(4)], ["carriedOut", "mixed"]);
  });

  it("is offered for many at once, and told to assistants", () => {
    const form = formWith({ value: 4 });
    assert.deepEqual(
      commonFields([form]).map(({ taken }) => taken),
      [{ kind: "write", look: "number" }],
    );
    const told = artifactFacts({
      artifact: artifact({ value: 4 }),
      form,
      history: undefined,
      hasOlder: false,
      linked: new Map(),
    });
    assert.match(JSON.stringify(told), /"value":4/);
    assert.match(JSON.stringify(trackerFacts(described)), /"takes":"up to 5 stars"/);
  });

  it("is gone when it is taken away, and what was typed into it is kept and not sent", () => {
    const form = formWith({ value: 4 });
    const draft = edited(form, untouched, { target: 7, input: rating(5), step: "begin" });
    remove();
    assert.deepEqual(formWith({ value: 4 }).fields[0]?.control, { kind: "shown" });
    assert.deepEqual([draft.inputs.length, changesOf(form, draft)], [1, []]);
    assert.deepEqual(problemsOf(form, draft).get(7), { kind: "notAllowed" });
    assert.ok(sameInput(rating(5), rating(5)) && !sameInput(rating(5), rating(4)) && !isEmpty(rating(5)));
    assert.throws(() => writeEntries([{ fieldId: 7, edit: rating(5) as never }]), /madeUp/);
  });
});
