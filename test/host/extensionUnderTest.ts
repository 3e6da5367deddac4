import assert from "node:assert/strict";
import * as vscode from "vscode";

/** The exports of the extension; its modules are not imported here, because these would be separate instances. */
interface ExtensionExports {
  readonly tree: {
    getChildren(row?: TreeRow): Promise<TreeRow[]>;
    getTreeItem(row: TreeRow): vscode.TreeItem;
    preload(): Promise<void>;
  };
}

export interface TreeRow {
  readonly kind: string;
}

export function getExtension(): vscode.Extension<ExtensionExports> {
  const extension = vscode.extensions.getExtension<ExtensionExports>(
    "artifacts-for-tuleap.artifacts-for-tuleap",
  );
  assert.ok(extension, "the extension isn't installed");
  return extension;
}

export async function activateExtension(): Promise<ExtensionExports> {
  return getExtension().activate();
}

/** Writes sites into User Settings, without signing in. */
export async function setSites(...urls: readonly string[]): Promise<void> {
  const sites = urls.map((url) => ({ url, label: "Demo" }));
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.sites", sites, vscode.ConfigurationTarget.Global);
}

export async function clearSites(): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.sites", undefined, vscode.ConfigurationTarget.Global);
}

/** Writes the setting that enables tools for assistants; undefined is the default. */
export async function setAssistantsEnabled(isEnabled: true | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.assistants", isEnabled, vscode.ConfigurationTarget.Global);
}
