// Rows and texts of the References view.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine } from "../../../model/displayText.ts";
import type { ArtifactTarget } from "../../../protocol/commandArguments.ts";
import type { ResolvedReference } from "../../../store/references/referenceCache.ts";
import type { ArtifactFileReferences, FileReference } from "../../../store/references/referenceIndex.ts";
import { createStatusIcon } from "../../../vscode/statusIcon.ts";

/** An artifact with the references to it, which commands take as their target. */
interface ReferencedArtifactRow extends ArtifactTarget {
  readonly kind: "referencedArtifact";
  readonly item: vscode.TreeItem;
  readonly references: readonly FileReference[];
}

interface FileReferenceRow {
  readonly kind: "fileReference";
  readonly item: vscode.TreeItem;
}

export type ReferenceRow = ReferencedArtifactRow | FileReferenceRow;

function toRange({ line, character, endLine, endCharacter }: FileReference): vscode.Range {
  return new vscode.Range(line, character, endLine, endCharacter);
}

/** Such as `tide.ts:12`. */
function formatPosition(path: string, { line }: FileReference): string {
  return `${toDisplayLine(path)}:${line + 1}`;
}

/** Relative to the workspace folder; with its name if there are several. */
export function formatFilePosition(reference: FileReference): string {
  return formatPosition(vscode.workspace.asRelativePath(vscode.Uri.parse(reference.file, true)), reference);
}

function formatFileNamePosition(reference: FileReference): string {
  const { path } = vscode.Uri.parse(reference.file, true);
  return formatPosition(path.slice(path.lastIndexOf("/") + 1), reference);
}

export async function openFileReference(reference: FileReference): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(reference.file, true), {
    selection: toRange(reference),
  } satisfies vscode.TextDocumentShowOptions);
}

export function createFileReferenceRow(reference: FileReference): FileReferenceRow {
  const uri = vscode.Uri.parse(reference.file, true);
  const item = new vscode.TreeItem(formatFileNamePosition(reference));
  item.id = `${reference.artifactId} ${reference.file}:${reference.line}:${reference.character}`;
  item.description = toDisplayLine(reference.lineText);
  item.tooltip = `${formatFilePosition(reference)}\n${item.description}`;
  item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "fileReference";
  item.accessibilityInformation = { label: `${formatFilePosition(reference)}, ${item.description}` };
  item.command = {
    command: "vscode.open",
    title: vscode.l10n.t("Open"),
    arguments: [uri, { selection: toRange(reference) } satisfies vscode.TextDocumentShowOptions],
  };
  return { kind: "fileReference", item };
}

function createIcon(
  resolved: ResolvedReference | undefined,
  statusColor: string | undefined,
): vscode.ThemeIcon {
  if (resolved?.kind === "missing") return new vscode.ThemeIcon("question");
  if (resolved?.kind === "unreadable") return new vscode.ThemeIcon("lock");
  const artifact = resolved?.kind === "artifact" ? resolved : { isOpen: undefined, status: undefined };
  return createStatusIcon(artifact, statusColor);
}

function formatStatus(resolved: ResolvedReference | undefined): string {
  switch (resolved?.kind) {
    case "artifact":
      return toDisplayLine(resolved.status ?? "");
    case "missing":
      return vscode.l10n.t("deleted or no access");
    case "unreadable":
      return vscode.l10n.t("no access");
    case "unknown":
    case undefined:
      return "";
  }
}

function formatReferenceCount(count: number): string {
  return count === 1 ? vscode.l10n.t("1 reference") : vscode.l10n.t("{0} references", count);
}

interface ArtifactRowOptions {
  /** Set if there are several sites. */
  readonly siteLabel: string | undefined;
  /** As `SiteCatalog.findStatusColor` returns it. */
  readonly statusColor: string | undefined;
}

export function createReferencedArtifactRow(
  { siteApi, artifactId, references }: ArtifactFileReferences,
  resolved: ResolvedReference | undefined,
  { siteLabel, statusColor }: ArtifactRowOptions,
): ReferencedArtifactRow {
  const artifact = resolved?.kind === "artifact" ? resolved : undefined;
  const item = new vscode.TreeItem(
    formatArtifactLabel(artifactId, artifact?.title),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = `${artifactId} ${siteApi}`;
  item.description = [formatStatus(resolved), formatReferenceCount(references.length), siteLabel ?? ""]
    .filter((part) => part !== "")
    .join(" · ");
  item.tooltip = `${`#${artifactId} ${toDisplayLine(artifact?.title ?? "")}`.trim()}\n${item.description}`;
  item.iconPath = createIcon(resolved, statusColor);
  item.contextValue = "referencedArtifact";
  item.accessibilityInformation = {
    label: `${formatArtifactLabel(artifactId, artifact?.title)}, ${item.description}`,
  };
  return {
    kind: "referencedArtifact",
    siteApi,
    artifactId,
    trackerId: artifact?.trackerId,
    page: artifact?.page,
    references,
    item,
  };
}
