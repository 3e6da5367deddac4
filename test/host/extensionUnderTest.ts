import assert from "node:assert/strict";
import * as vscode from "vscode";

/** What the extension hands out; its modules are not imported here, since these would be other copies of them. */
interface Exports {
  readonly tree: { getChildren(row?: Row): Promise<Row[]>; getTreeItem(row: Row): vscode.TreeItem };
}

export interface Row {
  readonly kind: string;
}

export function extension(): vscode.Extension<Exports> {
  const found = vscode.extensions.getExtension<Exports>("artifacts-for-tuleap.artifacts-for-tuleap");
  assert.ok(found, "VS Code does not know the extension.");
  return found;
}

export async function exportsOf(): Promise<Exports> {
  return extension().activate();
}

/** Writes the person's own settings: the sites that are connected, without signing in. */
export async function connectTo(...urls: readonly string[]): Promise<void> {
  const sites = urls.map((url) => ({ url, label: "Demo" }));
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.sites", sites, vscode.ConfigurationTarget.Global);
}

export async function disconnectAll(): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.sites", undefined, vscode.ConfigurationTarget.Global);
}

/** Whether the person lets assistants use artifacts; undefined is what it is for everybody at first. */
export async function letAssistants(isOn: true | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update("artifacts.assistants", isOn, vscode.ConfigurationTarget.Global);
}
