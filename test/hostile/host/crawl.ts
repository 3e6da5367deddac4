// Looks at every row of the tree, as far down as it goes, as VS Code does.
import * as vscode from "vscode";
import { exportsOf, type Row } from "../../host/extensionUnderTest.ts";
import type { Recorder } from "./recorder.ts";

/** Rows of the same kind below one row: the next ones are drawn alike. */
const mostAlike = 12;
const deepest = 6;

interface Tree {
  getChildren(row?: Row): Promise<Row[]>;
  getTreeItem(row: Row): vscode.TreeItem | Promise<vscode.TreeItem>;
  resolveTreeItem?(
    item: vscode.TreeItem,
    row: Row,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem | undefined>;
}

function hearItem(recorder: Recorder, kind: string, item: vscode.TreeItem): void {
  const { label, description, tooltip, accessibilityInformation, command } = item;
  recorder.hear("label", `${kind} label`, typeof label === "string" ? label : label?.label);
  recorder.hear("label", `${kind} description`, typeof description === "string" ? description : undefined);
  recorder.hear("label", `${kind} for screen readers`, accessibilityInformation?.label);
  recorder.hear("label", `${kind} command`, command?.title);
  recorder.hearTooltip(`${kind} tooltip`, tooltip);
}

/** All rows that were met, for whoever wants to do something with them. */
export async function crawl(recorder: Recorder): Promise<readonly Row[]> {
  const tree = (await exportsOf()).tree as unknown as Tree;
  const token = new vscode.CancellationTokenSource().token;
  const met: Row[] = [];
  const below = async (parent: Row | undefined, depth: number): Promise<void> => {
    const seen = new Map<string, number>();
    for (const row of await tree.getChildren(parent)) {
      const alike = (seen.get(row.kind) ?? 0) + 1;
      seen.set(row.kind, alike);
      if (alike > mostAlike) continue;
      const item = await tree.getTreeItem(row);
      hearItem(recorder, row.kind, (await tree.resolveTreeItem?.(item, row, token)) ?? item);
      met.push(row);
      const isClosed = item.collapsibleState === vscode.TreeItemCollapsibleState.None;
      const isOneOfMany = row.kind === "artifact" && alike > 3;
      if (!isClosed && !isOneOfMany && depth < deepest) await below(row, depth + 1);
    }
  };
  await below(undefined, 0);
  return met;
}
