// A workspace whose only folder is in the memory of another extension, like a repository that is viewed without cloning
// it.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTemporaryFolder } from "../cleanup.ts";
import { createTestExtension } from "./testExtension.ts";

const scheme = "nowhere";

const manifest = {
  activationEvents: [`onFileSystem:${scheme}`],
  contributes: {
    resourceLabelFormatters: [{ scheme, formatting: { label: "${path}", separator: "/" } }],
  },
};

const program = `
import * as vscode from "vscode";
import { MemoryFileSystem } from "../fixtures/memoryFileSystem.ts";

export function activate({ subscriptions }) {
  const files = new MemoryFileSystem();
  files.createDirectory(vscode.Uri.from({ scheme: "${scheme}", path: "/bay" }));
  files.writeFile(
    vscode.Uri.from({ scheme: "${scheme}", path: "/bay/notes.txt" }),
    new TextEncoder().encode("See art #12"),
    { create: true, overwrite: true },
  );
  subscriptions.push(vscode.workspace.registerFileSystemProvider("${scheme}", files));
}
`;

export interface VirtualFolder {
  /** The workspace file. */
  readonly folder: string;
  /** The extension with the file system. */
  readonly otherExtension: string;
}

/** Creates the folder `bay`, with a `notes.txt` that mentions art #12. */
export async function createVirtualFolder(): Promise<VirtualFolder> {
  const otherExtension = await createTestExtension({ name: "files-from-nowhere", manifest, program });
  const folder = join(createTemporaryFolder(), "bay.code-workspace");
  await writeFile(folder, JSON.stringify({ folders: [{ uri: `${scheme}:/bay` }] }));
  return { folder, otherExtension };
}
