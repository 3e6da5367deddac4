import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository as root } from "../../support/repository.ts";

// Who may import whom, written down a second time, independently of the linter's own rules.
const features = ["connect", "browse", "form", "triage", "files", "commits", "inspect", "assist"];
const layers = ["model", "protocol", "webview", "api", "store", "platform", ...features];
const libraries = [
  "vscode",
  "node:fs",
  "undici",
  "zod",
  "fast-xml-parser",
  "lit",
  "@vscode-elements/elements",
  "dompurify",
];
const pageLibraries = ["lit", "@vscode-elements/elements", "dompurify"];

function allowed(folder: string): ReadonlySet<string> {
  switch (folder) {
    case "model":
      return new Set(["model"]);
    case "protocol":
      return new Set(["model", "protocol"]);
    case "webview":
      return new Set(["model", "protocol", "webview", ...pageLibraries]);
    case "api":
      return new Set(["model", "api", "node:fs", "zod", "fast-xml-parser"]);
    case "store":
      return new Set(["model", "api", "store", "node:fs"]);
    case "platform":
      return new Set(["model", "platform", "vscode"]);
    default:
      return new Set(["model", "protocol", "platform", "store", "vscode", folder]);
  }
}

interface Planted {
  readonly file: string;
  readonly text: string;
  readonly isForbidden: boolean;
}

function plantsFor(folder: string): readonly Planted[] {
  return [...layers, ...libraries].map((target) => {
    const isLayer = layers.includes(target);
    return {
      file: `src/${folder}/imports_${target.replaceAll(/\W/g, "_")}.ts`,
      text: `import ${JSON.stringify(isLayer ? `../${target}/thing.ts` : target)};\n`,
      isForbidden: !allowed(folder).has(target),
    };
  });
}

async function lint(
  files: readonly { readonly file: string; readonly text: string }[],
): Promise<ReadonlySet<string>> {
  const folder = await mkdtemp(join(tmpdir(), "artifacts-layers-"));
  try {
    const rules = JSON.parse(await readFile(join(root, ".oxlintrc.json"), "utf8")) as Record<string, unknown>;
    // Types play no part here, and reading them takes seconds.
    await writeFile(join(folder, ".oxlintrc.json"), JSON.stringify({ ...rules, options: {} }));
    for (const { file, text } of files) {
      await mkdir(join(folder, file, ".."), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    const run = spawnSync(join(root, "node_modules/.bin/oxlint"), ["--format", "json"], {
      cwd: folder,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(run.stdout) as {
      diagnostics: readonly { code: string; filename: string }[];
    };
    return new Set(diagnostics.map(({ code, filename }) => `${filename.replaceAll("\\", "/")} ${code}`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe("the rules of the house", () => {
  it("let each folder import what it may and stop every import that it may not", async () => {
    const folders = (await readdir(join(root, "src"), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const plants = folders.flatMap(plantsFor);
    const found = await lint(plants);
    const judged = plants.map(({ file }) => `${file} ${found.has(`${file} eslint(no-restricted-imports)`)}`);
    assert.deepEqual(
      judged,
      plants.map(({ file, isForbidden }) => `${file} ${isForbidden}`),
    );
  });

  it("let only the transport import undici, and only the host what checks the page's messages", async () => {
    const found = await lint([
      { file: "src/api/network/transport.ts", text: `import "undici";\n` },
      { file: "src/webview/page.ts", text: `import "../protocol/schemas.ts";\n` },
      { file: "src/webview/table/page.ts", text: `import "../../protocol/tableSchemas.ts";\n` },
      { file: "src/protocol/tableSchemas.ts", text: `import "zod";\n` },
      { file: "src/browse/tree.ts", text: `import "../extension.ts";\n` },
    ]);
    assert.deepEqual(
      [
        "src/api/network/transport.ts",
        "src/webview/page.ts",
        "src/webview/table/page.ts",
        "src/protocol/tableSchemas.ts",
        "src/browse/tree.ts",
      ].map((file) => found.has(`${file} eslint(no-restricted-imports)`)),
      [false, true, true, false, true],
    );
  });

  it("know a folder within the store from a feature of the same name", async () => {
    const found = await lint([
      { file: "src/store/table/one.ts", text: `import "../triage/states.ts";\n` },
      { file: "src/store/table/other.ts", text: `import "../../triage/feature.ts";\n` },
    ]);
    assert.deepEqual(
      ["src/store/table/one.ts", "src/store/table/other.ts"].map((file) =>
        found.has(`${file} eslint(no-restricted-imports)`),
      ),
      [false, true],
    );
  });

  it("stop circles, those of types too", async () => {
    const found = await lint([
      { file: "src/model/a.ts", text: `import type { B } from "./b.ts";\nexport type A = B | 1;\n` },
      { file: "src/model/b.ts", text: `import type { A } from "./a.ts";\nexport type B = A | 2;\n` },
    ]);
    assert.ok(found.has("src/model/a.ts import(no-cycle)"), [...found].join());
  });
});
