import type * as vscode from "vscode";

/** What is read aloud of a row. VS Code takes a tooltip of plain text in its place, unless it is told otherwise. */
export function spoken(item: vscode.TreeItem, more = ""): vscode.TreeItem {
  const parts = [item.label, item.description, more].filter((part) => typeof part === "string");
  item.accessibilityInformation ??= { label: parts.filter(Boolean).join(", ") };
  return item;
}
