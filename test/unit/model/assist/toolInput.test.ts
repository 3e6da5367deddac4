import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type ToolInputParseResult,
  parseCommentToolInput,
  parseCreateToolInput,
  parseReadToolInput,
  parseSearchToolInput,
  parseTrackerToolInput,
  parseUpdateToolInput,
} from "../../../../src/model/assist/toolInput.ts";

function getProblem(parsed: ToolInputParseResult<unknown>): unknown {
  return parsed.kind === "problem" ? [parsed.problem.problem, parsed.problem.path] : parsed.input;
}

const revision = "r";

/** Parser, input, problem and path. */
const invalidInputs: readonly (readonly [
  (input: unknown) => ToolInputParseResult<unknown>,
  unknown,
  string,
  string,
])[] = [
  [parseReadToolInput, undefined, "notAnObject", ""],
  [parseReadToolInput, [], "notAnObject", ""],
  [parseReadToolInput, {}, "missing", "artifact"],
  [parseReadToolInput, { artifact: "12" }, "notANumber", "artifact"],
  [parseReadToolInput, { artifact: 1.5 }, "notANumber", "artifact"],
  [parseReadToolInput, { artifact: 12, tracker: -1 }, "notANumber", "tracker"],
  [parseReadToolInput, { artifact: 12, site: 7, tracker: {} }, "notANumber", "tracker"],
  [parseTrackerToolInput, { site: {} }, "notAString", "site"],
  [parseSearchToolInput, { where: "x" }, "notAnArray", "where"],
  [parseSearchToolInput, { where: [{ field: "a", operator: "is" }] }, "missing", "where[0].values"],
  [parseSearchToolInput, { openOnly: "yes" }, "notABoolean", "openOnly"],
  [parseCreateToolInput, { tracker: 1 }, "missing", "fields"],
  [parseCreateToolInput, { tracker: 1, fields: [] }, "missing", "fields"],
  [parseCreateToolInput, { tracker: 1, fields: [null] }, "notAnObject", "fields[0]"],
  [parseCreateToolInput, { tracker: 1, fields: [{ field: " ", values: [] }] }, "missing", "fields[0].field"],
  [
    parseCreateToolInput,
    { tracker: 1, fields: [{ field: "a", values: "b" }] },
    "notAnArray",
    "fields[0].values",
  ],
  [
    parseCreateToolInput,
    { tracker: 1, fields: [{ field: "a", values: [{}] }] },
    "notAString",
    "fields[0].values[0]",
  ],
  [
    parseCreateToolInput,
    { tracker: 1, fields: [{ field: "a", values: ["x".repeat(10_001)] }] },
    "tooLong",
    "fields[0].values[0]",
  ],
  [
    parseCreateToolInput,
    { tracker: 1, fields: [{ field: "a", how: "replace", values: [] }] },
    "unknownKeyword",
    "fields[0].how",
  ],
  [parseUpdateToolInput, { artifact: 1, fields: [{ field: "a", values: [] }] }, "missing", "revision"],
  [parseUpdateToolInput, { artifact: 1, revision }, "missing", "fields"],
  [parseCommentToolInput, { artifact: 1, revision, comment: " \n" }, "missing", "comment"],
  [parseCommentToolInput, { artifact: 1, revision }, "missing", "comment"],
];

describe("parsing tool input", () => {
  for (const [parse, input, problem, member] of invalidInputs) {
    it(`reports ${member === "" ? "the input" : member} as ${problem} in ${JSON.stringify([input]).slice(1, 60)}`, () => {
      assert.deepEqual(getProblem(parse(input)), [problem, member]);
    });
  }

  it("fills in defaults for omitted members", () => {
    assert.deepEqual(getProblem(parseSearchToolInput({})), {
      site: undefined,
      tracker: undefined,
      words: undefined,
      where: [],
      openOnly: false,
      limit: 20,
    });
    assert.deepEqual(getProblem(parseReadToolInput({ artifact: 12, site: null, tracker: null })), {
      site: undefined,
      artifact: 12,
      tracker: undefined,
    });
    assert.deepEqual(getProblem(parseCommentToolInput({ artifact: 1, revision, comment: "Seen." })), {
      artifact: 1,
      revision,
      fields: [],
      comment: "Seen.",
    });
  });

  it("limits the number of rows and converts numbers to text", () => {
    const search = parseSearchToolInput({
      limit: 1000,
      tracker: 3,
      where: [{ field: "n", operator: "=", values: [4] }],
    });
    assert.ok(search.kind === "input");
    assert.deepEqual([search.input.limit, search.input.where[0]?.values], [50, ["4"]]);
  });

  it("removes invisible characters", () => {
    const hidden = "a\u202eb\u200bc\u{e0041}d\u0000e\r\nf\tg\u2066h";
    const read = parseCommentToolInput({ artifact: 1, revision, comment: hidden });
    assert.ok(read.kind === "input");
    assert.equal(read.input.comment, "abcde\nf\tgh");
  });

  it("returns an input or a problem for any value", () => {
    const parsers = [
      parseReadToolInput,
      parseTrackerToolInput,
      parseSearchToolInput,
      parseCreateToolInput,
      parseUpdateToolInput,
      parseCommentToolInput,
    ];
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...parsers), (input, parse) => {
        assert.ok(["input", "problem"].includes(parse(input).kind));
      }),
    );
  });
});
