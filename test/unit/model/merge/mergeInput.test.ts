import assert from "node:assert/strict";
import fc from "fast-check";
import type { Cardinality } from "../../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { isSameInput } from "../../../../src/model/form/input.ts";
import { mergeInput, type MergeOutcome } from "../../../../src/model/merge/mergeInput.ts";
import type { ArtifactLink, OpenListEntry, TextFormat } from "../../../../src/model/valueTypes.ts";
import { arbitraryInput, arbitraryInputs } from "../../../support/fixtures/arbitraryInputs.ts";
import { createChoicesValue } from "../../../support/fixtures/formBuilders.ts";

function text(source: string, format: TextFormat = "text"): Input {
  return { kind: "text", source, format };
}

function line(value: string): Input {
  return { kind: "line", text: value };
}

function groups(...ids: readonly string[]): Input {
  return { kind: "permissions", groups: ids.map((id) => ({ id, label: id })) };
}

/** `5` is a link without a type, `5 _is_child` one with. */
function links(...texts: readonly string[]): Input {
  const link = (each: string): ArtifactLink => {
    const [id, type = ""] = each.split(" ");
    return { artifactId: Number(id), type };
  };
  return { kind: "links", forward: texts.map(link) };
}

/** `7 tide` has an id, `tide` has none yet. */
function entries(...texts: readonly string[]): Input {
  const entry = (each: string): OpenListEntry => {
    const [first = "", label] = each.split(" ");
    return label === undefined ? { id: undefined, label: first } : { id: Number(first), label };
  };
  return { kind: "openList", entries: texts.map(entry) };
}

function steps(...descriptions: readonly string[]): Input {
  return {
    kind: "steps",
    steps: descriptions.map((description) => ({
      description,
      descriptionFormat: "text",
      expected: "",
      expectedFormat: "text",
    })),
  };
}

function computed(value: string | undefined): Input {
  return { kind: "computed", isAutomatic: value === undefined, text: value ?? "" };
}

function merged(input: Input): MergeOutcome {
  return { kind: "merged", input };
}

function conflict(both?: Input): MergeOutcome {
  return { kind: "conflict", both };
}

interface Example {
  readonly name: string;
  readonly of: readonly [base: Input | undefined, mine: Input, theirs: Input | undefined];
  readonly takes?: Cardinality;
  readonly is: MergeOutcome;
}

