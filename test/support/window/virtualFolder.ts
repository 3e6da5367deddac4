// A workspace whose only folder is nowhere but in the memory of another extension: what people have who look at a
// repository without a copy of it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../ending.ts";
import { makeCompanion } from "./companion.ts";

const scheme = "nowhere";

const manifest = {
  activationEvents: [`onFileSystem:${scheme}`],
  contributes: {
    resourceLabelFormatters: [{ scheme, formatting: { label: "${path}", separator: "/" } }],
  },
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
  const companion = await makeCompanion({ name: "files-from-nowhere", manifest, program });
  const folder = join(temporaryFolder(), "bay.code-workspace");
  await writeFile(folder, JSON.stringify({ folders: [{ uri: `${scheme}:/bay` }] }));
  return { folder, companion };
}
