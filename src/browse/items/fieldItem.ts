import * as vscode from "vscode";
import { literal, oneLine, plainLines } from "../../model/displayText.ts";
import { fieldValue } from "../../platform/fieldValue.ts";
import { serverMoment } from "../../platform/moment.ts";
import type { FieldNode } from "../nodes.ts";

export function fieldItem({ field }: FieldNode): vscode.TreeItem {
  const item = new vscode.TreeItem(oneLine(field.label), vscode.TreeItemCollapsibleState.None);
  const text = fieldValue(field);
  item.description = oneLine(text);
  const server = field.value.kind === "date" ? serverMoment(field.value.date) : undefined;
  const lines = [plainLines(text), server].filter((line) => line !== undefined).join("\n");
  item.tooltip = new vscode.MarkdownString().appendText(literal(lines));
  item.contextValue = "field";
  return item;
}
