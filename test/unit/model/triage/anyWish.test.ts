import assert from "node:assert/strict";
import fc from "fast-check";
import type { FieldValue, Input } from "../../../../src/model/fields/registry.ts";
import { changesOf, settled } from "../../../../src/model/form/changes.ts";
import { fieldOf, type Form } from "../../../../src/model/form/form.ts";
import { offersOf } from "../../../../src/model/form/offered.ts";
import { problemsOf } from "../../../../src/model/form/problems.ts";
import { applied, changeTo, holdsStill } from "../../../../src/model/triage/wanted.ts";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import type { Chosen } from "../../../../src/model/value.ts";
import {
  choice,
  chosen,
  entry,
  type FieldParts,
  formWith,
  rules,
} from "../../../support/fixtures/formParts.ts";

const ids = [11, 12, 13, 14];
const choices = ids.map((id) => choice(id, { isHidden: id === 14 }));

const fields: readonly FieldParts[] = [
  { id: 1, type: "sb", name: "one", binding: "static", choices },
  { id: 2, type: "msb", name: "many", binding: "static", choices },
  { id: 3, type: "msb", name: "people", binding: "users", choices },
  { id: 4, type: "string", name: "line", maxLength: 5, isRequired: true },
  { id: 5, type: "float", name: "number" },
  { id: 6, type: "date", name: "day" },
  { id: 7, type: "date", name: "instant", withTime: true },
  { id: 8, type: "text", name: "text" },
  {
    id: 9,
    type: "art_link",
    name: "links",
    linkTypes: [{ name: "child", forwardLabel: "", reverseLabel: "" }],
  },
];

const someIds = fc.uniqueArray(fc.constantFrom(...ids, 15), { maxLength: 3 });
const text = fc.oneof(
  fc.string({ maxLength: 7 }),
  fc.constantFrom("1", "1.50", "-2e1", "2026-03-02", "2026-03-02T09:00", "2026-03-02 09:00", "2026-02-30"),
);

const anyForm: fc.Arbitrary<Form> = fc
  .record({
    one: fc.constantFrom(...ids),
    many: someIds,
    people: someIds,
    line: text,
    transitions: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 6 }),
    listRules: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 4 }),
    links: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
    isFrozen: fc.boolean(),
  })
  .map(({ one, many, people, line, transitions, listRules, links, isFrozen }) => {
    const values: readonly (readonly [number, FieldValue])[] = [
      [1, chosen(one)],
      [2, chosen(...many)],
      [3, chosen(...people)],
      [4, { kind: "string", text: line }],
      [
        9,
        { kind: "links", forward: links.map((artifactId) => ({ artifactId, type: "child" })), reverse: [] },
      ],
    ];
    const workflow = rules({
      fieldId: 1,
      transitions: transitions.map(([from, to]) => ({ from, to })),
      listRules: listRules.map(([sourceValue, targetValue]) => ({
        sourceId: 1,
        sourceValue,
        targetId: 2,
        targetValue,
      })),
    });
    const described = fields.map((field) =>
      isFrozen && field.id === 3 ? { ...field, permissions: new Set(["read"] as const) } : field,
    );
    return formWith(described, { values: values.map(([id, value]) => entry(id, value)), workflow });
  });

const wished = someIds.map((some): readonly Chosen[] => chosen(...some).chosen);
const how = fc.constantFrom("set", "add", "remove");
const at = fc.integer({ min: 1, max: 10 }).map((fieldId) => ({ by: "id", fieldId }) as const);

const anyWish: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant("choices"), field: at, how, values: wished }),
  fc.record({ kind: fc.constant("people"), field: at, how, people: wished }),
  fc.record({ kind: fc.constant("write"), field: at, text }),
  fc.record({
    kind: fc.constant("link"),
    artifactId: fc.integer({ min: 1, max: 5 }),
    type: fc.constantFrom("", "child", "cousin"),
  }),
);

function idsIn(input: Input | undefined): readonly string[] {
  return input?.kind === "choices" ? input.chosen.map(({ id }) => String(id)) : [];
}

function wishedIds(wish: Wish): readonly string[] {
  const some = wish.kind === "choices" ? wish.values : wish.kind === "people" ? wish.people : [];
  return some.map(({ id }) => String(id));
}

describe("any wish over any form", () => {
  it("is so already once it was made, and the way back leads to what was there", () => {
    fc.assert(
      fc.property(anyForm, anyWish, (form, wish) => {
        const found = applied(form, wish);
        if (found.kind !== "change") return;
        assert.ok(typeof found.target === "number" && found.before !== undefined);
        const after = settled(form, found.draft);
        assert.deepEqual(applied(after, wish), { kind: "alreadySo" });
        assert.ok(holdsStill(after, found.target, found.after));
        const back = changeTo(after, found.target, found.before);
        if (back.kind === "change") {
          const again = settled(after, back.draft);
          assert.deepEqual(fieldOf(again, found.target)?.base, found.before);
        }
      }),
    );
  });

  it("changes one field that may be changed, without a problem", () => {
    fc.assert(
      fc.property(anyForm, anyWish, (form, wish) => {
        const found = applied(form, wish);
        if (found.kind !== "change") return;
        assert.deepEqual(
          changesOf(form, found.draft).map(({ fieldId }) => fieldId),
          [found.target],
        );
        assert.equal(problemsOf(form, found.draft).size, 0);
      }),
    );
  });

  it("puts no value into a list that was neither there nor wished for and offered", () => {
    fc.assert(
      fc.property(anyForm, anyWish, (form, wish) => {
        const found = applied(form, wish);
        if (found.kind !== "change" || found.after.kind !== "choices") return;
        const field = typeof found.target === "number" ? fieldOf(form, found.target) : undefined;
        assert.ok(field);
        const offered = new Set(
          offersOf(form, found.draft, field).flatMap(({ id, isGone }) => (isGone ? [] : String(id))),
        );
        const before = new Set(idsIn(field.base));
        for (const id of idsIn(found.after)) {
          assert.ok(
            before.has(id) || (wishedIds(wish).includes(id) && offered.has(id)),
            `${id} from nowhere`,
          );
        }
      }),
    );
  });

  it("leaves the others in a list where something is added or taken away", () => {
    fc.assert(
      fc.property(anyForm, anyWish, (form, wish) => {
        const found = applied(form, wish);
        if (found.kind !== "change") return;
        if (found.after.kind === "links" && found.before?.kind === "links") {
          assert.deepEqual(found.after.forward.slice(0, found.before.forward.length), found.before.forward);
        }
        if (wish.kind !== "choices" && wish.kind !== "people") return;
        const named = wishedIds(wish);
        const others = (input: Input | undefined): readonly string[] =>
          idsIn(input).filter((id) => !named.includes(id));
        if (wish.how !== "set") assert.deepEqual(others(found.after), others(found.before));
        if (wish.how === "remove") assert.deepEqual(idsIn(found.after), others(found.before));
        else assert.ok(named.every((id) => idsIn(found.after).includes(id)));
      }),
    );
  });
});
