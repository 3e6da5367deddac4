import assert from "node:assert/strict";
import fc from "fast-check";
import {
  parseSavedQueries,
  parseSavedQuery,
  type SavedQuery,
  toQuerySetting,
  type SavedValue,
} from "../../../../src/model/query/savedQuery.ts";

const minimal = { name: "Mine", site: "https://tuleap.example", tracker: 11 };
const empty: SavedQuery = {
  ...minimal,
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
const arbitrarySource: fc.Arbitrary<Pick<SavedQuery, "where" | "text" | "report" | "openOnly">> = fc.oneof(
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
      tracker: fc.oneof(
        anyId,
        fc.constant("all" as const),
        fc.uniqueArray(anyId, { minLength: 1, maxLength: 5 }),
      ),
      sort: fc.option(
        fc.record({
          by: fc.constantFrom("id", "title", "status", "assignee", "submitted", "modified"),
          direction: fc.constantFrom("ascending", "descending"),
        }),
        { nil: undefined },
      ),
      group: fc.option(fc.constantFrom("status", "assignee", "tracker"), { nil: undefined }),
    }),
    arbitrarySource,
  )
  .map(([rest, way]) => ({ ...rest, ...way }))
  .filter(
    ({ tracker, text, report }) =>
      typeof tracker === "number" || (report === undefined && (text === undefined || tracker === "all")),
  );

function problemOf(entry: unknown): readonly [string, string] | undefined {
  const parsed = parseSavedQuery(entry);
  return parsed.kind === "problem" ? [parsed.problem, parsed.member] : undefined;
}

describe("parseSavedQuery", () => {
  it("accepts one tracker, several, or all", () => {
    for (const tracker of [11, [11, 12], "all"]) {
      const parsed = parseSavedQuery({ ...minimal, tracker });
      assert.ok(parsed.kind === "query");
      assert.deepEqual(parsed.query.tracker, tracker);
    }
    assert.deepEqual(problemOf({ ...minimal, tracker: "some" }), ["wrongType", "tracker"]);
    assert.deepEqual(problemOf({ ...minimal, tracker: [] }), ["missing", "tracker"]);
    assert.deepEqual(problemOf({ ...minimal, tracker: [11, "12"] }), ["wrongType", "tracker[1]"]);
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    assert.deepEqual(problemOf({ ...minimal, tracker: many }), ["tooLong", "tracker"]);
    assert.deepEqual(problemOf({ ...minimal, tracker: "all", report: 5 }), ["mutuallyExclusive", "report"]);
    assert.deepEqual(problemOf({ ...minimal, tracker: [11], text: "FROM" }), ["mutuallyExclusive", "text"]);
  });

  it("reads any query that was written", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        // Serialized like settings.
        const written: unknown = JSON.parse(JSON.stringify(toQuerySetting(query)));
        assert.deepEqual(parseSavedQuery(written), { kind: "query", query: structuredClone(query) });
      }),
    );
  });

  it("requires name, site and tracker, and writes no other members", () => {
    assert.deepEqual(parseSavedQuery(minimal), { kind: "query", query: empty });
    assert.deepEqual(toQuerySetting(empty), minimal);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (entry) => {
        assert.ok(["query", "problem"].includes(parseSavedQuery(entry).kind));
      }),
    );
    const member = fc.constantFrom("name", "site", "tracker", "where", "openOnly", "sort", "text", "report");
    fc.assert(
      fc.property(member, fc.anything(), (name, value) => {
        assert.ok(["query", "problem"].includes(parseSavedQuery({ ...minimal, [name]: value }).kind));
      }),
    );
  });

  const condition = { field: "status", operator: "is", value: "New" };
  const invalidEntries: readonly (readonly [unknown, string, string])[] = [
    [null, "notAnObject", ""],
    ["Mine", "notAnObject", ""],
    [[minimal], "notAnObject", ""],
    [{ ...minimal, name: " " }, "missing", "name"],
    [{ ...minimal, name: 7 }, "wrongType", "name"],
    [{ name: "Mine", tracker: 11 }, "missing", "site"],
    [{ ...minimal, tracker: "11" }, "wrongType", "tracker"],
    [{ ...minimal, tracker: -1 }, "wrongType", "tracker"],
    [{ ...minimal, where: condition }, "wrongType", "where"],
    [{ ...minimal, where: Array.from({ length: 51 }, () => condition) }, "tooLong", "where"],
    [{ ...minimal, where: [condition, "x"] }, "notAnObject", "where[1]"],
    [{ ...minimal, where: [{ ...condition, field: {} }] }, "wrongType", "where[0].field"],
    [{ ...minimal, where: [{ field: "a", operator: "is" }] }, "missing", "where[0].value"],
    [{ ...minimal, where: [{ ...condition, value: ["a", true] }] }, "wrongType", "where[0].value[1]"],
    [{ ...minimal, where: [{ ...condition, value: { label: "a" } }] }, "missing", "where[0].value.id"],
    [{ ...minimal, where: [{ ...condition, value: "x".repeat(1001) }] }, "tooLong", "where[0].value"],
    [{ ...minimal, openOnly: "yes" }, "wrongType", "openOnly"],
    [{ ...minimal, sort: "beauty" }, "unknownValue", "sort"],
    [{ ...minimal, group: "toString" }, "unknownValue", "group"],
    [{ ...minimal, text: "x".repeat(7001) }, "tooLong", "text"],
    [{ ...minimal, report: 1.5 }, "wrongType", "report"],
    [{ ...minimal, where: [condition], text: "a = 1" }, "mutuallyExclusive", "text"],
    [{ ...minimal, where: [condition], report: 4 }, "mutuallyExclusive", "report"],
    [{ ...minimal, report: 4, openOnly: true }, "mutuallyExclusive", "openOnly"],
  ];
  for (const [entry, problem, member] of invalidEntries) {
    it(`reports ${JSON.stringify(entry).slice(0, 100)} as ${problem} at "${member}"`, () => {
      assert.deepEqual(problemOf(entry), [problem, member]);
    });
  }

  it("doesn't affect other entries, and returns the name of an invalid one", () => {
    const parsed = parseSavedQueries([{ name: "Bad" }, minimal, 5]);
    assert.deepEqual(parsed, [
      { kind: "problem", problem: "missing", member: "site", name: "Bad" },
      { kind: "query", query: empty },
      { kind: "problem", problem: "notAnObject", member: "", name: undefined },
    ]);
    assert.deepEqual(parseSavedQueries({ 0: minimal }), []);
    assert.equal(parseSavedQueries(Array.from({ length: 5000 }, () => minimal)).length, 200);
  });
});
