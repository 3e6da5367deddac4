import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildForPackage, type Bundles } from "../../support/bundles.ts";

/** What nobody needs who only looks at the tree. */
const notOfTheTree = /^src\/(features\/(form|triage|table|queries|attachments)|store\/attachments|webview)\//;

describe("the bundles", () => {
  let folder: string;
  let bundles: Bundles;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-bundles-"));
    bundles = await buildForPackage(folder);
  });

  after(() => rm(folder, { recursive: true }));

  it("are an entry with chunks, and two pages, with notices and without source maps", async () => {
    const files = (await readdir(folder)).filter((file) => !/^\w+-[A-Z0-9]{8}\.js$/.test(file));
    assert.deepEqual(files.toSorted(), [
      "THIRD-PARTY-NOTICES.txt",
      "bundles.json",
      "codicon.css",
      "codicon.ttf",
      "extension.js",
      "page.js",
      "table.js",
    ]);
  });

  it("load less than 90 kB in two files at activation, without a library and without the REST client", () => {
    const files = bundles.loadedWith("extension.js");
    const sources = bundles.sourcesOf(...files);
    assert.ok(sources.includes("src/extension.ts"));
    assert.deepEqual(
      sources.filter((source) => /node_modules|^src\/(api|webview)\//.test(source)),
      [],
    );
    assert.equal(files.length, 2);
    const bytes = bundles.bytesOf(files);
    assert.ok(bytes < 90_000, `${bytes} bytes`);
  });

  it("load nothing for the tree of what forms, tables and attachments need", () => {
    const imported = [
      "src/features/tree/feature.ts",
      "src/api/client.ts",
      "src/store/offlineCache.ts",
      "src/store/svn/repositories.ts",
    ];
    const atActivation = bundles.sourcesOf(...bundles.loadedWith("extension.js"));
    const files = imported.flatMap((source) => bundles.loadedWith(bundles.chunkOf(source)));
    const sources = bundles.sourcesOf(...new Set(files));
    assert.ok(imported.every((source) => sources.includes(source)));
    assert.deepEqual(
      sources.filter((source) => notOfTheTree.test(source) && !atActivation.includes(source)),
      [],
    );
  });

  it("draw the form with a script of less than 300 kB", () => {
    assert.ok(bundles.bytesOf(["page.js"]) < 300_000);
  });

  it("draw the table with a script of less than 100 kB, without what only forms need", () => {
    const table = bundles.sourcesOf("table.js");
    assert.ok(table.includes("src/webview/table/page.ts"));
    assert.deepEqual(
      table.filter((input) => /dompurify|marked|^src\/(api|store|vscode|model\/form)\//.test(input)),
      [],
    );
    assert.ok(bundles.bytesOf(["table.js"]) < 100_000);
  });

  it("name in the notices each package whose code they hold", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const packages = bundles
      .sourcesOf(...bundles.files)
      .flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
    assert.ok(packages.includes("undici") && packages.includes("zod"));
    assert.deepEqual(
      [...new Set(packages)].filter((name) => !notices.includes(`\n${name} `)),
      [],
    );
  });
});
