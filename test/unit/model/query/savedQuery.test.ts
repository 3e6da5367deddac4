import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseSavedQueries,
  parseSavedQuery,
  type SavedQuery,
  savedQueryOf,
  type SavedValue,
} from "../../../../src/model/query/savedQuery.ts";

const least = { name: "Mine", site: "https://tuleap.example", tracker: 11 };
const empty: SavedQuery = {
  ...least,
  where: [],
  openOnly: undefined,
  sort: undefined,
  group: undefined,
  text: undefined,
  report: undefined,
};

function word(maxLength = 40): fc.Arbitrary<string> {
  return fc.string({ minLength: 1, maxLength }).filter((text) => text.trim() !== "");
}
const anyId = fc.integer({ min: 1 });
const anyValue: fc.Arbitrary<SavedValue> = fc.oneof(
  word(),
  fc.constantFrom("${me}", "${today}", "${today-7}"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
  fc.record({ id: fc.oneof(anyId, word()), label: word() }),
);
const anyConditions = fc.array(
  fc.record({ field: word(), operator: word(), values: fc.array(anyValue, { maxLength: 5 }) }),
  { maxLength: 5 },
);
const anyWay: fc.Arbitrary<Pick<SavedQuery, "where" | "text" | "report" | "openOnly">> = fc.oneof(
  fc.record({
    where: anyConditions,
    openOnly: fc.option(fc.boolean(), { nil: undefined }),
    text: fc.constant(undefined),
    report: fc.constant(undefined),
  }),
  word().map((text) => ({ where: [], openOnly: undefined, text, report: undefined })),
  anyId.map((report) => ({ where: [], openOnly: false, text: undefined, report })),
);
const anyQuery: fc.Arbitrary<SavedQuery> = fc
  .tuple(
    fc.record({
      name: word().map((text) => text.trim()),
      site: word().map((text) => text.trim()),
      tracker: anyId,
      sort: fc.option(
        fc.record({
          by: fc.constantFrom("id", "title", "status", "assignee", "submitted", "modified"),
          direction: fc.constantFrom("ascending", "descending"),
        }),
        { nil: undefined },
      ),
      group: fc.option(fc.constantFrom("status", "assignee", "tracker"), { nil: undefined }),
    }),
    anyWay,
  )
  .map(([rest, way]) => ({ ...rest, ...way }));

function problemOf(entry: unknown): readonly [string, string] | undefined {
  const parsed = parseSavedQuery(entry);
  return parsed.kind === "problem" ? [parsed.problem, parsed.member] : undefined;
}

describe("a query in the settings", () => {
  it("is read as it was written, whatever it asks", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        // Through text, as the settings are kept.
        const written: unknown = JSON.parse(JSON.stringify(savedQueryOf(query)));
        assert.deepEqual(parseSavedQuery(written), { kind: "query", query: structuredClone(query) });
      }),
    );
  });

  it("needs a name, a site and a tracker, and holds no more than what was said", () => {
    assert.deepEqual(parseSavedQuery(least), { kind: "query", query: empty });
    assert.deepEqual(savedQueryOf(empty), least);
  });

  it("never breaks the reading, whatever stands there", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (entry) => {
        assert.ok(["query", "problem"].includes(parseSavedQuery(entry).kind));
      }),
    );
    const member = fc.constantFrom("name", "site", "tracker", "where", "openOnly", "sort", "text", "report");
    fc.assert(
      fc.property(member, fc.anything(), (name, value) => {
        assert.ok(["query", "problem"].includes(parseSavedQuery({ ...least, [name]: value }).kind));
      }),
    );
  });

  const condition = { field: "status", operator: "is", value: "New" };
  const flawed: readonly (readonly [unknown, string, string])[] = [
    [null, "notAnObject", ""],
    ["Mine", "notAnObject", ""],
    [[least], "notAnObject", ""],
    [{ ...least, name: " " }, "missing", "name"],
    [{ ...least, name: 7 }, "wrongType", "name"],
    [{ name: "Mine", tracker: 11 }, "missing", "site"],
    [{ ...least, tracker: "11" }, "wrongType", "tracker"],
    [{ ...least, tracker: -1 }, "wrongType", "tracker"],
    [{ ...least, where: condition }, "wrongType", "where"],
    [{ ...least, where: Array.from({ length: 51 }, () => condition) }, "tooLong", "where"],
    [{ ...least, where: [condition, "x"] }, "notAnObject", "where[1]"],
    [{ ...least, where: [{ ...condition, field: {} }] }, "wrongType", "where[0].field"],
    [{ ...least, where: [{ field: "a", operator: "is" }] }, "missing", "where[0].value"],
    [{ ...least, where: [{ ...condition, value: ["a", true] }] }, "wrongType", "where[0].value[1]"],
    [{ ...least, where: [{ ...condition, value: { label: "a" } }] }, "missing", "where[0].value.id"],
    [{ ...least, where: [{ ...condition, value: "x".repeat(1001) }] }, "tooLong", "where[0].value"],
    [{ ...least, openOnly: "yes" }, "wrongType", "openOnly"],
    [{ ...least, sort: "beauty" }, "unknownWord", "sort"],
    [{ ...least, group: "toString" }, "unknownWord", "group"],
    [{ ...least, text: "x".repeat(7001) }, "tooLong", "text"],
    [{ ...least, report: 1.5 }, "wrongType", "report"],
    [{ ...least, where: [condition], text: "a = 1" }, "mixed", "text"],
    [{ ...least, where: [condition], report: 4 }, "mixed", "report"],
    [{ ...least, report: 4, openOnly: true }, "mixed", "openOnly"],
  ];
  for (const [entry, problem, member] of flawed) {
    it(`says what is wrong: ${JSON.stringify(entry).slice(0, 100)} is ${problem} at "${member}"`, () => {
      assert.deepEqual(problemOf(entry), [problem, member]);
    });
  }

  it("leaves its neighbours alone when it is bad, and is named where it has a name", () => {
    const parsed = parseSavedQueries([{ name: "Bad" }, least, 5]);
    assert.deepEqual(parsed, [
      { kind: "problem", problem: "missing", member: "site", name: "Bad" },
      { kind: "query", query: empty },
      { kind: "problem", problem: "notAnObject", member: "", name: undefined },
    ]);
    assert.deepEqual(parseSavedQueries({ 0: least }), []);
    assert.equal(parseSavedQueries(Array.from({ length: 5000 }, () => least)).length, 200);
  });
});
