import assert from "node:assert/strict";
import fc from "fast-check";
import { findReferences, type Grammar, usablePatterns } from "../../../../src/model/reference/find.ts";
import { applied, committedText } from "../../../../src/model/reference/message.ts";
import {
  type ArtifactState,
  closedBy,
  type Knowledge,
  messageProblems,
} from "../../../../src/model/reference/messageProblems.ts";

const states: ReadonlyMap<number, ArtifactState> = new Map([
  [12, "open"],
  [13, "open"],
  [404, "missing"],
  [403, "unreadable"],
  [9, "closed"],
]);
const grammar: Grammar = { trackers: ["bug"], patterns: usablePatterns(["Ticket ${id}"]) };
const knowledge: Knowledge = {
  comment: "#",
  grammar,
  branch: { artifactId: 12, reference: "art #12" },
  refusing: undefined,
  stateOf: (artifactId) => states.get(artifactId) ?? "unknown",
};

/** Each problem with the text it is about and what its fixes make of the message. */
function told(message: string, given = knowledge): readonly unknown[] {
  return messageProblems(message, given).map(({ kind, artifactId, start, end, fixes }) => [
    `${kind} ${artifactId}: ${message.slice(start, end)}`,
    ...fixes.map((fix) => `${fix.kind}: ${applied(message, fix.edit)}`),
  ]);
}

describe("problems of a commit message", () => {
  const rows: readonly (readonly [message: string, ...problems: (readonly string[])[]])[] = [
    [""],
    ["\n\n# Please enter\n"],
    ["Subject art #12"],
    ["Subject art #77"],
    ["Subject Ticket 13"],
    ["fixup! Subject"],
    ["squash! Subject"],
    ["Merge branch 'x'"],
    ["\n\nart #12", ["onlyReference 12: art #12"]],
    ["- art #12\n# Please enter\n", ["onlyReference 12: - art #12"]],
    ["art #12\n\nart #13"],
    ["art #13"],
    [
      " Subject \n\nBody\n# art #12\n",
      ["noReference 12: Subject", "insert:  Subject \n\nBody\n\nart #12\n# art #12\n"],
    ],
    ["Subject art #404", ["missing 404: art #404", "useBranch: Subject art #12", "remove: Subject"]],
    [
      "Subject (art #403)",
      ["unreadable 403: art #403", "useBranch: Subject (art #12)", "remove: Subject ()"],
    ],
    ["A bug #9 B", ["closed 9: bug #9", "useBranch: A art #12 B", "remove: A B"]],
    ["TULEAP-9: B", ["closed 9: TULEAP-9", "useBranch: TULEAP-12: B", "remove: : B"]],
    ["Ticket 9 B", ["closed 9: Ticket 9", "useBranch: Ticket 12 B", "remove: B"]],
    ["A art #12 art #9", ["closed 9: art #9", "remove: A art #12"]],
    [
      "A\n\nart #9\n\nB art #13",
      ["closed 9: art #9", "useBranch: A\n\nart #12\n\nB art #13", "remove: A\n\n\nB art #13"],
    ],
    // Without the word, the next one would be closed; with it, nothing is.
    ["Closes art #9 art #13", ["closed 9: art #9", "useBranch: Closes art #12 art #13", "remove: art #13"]],
    ["Closes art #13", ["closes 13: Closes art #13", "keepOpen: art #13"]],
    ["fix: art #12 done", ["closes 12: fix: art #12", "keepOpen: fix: (art #12) done"]],
    ["fix: closes art #12", ["closes 12: closes art #12", "keepOpen: fix: closes (art #12)"]],
    ["fix: TULEAP-12", ["closes 12: fix: TULEAP-12", "keepOpen: fix: - TULEAP-12"]],
    ["prefix TULEAP-12", ["closes 12: fix TULEAP-12", "keepOpen: prefix - TULEAP-12"]],
    ["fix: the box art #12"],
    ["Closes art #9", ["closed 9: art #9", "useBranch: Closes art #12", "remove: "]],
    // Git takes the comment out.
    ["This fixes\n# x\nart #77", ["closes 77: fixes\n# x\nart #77", "keepOpen: This art #77"]],
  ];
  for (const [message, ...problems] of rows) {
    it(`${JSON.stringify(message)}: ${problems.map(([first]) => first).join(", ") || "none"}`, () => {
      assert.deepEqual(told(message), problems);
    });
  }

  it("are fewer where less is known", () => {
    assert.deepEqual(told("Subject", { ...knowledge, branch: undefined }), []);
    assert.deepEqual(told("Subject art #404", { ...knowledge, stateOf: () => "unknown" }), []);
    assert.deepEqual(told("A art #404", { ...knowledge, branch: undefined }), [
      ["missing 404: art #404", "remove: A"],
    ]);
  });

  it("are worse where the repository takes no message without a reference", () => {
    const strict = { ...knowledge, refusing: "charts" };
    assert.deepEqual(told("Subject", strict), [["refused 12: Subject", "insert: Subject\n\nart #12"]]);
    assert.deepEqual(told("Merge branch 'x'", strict), [
      ["refused 12: Merge branch 'x'", "insert: Merge branch 'x'\n\nart #12"],
    ]);
    assert.deepEqual(told(" Subject\n# art #12\n", { ...strict, branch: undefined }), [
      ["refused undefined: Subject"],
    ]);
    // Forms that Subversion does not know.
    assert.deepEqual(told("Subject, TULEAP-13 and Ticket 13", { ...strict, branch: undefined }), [
      ["refused undefined: Subject, TULEAP-13 and Ticket 13"],
    ]);
    for (const message of [
      "",
      "# only a comment",
      "Subject art #13",
      "doc #5: mended",
      "Subject, story #8",
    ]) {
      assert.deepEqual(told(message, { ...strict, branch: undefined }), [], message);
    }
    assert.deepEqual(told("Subject art #404", { ...strict, branch: undefined }), [
      ["missing 404: art #404", "remove: Subject"],
    ]);
  });

  it("are told of a pasted list too, in no time", () => {
    const list = Array.from({ length: 2000 }, (_, at) => `Closes art #${(at % 3) + 20}`).join("\n");
    const start = process.cpuUsage();
    const problems = told(list);
    const took = process.cpuUsage(start).user / 1000;
    assert.equal(problems.length, 20);
    assert.deepEqual((problems[0] as readonly string[])[0], "closes 20: Closes art #20");
    assert.ok(took < 3_000, `${Math.round(took)} ms`);
  });

  it("tell which artifacts would be closed", () => {
    const message = "Closes art #12, fixes bug #13\n# closes art #14\nart #15 fix: art #12";
    assert.deepEqual(closedBy(message, knowledge), [12, 13]);
  });
});

