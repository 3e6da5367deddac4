import * as vscode from "vscode";
import { byteText } from "../../model/byteText.ts";
import { literal, oneLine } from "../../model/displayText.ts";
import { safeFileName } from "../../model/fileName.ts";
import type { AttachmentNode } from "../nodes.ts";

export function attachmentItem(node: AttachmentNode): vscode.TreeItem {
  const { name, size, description } = node.file;
  const item = new vscode.TreeItem(oneLine(name) || `#${node.file.id}`, vscode.TreeItemCollapsibleState.None);
  item.description = byteText(size, vscode.env.language);
  // The name alone decides on the icon: nothing is read for it.
  item.resourceUri = vscode.Uri.from({ scheme: "artifact-icon", path: `/${safeFileName(name)}` });
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "attachment";
  const tooltip = new vscode.MarkdownString("", true).appendMarkdown("**").appendText(literal(oneLine(name)));
  tooltip.appendMarkdown("** · ").appendText(item.description);
  if (description !== "") tooltip.appendMarkdown("\n\n").appendText(literal(oneLine(description, 1000)));
  item.tooltip = tooltip;
  item.command = {
    command: "artifacts.openAttachment",
    title: vscode.l10n.t("Open Attachment"),
    arguments: [node],
  };
  return item;
}
