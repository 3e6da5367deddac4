import assert from "node:assert/strict";
import fc from "fast-check";
import type { Takes } from "../../../../src/model/fields/fieldType.ts";
import type { Input } from "../../../../src/model/fields/registry.ts";
import { sameInput } from "../../../../src/model/form/input.ts";
import { mergeInput, type Merged } from "../../../../src/model/merge/input.ts";
import type { Link, OpenEntry, TextFormat } from "../../../../src/model/value.ts";
import { anyInput, inputs } from "../../../support/fixtures/arbitraryInputs.ts";
import { chosen } from "../../../support/fixtures/formParts.ts";

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
  const link = (each: string): Link => {
    const [id, type = ""] = each.split(" ");
    return { artifactId: Number(id), type };
  };
  return { kind: "links", forward: texts.map(link) };
}

/** `7 tide` has an id, `tide` has none yet. */
function entries(...texts: readonly string[]): Input {
  const entry = (each: string): OpenEntry => {
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

function merged(input: Input): Merged {
  return { kind: "merged", input };
}

function collision(both?: Input): Merged {
  return { kind: "collision", both };
}

interface Example {
  readonly name: string;
  readonly of: readonly [base: Input | undefined, mine: Input, theirs: Input | undefined];
  readonly takes?: Takes;
  readonly is: Merged;
}

const two: Merged = merged(chosen(1, 3));
const examples: readonly Example[] = [
  { name: "only mine", of: [line("a"), line("b"), line("a")], is: { kind: "mine" } },
  { name: "only theirs", of: [line("a"), line("a"), line("b")], is: { kind: "theirs" } },
  { name: "the same", of: [line("a"), line("b"), line("b")], is: { kind: "same" } },
  { name: "nothing", of: [line("a"), line("a"), line("a")], is: { kind: "same" } },
  { name: "a line", of: [line("a"), line("b"), line("c")], is: collision() },
  {
    name: "a number",
    of: [
      { kind: "number", text: "" },
      { kind: "number", text: "1" },
      { kind: "number", text: "2" },
    ],
    is: collision(),
  },
  {
    name: "a date",
    of: [
      { kind: "date", text: "" },
      { kind: "date", text: "2026-01-01" },
      { kind: "date", text: "2026-01-02" },
    ],
    is: collision(),
  },
  { name: "a computed number", of: [computed(undefined), computed("1"), computed("2")], is: collision() },
  { name: "steps", of: [steps("a"), steps("a", "b"), steps("c", "a")], is: collision() },
  { name: "one choice", of: [chosen(1), chosen(2), chosen(3)], takes: "one", is: collision() },
  { name: "one choice, new", of: [undefined, chosen(2), chosen(3)], takes: "one", is: collision() },
  { name: "added by both", of: [chosen(1), chosen(1, 2), chosen(1, 3)], is: merged(chosen(1, 3, 2)) },
  { name: "removed by both", of: [chosen(1, 2), chosen(1), chosen(2)], is: merged(chosen()) },
  { name: "added here, removed there", of: [chosen(1, 2), chosen(1, 2, 3), chosen(1)], is: two },
  { name: "removed here, added there", of: [chosen(1, 2), chosen(1), chosen(1, 2, 3)], is: two },
  { name: "choices without a base", of: [undefined, chosen(1), chosen(2)], is: collision(chosen(2, 1)) },
  { name: "links", of: [links("5"), links("5", "6"), links()], is: merged(links("6")) },
  {
    name: "a link that got a type here, and another one there",
    of: [links("5"), links("5 _is_child"), links("5", "6")],
    is: merged(links("6", "5 _is_child")),
  },
  {
    name: "a link that got a type here and was removed there",
    of: [links("5"), links("5 _is_child"), links()],
    is: merged(links("5 _is_child")),
  },
  {
    name: "entries of an open list",
    of: [entries("7 tide"), entries("7 tide", "ebb"), entries("8 flood")],
    is: merged(entries("8 flood", "ebb")),
  },
  {
    name: "an entry that was typed here and exists there by now",
    of: [entries(), entries("tide", "ebb"), entries("7 tide")],
    is: merged(entries("7 tide", "ebb")),
  },
  {
    name: "groups",
    of: [groups("a", "b"), groups("a"), groups("a", "b", "c")],
    is: merged(groups("a", "c")),
  },
  {
    name: "groups of which none would be left, which is everybody",
    of: [groups("a", "b"), groups("a"), groups("b")],
    is: collision(groups("b", "a")),
  },
  {
    name: "groups where it was everybody before",
    of: [groups(), groups("a"), groups("b")],
    is: collision(groups("b", "a")),
  },
  {
    name: "groups where it is everybody here",
    of: [groups("a"), groups(), groups("a", "b")],
    is: collision(),
  },
  {
    name: "a long text",
    of: [text("a\nb\nc"), text("A\nb\nc"), text("a\nb\nC")],
    is: merged(text("A\nb\nC")),
  },
  { name: "a long text's same line", of: [text("a"), text("b"), text("c")], is: collision() },
  {
    name: "a long text in another format",
    of: [text("a\nb\nc"), text("A\nb\nc"), text("a\nb\nC", "html")],
    is: collision(),
  },
  {
    name: "who is told of different paths",
    of: [told({ "/a": "x" }), told({ "/a": "x", "/b": "y" }), told({ "/a": "x", "/c": "z" })],
    is: merged(told({ "/a": "x", "/c": "z", "/b": "y" })),
  },
  {
    name: "who is told of the same path",
    of: [told({ "/a": "x y" }), told({ "/a": "x y z" }), told({ "/a": "x" })],
    is: merged(told({ "/a": "x z" })),
  },
  {
    name: "who is told of a path of which nobody would be told",
    of: [told({ "/a": "x y" }), told({ "/a": "x" }), told({ "/a": "y" })],
    is: collision(told({ "/a": "y x" })),
  },
  {
    name: "a path that is gone here and has others to tell there",
    of: [told({ "/a": "x" }), told({}), told({ "/a": "x y" })],
    is: collision(told({ "/a": "x y" })),
  },
  {
    name: "a path that is there twice, half typed",
    of: [told({ "/a": "x" }), notified(["/a", "x"], ["/a", "y"]), told({ "/a": "x", "/b": "z" })],
    is: collision(told({ "/a": "x y", "/b": "z" })),
  },
  { name: "what is gone", of: [chosen(1), chosen(2), undefined], is: collision() },
  { name: "what takes another kind", of: [line("a"), line("b"), text("c")], is: collision() },
];

/** Addresses by path. */
function notified(...rows: readonly (readonly [path: string, emails: string])[]): Input {
  return {
    kind: "notifications",
    rows: rows.map(([path, emails]) => ({ path, emails: emails.split(" "), users: [], groups: [] })),
  };
}

function told(emails: Readonly<Record<string, string>>): Input {
  return notified(...Object.entries(emails));
}

const lists = ["choices", "openList", "links", "permissions"] as const;
const anyList = fc.constantFrom(...lists).chain((kind) => fc.tuple(inputs[kind], inputs[kind], inputs[kind]));

/** What a list holds, each as a text without its label if it has an id. */
function held(input: Input | undefined): readonly string[] {
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

/** Entries that were typed anew, where some list has one of that label with an id that is held. */
function known(ids: ReadonlySet<string>, ...lists: readonly Input[]): readonly string[] {
  return lists
    .flatMap((input) => (input.kind === "openList" ? input.entries : []))
    .flatMap(({ id, label }) => (ids.has(String(id)) ? `new ${label}` : []));
}

function assertSameResult(one: Merged, other: Merged): void {
  assert.equal(one.kind, other.kind);
  if (one.kind === "merged" && other.kind === "merged") assert.ok(sameInput(one.input, other.input));
  if (one.kind === "collision" && other.kind === "collision") assert.ok(sameInput(one.both, other.both));
}

const mirrored: Readonly<Record<string, Merged>> = { mine: { kind: "theirs" }, theirs: { kind: "mine" } };

describe("a merge of inputs", () => {
  for (const { name, of, takes = "many", is } of examples) {
    it(`${name}: ${is.kind}`, () => assert.deepEqual(mergeInput(...of, takes), is));
  }

  it("of lists keeps what neither removed, adds what either added, and invents nothing", () => {
    let merges = 0;
    fc.assert(
      fc.property(anyList, ([base, mine, theirs]) => {
        const result = mergeInput(base, mine, theirs, "many");
        if (result.kind !== "merged") return;
        merges += 1;
        const [before, here, there] = [base, mine, theirs].map((each) => new Set(held(each)));
        const now = new Set(held(result.input));
        const everything = [...held(base), ...held(mine), ...held(theirs)];
        assert.deepEqual(
          [...now].filter((each) => !everything.includes(each)),
          [],
        );
        const nowNamed = new Set([...now, ...known(now, base, mine, theirs)]);
        for (const each of everything) {
          const isAdded = before?.has(each) !== true;
          const isKept = here?.has(each) === true && there?.has(each) === true;
          if (isAdded || isKept) assert.ok(nowNamed.has(each), `${each} is missing`);
          // What was typed anew here and has an id there is the latter, be it in the base or not.
          else if (mine.kind !== "openList") assert.ok(!now.has(each), `${each} is back`);
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(merges > 500, `${merges} merges`);
  });

  it("is the same whoever is who", () => {
    const three = fc.oneof(
      anyList,
      fc.tuple(anyInput, anyInput, anyInput),
      fc.constantFrom(...Object.values(inputs)).chain((each) => fc.tuple(each, each, each)),
    );
    fc.assert(
      fc.property(three, fc.constantFrom<Takes[]>("one", "many"), ([base, mine, theirs], takes) => {
        const [one, other] = [mergeInput(base, mine, theirs, takes), mergeInput(base, theirs, mine, takes)];
        assertSameResult(mirrored[one.kind] ?? one, other);
      }),
      { numRuns: 3000 },
    );
  });

  it("with a side that changed nothing is the other side", () => {
    fc.assert(
      fc.property(anyInput, anyInput, (base, other) => {
        const isSame = sameInput(base, other);
        assert.deepEqual(
          [mergeInput(base, other, base, "many").kind, mergeInput(base, base, other, "many").kind],
          isSame ? ["same", "same"] : ["mine", "theirs"],
        );
      }),
    );
  });
});
