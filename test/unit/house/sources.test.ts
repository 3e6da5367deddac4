import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repository as root } from "../../support/repository.ts";

describe("the sources", () => {
  it("show people no text that does not go through vscode.l10n", async () => {
    const folders = ["vscode", "features"];
    const found: string[] = [];
    for (const folder of folders) {
      const files = await readdir(join(root, "src", folder), { recursive: true });
      for (const file of files.filter((each) => each.endsWith(".ts"))) {
        const source = await readFile(join(root, "src", folder, file), "utf8");
        const calls = source.matchAll(/(?:show\w+Message|new vscode\.TreeItem)\(\s*"[^"]*"/g);
        found.push(...[...calls].map((call) => `${folder}/${file}: ${call[0]}`));
      }
    }
    assert.deepEqual(found, []);
  });

  it("wait for no notification: it may stay on the screen for as long as VS Code runs", async () => {
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((each) =>
      each.endsWith(".ts"),
    );
    const waiting: string[] = [];
    for (const file of files) {
      const source = await readFile(join(root, "src", file), "utf8");
      const calls = source.matchAll(
        /(void )?vscode\.window\s*\.show(?:Information|Warning|Error)Message\(([^;]*);/g,
      );
      const isWaiting = [...calls].some(
        ([, started, rest = ""]) => started === undefined && !rest.includes("modal: true"),
      );
      if (isWaiting) waiting.push(file);
    }
    assert.deepEqual(waiting.toSorted(), [
      // Run in the background, with nothing after the answer but what the button says.
      join("features", "attachments", "destination.ts"),
      // Keeps copies of files until somebody has decided about another try.
      join("features", "attachments", "upload.ts"),
      join("vscode", "notifications.ts"),
    ]);
  });

  it("let no file name pick the editor: only openInEditor opens files by a command", async () => {
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((each) =>
      each.endsWith(".ts"),
    );
    const opening: string[] = [];
    for (const file of files) {
      const source = await readFile(join(root, "src", file), "utf8");
      if (/"vscode\.open(?:With)?"|openNotebook|showNotebook/.test(source)) opening.push(file);
    }
    assert.deepEqual(opening, [join("vscode", "tabs.ts")]);
  });
});
