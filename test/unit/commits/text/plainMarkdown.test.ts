import assert from "node:assert/strict";
import { marked, type Token } from "marked";
import { plainMarkdown } from "../../../../src/features/commits/references/plainMarkdown.ts";

function tokensOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => [token, ...tokensOf("tokens" in token ? (token.tokens ?? []) : [])]);
}

describe("server text in a hover", () => {
  const titles = [
    "<command:artifacts.openArtifact?%5B%5D>",
    "[x](command:workbench.action.quit)",
    "![y](https://evil.example/y.png)",
    "see https://evil.example or www.evil.example or a@evil.example",
    "<b>bold</b> **bold** _so_ ~~not~~ `code` &lt;b&gt; | a | b |",
    "- 1. # > ---",
    "[x]: command:y",
    String.raw`\[x\](command:y) \<command:y>`,
  ];
  for (const title of titles) {
    it(`means nothing but itself: ${title}`, () => {
      const tokens = tokensOf(marked.lexer(`**${plainMarkdown(`#1 ${title}`)}**`));
      const kinds = new Set(tokens.map(({ type }) => type));
      assert.deepEqual(
        [...kinds].toSorted(),
        kinds.has("escape") ? ["escape", "paragraph", "strong", "text"] : [],
      );
      const read = tokens
        .filter(({ type }) => type === "text" || type === "escape")
        .map((token) => ("text" in token ? String(token.text) : ""))
        .join("");
      assert.equal(read.replaceAll("\u200b", ""), `#1 ${title}`);
    });
  }

  it("has no icons", () => {
    assert.ok(!plainMarkdown("$(error) x").replaceAll("\\", "").includes("$("));
  });

  it("may break between words", () => {
    assert.equal(plainMarkdown("One two"), "One two");
  });
});
