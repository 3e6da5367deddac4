import assert from "node:assert/strict";
import fc from "fast-check";
import {
  findTuleapDashReferences,
  findReferences,
  type ReferenceGrammar,
  findObjectReferences,
  builtInGrammar,
  parseValidPatterns,
} from "../../../../src/model/reference/findReferences.ts";

const words =
  "art artifact ART bug rev close fix: TULEAP- tuleap- PROJ- p: 1 12 007 2147483648 2026-11-15 1.2 x";
const prefixes = "art #|bug #1|rev #a|fix art #|closes TULEAP-1| TULEAP-|Fixed:tuleap-|x #p:1| a #b/c".split(
  "|",
);
const marks = [...Array.from("#-/_.:&;() \n\té語😀\ud800"), " #", "&amp;", "&quot;", "&#39;"];
const pieces = [...words.split(" "), ...prefixes, ...marks];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 60 }),
);
const grammar: ReferenceGrammar = {
  trackerNames: ["bug"],
  patterns: parseValidPatterns(["PROJ-${id}", "#${id}"]),
};

/** The same grammar as a backtracking expression, for short texts. */
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
  it("match the expression", () => {
    let found = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = [...text.matchAll(oracle)].map(([, context, keyword, project, value]) => ({
          keyword,
          project,
          value,
          word: isClosing.test(context ?? "") ? context : undefined,
        }));
        const read = findObjectReferences(text).map(({ keyword, project, value, closing }) => ({
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

  it("match the expression of the other form", () => {
    let found = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        // Dates and versions are ignored on purpose.
        fc.pre(!/tuleap-\d+(?:\.\d|-\d)/i.test(text));
        const expected = [...text.matchAll(dashOracle)]
          .map(([, word, digits]) => ({ artifactId: Number(digits), word }))
          .filter(({ artifactId }) => artifactId > 0 && artifactId <= 0x7fff_ffff);
        const read = findTuleapDashReferences(text).map(({ artifactId, closing }) => ({
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

  it("have exact ranges in order without overlaps", () => {
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

  it("are found wherever they are inserted if the text around isn't part of them", () => {
    const id = fc.integer({ min: 1, max: 0x7fff_ffff });
    const form = fc.constantFrom("art #", "Artifact #", "art #p-1:", "TULEAP-", "bug #");
    fc.assert(
      fc.property(anyText, form, id, anyText, (before, keyword, artifactId, after) => {
        // Three line breaks separate it from the text before.
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

/** The fastest of several runs, because other load can only increase the time. */
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
    it(`takes linear time: ${name}`, () => {
      const text = (length: number): string =>
        `art #${piece.repeat(Math.ceil(length / piece.length))} tuleap-${piece}`;
      const [short, long] = [text(1 << 16), text(1 << 20)];
      const patterns = parseValidPatterns(["PROJ-${id}", "${project}/${id}"]);
      const look = (each: string) => (): void => {
        findReferences(each, { ...builtInGrammar, patterns });
      };
      look(short)();
      const least = 20_000;
      const ratio = shortestTime(look(long)) / Math.max(shortestTime(look(short)), least);
      // For 16 times the length, quadratic time would be 256 times as long. The margin allows for garbage
      // collection and other load.
      assert.ok(ratio < 64, `${ratio} times the time`);
    });
  }
});
