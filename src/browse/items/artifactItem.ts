import * as vscode from "vscode";
import { literal, oneLine } from "../../model/displayText.ts";
import { moment } from "../../platform/moment.ts";
import type { ArtifactNode } from "../nodes.ts";
import { trackerColor } from "./trackerColor.ts";

function icon({ artifact: { isOpen }, tracker }: ArtifactNode): vscode.ThemeIcon {
  const color = trackerColor(tracker?.color);
  if (isOpen === undefined) return new vscode.ThemeIcon("circle-outline", color);
  return isOpen
    ? new vscode.ThemeIcon("issues", color)
    : new vscode.ThemeIcon("pass", new vscode.ThemeColor("disabledForeground"));
}

/** Server text is appended as text, so that nothing in it becomes a link, an image or a command. */
export function artifactTooltip({ artifact, tracker, site }: ArtifactNode): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text
    .appendMarkdown("**")
    .appendText(literal(`#${artifact.id} ${oneLine(artifact.title ?? "")}`.trim()))
    .appendMarkdown("**\n\n");
  const place = [site.label, oneLine(tracker?.label ?? "")].filter((part) => part !== "").join(" › ");
  text.appendText(literal(place));
  const facts: readonly (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("Status"), artifact.status],
    [
      vscode.l10n.t("Assigned to"),
      artifact.assignees.length === 0 ? undefined : artifact.assignees.map(({ label }) => label).join(", "),
    ],
    [vscode.l10n.t("Submitted by"), artifact.submittedBy?.label],
    [vscode.l10n.t("Submitted on"), moment(artifact.submittedOn)],
    [vscode.l10n.t("Last modified"), moment(artifact.modifiedOn)],
  ];
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length > 0) text.appendMarkdown("\n\n---\n\n");
  for (const [name, value] of known) {
    text
      .appendMarkdown("- ")
      .appendText(literal(`${name}: ${oneLine(value ?? "")}`))
      .appendMarkdown("\n");
  }
  return text;
}

/** What the icon says, where the status does not say the same. */
function openText({ artifact: { isOpen, status } }: ArtifactNode): string {
  if (isOpen === undefined) return "";
  const text = isOpen ? vscode.l10n.t("open") : vscode.l10n.t("closed");
  return status?.trim().toLowerCase() === text ? "" : text;
}

export function artifactItem(node: ArtifactNode): vscode.TreeItem {
  const { artifact, tracker, isUnsent, isAmongOthers } = node;
  const title = artifact.title === undefined ? "" : oneLine(artifact.title);
  const item = new vscode.TreeItem(
    `${isUnsent ? "● " : ""}#${artifact.id} ${title}`.trim(),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  const status = artifact.status === undefined ? "" : oneLine(artifact.status);
  const unsent = isUnsent ? vscode.l10n.t("unsent") : "";
  const place = oneLine(tracker?.label ?? "");
  item.description = [unsent, isAmongOthers ? place : "", status].filter((part) => part !== "").join(" · ");
  item.iconPath = icon(node);
  item.contextValue = "artifact";
  item.command = {
    command: "artifacts.openArtifact",
    title: vscode.l10n.t("Open Artifact"),
    arguments: [node],
  };
  item.accessibilityInformation = {
    label: [place, String(artifact.id), title, unsent, status, openText(node)]
      .filter((part) => part !== "")
      .join(", "),
  };
  return item;
}
