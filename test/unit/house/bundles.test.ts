import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository as root } from "../../support/repository.ts";

interface Metafile {
  readonly outputs: Record<string, { readonly inputs: Record<string, unknown> }>;
}

describe("the bundles", () => {
  let folder: string;
  let inputs: ReadonlyMap<string, readonly string[]>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "artifacts-bundles-"));
    const build = spawnSync(process.execPath, ["esbuild.mjs", "--production", "--outdir", folder], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(build.status, 0, build.stderr);
    const metafiles = JSON.parse(await readFile(join(folder, "bundles.json"), "utf8")) as readonly Metafile[];
    inputs = new Map(
      metafiles.flatMap(({ outputs }) =>
        Object.entries(outputs).map(
          ([file, output]) => [file.split("/").at(-1) ?? "", Object.keys(output.inputs)] as const,
        ),
      ),
    );
  });

  after(() => rm(folder, { recursive: true }));

  it("are an entry, two that are loaded later, and two pages, with notices and without source maps", async () => {
    assert.deepEqual((await readdir(folder)).sort(), [
      "THIRD-PARTY-NOTICES.txt",
      "bundles.json",
      "codicon.css",
      "codicon.ttf",
      "extension.cjs",
      "features.cjs",
      "late.cjs",
      "page.js",
      "table.js",
    ]);
  });

  it("keep every library and the REST client out of the entry, which stays small", async () => {
    const entry = inputs.get("extension.cjs") ?? [];
    assert.ok(entry.includes("src/extension.ts"));
    assert.deepEqual(
      entry.filter((input) => /node_modules|^src\/(api|webview)\//.test(input)),
      [],
    );
    assert.ok((await stat(join(folder, "extension.cjs"))).size < 86_000);
  });

  it("draw the form with a script of less than 300 kB", async () => {
    assert.ok((await stat(join(folder, "page.js"))).size < 300_000);
  });

  it("draw the table with a script of less than 100 kB, without what only forms need", async () => {
    const table = inputs.get("table.js") ?? [];
    assert.ok(table.includes("src/webview/table/page.ts"));
    assert.deepEqual(
      table.filter((input) => /dompurify|marked|^src\/(api|store|platform|model\/form)\//.test(input)),
      [],
    );
    assert.ok((await stat(join(folder, "table.js"))).size < 100_000);
  });

  it("name in the notices each package whose code they hold", async () => {
    const notices = await readFile(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8");
    const packages = [...inputs.values()]
      .flat()
      .flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? []);
    assert.ok(packages.includes("undici") && packages.includes("zod"));
    assert.deepEqual(
      [...new Set(packages)].filter((name) => !notices.includes(`\n${name} `)),
      [],
    );
  });
});
