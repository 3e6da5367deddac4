import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

const parts = [
  "package.json",
  "package.nls.json",
  "package.nls.fr.json",
  "l10n",
  ".vscodeignore",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
  "media",
  "src",
];

describe("package", () => {
  it("contains what the extension needs at run time and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "artifacts-package-"));
    try {
      await Promise.all(parts.map((part) => cp(join(root, part), join(folder, part), { recursive: true })));
      const build = [process.execPath, "esbuild.mjs", "--outdir", join(folder, "dist")] as const;
      assert.equal(spawnSync(build[0], build.slice(1), { cwd: root }).status, 0);
      const vsce = join(root, "node_modules/.bin/vsce");
      const listed = spawnSync(vsce, ["ls", "--no-dependencies"], { cwd: folder, encoding: "utf8" });
      const chunk = /^dist\/\w+-[A-Z0-9]{8}\.js$/;
      const files = listed.stdout.trim().split("\n");
      assert.ok(files.some((file) => chunk.test(file)));
      assert.deepEqual(files.filter((file) => !chunk.test(file)).toSorted(), [
        "CHANGELOG.md",
        "LICENSE",
        "README.md",
        "dist/THIRD-PARTY-NOTICES.txt",
        "dist/board.js",
        "dist/codicon.css",
        "dist/codicon.ttf",
        "dist/extension.js",
        "dist/page.js",
        "dist/table.js",
        "l10n/bundle.l10n.fr.json",
        "media/activity-bar.svg",
        "media/activity.css",
        "media/board.css",
        "media/components.css",
        "media/conflict.css",
        "media/fields.css",
        "media/files.css",
        "media/form.css",
        "media/icon.png",
        "media/pickers.css",
        "media/shared.css",
        "media/table.css",
        "media/tableGrid.css",
        "media/tablePopups.css",
        "media/tql-language-configuration.json",
        "media/tql.tmLanguage.json",
        ...["board", "code", "commit", "connect", "form", "search", "table", "work"].flatMap((name) => [
          `media/walkthrough/${name}-dark.png`,
          `media/walkthrough/${name}-light.png`,
        ]),
        "package.json",
        "package.nls.fr.json",
        "package.nls.json",
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
