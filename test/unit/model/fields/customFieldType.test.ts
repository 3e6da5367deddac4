import assert from "node:assert/strict";
import { checkUpdateOutcome } from "../../../../src/api/unknownOutcome.ts";
import { toWireEntries } from "../../../../src/api/artifacts.ts";
import { parseFieldValue } from "../../../../src/api/format/parseFieldValue.ts";
import type { Artifact } from "../../../../src/model/artifact.ts";
import { toArtifactJson, toTrackerJson } from "../../../../src/model/assist/toolResponse.ts";
import type { FieldType, HostFieldType } from "../../../../src/model/fields/fieldType.ts";
import { registerTestFieldType } from "../../../../src/model/fields/hostRegistry.ts";
import { readInteger, readList, readText } from "../../../../src/model/fields/readWireValue.ts";
import { type AnyFieldType, toFieldText, type Input } from "../../../../src/model/fields/registry.ts";
import { createForm, createNewForm } from "../../../../src/model/form/createForm.ts";
import { toFieldUpdates, isStoredAsSent } from "../../../../src/model/form/fieldChanges.ts";
import { editDraft, isEmptyDraft, emptyDraft } from "../../../../src/model/form/draft.ts";
import type { Form } from "../../../../src/model/form/form.ts";
import {
  createEmptyInput,
  toInputText,
  isEmptyInput,
  isSameInput,
  getFreeTexts,
} from "../../../../src/model/form/input.ts";
import { findProblemsByTarget } from "../../../../src/model/form/problems.ts";
import { mergeInput, getCardinality } from "../../../../src/model/merge/mergeInput.ts";
import { artifactMatchesCriteria } from "../../../../src/model/query/conditions.ts";
import { findCriterionProblem, getSearchableFields } from "../../../../src/model/query/criteria.ts";
import { findCommonFields } from "../../../../src/model/triage/commonFields.ts";
import { createTracker } from "../../../support/fixtures/formBuilders.ts";

/** A type with a number of stars and reasons. */
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
  controlKinds: ["madeUp"],
  input: {
    empty: { kind: "madeUp", stars: 0, why: [] },
    isEmpty: ({ stars }) => stars === 0,
    toComparisonKey: ({ stars, why }) => JSON.stringify([stars, why.toSorted()]),
    toText: madeUpText,
    getFreeTexts: ({ why }) => why,
    findProblem: ({ stars }, control) => (stars > (control?.most ?? 5) ? { kind: "tooLarge" } : undefined),
  },
  value: { kinds: ["madeUp"], toText: madeUpText },
};

const madeUpHostType: HostFieldType<MadeUpField> = {
  serverTypes: {
    stars: {
      toControl: () => ({ kind: "madeUp", most: 5 }),
      readValue: ({ value, why }) => ({
        kind: "madeUp",
        stars: readInteger(value),
        why: readList(why, readText),
      }),
      conditionType: "number",
      columnType: "number",
    },
  },
  toComparable: ({ stars }) => ({ kind: "number", number: stars }),
  toInput: ({ stars, why }) => ({ kind: "madeUp", stars, why }),
  toDefaultInput: (value) => ({ kind: "madeUp", stars: Number(value), why: [] }),
  merge(base, mine, theirs) {
    const isOneSided = base !== undefined && (base.stars === mine.stars || base.stars === theirs.stars);
    if (!isOneSided) return { kind: "conflict", both: undefined };
    const stars = base.stars === mine.stars ? theirs.stars : mine.stars;
    return {
      kind: "merged",
      input: { kind: "madeUp", stars, why: [...new Set([...theirs.why, ...mine.why])] },
    };
  },
  toEdit: ({ stars, why }) => ({ kind: "madeUp", stars, why }),
  editRules: {
    kinds: ["madeUp"],
    toWire: ({ stars, why }) => ({ value: stars, why }),
    isStored: (value, { stars }) => value.stars === stars,
  },
  toBulkInput: () => ({ kind: "write", inputType: "number" }),
  describeInput: ({ most }) => ({ takes: `up to ${most} stars` }),
  toAssistantValue: ({ stars }) => stars,
};

/** The unions contain registered types only. */
function rating(stars: number, ...why: readonly string[]): Input {
  return { kind: "madeUp", stars, why } as unknown as Input;
}

function addRating(): () => void {
  return registerTestFieldType(
    madeUpType as unknown as AnyFieldType,
    madeUpHostType as unknown as HostFieldType<never>,
  );
}

const described = createTracker([{ id: 7, type: "stars", label: "Rating", defaultValue: 3 }]);

function read(members: object): ReturnType<typeof parseFieldValue> {
  return parseFieldValue({ field_id: 7, label: "Rating", type: "stars", ...members }, 0);
}

function formWith(members: object): Form {
  return createForm(described, [read(members)]);
}

function artifact(members: object): Artifact {
  return {
    kind: "artifact",
    id: 1,
    title: "Buoy",
    status: undefined,
    isOpen: undefined,
    page: undefined,
    assignees: [],
    submittedBy: undefined,
    submittedOn: undefined,
    modifiedOn: undefined,
    version: { kind: "tag", tag: "2" },
    tracker: { id: 1, label: "Buoys" },
    projectId: undefined,
    structure: undefined,
    changesetsUri: undefined,
    values: [read(members)],
  };
}

