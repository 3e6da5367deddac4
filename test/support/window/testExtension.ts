// Creates another extension for a test.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { createTemporaryFolder } from "../cleanup.ts";

interface TestExtension {
  readonly name: string;
  /** Additional properties of its manifest. */
  readonly manifest: object;
  /** A module that exports `activate`; its imports are relative to this folder. */
  readonly program: string;
}

/** The folder of the extension, named like an installed one. */
export async function createTestExtension({ name, manifest, program }: TestExtension): Promise<string> {
  const [publisher, version] = ["artifacts-for-tuleap", "0.0.1"];
  const folder = join(createTemporaryFolder(), `${publisher}.${name}-${version}`);
  await mkdir(folder);
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({
      name,
      publisher,
      version,
      engines: { vscode: "^1.112.0" },
      main: "./main.cjs",
      capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
      ...manifest,
    }),
  );
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
    outfile: join(folder, "main.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  return folder;
}
