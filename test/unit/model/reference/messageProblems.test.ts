import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findReferences,
  type ReferenceGrammar,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";
import { applyTextEdit, getCommittedText } from "../../../../src/model/reference/commitMessage.ts";
import {
  type ReferencedArtifactState,
  findArtifactIdsToClose,
  type MessageCheckContext,
  findMessageProblems,
} from "../../../../src/model/reference/messageProblems.ts";

const states: ReadonlyMap<number, ReferencedArtifactState> = new Map([
  [12, "open"],
  [13, "open"],
  [404, "missing"],
  [403, "unreadable"],
  [9, "closed"],
]);
const grammar: ReferenceGrammar = { trackerNames: ["bug"], patterns: parseValidPatterns(["Ticket ${id}"]) };
const context: MessageCheckContext = {
  commentPrefix: "#",
  grammar,
  branchReference: { artifactId: 12, reference: "art #12" },
  rejectingRepository: undefined,
  getArtifactState: (artifactId) => states.get(artifactId) ?? "unknown",
};

/** Problems with their text and the results of their fixes. */
function describeProblems(message: string, checkContext = context): readonly unknown[] {
  return findMessageProblems(message, checkContext).map(({ kind, artifactId, start, end, fixes }) => [
    `${kind} ${artifactId}: ${message.slice(start, end)}`,
    ...fixes.map((fix) => `${fix.kind}: ${applyTextEdit(message, fix.edit)}`),
  ]);
}

describe("findMessageProblems", () => {
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
    // Removing the keyword too keeps the next reference from being closed.
    ["Closes art #9 art #13", ["closed 9: art #9", "useBranch: Closes art #12 art #13", "remove: art #13"]],
    ["Closes art #13", ["closes 13: Closes art #13", "keepOpen: art #13"]],
    ["fix: art #12 done", ["closes 12: fix: art #12", "keepOpen: fix: (art #12) done"]],
    ["fix: closes art #12", ["closes 12: closes art #12", "keepOpen: fix: closes (art #12)"]],
    ["fix: TULEAP-12", ["closes 12: fix: TULEAP-12", "keepOpen: fix: - TULEAP-12"]],
    ["prefix TULEAP-12", ["closes 12: fix TULEAP-12", "keepOpen: prefix - TULEAP-12"]],
    ["fix: the box art #12"],
    ["Closes art #9", ["closed 9: art #9", "useBranch: Closes art #12", "remove: "]],
    // Git removes the comment.
    ["This fixes\n# x\nart #77", ["closes 77: fixes\n# x\nart #77", "keepOpen: This art #77"]],
  ];
  for (const [message, ...problems] of rows) {
    it(`finds in ${JSON.stringify(message)}: ${problems.map(([first]) => first).join(", ") || "none"}`, () => {
      assert.deepEqual(describeProblems(message), problems);
    });
  }

  it("finds less if less is known", () => {
    assert.deepEqual(describeProblems("Subject", { ...context, branchReference: undefined }), []);
    assert.deepEqual(
      describeProblems("Subject art #404", { ...context, getArtifactState: () => "unknown" }),
      [],
    );
    assert.deepEqual(describeProblems("A art #404", { ...context, branchReference: undefined }), [
      ["missing 404: art #404", "remove: A"],
    ]);
  });

  it("reports a rejection if the repository requires a reference", () => {
    const strict = { ...context, rejectingRepository: "charts" };
    assert.deepEqual(describeProblems("Subject", strict), [
      ["rejected 12: Subject", "insert: Subject\n\nart #12"],
    ]);
    assert.deepEqual(describeProblems("Merge branch 'x'", strict), [
      ["rejected 12: Merge branch 'x'", "insert: Merge branch 'x'\n\nart #12"],
    ]);
    assert.deepEqual(describeProblems(" Subject\n# art #12\n", { ...strict, branchReference: undefined }), [
      ["rejected undefined: Subject"],
    ]);
    // Forms that Subversion doesn't support.
    assert.deepEqual(
      describeProblems("Subject, TULEAP-13 and Ticket 13", { ...strict, branchReference: undefined }),
      [["rejected undefined: Subject, TULEAP-13 and Ticket 13"]],
    );
    for (const message of [
      "",
      "# only a comment",
      "Subject art #13",
      "doc #5: mended",
      "Subject, story #8",
    ]) {
      assert.deepEqual(describeProblems(message, { ...strict, branchReference: undefined }), [], message);
    }
    assert.deepEqual(describeProblems("Subject art #404", { ...strict, branchReference: undefined }), [
      ["missing 404: art #404", "remove: Subject"],
    ]);
  });

  it("is fast for a pasted list", () => {
    const list = Array.from({ length: 2000 }, (_, at) => `Closes art #${(at % 3) + 20}`).join("\n");
    const start = process.cpuUsage();
    const problems = describeProblems(list);
    const elapsed = process.cpuUsage(start).user / 1000;
    assert.equal(problems.length, 20);
    assert.deepEqual((problems[0] as readonly string[])[0], "closes 20: Closes art #20");
    assert.ok(elapsed < 3_000, `${Math.round(elapsed)} ms`);
  });

  it("finds the artifacts that would be closed", () => {
    const message = "Closes art #12, fixes bug #13\n# closes art #14\nart #15 fix: art #12";
    assert.deepEqual(findArtifactIdsToClose(message, context), [12, 13]);
  });
});

describe("fixes of any commit message", () => {
  const pieces =
    "art #404|art #9|bug #403|TULEAP-404|Ticket 9|art #13|TULEAP-13|closes |fix: |fix|prefix |Fixed | |\n|\n\n|(|)|, |x|: |- |# c\n";
  const anyMessage = fc
    .array(fc.constantFrom(...pieces.split("|")), { maxLength: 10 })
    .map((parts) => parts.join(""));

  function summarize(message: string): readonly string[] {
    return findReferences(getCommittedText(message, "#").text, grammar).map(
      ({ artifactId, closing }) => `${artifactId}${closing === undefined ? "" : "!"}`,
    );
  }

  it("change one reference and no other", () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(anyMessage, (message) => {
        const before = summarize(message);
        for (const problem of findMessageProblems(message, context)) {
          assert.ok(problem.start < problem.end && problem.end <= message.length);
          for (const { kind, edit } of problem.fixes) {
            const after = summarize(applyTextEdit(message, edit));
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
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
          }
        }
      }),
      { numRuns: 4000 },
    );
    for (const kind of ["insert", "remove", "useBranch", "keepOpen"]) {
      assert.ok((counts.get(kind) ?? 0) > 50, `${kind} often enough to say something: ${counts.get(kind)}`);
    }
  });

  it("exist for each problem except a few ambiguous ones", () => {
    let [fixed, unfixed] = [0, 0];
    fc.assert(
      fc.property(anyMessage, (message) => {
        for (const { fixes } of findMessageProblems(message, context)) {
          if (fixes.length > 0) fixed += 1;
          else unfixed += 1;
        }
      }),
      { numRuns: 3000 },
    );
    assert.ok(unfixed * 20 < fixed, `${unfixed} of ${fixed + unfixed} have no fix`);
  });
});
