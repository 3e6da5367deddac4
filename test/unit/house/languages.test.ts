import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { interfaceTexts } from "../../support/fixtures/interfaceTexts.ts";
import { repository } from "../../support/repository.ts";

type Texts = Readonly<Record<string, string>>;

async function read(name: string): Promise<Texts> {
  return JSON.parse(await readFile(join(repository, name), "utf8")) as Texts;
}

/** What has to be the same in every language: what is filled in, icons, commands, settings and line breaks. */
function fixedParts(text: string): string {
  return (text.match(/\{\d\}|\$\([\w~-]+\)|\(command:[\w.]+\)|`[^`]*`|artifacts\.\w+|\n/g) ?? [])
    .toSorted()
    .join(" ");
}

const languages = ["fr"];

for (const language of languages) {
  describe(`the language ${language}`, () => {
    it("has each text of the host and of the pages, and none that nobody says", async () => {
      const translated = await read(`l10n/bundle.l10n.${language}.json`);
      const said = [...(await interfaceTexts())].toSorted();
      assert.deepEqual(Object.keys(translated).toSorted(), said);
    });

    it("has each text of the manifest", async () => {
      const [english, translated] = [
        await read("package.nls.json"),
        await read(`package.nls.${language}.json`),
      ];
      assert.deepEqual(Object.keys(translated), Object.keys(english));
    });

    it("fills in the same, and changes neither icons nor commands nor settings", async () => {
      const manifest = await read(`package.nls.${language}.json`);
      const english = await read("package.nls.json");
      const pairs = [
        ...Object.entries(await read(`l10n/bundle.l10n.${language}.json`)),
        ...Object.entries(english).map(([key, text]) => [text, manifest[key] ?? ""] as const),
      ];
      const wrong = pairs.filter(
        ([text, translation]) => translation.trim() === "" || fixedParts(text) !== fixedParts(translation),
      );
      assert.deepEqual(wrong, []);
    });
  });
}
