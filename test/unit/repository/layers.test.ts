import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { repositoryRoot as root } from "../../support/repositoryRoot.ts";

/** What each layer may import in addition to itself: other layers, libraries, and `node:` for Node's modules. */
const layers: Readonly<Record<string, readonly string[]>> = {
  model: [],
  protocol: ["model", "zod"],
  webview: ["model", "protocol", "lit", "@vscode-elements/elements", "dompurify", "marked"],
  api: ["model", "node:", "undici", "zod", "fast-xml-parser"],
  store: ["model", "api", "node:"],
  vscode: ["model", "protocol", "vscode"],
  services: ["model", "protocol", "store", "vscode/", "vscode"],
  // Each folder is a separate layer: features don't import one another.
  features: ["model", "protocol", "store", "vscode/", "vscode", "services"],
  extension: ["features", "services", "vscode"],
};

/** Libraries that only some files of their layer import, because they would increase the size of the others. */
const onlyIn: Readonly<Record<string, readonly string[]>> = {
  undici: ["api/network/transport.ts"],
  "protocol → zod": ["protocol/formSchemas.ts", "protocol/tableSchemas.ts", "protocol/fieldInputSchemas.ts"],
};

/** Only the extension host loads these: they validate messages of pages and parse responses of servers. */
const hostOnly = /^(protocol\/(formSchemas|tableSchemas|inputSchemas)|model\/fields\/hostRegistry)\.ts$/;

interface Source {
  /** Path below `src`. */
  readonly file: string;
  readonly text: string;
}

function getLayer(file: string): string {
  const [first = "", second = ""] = file.split("/");
  if (!file.includes("/")) return first.replace(".ts", "");
  return first === "features" ? `features/${second}` : first;
}

function findImports({ file, text }: Source): readonly string[] {
  const found = text.matchAll(/(?:^(?:import|export)\b(?:[^;"]*?\bfrom)?\s*|\bimport\(\s*)"([^"]+)"/gm);
  return [...found].map(([, name = ""]) => {
    return name.startsWith(".") ? posix.join(posix.dirname(file), name) : name;
  });
}

function isAllowed(file: string, imported: string): boolean {
  const layer = getLayer(file);
  const allowed = layers[layer.split("/")[0] ?? ""] ?? [];
  const isSource = imported.endsWith(".ts") && !imported.startsWith("..");
  if (isSource) {
    const target = getLayer(imported);
    if (hostOnly.test(imported) && layer === "webview") return false;
    if (target === layer) return true;
    if (target.startsWith("features/")) return allowed.includes("features");
    return allowed.includes(target === "vscode" ? "vscode/" : target);
  }
  const library = imported.startsWith("node:")
    ? "node:"
    : imported.split("/", imported.startsWith("@") ? 2 : 1).join("/");
  const exceptions = onlyIn[library] ?? onlyIn[`${layer} → ${library}`];
  return allowed.includes(library) && (exceptions === undefined || exceptions.includes(file));
}

function findForbiddenImports(sources: readonly Source[]): readonly string[] {
  return sources.flatMap((source) =>
    findImports(source).flatMap((imported) =>
      isAllowed(source.file, imported) ? [] : [`${source.file} → ${imported}`],
    ),
  );
}

async function readAllSources(): Promise<readonly Source[]> {
  const files = (await readdir(join(root, "src"), { recursive: true }))
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".ts"));
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(root, "src", file), "utf8") })),
  );
}

describe("layers", () => {
  it("import only what they may", async () => {
    const sources = await readAllSources();
    assert.ok(sources.length > 100);
    assert.deepEqual(findForbiddenImports(sources), []);
    const knownLayers = new Set(Object.keys(layers));
    assert.deepEqual(
      sources.filter(({ file }) => !knownLayers.has(getLayer(file).split("/")[0] ?? "")),
      [],
    );
  });

  for (const [file, imported] of [
    ["model/a.ts", "../api/client.ts"],
    ["model/form/a.ts", "../../store/formSession.ts"],
    ["model/a.ts", "node:path"],
    ["protocol/formProtocol.ts", "zod"],
    ["protocol/formProtocol.ts", "../webview/form/main.ts"],
    ["webview/form/a.ts", "../../protocol/formSchemas.ts"],
    ["webview/form/a.ts", "../../protocol/inputSchemas.ts"],
    ["webview/form/a.ts", "../../model/fields/hostRegistry.ts"],
    ["webview/form/a.ts", "../../store/formSession.ts"],
    ["webview/form/a.ts", "vscode"],
    ["api/a.ts", "../store/formSession.ts"],
    ["api/a.ts", "undici"],
    ["store/a.ts", "vscode"],
    ["store/a.ts", "../vscode/log.ts"],
    ["store/table/a.ts", "../../features/triage/feature.ts"],
    ["vscode/a.ts", "../store/formSession.ts"],
    ["features/form/a.ts", "../../api/client.ts"],
    ["features/form/a.ts", "../tree/tree.ts"],
    ["features/form/a.ts", "../../extension.ts"],
    ["services.ts", "./features/form/feature.ts"],
    ["store/a.ts", "../services.ts"],
    ["vscode/a.ts", "../services.ts"],
    ["features/form/a.ts", "node:fs"],
    ["extension.ts", "./api/client.ts"],
  ] as const) {
    it(`reject any kind of import of ${imported} in ${file}`, () => {
      const path = imported.startsWith(".") ? posix.join(dirname(file), imported) : imported;
      for (const text of [
        `import "${imported}";`,
        `import type { A } from "${imported}";`,
        `import {\n  a,\n  type B,\n} from "${imported}";`,
        `export { a } from "${imported}";`,
        `const a = await import("${imported}");`,
      ]) {
        assert.deepEqual(findForbiddenImports([{ file, text }]), [`${file} → ${path}`], text);
      }
    });
  }

  it("allow a folder of the store to import another one", () => {
    assert.deepEqual(
      findForbiddenImports([{ file: "store/table/a.ts", text: `import "../triage/bulkEdit.ts";` }]),
      [],
    );
  });
});
