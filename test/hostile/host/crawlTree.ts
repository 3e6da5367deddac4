// Records every row of the tree, as VS Code would render it.
import * as vscode from "vscode";
import { activateExtension, type TreeRow } from "../../host/extensionUnderTest.ts";
import type { WindowRecorder } from "./windowRecorder.ts";

/** Rows of one kind below a parent; further ones are rendered the same way. */
const maxRowsPerKind = 12;
const maxDepth = 6;

interface Tree {
  getChildren(row?: TreeRow): Promise<TreeRow[]>;
  getTreeItem(row: TreeRow): vscode.TreeItem | Promise<vscode.TreeItem>;
  resolveTreeItem?(
    item: vscode.TreeItem,
    row: TreeRow,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem | undefined>;
}

function recordItem(recorder: WindowRecorder, kind: string, item: vscode.TreeItem): void {
  const { label, description, tooltip, accessibilityInformation, command } = item;
  recorder.record("label", `${kind} label`, typeof label === "string" ? label : label?.label);
  recorder.record("label", `${kind} description`, typeof description === "string" ? description : undefined);
  recorder.record("label", `${kind} for screen readers`, accessibilityInformation?.label);
  recorder.record("label", `${kind} command`, command?.title);
  recorder.recordTooltip(`${kind} tooltip`, tooltip);
}

/** Returns all recorded rows. */
export async function crawlTree(recorder: WindowRecorder): Promise<readonly TreeRow[]> {
  const tree = (await activateExtension()).tree as unknown as Tree;
  const token = new vscode.CancellationTokenSource().token;
  const rows: TreeRow[] = [];
  const visitChildren = async (parent: TreeRow | undefined, depth: number): Promise<void> => {
    const countByKind = new Map<string, number>();
    for (const row of await tree.getChildren(parent)) {
      const count = (countByKind.get(row.kind) ?? 0) + 1;
      countByKind.set(row.kind, count);
      if (count > maxRowsPerKind) continue;
      const item = await tree.getTreeItem(row);
      recordItem(recorder, row.kind, (await tree.resolveTreeItem?.(item, row, token)) ?? item);
      rows.push(row);
      const isLeaf = item.collapsibleState === vscode.TreeItemCollapsibleState.None;
      const isFurtherArtifact = row.kind === "artifact" && count > 3;
      if (!isLeaf && !isFurtherArtifact && depth < maxDepth) await visitChildren(row, depth + 1);
    }
  };
  await visitChildren(undefined, 0);
  return rows;
}
