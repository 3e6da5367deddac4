// Another extension beside ours, made for a test.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { temporaryFolder } from "../ending.ts";

interface Companion {
  readonly name: string;
  /** What its manifest has besides. */
  readonly manifest: object;
  /** A module that exports `activate`; its imports are relative to this folder. */
  readonly program: string;
}

/** The folder of such an extension, named as an installed one. */
export async function makeCompanion({ name, manifest, program }: Companion): Promise<string> {
  const [publisher, version] = ["artifacts-for-tuleap", "0.0.1"];
  const folder = join(temporaryFolder(), `${publisher}.${name}-${version}`);
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
