import * as vscode from "vscode";
import { literal, oneLine, plainLines } from "../../model/displayText.ts";
import { fieldValue } from "../../platform/fieldValue.ts";
import type { FieldNode } from "../nodes.ts";

export function fieldItem({ field }: FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(field.label), vscode.TreeItemCollapsibleState.None);
  const text = fieldValue(field);
  item.description = oneLine(text);
  item.tooltip = new vscode.MarkdownString().appendText(literal(plainLines(text)));
  item.contextValue = "field";
  return item;
}