const two: MergeOutcome = merged(createChoicesValue(1, 3));
const examples: readonly Example[] = [
  { name: "a change of mine only", of: [line("a"), line("b"), line("a")], is: { kind: "mine" } },
  { name: "a remote change only", of: [line("a"), line("a"), line("b")], is: { kind: "theirs" } },
  { name: "equal changes", of: [line("a"), line("b"), line("b")], is: { kind: "same" } },
  { name: "no changes", of: [line("a"), line("a"), line("a")], is: { kind: "same" } },
  { name: "a line", of: [line("a"), line("b"), line("c")], is: conflict() },
  {
    name: "a number",
    of: [
      { kind: "number", text: "" },
      { kind: "number", text: "1" },
      { kind: "number", text: "2" },
    ],
    is: conflict(),
  },
  {
    name: "a date",
    of: [
      { kind: "date", text: "" },
      { kind: "date", text: "2026-01-01" },
      { kind: "date", text: "2026-01-02" },
    ],
    is: conflict(),
  },
  { name: "a computed number", of: [computed(undefined), computed("1"), computed("2")], is: conflict() },
  { name: "steps", of: [steps("a"), steps("a", "b"), steps("c", "a")], is: conflict() },
  {
    name: "one choice",
    of: [createChoicesValue(1), createChoicesValue(2), createChoicesValue(3)],
    takes: "one",
    is: conflict(),
  },
  {
    name: "one choice, new",
    of: [undefined, createChoicesValue(2), createChoicesValue(3)],
    takes: "one",
    is: conflict(),
  },
  {
    name: "added by both",
    of: [createChoicesValue(1), createChoicesValue(1, 2), createChoicesValue(1, 3)],
    is: merged(createChoicesValue(1, 3, 2)),
  },
  {
    name: "removed by both",
    of: [createChoicesValue(1, 2), createChoicesValue(1), createChoicesValue(2)],
    is: merged(createChoicesValue()),
  },
  {
    name: "added by me, removed by them",
    of: [createChoicesValue(1, 2), createChoicesValue(1, 2, 3), createChoicesValue(1)],
    is: two,
  },
  {
    name: "removed by me, added by them",
    of: [createChoicesValue(1, 2), createChoicesValue(1), createChoicesValue(1, 2, 3)],
    is: two,
  },
  {
    name: "choices without a base",
    of: [undefined, createChoicesValue(1), createChoicesValue(2)],
    is: conflict(createChoicesValue(2, 1)),
  },
  { name: "links", of: [links("5"), links("5", "6"), links()], is: merged(links("6")) },
  {
    name: "a link with a type from me and another link from them",
    of: [links("5"), links("5 _is_child"), links("5", "6")],
    is: merged(links("6", "5 _is_child")),
  },
  {
    name: "a link with a type from me that they removed",
    of: [links("5"), links("5 _is_child"), links()],
    is: merged(links("5 _is_child")),
  },
  {
    name: "entries of an open list",
    of: [entries("7 tide"), entries("7 tide", "ebb"), entries("8 flood")],
    is: merged(entries("8 flood", "ebb")),
  },
  {
    name: "a new entry that exists on the other side",
    of: [entries(), entries("tide", "ebb"), entries("7 tide")],
    is: merged(entries("7 tide", "ebb")),
  },
  {
    name: "groups",
    of: [groups("a", "b"), groups("a"), groups("a", "b", "c")],
    is: merged(groups("a", "c")),
  },
  {
    name: "groups without a remaining one, which would mean everyone",
    of: [groups("a", "b"), groups("a"), groups("b")],
    is: conflict(groups("b", "a")),
  },
  {
    name: "groups with everyone as base",
    of: [groups(), groups("a"), groups("b")],
    is: conflict(groups("b", "a")),
  },
  {
    name: "groups with everyone on my side",
    of: [groups("a"), groups(), groups("a", "b")],
    is: conflict(),
  },
  {
    name: "a long text",
    of: [text("a\nb\nc"), text("A\nb\nc"), text("a\nb\nC")],
    is: merged(text("A\nb\nC")),
  },
  { name: "the same line of a long text", of: [text("a"), text("b"), text("c")], is: conflict() },
  {
    name: "a long text in another format",
    of: [text("a\nb\nc"), text("A\nb\nc"), text("a\nb\nC", "html")],
    is: conflict(),
  },
  {
    name: "recipients of different paths",
    of: [
      notifications({ "/a": "x" }),
      notifications({ "/a": "x", "/b": "y" }),
      notifications({ "/a": "x", "/c": "z" }),
    ],
    is: merged(notifications({ "/a": "x", "/c": "z", "/b": "y" })),
  },
  {
    name: "recipients of the same path",
    of: [notifications({ "/a": "x y" }), notifications({ "/a": "x y z" }), notifications({ "/a": "x" })],
    is: merged(notifications({ "/a": "x z" })),
  },
  {
    name: "a path without remaining recipients",
    of: [notifications({ "/a": "x y" }), notifications({ "/a": "x" }), notifications({ "/a": "y" })],
    is: conflict(notifications({ "/a": "y x" })),
  },
  {
    name: "a path that I removed and they changed",
    of: [notifications({ "/a": "x" }), notifications({}), notifications({ "/a": "x y" })],
    is: conflict(notifications({ "/a": "x y" })),
  },
  {
    name: "a duplicate path",
    of: [
      notifications({ "/a": "x" }),
      notificationRows(["/a", "x"], ["/a", "y"]),
      notifications({ "/a": "x", "/b": "z" }),
    ],
    is: conflict(notifications({ "/a": "x y", "/b": "z" })),
  },
  {
    name: "a removed remote value",
    of: [createChoicesValue(1), createChoicesValue(2), undefined],
    is: conflict(),
  },
  { name: "another kind of input", of: [line("a"), line("b"), text("c")], is: conflict() },
];

/** Email addresses by path. */
function notificationRows(...rows: readonly (readonly [path: string, emails: string])[]): Input {
  return {
    kind: "notifications",
    rows: rows.map(([path, emails]) => ({ path, emails: emails.split(" "), users: [], groups: [] })),
  };
}

