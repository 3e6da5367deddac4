import assert from "node:assert/strict";
import fc from "fast-check";
import { marked } from "marked";
import { removeInvisibleCharacters } from "../../../../src/model/displayText.ts";
import { formatChangeLog, escapeMarkdownMinimally } from "../../../../src/model/reference/changeLog.ts";
import { arbitraryHostileText } from "./templateArtifacts.ts";

const page = "https://tuleap.example.org/plugins/tracker/?aid=12";

function html(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
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

describe("formatChangeLog", () => {
  const more = (left: number): string => `${left} more`;
  const none = { commits: [] };

  it("lists each artifact once with title and status", () => {
    const log = formatChangeLog(
      "v1 to tuleap-1478-x",
      [
        { artifactId: 12, title: "Login fails", status: "Done", pageUrl: page, ...none },
        { artifactId: 7, title: "A *star*", status: undefined, pageUrl: undefined, ...none },
        { artifactId: 12, title: "Login fails", status: "Done", pageUrl: page, ...none },
        { artifactId: 404, title: undefined, status: undefined, pageUrl: "javascript:alert(1)", ...none },
        { artifactId: 5, title: " ", status: "", pageUrl: "https://x.org/> <b>", ...none },
      ],
      more,
    );
    assert.equal(
      log,
      `## v1 to tuleap-1478-x\n\n- [art #12](<${page}>) Login fails (Done)\n- art #7 A \\*star\\*\n- art #404\n- art #5\n`,
    );
    assert.equal(
      html(log),
      `<h2>v1 to tuleap-1478-x</h2>\n<ul>\n<li><a href="${page}">art #12</a> Login fails (Done)</li>\n` +
        "<li>art #7 A *star*</li>\n<li>art #404</li>\n<li>art #5</li>\n</ul>\n",
    );
  });

  it("lists commit subjects below their artifact, and how many are omitted", () => {
    const commits = Array.from({ length: 53 }, (_, at) => ({ hash: "ab".repeat(20), subject: `Fix ${at}` }));
    const log = formatChangeLog(
      "v1",
      [{ artifactId: 12, title: "x", status: "", pageUrl: undefined, commits }],
      more,
    );
    const lines = log.split("\n").filter((line) => line.startsWith("  - "));
    assert.deepEqual([lines[0], lines.length, lines.at(-1)], ["  - Fix 0 (ababababab)", 51, "  - 3 more"]);
    assert.match(html(log), /<li>art #12 x<ul>\n<li>Fix 0 \(ababababab\)<\/li>/);
  });

  it("returns only the heading without artifacts", () => {
    assert.equal(formatChangeLog("v1", [], more), "## v1\n\n");
  });

  it("doesn't escape plain text", () => {
    for (const plain of [
      "art #1478: x",
      "feature/tuleap-1478_new_name, v1.2.3 (beta) + more!",
      "a > b & c",
    ]) {
      assert.equal(escapeMarkdownMinimally(plain), plain);
    }
  });

  const markup = [
    "[x](http://evil.example)",
    "![x](http://evil.example/x.png)",
    "<img src=x onerror=alert(1)>",
    "http://evil.example www.evil.example WWW.EVIL.example me@evil.example",
    "mailto:me@evil.example ftp://evil.example",
    "`code` **b** _i_ ~~s~~ <http://evil.example>",
    "&lt;b&gt; &#60;b>",
    "line\n\n# heading\n- item",
    "\\[x](y) \\\\[x](y)",
    "$x$ | a | b |",
    "1. one",
    "[ ] task",
    "[x]: http://evil.example",
  ];
  for (const text of markup) {
    it(`shows text literally: ${JSON.stringify(text)}`, () => {
      const commits = [{ hash: "0".repeat(40), subject: text }];
      const entry = { artifactId: 1, title: text, status: text, pageUrl: undefined, commits };
      const shown = html(formatChangeLog(text, [entry], more, text));
      assert.doesNotMatch(shown.replaceAll(/<\/?(?:h2|ul|li|p)>/g, ""), /<\/?[a-z]/i);
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
        assert.match(html(`- ${escapeMarkdownMinimally(title)}\n`), /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        assert.match(html(`## ${escapeMarkdownMinimally(title)}\n`), /^<h2>[^<]*<\/h2>\n$/);
        const shown = html(`- a ${escapeMarkdownMinimally(title)} b\n`);
        assert.match(shown, /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        // Some renderers autolink the unescaped text.
        assert.doesNotMatch(toVisibleText(shown), /:\/\/|www\.|@(?!\u200b)/i);
        const plain = toVisibleText(shown).replaceAll("\u200b", "").replaceAll(/\s+/g, "");
        const line = removeInvisibleCharacters(title).replaceAll(/\s+/gu, "");
        assert.ok(plain.length > 250 || plain === `a${line}b`, plain);
      }),
      { numRuns: 3000 },
    );
  });
});
