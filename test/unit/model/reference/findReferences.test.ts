import assert from "node:assert/strict";
import {
  findReferences,
  findObjectReferences,
  builtInGrammar,
  refersToArtifact,
} from "../../../../src/model/reference/findReferences.ts";
import { classifyKeyword, toTrackerKeywords } from "../../../../src/model/reference/referenceKeywords.ts";

/** References as written, with their id and closing keyword. */
function read(text: string, trackerNames: readonly string[] = []): readonly string[] {
  return findReferences(text, { trackerNames, patterns: [] }).map(
    ({ start, end, artifactId, project, closing }) =>
      `${text.slice(start, end)} = ${project === undefined ? "" : `${project}:`}${artifactId}` +
      (closing === undefined ? "" : ` by ${closing.word}`),
  );
}

type Row = readonly [text: string, ...references: string[]];

function each(rows: readonly Row[], trackers: readonly string[] = []): void {
  for (const [text, ...references] of rows) {
    it(`finds in ${JSON.stringify(text)}: ${references.length === 0 ? "none" : references.join(", ")}`, () => {
      assert.deepEqual(read(text, trackers), references);
    });
  }
}

describe("a reference with keyword and #", () => {
  each([
    ["art #123", "art #123 = 123"],
    ["artifact #123", "artifact #123 = 123"],
    ["ART #7 and Artifact #8", "ART #7 = 7", "Artifact #8 = 8"],
    ["art #project:12", "art #project:12 = project:12"],
    ["art #101:12", "art #101:12 = 101:12"],
    ["art #my-pro_ject:12", "art #my-pro_ject:12 = my-pro_ject:12"],
    ["art#123"],
    ["#123"],
    ["art 123"],
    ["art #"],
    ["art # 12"],
    ["art  #12"],
    ["art\u00a0#12"],
    ["art\t#12", "art\t#12 = 12"],
    ["art\n#12", "art\n#12 = 12"],
    ["arto #123"],
    ["smart #12"],
    ["_art #12"],
    ["2art #12"],
    ["d'art #12", "art #12 = 12"],
    // Tuleap matches bytes: only ASCII letters count.
    ["éart #12", "art #12 = 12"],
    ["départ #12"],
    ["語art #12語", "art #12 = 12"],
    ["😀art #12😀", "art #12 = 12"],
    ["(art #12)", "art #12 = 12"],
    ["`art #12`", "art #12 = 12"],
    ["See art #12.", "art #12 = 12"],
    ["art #12, art #13; art #14", "art #12 = 12", "art #13 = 13", "art #14 = 14"],
    ["art #123-art #124", "art #123 = 123", "art #124 = 124"],
    ["art #12: done", "art #12 = 12"],
    ["art #12-3", "art #12 = 12"],
    ["art #12_3"],
    ["art #12a"],
    ["art #abc"],
    ["art #12/3"],
    ["art #12/"],
    ["art #12-3/4"],
    ["art #12-3/ and", "art #12 = 12"],
    ["art #a.b-c_d/12784."],
    ["art #123:wikipage/2"],
    ["art #012", "art #012 = 12"],
    ["art #0"],
    ["art #2147483647", "art #2147483647 = 2147483647"],
    ["art #2147483648"],
    ["art #99999999999999999999999"],
    ["art #-1"],
    ["art #12&quot; x", "art #12 = 12"],
    ["&#039;art #12&#039;", "art #12 = 12"],
    ["art #12&#x27;", "art #12 = 12"],
    ["art #12&amp;x"],
    ["art #12&"],
    ["https://example.org/art%20#12"],
    ["https://example.org/plugins/tracker/?aid=12#art"],
    ["on 2026-11-15, version 1.2.3, 17.4, 2026-08"],
  ]);

  it("doesn't overlap with the next one", () => {
    assert.deepEqual(read("rev #art #12"), []);
    assert.deepEqual(read("x #1:art #12"), []);
    assert.deepEqual(read("wiki #a&amp;art #12"), []);
    assert.deepEqual(read("art #fix art #12"), ["art #12 = 12"]);
  });
});

describe("references to other objects", () => {
  each([
    ["rev #repo/12"],
    ["git #repo/4f2a9c"],
    ["doc #5 and wiki #page"],
    ["rev #12 of art #3", "art #3 = 3"],
  ]);

  it("are found and classified", () => {
    const text = "Merge &#039;doc #12784&#039; for art #123, arto #5, bug #6, Story #7";
    const trackers = toTrackerKeywords(["story"]);
    assert.deepEqual(
      findObjectReferences(text).map(({ keyword, value }) => [
        keyword,
        value,
        classifyKeyword(keyword, trackers),
      ]),
      [
        ["doc", "12784", "otherObject"],
        ["art", "123", "artifact"],
        ["arto", "5", "unknown"],
        ["bug", "6", "unknown"],
        ["Story", "7", "artifact"],
      ],
    );
  });

  it("have the same values as in Tuleap", () => {
    const values = (text: string): unknown =>
      findObjectReferences(text).map(({ project, value }) => [project, value]);
    assert.deepEqual(values("ref #a.b-c_d/12784."), [[undefined, "a.b-c_d/12784"]]);
    assert.deepEqual(values("art #abc-de_f:ghi"), [["abc-de_f", "ghi"]]);
    assert.deepEqual(values("wiki #project:page/subpage&amp;toto&tutu & co"), [
      ["project", "page/subpage&amp;toto&tutu"],
    ]);
    assert.equal(
      findObjectReferences("art #123:abc is art #123 and rev #codendi:123, file #123:release1").length,
      4,
    );
  });
});

