import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "../../support/repositoryRoot.ts";

const roots = ["", "src", "test", "src/api", "src/features", "test/simulator"];
const endings = ["", ".ts", ".test.ts"];

/** Paths in backticks: at least one slash, and nothing that a path of ours doesn't have. */
function pathsIn(document: string): readonly string[] {
  const names = [...document.matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name);
  return [...new Set(names)].filter(
    (name) =>
      name.includes("/") &&
      !name.endsWith("/") &&
      !name.startsWith("/") &&
      !name.startsWith("~") &&
      !name.includes("//"),
  );
}

function isThere(path: string): boolean {
  return roots.some((root) =>
    endings.some((ending) => existsSync(join(repositoryRoot, root, path + ending))),
  );
}

describe("the documents", () => {
  for (const name of [
    "docs/architecture.md",
    "docs/glossary.md",
    "docs/CONTRIBUTING.md",
    "docs/SECURITY.md",
    "test/README.md",
  ]) {
    it(`name only files that exist (${name})`, async () => {
      const document = await readFile(join(repositoryRoot, name), "utf8");
      const notOurs = /^(?:out|dist|node_modules|\.vscode-test|l10n|\.ci)\//;
      assert.deepEqual(
        pathsIn(document).filter((path) => !notOurs.test(path) && !isThere(path)),
        [],
      );
    });
  }
});