function notifications(emails: Readonly<Record<string, string>>): Input {
  return notificationRows(...Object.entries(emails));
}

const lists = ["choices", "openList", "links", "permissions"] as const;
const anyList = fc
  .constantFrom(...lists)
  .chain((kind) => fc.tuple(arbitraryInputs[kind], arbitraryInputs[kind], arbitraryInputs[kind]));

/** The values of a list as texts. */
function getElements(input: Input | undefined): readonly string[] {
  switch (input?.kind) {
    case "choices":
      return input.chosen.map(({ id }) => String(id));
    case "permissions":
      return input.groups.map(({ id }) => String(id));
    case "links":
      return input.forward.map((link) => JSON.stringify(link));
    case "openList":
      return input.entries.map(({ id, label }) => (id === undefined ? `new ${label}` : String(id)));
    default:
      return [];
  }
}

/** New entries whose label has a selected id in one of the lists. */
function findKnownEntries(ids: ReadonlySet<string>, ...lists: readonly Input[]): readonly string[] {
  return lists
    .flatMap((input) => (input.kind === "openList" ? input.entries : []))
    .flatMap(({ id, label }) => (ids.has(String(id)) ? `new ${label}` : []));
}

function assertSameResult(one: MergeOutcome, other: MergeOutcome): void {
  assert.equal(one.kind, other.kind);
  if (one.kind === "merged" && other.kind === "merged") assert.ok(isSameInput(one.input, other.input));
  if (one.kind === "conflict" && other.kind === "conflict") assert.ok(isSameInput(one.both, other.both));
}

const mirrored: Readonly<Record<string, MergeOutcome>> = {
  mine: { kind: "theirs" },
  theirs: { kind: "mine" },
};

describe("mergeInput", () => {
  for (const { name, of, takes = "many", is } of examples) {
    it(`merges ${name}: ${is.kind}`, () => assert.deepEqual(mergeInput(...of, takes), is));
  }

  it("keeps list values that neither side removed, adds values of both, and invents none", () => {
    let merges = 0;
    fc.assert(
      fc.property(anyList, ([base, mine, theirs]) => {
        const result = mergeInput(base, mine, theirs, "many");
        if (result.kind !== "merged") return;
        merges += 1;
        const [before, mineKeys, theirKeys] = [base, mine, theirs].map((each) => new Set(getElements(each)));
        const resultKeys = new Set(getElements(result.input));
        const allElements = [...getElements(base), ...getElements(mine), ...getElements(theirs)];
        assert.deepEqual(
          [...resultKeys].filter((each) => !allElements.includes(each)),
          [],
        );
        const resultWithLabels = new Set([
          ...resultKeys,
          ...findKnownEntries(resultKeys, base, mine, theirs),
        ]);
        for (const each of allElements) {
          const isAdded = before?.has(each) !== true;
          const isKept = mineKeys?.has(each) === true && theirKeys?.has(each) === true;
          if (isAdded || isKept) assert.ok(resultWithLabels.has(each), `${each} is missing`);
          // A new entry that has an id on the other side becomes that entry, even if it isn't in the base.
          else if (mine.kind !== "openList") assert.ok(!resultKeys.has(each), `${each} is back`);
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(merges > 500, `${merges} merges`);
  });

  it("is symmetric", () => {
    const three = fc.oneof(
      anyList,
      fc.tuple(arbitraryInput, arbitraryInput, arbitraryInput),
      fc.constantFrom(...Object.values(arbitraryInputs)).chain((each) => fc.tuple(each, each, each)),
    );
    fc.assert(
      fc.property(three, fc.constantFrom<Cardinality[]>("one", "many"), ([base, mine, theirs], takes) => {
        const [one, other] = [mergeInput(base, mine, theirs, takes), mergeInput(base, theirs, mine, takes)];
        assertSameResult(mirrored[one.kind] ?? one, other);
      }),
      { numRuns: 3000 },
    );
  });

  it("returns the other side if one side is unchanged", () => {
    fc.assert(
      fc.property(arbitraryInput, arbitraryInput, (base, other) => {
        const isSame = isSameInput(base, other);
        assert.deepEqual(
          [mergeInput(base, other, base, "many").kind, mergeInput(base, base, other, "many").kind],
          isSame ? ["same", "same"] : ["mine", "theirs"],
        );
      }),
    );
  });
});
