import * as vscode from "vscode";
import { literal, oneLine } from "../../model/displayText.ts";
import type { ProjectNode } from "../nodes.ts";

export function projectTooltip({ project }: ProjectNode): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString("", true);
  tooltip
    .appendMarkdown("**")
    .appendText(literal(oneLine(project.label)))
    .appendMarkdown("** · ")
    .appendText(literal(oneLine(project.shortName)));
  if (project.description === undefined) return tooltip;
  return tooltip.appendMarkdown("\n\n").appendText(literal(oneLine(project.description, 1000)));
}
