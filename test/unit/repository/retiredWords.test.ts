import assert from "node:assert/strict";
import {
  findRetiredIdentifiers,
  findRetiredTexts,
  retiredInIdentifiers,
  retiredInTexts,
} from "../../words/retiredWords.ts";

describe("the check for retired words", () => {
  for (const word of Object.keys(retiredInIdentifiers)) {
    it(`finds “${word}” as an identifier and as a part of one`, () => {
      const title = word.charAt(0).toUpperCase() + word.slice(1);
      const found = findRetiredIdentifiers(`const ${word} = 1;\nthis.#get${title}At(is${title});`);
      assert.deepEqual(
        found.map(({ line, text }) => [line, text]),
        [
          [1, word],
          [2, `get${title}At`],
          [2, `is${title}`],
        ],
      );
    });
  }

  for (const { example, use } of retiredInTexts) {
    it(`finds “${example}”`, () => {
      assert.deepEqual(findRetiredTexts([example]), [{ text: example, use }]);
    });
  }

  it("searches neither strings nor comments for identifiers, and finds no word inside another one", () => {
    assert.deepEqual(findRetiredIdentifiers('// the wish\n/* told\n */ const toldest = "wish";'), []);
    const template = "const a = `a wish ${{ b: `told ${wish} wish` }} told`;";
    assert.deepEqual(
      findRetiredIdentifiers(template).map(({ text }) => text),
      ["wish"],
    );
  });

  it("accepts plain texts", () => {
    assert.deepEqual(findRetiredTexts(["Couldn't connect to {0}. Check the URL and port.", "Load More"]), []);
  });
});
