// A workspace whose only folder is nowhere but in the memory of another extension: what people have who look at a
// repository without a copy of it.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { temporaryFolder } from "../ending.ts";

const scheme = "nowhere";

const manifest = {
  name: "files-from-nowhere",
  publisher: "artifacts-for-tuleap",
  version: "0.0.1",
  engines: { vscode: "^1.112.0" },
  main: "./main.cjs",
  activationEvents: [`onFileSystem:${scheme}`],
  contributes: {
    resourceLabelFormatters: [{ scheme, formatting: { label: "${path}", separator: "/" } }],
  },
  capabilities: { virtualWorkspaces: true, untrustedWorkspaces: { supported: true } },
};

const program = `
import * as vscode from "vscode";
import { MemoryFiles } from "../fixtures/memoryFiles.ts";

export function activate({ subscriptions }) {
  const files = new MemoryFiles();
  files.createDirectory(vscode.Uri.from({ scheme: "${scheme}", path: "/bay" }));
  files.writeFile(
    vscode.Uri.from({ scheme: "${scheme}", path: "/bay/notes.txt" }),
    new TextEncoder().encode("See art #12"),
    { create: true, overwrite: true },
  );
  subscriptions.push(vscode.workspace.registerFileSystemProvider("${scheme}", files));
}
`;

/** How a window opens it. */
export interface VirtualFolder {
  /** The file of a workspace. */
  readonly folder: string;
  /** The extension that has its files. */
  readonly companion: string;
}

/** The folder `bay`, in which `notes.txt` mentions art #12. */
export async function makeVirtualFolder(): Promise<VirtualFolder> {
  const home = temporaryFolder();
  const { publisher, name, version } = manifest;
  const companion = join(home, `${publisher}.${name}-${version}`);
  await mkdir(companion, { recursive: true });
  await writeFile(join(companion, "package.json"), JSON.stringify(manifest));
  await build({
    stdin: { contents: program, resolveDir: import.meta.dirname, loader: "ts" },
    outfile: join(companion, "main.cjs"),
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
    logLevel: "warning",
  });
  const folder = join(home, "bay.code-workspace");
  await writeFile(folder, JSON.stringify({ folders: [{ uri: `${scheme}:/bay` }] }));
  return { folder, companion };
}
