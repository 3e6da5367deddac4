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
  it("has each artifact once, with title and status", () => {
    const log = changeLog("v1 to main", [
      { artifactId: 12, title: "Login fails", status: "Done", page },
      { artifactId: 7, title: "A *star*", status: undefined, page: undefined },
      { artifactId: 12, title: "Login fails", status: "Done", page },
      { artifactId: 404, title: undefined, status: undefined, page: "javascript:alert(1)" },
      { artifactId: 5, title: " ", status: "", page: "https://x.org/> <b>" },
    ]);
    assert.equal(
      log,
      `## v1 to main\n\n- [art \\#12](<${page}>) Login fails (Done)\n- art \\#7 A \\*star\\*\n- art \\#404\n- art \\#5\n`,
    );
    assert.equal(
      html(log),
      `<h2>v1 to main</h2>\n<ul>\n<li><a href="${page}">art #12</a> Login fails (Done)</li>\n` +
        "<li>art #7 A *star*</li>\n<li>art #404</li>\n<li>art #5</li>\n</ul>\n",
    );
  });

  it("is a heading alone where nothing was found", () => {
    assert.equal(changeLog("v1", []), "## v1\n\n");
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
      const shown = html(changeLog("h", [{ artifactId: 1, title: text, status: text, page: undefined }]));
      assert.doesNotMatch(shown.replaceAll(/<\/?(?:h2|ul|li)>/g, ""), /<\/?[a-z]/i);
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
