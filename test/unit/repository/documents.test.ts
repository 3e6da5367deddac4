import assert from "node:assert/strict";
import { existsSync, globSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { findBrokenLinks } from "../../support/documents/brokenLinks.ts";
import { readMarkdownPage } from "../../support/documents/markdown.ts";
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

  it("name existing tests for each guarantee of security", async () => {
    const document = await readFile(join(repositoryRoot, "docs/SECURITY.md"), "utf8");
    const [, guarantees = ""] = /\n## Guarantees and their tests\n([\s\S]*?)\n## /.exec(document) ?? [];
    const items = [...guarantees.matchAll(/^- .*(?:\n {2}.*)*/gm)].map(([item]) => item);
    assert.ok(items.length > 0);
    for (const item of items) {
      const [, names = ""] = /→([\s\S]*)/.exec(item) ?? [];
      const tests = [...names.matchAll(/`([\w/*]+)`/g)].map(([, name = ""]) => name);
      assert.ok(tests.length > 0, item);
      for (const name of tests) {
        assert.ok(globSync(`test/${name}.test.ts`, { cwd: repositoryRoot }).length > 0, name);
      }
    }
  });

  it("use names in the glossary that the code has", async () => {
    const glossary = await readFile(join(repositoryRoot, "docs/glossary.md"), "utf8");
    const names = new Set([...glossary.matchAll(/`([A-Za-z]\w+)`/g)].map(([, name = ""]) => name));
    for await (const path of glob("src/**/*.ts", { cwd: repositoryRoot })) {
      const source = await readFile(join(repositoryRoot, path), "utf8");
      for (const [word] of source.matchAll(/\w+/g)) names.delete(word);
    }
    assert.deepEqual([...names], []);
  });

  it("have no broken links or pictures", async () => {
    const pattern = "{README,CHANGELOG,test/README,docs/**/*}.md";
    const problems: string[] = [];
    for await (const path of glob(pattern, { cwd: repositoryRoot })) {
      problems.push(...(await findBrokenLinks(await readMarkdownPage(path.replaceAll("\\", "/")))));
    }
    assert.deepEqual(problems.toSorted(), []);
  });
});

describe("the check of links", () => {
  const find = (text: string): Promise<readonly string[]> =>
    findBrokenLinks({ path: "docs/guide/x.md", text });

  it("accepts files, headings and other sites, and ignores code", async () => {
    const links = [
      "[a](../SECURITY.md#keys-passwords-and-tokens), [b](../../README.md), [c](https://example.com/gone.md#x)",
      "[![picture](../pictures/form.png)](../pictures/form.png)",
      "`[a](gone.md)`",
      "```",
      "[a](gone.md)",
      "```",
    ];
    assert.deepEqual(await find(links.join("\n")), []);
  });

  it("names broken links with their line", async () => {
    const links = [
      "[a](gone.md) and [b](../SECURITY.md#gone)",
      "![picture](../pictures/gone.png)",
      '<img src="../pictures/gone.png"> [![p](../pictures/form.png)](gone.md "title")',
    ];
    assert.deepEqual(await find(links.join("\n")), [
      "docs/guide/x.md:1 links to gone.md, but docs/guide/gone.md doesn't exist.",
      "docs/guide/x.md:1 links to ../SECURITY.md#gone, but docs/SECURITY.md has no heading for #gone.",
      "docs/guide/x.md:2 links to ../pictures/gone.png, but docs/pictures/gone.png doesn't exist.",
      "docs/guide/x.md:3 links to gone.md, but docs/guide/gone.md doesn't exist.",
      "docs/guide/x.md:3 links to ../pictures/gone.png, but docs/pictures/gone.png doesn't exist.",
    ]);
  });
});
