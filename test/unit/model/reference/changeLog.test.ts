import assert from "node:assert/strict";
import fc from "fast-check";
import { marked } from "marked";
import { removeInvisibleCharacters } from "../../../../src/model/displayText.ts";
import {
  type ChangeLog,
  type ChangeLogCommit,
  type ChangeLogEntry,
  escapeMarkdownMinimally,
  formatChangeLog,
  toChangeLogRows,
} from "../../../../src/model/reference/changeLog.ts";
import { toCsv } from "../../../../src/model/table.ts";
import { arbitraryHostileText } from "./templateArtifacts.ts";

const page = "https://tuleap.example.org/plugins/tracker/?aid=12";

function html(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

/** Links must show where they lead. */
function removeHonestLinks(markup: string): string {
  return markup.replaceAll(/<a href="([^"]*)">([^<]*)<\/a>/g, (link, target: string, text: string) => {
    const address = encodeURI(text).replaceAll("%25", "%");
    return [address, `http://${address}`, `mailto:${address}`].includes(target) ? text : link;
  });
}

/** The visible text. */
function toVisibleText(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const texts = {
  unknownTracker: "Other artifacts",
  otherCommits: "Commits without an artifact",
  formatOmittedCount: (count: number) => `${count} more`,
};

function createCommit(subject: string, digits = "ab"): ChangeLogCommit {
  return { hash: digits.repeat(20), subject, author: "Ada", authoredAt: "2026-01-01T00:01:00+01:00" };
}

function createEntry(artifactId: number, entry: Partial<ChangeLogEntry> = {}): ChangeLogEntry {
  const unknown = { title: undefined, status: undefined, isOpen: undefined, tracker: undefined };
  return { artifactId, ...unknown, pageUrl: undefined, commits: [], ...entry };
}

function format(changeLog: Partial<ChangeLog>): string {
  return formatChangeLog({ heading: "v1", entries: [], otherCommits: [], notes: [], ...changeLog }, texts);
}

describe("formatChangeLog", () => {
  it("lists each artifact once, by tracker and status, what is done first", () => {
    const bug = { tracker: "Bugs", isOpen: false } as const;
    const log = format({
      heading: "v1 to tuleap-1478-x",
      entries: [
        createEntry(3, { ...bug, status: "New", isOpen: true, title: "Still open" }),
        createEntry(12, { ...bug, status: "Done", title: "Login fails", pageUrl: page }),
        createEntry(7, { tracker: "Activities", title: "A *star*" }),
        createEntry(12, { ...bug, status: "Done", title: "Login fails", pageUrl: page }),
        createEntry(404, { pageUrl: "javascript:alert(1)" }),
        createEntry(5, { ...bug, title: " ", status: " ", pageUrl: "https://x.org/> <b>" }),
        createEntry(6, { ...bug, status: "Rejected", title: "Not a bug" }),
      ],
    });
    const expected = [
      "## v1 to tuleap-1478-x",
      "### Activities",
      "- art #7 A \\*star\\*",
      "### Bugs",
      "- art #5",
      "#### Done",
      `- [art #12](<${page}>) Login fails`,
      "#### Rejected",
      "- art #6 Not a bug",
      "#### New",
      "- art #3 Still open",
      "### Other artifacts",
      "- art #404",
    ];
    assert.equal(log, `${expected.join("\n\n")}\n`);
    assert.ok(html(log).includes(`<h4>Done</h4>\n<ul>\n<li><a href="${page}">art #12</a> Login fails</li>`));
  });

  it("lists commit subjects below their artifact, and how many are omitted", () => {
    const commits = Array.from({ length: 53 }, (_, at) => createCommit(`Fix ${at}`));
    const log = format({ entries: [createEntry(12, { title: "x", commits })] });
    const lines = log.split("\n").filter((line) => line.startsWith("  - "));
    assert.deepEqual([lines[0], lines.length, lines.at(-1)], ["  - Fix 0 (ababababab)", 51, "  - 3 more"]);
    assert.match(html(log), /<li>art #12 x<ul>\n<li>Fix 0 \(ababababab\)<\/li>/);
  });

  it("lists commits without an artifact, and notes at the end", () => {
    const log = format({ otherCommits: [createCommit("Tidy up"), createCommit("")], notes: ["One", "Two"] });
    assert.equal(
      log,
      "## v1\n\n### Commits without an artifact\n\n- Tidy up (ababababab)\n- (ababababab)\n\nOne\n\nTwo\n",
    );
    const many = Array.from({ length: 1002 }, () => createCommit("x"));
    assert.match(format({ otherCommits: many }), /\n- 2 more\n$/);
  });

  it("returns only the heading without artifacts and commits", () => {
    assert.equal(format({}), "## v1\n");
  });

  it("doesn't escape plain text", () => {
    for (const plain of [
      "art #1478: x",
      "feature/tuleap-1478_new_name, v1.2.3 (beta) + more!",
      "a > b & c",
      "1.4.0",
      "2.5 GHz",
      "@Override of ada@example.org, for @ada",
    ]) {
      assert.equal(escapeMarkdownMinimally(plain), plain);
    }
  });

  it("writes web addresses as links that can be copied", () => {
    assert.equal(
      escapeMarkdownMinimally("See https://x.org/~ada/a_b*?c=1&d=2, (http://y.org/é) or HTTP://z.org."),
      "See <https://x.org/~ada/a_b*?c=1&d=2>, (<http://y.org/é>) or <HTTP://z.org>.",
    );
    assert.equal(
      escapeMarkdownMinimally("http://x.org?a=1&lt;b http://"),
      "<http://x.org?a=1>\\&lt;b http\\://",
    );
    assert.equal(escapeMarkdownMinimally("www.x.org awww. ftp://x.org"), "www\\.x.org awww. ftp\\://x.org");
  });

  const markup = [
    "[x](http://evil.example)",
    "![x](http://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "http://evil.example www.evil.example WWW.EVIL.example me@evil.example",
    "mailto:me@evil.example ftp://evil.example/a*b www.evil.example/a*b",
    "http://good.example@evil.example http://evil.example/](javascript:alert(1)) http://evil.example/`*_~~$x$",
    "`code` **b** _i_ ~~s~~ <http://evil.example>",
    "&lt;b&gt; &#60;b>",
    "line\n\n# heading\n- item",
    "\\[x](y) \\\\[x](y)",
    "$x$ | a | b |",
    "1. one",
    "3) three",
    "[ ] task",
    "[x]: http://evil.example",
  ];
  for (const text of markup) {
    it(`shows text literally: ${JSON.stringify(text)}`, () => {
      const otherCommits = [createCommit(text)];
      const entry = createEntry(1, { title: text, status: text, tracker: text, commits: otherCommits });
      const shown = html(format({ heading: text, entries: [entry], otherCommits, notes: [text] }));
      const rest = removeHonestLinks(shown).replaceAll(/<\/?(?:h[234]|ul|li|p)>/g, "");
      assert.doesNotMatch(rest, /<\/?[a-z]/i);
    });
  }

  it("shows any server text literally", () => {
    const piece = fc.constantFrom(
      ...markup,
      "<",
      ">",
      "[",
      "]",
      "(",
      ")",
      "`",
      "\\",
      "&",
      "*",
      "_",
      "x",
      " ",
    );
    const text = fc.oneof(
      arbitraryHostileText,
      fc.array(piece, { maxLength: 10 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (title) => {
        const show = (text: string): string => removeHonestLinks(html(text));
        assert.match(show(`- ${escapeMarkdownMinimally(title)}\n`), /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        assert.match(show(`## ${escapeMarkdownMinimally(title)}\n`), /^<h2>[^<]*<\/h2>\n$/);
        const shown = show(`- a ${escapeMarkdownMinimally(title)} b\n`);
        assert.match(shown, /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        const plain = toVisibleText(shown).replaceAll(/\s+/g, "");
        const line = removeInvisibleCharacters(title).replaceAll(/\s+/gu, "");
        assert.ok(plain.length > 250 || plain === `a${line}b`, plain);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("toChangeLogRows", () => {
  it("has a row for each commit of each artifact, then the other commits", () => {
    const rows = toChangeLogRows({
      entries: [
        createEntry(404, { commits: [createCommit("Fix art #404", "0")] }),
        createEntry(12, {
          tracker: "Bugs",
          status: "Done",
          title: "Login fails",
          pageUrl: page,
          commits: [createCommit("Fix again"), createCommit("Fix")],
        }),
      ],
      otherCommits: [createCommit("Tidy up")],
    });
    assert.deepEqual(
      rows.map(([id, tracker, status, title, url, , subject]) => [id, tracker, status, title, url, subject]),
      [
        ["12", "Bugs", "Done", "Login fails", page, "Fix again"],
        ["12", "Bugs", "Done", "Login fails", page, "Fix"],
        ["404", "", "", "", "", "Fix art #404"],
        ["", "", "", "", "", "Tidy up"],
      ],
    );
    assert.deepEqual(rows[0]?.slice(5), ["ab".repeat(20), "Fix again", "Ada", "2026-01-01T00:01:00+01:00"]);
  });

  it("can't contain formulas in a CSV file", () => {
    const formula = '=HYPERLINK("http://evil.example","x")';
    const otherCommits = [{ ...createCommit(formula), author: "@Ada" }];
    const entry = createEntry(1, { title: formula, status: "+1", tracker: "-cmd", commits: otherCommits });
    const csv = toCsv(toChangeLogRows({ entries: [entry], otherCommits }));
    assert.doesNotMatch(csv, /(?:^|[,\n\uFEFF])"?[=+@-]/m);
    assert.match(csv, /"'=HYPERLINK\(""http/);
  });
});