describe("a custom field type", () => {
  let remove = (): void => undefined;

  beforeEach(() => {
    remove = addRating();
  });

  afterEach(() => remove());

  it("is read from a server value, or reported as unreadable", () => {
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

  it("becomes a form field with its value or the tracker's default", () => {
    const [held] = formWith({ value: 4, why: ["dry"] }).fields;
    assert.deepEqual(
      [held?.access, held?.control, held?.base],
      ["edit", { kind: "madeUp", most: 5 }, rating(4, "dry")],
    );
    assert.equal(held?.value === undefined ? undefined : toFieldText(held.value), "★★★★ dry");
    assert.deepEqual(createNewForm(described).fields[0]?.base, rating(3));
  });

  it("can be edited and reverted", () => {
    const form = formWith({ value: 4 });
    const draft = editDraft(form, emptyDraft, { target: 7, input: rating(5, "new"), step: "begin" });
    assert.deepEqual(draft.inputs, [{ target: 7, input: rating(5, "new") }]);
    assert.ok(isEmptyDraft(editDraft(form, draft, { target: 7, input: rating(4), step: "begin" })));
  });

  it("is compared, formatted and checked for emptiness by its own rules", () => {
    assert.ok(isSameInput(rating(2, "a", "b"), rating(2, "b", "a")));
    assert.ok(!isSameInput(rating(2), rating(3)));
    assert.ok(!isSameInput(rating(0), { kind: "line", text: "" }));
    assert.deepEqual([isEmptyInput(rating(0, "a")), isEmptyInput(rating(1))], [true, false]);
    assert.deepEqual([toInputText(rating(2, "a")), getFreeTexts(rating(2, "a"))], ["★★ a", ["a"]]);
    const control = formWith({ value: 1 }).fields[0]?.control ?? assert.fail();
    assert.deepEqual(createEmptyInput(control), rating(0));
    assert.ok(isStoredAsSent(rating(2, "a"), rating(2, "a")));
    assert.ok(!isStoredAsSent(rating(2), undefined));
  });

  it("is merged with a remote change if possible", () => {
    const control = formWith({ value: 1 }).fields[0]?.control ?? assert.fail();
    const merge = (base: Input | undefined, mine: Input, theirs: Input): unknown =>
      mergeInput(base, mine, theirs, getCardinality(control));
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
    assert.deepEqual(merge(rating(1), rating(2), rating(3)), { kind: "conflict", both: undefined });
    assert.deepEqual(merge(undefined, rating(2), rating(3)), { kind: "conflict", both: undefined });
  });

  it("is validated", () => {
    const form = formWith({ value: 4 });
    const problem = (input: Input): unknown =>
      findProblemsByTarget(form, editDraft(form, emptyDraft, { target: 7, input, step: "begin" })).get(7);
    assert.deepEqual(
      [problem(rating(6)), problem(rating(5)), problem(rating(5, "x".repeat(65_536)))],
      [{ kind: "tooLarge" }, undefined, { kind: "tooLong", maximum: 65_535, unit: "bytes" }],
    );
  });

  it("is sent to the server and checked after an unknown outcome", () => {
    const form = formWith({ value: 4 });
    const draft = editDraft(form, emptyDraft, { target: 7, input: rating(5, "new"), step: "begin" });
    const changes = toFieldUpdates(form, draft);
    assert.deepEqual(toWireEntries(changes), [{ field_id: 7, value: 5, why: ["new"] }]);
    const outcome = (stars: number): string =>
      checkUpdateOutcome(artifact({ value: stars }), { kind: "tag", tag: "1" }, changes);
    assert.deepEqual([outcome(5), outcome(4)], ["applied", "changedDifferently"]);
  });

  it("is offered in bulk edits and described to assistants", () => {
    const form = formWith({ value: 4 });
    assert.deepEqual(
      findCommonFields([form]).map(({ bulkInput }) => bulkInput),
      [{ kind: "write", inputType: "number" }],
    );
    const description = toArtifactJson({
      artifact: artifact({ value: 4 }),
      form,
      history: undefined,
      hasOlder: false,
      linked: new Map(),
    });
    assert.match(JSON.stringify(description), /"value":4/);
    assert.match(JSON.stringify(toTrackerJson(described)), /"takes":"up to 5 stars"/);
  });

  it("is searched by its condition type and compared value", () => {
    assert.deepEqual(
      getSearchableFields(described).map(({ valueType }) => valueType),
      [{ kind: "number" }],
    );
    const criterion = (text: string) =>
      ({ kind: "contains", field: described.fields[0]?.name ?? "", text }) as const;
    assert.equal(findCriterionProblem(described, criterion("many")), "invalidValue");
    const matches = (text: string): unknown =>
      artifactMatchesCriteria(described, [criterion(text)], artifact({ value: 4, why: ["dry"] }));
    assert.deepEqual([matches(">3"), matches("2-3")], [true, false]);
  });

  it("can be removed, which keeps its inputs in drafts but doesn't send them", () => {
    const form = formWith({ value: 4 });
    const draft = editDraft(form, emptyDraft, { target: 7, input: rating(5), step: "begin" });
    remove();
    assert.deepEqual(formWith({ value: 4 }).fields[0]?.control, { kind: "shown" });
    assert.deepEqual([draft.inputs.length, toFieldUpdates(form, draft)], [1, []]);
    assert.deepEqual(findProblemsByTarget(form, draft).get(7), { kind: "notAllowed" });
    assert.ok(
      isSameInput(rating(5), rating(5)) && !isSameInput(rating(5), rating(4)) && !isEmptyInput(rating(5)),
    );
    assert.throws(() => toWireEntries([{ fieldId: 7, edit: rating(5) as never }]), /madeUp/);
  });
});
