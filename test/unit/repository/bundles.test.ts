import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as clientModule from "../../../src/api/client.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import { buildForPackage, type Bundles } from "../../support/bundles.ts";

/** Sources that the tree doesn't need. */
const notNeededByTree =
  /^src\/(features\/(form|triage|table|queries|attachments)|store\/attachments|webview)\//;

describe("bundles", () => {
  let folder: string;
  let bundles: Bundles;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-bundles-"));
    bundles = await buildForPackage(folder);
  });

  after(() => rm(folder, { recursive: true }));

  it("consist of an entry with chunks and three pages, with third-party notices and without source maps", async () => {
    const files = (await readdir(folder)).filter((file) => !/^\w+-[A-Z0-9]{8}\.js$/.test(file));
    assert.deepEqual(files.toSorted(), [
      "THIRD-PARTY-NOTICES.txt",
      "board.js",
      "bundles.json",
      "codicon.css",
      "codicon.ttf",
      "extension.js",
      "page.js",
      "table.js",
    ]);
  });

  it("load less than 96 kB in two files at activation, without libraries and without the REST client", () => {
    const files = bundles.getLoadedFiles("extension.js");
    const sources = bundles.getSources(...files);
    assert.ok(sources.includes("src/extension.ts"));
    assert.deepEqual(
      sources.filter((source) => /node_modules|^src\/(api|webview)\//.test(source)),
      [],
    );
    assert.equal(files.length, 2);
    const bytes = bundles.getSize(files);
    assert.ok(bytes < 96_000, `${bytes} bytes`);
  });

  it("load nothing of forms, tables and attachments for the tree", () => {
    const imported = [
      "src/features/tree/feature.ts",
      "src/api/client.ts",
      "src/store/offlineCache.ts",
      "src/store/svn/svnRepositories.ts",
    ];
    const atActivation = bundles.getSources(...bundles.getLoadedFiles("extension.js"));
    const files = imported.flatMap((source) => bundles.getLoadedFiles(bundles.getChunk(source)));
    const sources = bundles.getSources(...new Set(files));
    assert.ok(imported.every((source) => sources.includes(source)));
    assert.deepEqual(
      sources.filter((source) => notNeededByTree.test(source) && !atActivation.includes(source)),
      [],
    );
  });

  it("load line hovers, histories and change logs only when they are used", () => {
    const loadedWhenUsed = [
      "src/features/commits/references/lineHovers.ts",
      "src/features/commits/log/pathArtifactsPick.ts",
      "src/features/commits/log/commitRangeChangeLog.ts",
      "src/features/commits/workspaceReferences/feature.ts",
    ];
    const feature = bundles.getChunk("src/features/commits/feature.ts");
    const sources = bundles.getSources(...bundles.getLoadedFiles(feature));
    assert.ok(sources.includes("src/features/commits/references/feature.ts"));
    const needed = new Set(sources);
    for (const source of loadedWhenUsed) {
      const loaded = bundles.getSources(...bundles.getLoadedFiles(bundles.getChunk(source)));
      assert.ok(loaded.includes(source) && !needed.has(source), source);
    }
    assert.ok(!needed.has("src/store/commits/blame.ts") && !needed.has("src/store/commits/pathArtifacts.ts"));
  });

  it("have a REST client without the parts of undici that it doesn't need", () => {
    const sources = bundles.getSources(...bundles.getLoadedFiles(bundles.getChunk("src/api/client.ts")));
    const unneeded = /undici\/(index\.js|lib\/(mock|interceptor|cache|web\/(websocket|eventsource|cache))\/)/;
    assert.ok(sources.some((source) => source.includes("undici/lib/dispatcher/agent.js")));
    assert.deepEqual(
      sources.filter((source) => unneeded.test(source)),
      [],
    );
  });

  it("have a REST client that can send requests", async () => {
    // The REST client doesn't use it, but shares a chunk with others that do.
    const vscodeFolder = join(folder, "node_modules", "vscode");
    await mkdir(vscodeFolder, { recursive: true });
    await writeFile(join(vscodeFolder, "index.js"), "exports.TreeItemCollapsibleState = {};");
    const file = pathToFileURL(join(folder, bundles.getChunk("src/api/client.ts")));
    const { createClient } = (await import(file.href)) as typeof clientModule;
    const server = await startSimulator({ dialect: "product" });
    const client = createClient({
      api: `${server.url}/api`,
      credential: { kind: "accessKey", key: server.accounts.admin.accessKey },
      caFile: undefined,
      observe: () => undefined,
    });
    try {
      assert.equal((await client.project(101)).id, 101);
    } finally {
      await client.close();
      await server.close();
    }
  });

  it("have a form script of less than 310 kB", () => {
    assert.ok(bundles.getSize(["page.js"]) < 310_000);
  });

  it("have a table script of less than 100 kB, without what only forms need", () => {
    const table = bundles.getSources("table.js");
    assert.ok(table.includes("src/webview/table/main.ts"));
    assert.deepEqual(
      table.filter((input) => /dompurify|marked|^src\/(api|store|vscode|model\/form)\//.test(input)),
      [],
    );
    assert.ok(bundles.getSize(["table.js"]) < 100_000);
  });

  it("have a board script of less than 116 kB", () => {
    assert.ok(bundles.getSources("board.js").includes("src/webview/board/main.ts"));
    assert.ok(bundles.getSize(["board.js"]) < 116_000);
  });

  it("contain only packages that the third-party notices name", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const packages = bundles
      .getSources(...bundles.files)
      .flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
    assert.ok(packages.includes("undici") && packages.includes("zod"));
    assert.deepEqual(
      [...new Set(packages)].filter((name) => !notices.includes(`\n${name} `)),
      [],
    );
  });
});
