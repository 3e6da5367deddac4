import assert from "node:assert/strict";
import fc from "fast-check";
import {
  dashReferencesIn,
  findReferences,
  type Grammar,
  mentionsIn,
  platformOnly,
  usablePatterns,
} from "../../../../src/model/reference/find.ts";

const words =
  "art artifact ART bug rev close fix: TULEAP- tuleap- PROJ- p: 1 12 007 2147483648 2026-11-15 1.2 x";
const begun = "art #|bug #1|rev #a|fix art #|closes TULEAP-1| TULEAP-|Fixed:tuleap-|x #p:1| a #b/c".split(
  "|",
);
const marks = [...Array.from("#-/_.:&;() \n\té語😀\ud800"), " #", "&amp;", "&quot;", "&#39;"];
const pieces = [...words.split(" "), ...begun, ...marks];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const grammar: Grammar = { trackers: ["bug"], patterns: usablePatterns(["PROJ-${id}", "#${id}"]) };

/** The grammar once more, as one expression that tries things out where the code reads on: for short texts. */
const letter = "(?:&amp;|[\\w&])";
const oracle = new RegExp(
  `(?:(\\w+:?)[ \\t-\\r])?(\\w+)[ \\t-\\r]#(?:([\\w-]+):)?((?:(?:${letter}|[-.])+/)*${letter}+?)` +
    "(?:&(?:#(?:\\d+|[xX][\\da-fA-F]+)|quot);|(?![\\w&/]))",
  "g",
);

const closingWords =
  "close|closes|closed|closing|chore:|fix|fixes|fixed|fixing|fix:|resolve|resolves|resolved|resolving|" +
  "implement|implements|implemented|implementing|feat:";
const isClosing = new RegExp(`^(?:${closingWords})$`, "i");
const dashOracle = new RegExp(
  `(?:(${closingWords})[ \\t-\\r]?)?(?:^|[ \\t-\\r.,;:[\\](){}|'"])tuleap-(\\d+)`,
  "gi",
);

describe("references in any text", () => {
  it("are what the expression finds", () => {
    let found = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = [...text.matchAll(oracle)].map(([, context, keyword, project, value]) => ({
          keyword,
          project,
          value,
          word: isClosing.test(context ?? "") ? context : undefined,
        }));
        const read = mentionsIn(text).map(({ keyword, project, value, closing }) => ({
          keyword,
          project,
          value,
          word: closing?.word,
        }));
        assert.deepEqual(read, expected);
        found += read.length;
      }),
      { numRuns: 5000 },
    );
    assert.ok(found > 200, `enough of them to say something: ${found}`);
  });

  it("are what the expression finds, in the other form", () => {
    let found = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        // What reads as a date or a version is left out on purpose.
        fc.pre(!/tuleap-\d+(?:\.\d|-\d)/i.test(text));
        const expected = [...text.matchAll(dashOracle)]
          .map(([, word, digits]) => ({ artifactId: Number(digits), word }))
          .filter(({ artifactId }) => artifactId > 0 && artifactId <= 0x7fff_ffff);
        const read = dashReferencesIn(text).map(({ artifactId, closing }) => ({
          artifactId,
          word: closing?.word,
        }));
        assert.deepEqual(read, expected);
        found += read.length;
      }),
      { numRuns: 5000 },
    );
    assert.ok(found > 200, `enough of them to say something: ${found}`);
  });

  it("have exact places, in order, one after the other", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { start, end, artifactId, keyword, form, closing } of findReferences(text, grammar)) {
          const written = text.slice(start, end);
          assert.ok(start >= last && end > start);
          assert.ok(written.startsWith(keyword));
          if (form !== "pattern") assert.equal(Number(/\d+$/.exec(written)?.[0]), artifactId);
          if (closing !== undefined) {
            assert.equal(text.slice(closing.start, closing.end), closing.word);
            assert.ok(closing.start >= last && closing.end < start);
          }
          last = end;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it("are found again wherever they are put, if what is around is no part of them", () => {
    const id = fc.integer({ min: 1, max: 0x7fff_ffff });
    const form = fc.constantFrom("art #", "Artifact #", "art #p-1:", "TULEAP-", "bug #");
    fc.assert(
      fc.property(anyText, form, id, anyText, (before, keyword, artifactId, after) => {
        // Three line breaks: what stands before can't close it, nor be read on into it.
        const text = `${before}\n\n\n${keyword}${artifactId}\n${after}`;
        const start = before.length + 3;
        const reference = findReferences(text, grammar).find((each) => each.start === start);
        assert.equal(reference?.artifactId, artifactId);
        assert.equal(reference.end, start + keyword.length + String(artifactId).length);
        assert.equal(reference.closing, undefined);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Best of some tries: what others do on the machine can only make it longer. */
function shortestTime(action: () => void): number {
  const times = Array.from({ length: 2 }, () => {
    const start = process.cpuUsage();
    action();
    const { user, system } = process.cpuUsage(start);
    return user + system;
  });
  return Math.min(...times);
}

describe("hostile text", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["one word", "a"],
    ["keywords", "art "],
    ["hashes", "#"],
    ["keywords and hashes", "art #"],
    ["a value with folders", "a/"],
    ["a value with dashes", "a-"],
    ["ands", "&"],
    ["escaped marks that never end", "&#1"],
    ["projects", "a #b:"],
    ["dashed forms", "tuleap-"],
    ["digits", "1"],
    ["closing words", "close\n"],
    ["blanks", " "],
    ["references", "closes art #1 "],
    ["patterns", "PROJ-"],
    ["dashes", "-"],
    ["slashes", "-/"],
  ];
  for (const [name, piece] of rows) {
    it(`takes time by its length: ${name}`, () => {
      const text = (length: number): string =>
        `art #${piece.repeat(Math.ceil(length / piece.length))} tuleap-${piece}`;
      const [short, long] = [text(1 << 16), text(1 << 20)];
      const patterns = usablePatterns(["PROJ-${id}", "${project}/${id}"]);
      const look = (each: string) => (): void => {
        findReferences(each, { ...platformOnly, patterns });
      };
      look(short)();
      const least = 20_000;
      const ratio = shortestTime(look(long)) / Math.max(shortestTime(look(short)), least);
      // Sixteen times the length; with its square it would be 256 times the time. In between there is room for what
      // else the process does meanwhile, such as collecting garbage.
      assert.ok(ratio < 64, `${ratio} times the time`);
    });
  }
});
