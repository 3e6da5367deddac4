import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readInterfaceTexts } from "../../support/fixtures/interfaceTexts.ts";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

type Texts = Readonly<Record<string, string>>;

async function read(name: string): Promise<Texts> {
  return JSON.parse(await readFile(join(repositoryRoot, name), "utf8")) as Texts;
}

/** Parts that are the same in every language: placeholders, icons, commands, settings and line breaks. */
function extractFixedParts(text: string): string {
  return (text.match(/\{\d\}|\$\([\w~-]+\)|\(command:[\w.]+\)|`[^`]*`|artifacts\.\w+|\n/g) ?? [])
    .toSorted()
    .join(" ");
}

const languages = ["fr"];

for (const language of languages) {
  describe(`translation ${language}`, () => {
    it("has each text of the host and of the pages, and no others", async () => {
      const translated = await read(`l10n/bundle.l10n.${language}.json`);
      const texts = [...readInterfaceTexts()].toSorted();
      assert.deepEqual(Object.keys(translated).toSorted(), texts);
    });

    it("has each text of the manifest", async () => {
      const [english, translated] = [
        await read("package.nls.json"),
        await read(`package.nls.${language}.json`),
      ];
      assert.deepEqual(Object.keys(translated), Object.keys(english));
    });

    it("has the same placeholders, icons, commands and settings", async () => {
      const manifest = await read(`package.nls.${language}.json`);
      const english = await read("package.nls.json");
      const pairs = [
        ...Object.entries(await read(`l10n/bundle.l10n.${language}.json`)),
        ...Object.entries(english).map(([key, text]) => [text, manifest[key] ?? ""] as const),
      ];
      const mismatches = pairs.filter(
        ([text, translation]) =>
          translation.trim() === "" || extractFixedParts(text) !== extractFixedParts(translation),
      );
      assert.deepEqual(mismatches, []);
    });
  });
}

describe("translation fr", () => {
  it("has no line breaks before punctuation and inside quotation marks", async () => {
    const texts = [
      ...Object.values(await read("l10n/bundle.l10n.fr.json")),
      ...Object.values(await read("package.nls.fr.json")),
    ];
    assert.deepEqual(
      texts.filter((text) => / [:;?!»]|« /.test(text)),
      [],
    );
  });
});