describe("a tracker's short name", () => {
  each([["bug #12"], ["user_story #12"]]);
  each(
    [
      ["bug #12", "bug #12 = 12"],
      ["User_Story #12", "User_Story #12 = 12"],
      ["debug #12"],
      ["bug#12"],
      ["rev #12"],
    ],
    ["bug", "user_story", "rev"],
  );
});

describe("a reference with TULEAP-", () => {
  each([
    ["TULEAP-123", "TULEAP-123 = 123"],
    ["tuleap-123", "tuleap-123 = 123"],
    [
      "artifact TULEAP-123 01 (TULEAP-234,tuleap-345)",
      "TULEAP-123 = 123",
      "TULEAP-234 = 234",
      "tuleap-345 = 345",
    ],
    ["artifact TULEAP-12a3 01", "TULEAP-12 = 12"],
    ["artifact TULEAP-abc 01"],
    ["sdfTULEAP-12"],
    ["TULEAP- 12"],
    ["TULEAP-0"],
    ["TULEAP-12-title", "TULEAP-12 = 12"],
    ["See TULEAP-12.", "TULEAP-12 = 12"],
    ["https://example.org/TULEAP-12"],
    ["refs/heads/tuleap-12-title"],
    ["Update to Tuleap-17.4"],
    ["tuleap-2026-11-15"],
    ["İİİ TULEAP-12", "TULEAP-12 = 12"],
  ]);
  each(Array.from(" ,.;:|[](){}'\"\t\n").map((mark) => [`${mark}TULEAP-123`, "TULEAP-123 = 123"]));
  each(Array.from("#-_éèàe&語/=`").map((mark) => [`${mark}TULEAP-123`]));
});

describe("a closing keyword", () => {
  const words =
    "close closes closed closing chore: fix fixes fixed fixing fix: implement implements implemented " +
    "implementing feat: resolve resolves resolved resolving";
  each(words.split(" ").map((word) => [`${word} art #12`, `art #12 = 12 by ${word}`]));
  each(words.split(" ").map((word) => [`${word} TULEAP-12`, `TULEAP-12 = 12 by ${word}`]));
  each([
    ["Implements story #123"],
    ["resOLving art #1", "art #1 = 1 by resOLving"],
    ["closed art #456 and fixes art #457", "art #456 = 456 by closed", "art #457 = 457 by fixes"],
    ["This closes\nart #12", "art #12 = 12 by closes"],
    ["fix: the box art #12", "art #12 = 12"],
    ["fix(ui): art #12", "art #12 = 12"],
    ["fixes: art #12", "art #12 = 12"],
    ["closes  art #12", "art #12 = 12"],
    ["closes (art #12)", "art #12 = 12"],
    ["closes\n\nart #12", "art #12 = 12"],
    ["prefix art #12", "art #12 = 12"],
    ["refix: art #12", "art #12 = 12"],
    ["closesart #12"],
    ["closes#art #12", "art #12 = 12"],
    ["closes art #12, art #13", "art #12 = 12 by closes", "art #13 = 13"],
    // This form allows more characters in between.
    ["fixes (TULEAP-12)", "TULEAP-12 = 12 by fixes"],
    ["fixes:TULEAP-12", "TULEAP-12 = 12 by fixes"],
    ["fixes  TULEAP-12", "TULEAP-12 = 12 by fixes"],
    ["prefix TULEAP-12", "TULEAP-12 = 12 by fix"],
    ["fixes: TULEAP-12", "TULEAP-12 = 12"],
    ["fix: a TULEAP-12", "TULEAP-12 = 12"],
    ["fixes   TULEAP-12", "TULEAP-12 = 12"],
  ]);
  each([["Implements story #123", "story #123 = 123 by Implements"]], ["story"]);

  it("has a range of its own", () => {
    const [reference] = findReferences("x Fixes art #12", builtInGrammar);
    assert.deepEqual(reference?.closing, { start: 2, end: 7, word: "Fixes", verb: "fixes" });
  });
});

describe("references of both forms", () => {
  it("are returned in the order of the text with their form", () => {
    const text = "TULEAP-1 art #2 tuleap-3 artifact #p:4";
    const rest = { project: undefined, closing: undefined };
    assert.deepEqual(findReferences(text, builtInGrammar), [
      { start: 0, end: 8, artifactId: 1, form: "dash", keyword: "TULEAP", ...rest },
      { start: 9, end: 15, artifactId: 2, form: "hash", keyword: "art", ...rest },
      { start: 16, end: 24, artifactId: 3, form: "dash", keyword: "tuleap", ...rest },
      { start: 25, end: 38, artifactId: 4, form: "hash", keyword: "artifact", ...rest, project: "p" },
    ]);
  });

  it("can be searched for one artifact", () => {
    assert.equal(refersToArtifact("see TULEAP-12", 12, builtInGrammar), true);
    assert.equal(refersToArtifact("see art #123", 12, builtInGrammar), false);
  });
});
