import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

describe("sources", () => {
  it("show only texts that are localized with vscode.l10n", async () => {
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

  it("don't wait for notifications, which may stay open as long as VS Code runs", async () => {
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((each) =>
      each.endsWith(".ts"),
    );
    const waiting: string[] = [];
    for (const file of files) {
      const source = await readFile(join(root, "src", file), "utf8");
      const calls = source.matchAll(
        /(void )?vscode\.window\s*\.show(?:Information|Warning|Error)Message\(([^;]*);/g,
      );
      const isAwaited = [...calls].some(
        ([, started, rest = ""]) => started === undefined && !rest.includes("modal: true"),
      );
      if (isAwaited) waiting.push(file);
    }
    assert.deepEqual(waiting.toSorted(), [
      // Keeps copies of files until the user decides whether to retry.
      join("features", "attachments", "attachmentUploader.ts"),
      // Runs in the background; nothing follows but the action of the button.
      join("features", "attachments", "downloadFolder.ts"),
      join("vscode", "notifications.ts"),
    ]);
  });

  it("open only files of the workspace by a command that selects the editor by their name", async () => {
    const files = (await readdir(join(root, "src"), { recursive: true })).filter((each) =>
      each.endsWith(".ts"),
    );
    const opening: string[] = [];
    for (const file of files) {
      const source = await readFile(join(root, "src", file), "utf8");
      if (/"vscode\.open(?:With)?"|openNotebook|showNotebook/.test(source)) opening.push(file);
    }
    assert.deepEqual(opening.toSorted(), [
      join("features", "commits", "workspaceReferences", "referenceRows.ts"),
      // Names the editor.
      join("vscode", "tabs.ts"),
    ]);
  });
});
