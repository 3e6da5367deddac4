import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Checked,
  commentRequest,
  createRequest,
  readRequest,
  searchRequest,
  trackerRequest,
  updateRequest,
} from "../../../../src/model/assist/request.ts";

function flawIn(checked: Checked<unknown>): unknown {
  return checked.kind === "flaw" ? [checked.flaw.problem, checked.flaw.member] : checked.request;
}

const revision = "r";

/** What is asked, by whom it is checked, and what is wrong with it. */
const wrong: readonly (readonly [(input: unknown) => Checked<unknown>, unknown, string, string])[] = [
  [readRequest, undefined, "notAnObject", ""],
  [readRequest, [], "notAnObject", ""],
  [readRequest, {}, "missing", "artifact"],
  [readRequest, { artifact: "12" }, "notANumber", "artifact"],
  [readRequest, { artifact: 1.5 }, "notANumber", "artifact"],
  [readRequest, { artifact: 12, tracker: -1 }, "notANumber", "tracker"],
  [readRequest, { artifact: 12, site: 7, tracker: {} }, "notANumber", "tracker"],
  [trackerRequest, { site: {} }, "notAText", "site"],
  [searchRequest, { where: "x" }, "notAList", "where"],
  [searchRequest, { where: [{ field: "a", operator: "is" }] }, "missing", "where[0].values"],
  [searchRequest, { openOnly: "yes" }, "notATruth", "openOnly"],
  [createRequest, { tracker: 1 }, "missing", "fields"],
  [createRequest, { tracker: 1, fields: [] }, "missing", "fields"],
  [createRequest, { tracker: 1, fields: [null] }, "notAnObject", "fields[0]"],
  [createRequest, { tracker: 1, fields: [{ field: " ", values: [] }] }, "missing", "fields[0].field"],
  [createRequest, { tracker: 1, fields: [{ field: "a", values: "b" }] }, "notAList", "fields[0].values"],
  [createRequest, { tracker: 1, fields: [{ field: "a", values: [{}] }] }, "notAText", "fields[0].values[0]"],
  [
    createRequest,
    { tracker: 1, fields: [{ field: "a", values: ["x".repeat(10_001)] }] },
    "tooLong",
    "fields[0].values[0]",
  ],
  [
    createRequest,
    { tracker: 1, fields: [{ field: "a", how: "replace", values: [] }] },
    "unknownWord",
    "fields[0].how",
  ],
  [updateRequest, { artifact: 1, fields: [{ field: "a", values: [] }] }, "missing", "revision"],
  [updateRequest, { artifact: 1, revision }, "missing", "fields"],
  [commentRequest, { artifact: 1, revision, comment: " \n" }, "missing", "comment"],
  [commentRequest, { artifact: 1, revision }, "missing", "comment"],
];

describe("what an assistant asks for", () => {
  for (const [check, input, problem, member] of wrong) {
    it(`is told that ${member === "" ? "it" : member} is ${problem} in ${JSON.stringify([input]).slice(1, 60)}`, () => {
      assert.deepEqual(flawIn(check(input)), [problem, member]);
    });
  }

  it("is read with what it leaves out", () => {
    assert.deepEqual(flawIn(searchRequest({})), {
      site: undefined,
      tracker: undefined,
      words: undefined,
      where: [],
      openOnly: false,
      limit: 20,
    });
    assert.deepEqual(flawIn(readRequest({ artifact: 12, site: null, tracker: null })), {
      site: undefined,
      artifact: 12,
      tracker: undefined,
    });
    assert.deepEqual(flawIn(commentRequest({ artifact: 1, revision, comment: "Seen." })), {
      artifact: 1,
      revision,
      fields: [],
      comment: "Seen.",
    });
  });

  it("gives no more rows than may be asked for, and takes numbers for texts", () => {
    const search = searchRequest({
      limit: 1000,
      tracker: 3,
      where: [{ field: "n", operator: "=", values: [4] }],
    });
    assert.ok(search.kind === "request");
    assert.deepEqual([search.request.limit, search.request.where[0]?.values], [50, ["4"]]);
  });

  it("holds nothing that a person would not see", () => {
    const hidden = "a\u202eb\u200bc\u{e0041}d\u0000e\r\nf\tg\u2066h";
    const read = commentRequest({ artifact: 1, revision, comment: hidden });
    assert.ok(read.kind === "request");
    assert.equal(read.request.comment, "abcde\nf\tgh");
  });

  it("is a request or a flaw, whatever it is", () => {
    const checks = [readRequest, trackerRequest, searchRequest, createRequest, updateRequest, commentRequest];
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...checks), (input, check) => {
        assert.ok(["request", "flaw"].includes(check(input).kind));
      }),
    );
  });
});
