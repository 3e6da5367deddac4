import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

describe("manifest", () => {
  it("contributes only to points of the stable API", async () => {
    const text = await readFile(join(root, "package.json"), "utf8");
    const { contributes } = JSON.parse(text) as {
      readonly contributes: { readonly menus: object };
    };
    const stable = [
      "authentication",
      "commands",
      "configuration",
      "grammars",
      "keybindings",
      "languageModelTools",
      "languages",
      "menus",
      "resourceLabelFormatters",
      "views",
      "viewsContainers",
      "viewsWelcome",
      "walkthroughs",
    ];
    assert.deepEqual(Object.keys(contributes).toSorted(), stable);
    assert.deepEqual(Object.keys(contributes.menus).toSorted(), [
      "commandPalette",
      "editor/context",
      "editor/title",
      "editor/title/context",
      "explorer/context",
      "scm/title",
      "timeline/item/context",
      "view/item/context",
      "view/title",
      "webview/context",
    ]);
    assert.ok(!text.includes("enabledApiProposals") && !text.includes("extensionDependencies"));
  });
});