describe("fixes of any commit message", () => {
  const pieces =
    "art #404|art #9|bug #403|TULEAP-404|Ticket 9|art #13|TULEAP-13|closes |fix: |fix|prefix |Fixed | |\n|\n\n|(|)|, |x|: |- |# c\n";
  const anyMessage = fc
    .array(fc.constantFrom(...pieces.split("|")), { maxLength: 10 })
    .map((parts) => parts.join(""));

  function said(message: string): readonly string[] {
    return findReferences(committedText(message, "#").text, grammar).map(
      ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
    );
  }

  it("change what one reference says, and nothing that another one does", () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyMessage, (message) => {
        const before = said(message);
        for (const problem of messageProblems(message, knowledge)) {
          assert.ok(problem.start < problem.end && problem.end <= message.length);
          for (const { kind, edit } of problem.fixes) {
            const after = said(applied(message, edit));
            const others = after.filter((each) => !before.includes(each));
            const expected = kind === "keepOpen" ? [String(problem.artifactId)] : ["12", "12!"];
            assert.ok(
              others.every((each) => expected.includes(each)),
              `${kind}: ${others.join()}`,
            );
            assert.equal(
              after.length,
              before.length + { insert: 1, remove: -1, useBranch: 0, keepOpen: 0 }[kind],
            );
            seen.set(kind, (seen.get(kind) ?? 0) + 1);
          }
        }
      }),
      { numRuns: 4000 },
    );
    for (const kind of ["insert", "remove", "useBranch", "keepOpen"]) {
      assert.ok((seen.get(kind) ?? 0) > 50, `${kind} often enough to say something: ${seen.get(kind)}`);
    }
  });

  it("are there for each problem but for a few that can't be told apart", () => {
    let [mended, left] = [0, 0];
    fc.assert(
      fc.property(anyMessage, (message) => {
        for (const { fixes } of messageProblems(message, knowledge)) {
          if (fixes.length > 0) mended += 1;
          else left += 1;
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(left * 20 < mended, `${left} of ${mended + left} have no fix`);
  });
});
