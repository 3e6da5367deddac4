import assert from "node:assert/strict";
import fc from "fast-check";
import { marked } from "marked";
import { withoutInvisible } from "../../../../src/model/displayText.ts";
import { changeLog, markdownText } from "../../../../src/model/reference/changeLog.ts";
import { hostileText } from "./someArtifact.ts";

const page = "https://tuleap.example.org/plugins/tracker/?aid=12";

function html(markdown: string): string {
  return marked.parse(markdown, { async: false, gfm: true });
}

/** What a reader sees of it. */
function seen(markup: string): string {
  return markup
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

describe("a change log", () => {
  const more = (left: number): string => `${left} more`;
  const none = { commits: [] };

  it("has each artifact once, with title and status", () => {
    const log = changeLog(
      "v1 to tuleap-1478-x",
      [
        { artifactId: 12, title: "Login fails", status: "Done", page, ...none },
        { artifactId: 7, title: "A *star*", status: undefined, page: undefined, ...none },
        { artifactId: 12, title: "Login fails", status: "Done", page, ...none },
        { artifactId: 404, title: undefined, status: undefined, page: "javascript:alert(1)", ...none },
        { artifactId: 5, title: " ", status: "", page: "https://x.org/> <b>", ...none },
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

  it("has the subjects of the commits below their artifact, and says how many are left out", () => {
    const commits = Array.from({ length: 53 }, (_, at) => ({ hash: "ab".repeat(20), subject: `Fix ${at}` }));
    const log = changeLog("v1", [{ artifactId: 12, title: "x", status: "", page: undefined, commits }], more);
    const lines = log.split("\n").filter((line) => line.startsWith("  - "));
    assert.deepEqual([lines[0], lines.length, lines.at(-1)], ["  - Fix 0 (ababababab)", 51, "  - 3 more"]);
    assert.match(html(log), /<li>art #12 x<ul>\n<li>Fix 0 \(ababababab\)<\/li>/);
  });

  it("is a heading alone where nothing was found", () => {
    assert.equal(changeLog("v1", [], more), "## v1\n\n");
  });

  it("leaves what means nothing but itself as it is", () => {
    for (const plain of [
      "art #1478: x",
      "feature/tuleap-1478_new_name, v1.2.3 (beta) + more!",
      "a > b & c",
    ]) {
      assert.equal(markdownText(plain), plain);
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
    it(`shows text as text: ${JSON.stringify(text)}`, () => {
      const commits = [{ hash: "0".repeat(40), subject: text }];
      const entry = { artifactId: 1, title: text, status: text, page: undefined, commits };
      const shown = html(changeLog(text, [entry], more, text));
      assert.doesNotMatch(shown.replaceAll(/<\/?(?:h2|ul|li|p)>/g, ""), /<\/?[a-z]/i);
    });
  }

  it("shows any server text as the text that it is", () => {
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
      hostileText,
      fc.array(piece, { maxLength: 10 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (title) => {
        assert.match(html(`- ${markdownText(title)}\n`), /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        assert.match(html(`## ${markdownText(title)}\n`), /^<h2>[^<]*<\/h2>\n$/);
        const shown = html(`- a ${markdownText(title)} b\n`);
        assert.match(shown, /^<ul>\n<li>[^<]*<\/li>\n<\/ul>\n$/);
        // Some make links of the text that is left, whatever it was escaped by.
        assert.doesNotMatch(seen(shown), /:\/\/|www\.|@(?!\u200b)/i);
        const plain = seen(shown).replaceAll("\u200b", "").replaceAll(/\s+/g, "");
        const line = withoutInvisible(title).replaceAll(/\s+/gu, "");
        assert.ok(plain.length > 250 || plain === `a${line}b`, plain);
      }),
      { numRuns: 3000 },
    );
  });
});
