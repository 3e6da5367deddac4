import * as vscode from "vscode";
import { literal, oneLine } from "../../model/displayText.ts";
import { age } from "../../platform/age.ts";
import { moment } from "../../platform/moment.ts";
import type { CommitNode } from "../nodes.ts";

export function commitItem(node: CommitNode): vscode.TreeItem {
  const { hash, subject, author, authoredAt, repository } = node;
  const line = oneLine(subject);
  const short = hash.slice(0, 10);
  const item = new vscode.TreeItem(line || short, vscode.TreeItemCollapsibleState.None);
  const by = oneLine(author, 60);
  item.description = [short, by, age(authoredAt, Date.now())].filter((part) => part !== "").join(" · ");
  item.iconPath = new vscode.ThemeIcon("git-commit");
  item.contextValue = "commit";
  item.tooltip = new vscode.MarkdownString()
    .appendText(literal(line))
    .appendMarkdown("\n\n")
    .appendText(literal([by, moment(authoredAt) ?? "", hash].filter((part) => part !== "").join(" · ")));
  item.command = {
    command: "artifacts.openCommit",
    title: vscode.l10n.t("Open Commit"),
    arguments: [{ repository, hash }],
  };
  return item;
}
