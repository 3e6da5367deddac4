import assert from "node:assert/strict";
import { marked, type Token } from "marked";
import { toSafeMarkdown } from "../../../../src/features/commits/references/safeMarkdown.ts";

function flattenTokens(tokens: readonly Token[]): readonly Token[] {
  return tokens.flatMap((token) => [token, ...flattenTokens("tokens" in token ? (token.tokens ?? []) : [])]);
}

describe("toSafeMarkdown", () => {
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
    it(`escapes ${title}`, () => {
      const tokens = flattenTokens(marked.lexer(`**${toSafeMarkdown(`#1 ${title}`)}**`));
      const kinds = new Set(tokens.map(({ type }) => type));
      assert.deepEqual(
        [...kinds].toSorted(),
        kinds.has("escape") ? ["escape", "paragraph", "strong", "text"] : [],
      );
      const visibleText = tokens
        .filter(({ type }) => type === "text" || type === "escape")
        .map((token) => ("text" in token ? String(token.text) : ""))
        .join("");
      assert.equal(visibleText.replaceAll("\u200b", ""), `#1 ${title}`);
    });
  }

  it("escapes icons", () => {
    assert.ok(!toSafeMarkdown("$(error) x").replaceAll("\\", "").includes("$("));
  });

  it("allows line breaks between words", () => {
    assert.equal(toSafeMarkdown("One two"), "One two");
  });
});
