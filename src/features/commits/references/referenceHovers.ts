// Hovers that show the artifact of a reference. The server is requested only on hover.
import * as vscode from "vscode";
import { toDisplayLine } from "../../../model/displayText.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget, CommitTarget } from "../../../protocol/commandArguments.ts";
import type { ResolvedReference, ReferencedArtifact } from "../../../store/references/referenceCache.ts";
import { failureText } from "../../../vscode/failureText.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { loadDocumentReferenceContext } from "./referenceContext.ts";
import { formatMissingArtifact } from "./referenceDiagnostic.ts";
import {
  createCommitCommandUri,
  createHoverCommandUri,
  hoverCommands,
  lineHoverCommands,
} from "./referenceLinks.ts";
import { toSafeMarkdown } from "./safeMarkdown.ts";
import { findLinkableReferences } from "./linkableReferences.ts";
import { getTextAround } from "./documentText.ts";

// Server text is escaped, so that it can't become a link, an image or a command.

/** Only the hover of a line has a commit. */
function createHoverMarkdown(commit: CommitTarget | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.isTrusted = { enabledCommands: commit === undefined ? hoverCommands : lineHoverCommands };
  return text;
}

/** Percent-encodes characters that would end a Markdown link. */
function formatLink(text: string, uri: vscode.Uri): string {
  const target = uri
    .toString()
    .replaceAll(/[()'\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `[${text}](${target})`;
}

function formatCommitAction(commit: CommitTarget | undefined): readonly string[] {
  if (commit === undefined) return [];
  return [formatLink(`$(git-commit) ${vscode.l10n.t("Show Commit")}`, createCommitCommandUri(commit))];
}

function formatActions(
  target: ArtifactTarget,
  scope: "all" | "browserOnly",
  commit: CommitTarget | undefined,
): string {
  const open = formatLink(
    `$(edit) ${vscode.l10n.t("Open")}`,
    createHoverCommandUri("artifacts.openArtifact", target),
  );
  const browser = formatLink(
    `$(link-external) ${vscode.l10n.t("Open in Browser")}`,
    createHoverCommandUri("artifacts.openInBrowser", target),
  );
  const copy = formatLink(
    `$(copy) ${vscode.l10n.t("Copy Reference")}`,
    createHoverCommandUri("artifacts.copyReference", target),
  );
  const status = formatLink(
    `$(circle-large-outline) ${vscode.l10n.t("Set Status…")}`,
    createHoverCommandUri("artifacts.setStatus", target),
  );
  const links = scope === "all" ? [open, browser, copy, status] : [browser];
  return [...links, ...formatCommitAction(commit)].join(" &nbsp;·&nbsp; ");
}

function formatArtifact(
  site: Site,
  reference: ReferencedArtifact,
  commit: CommitTarget | undefined,
): vscode.MarkdownString {
  const { artifactId, title, status, isOpen, assignees, trackerId, trackerLabel, page } = reference;
  const text = createHoverMarkdown(commit);
  const icon = isOpen === undefined ? "circle-outline" : isOpen ? "issues" : "pass";
  text.appendMarkdown(`$(${icon}) **`);
  text.appendMarkdown(`${toSafeMarkdown(`#${artifactId} ${toDisplayLine(title ?? "")}`.trim())}**\n\n`);
  const facts = [
    status === undefined ? "" : vscode.l10n.t("Status: {0}", toDisplayLine(status)),
    assignees.length === 0
      ? ""
      : vscode.l10n.t("Assignee: {0}", assignees.map((name) => toDisplayLine(name)).join(", ")),
    [toDisplayLine(site.label), toDisplayLine(trackerLabel ?? "")].filter((part) => part !== "").join(" › "),
  ];
  text.appendMarkdown(toSafeMarkdown(facts.filter((part) => part !== "").join(" · ")));
  const target = { siteApi: site.api, artifactId, trackerId, page };
  return text.appendMarkdown(`\n\n---\n\n${formatActions(target, "all", commit)}`);
}

/** Why the artifact can't be shown. */
function formatUnresolved(site: Site, reference: Exclude<ResolvedReference, ReferencedArtifact>): string {
  const label = toDisplayLine(site.label);
  switch (reference.kind) {
    case "missing":
      return formatMissingArtifact(reference.artifactId, site.label);
    case "unreadable":
      return vscode.l10n.t(
        "You don't have permission to view artifact #{0} on {1}.",
        reference.artifactId,
        label,
      );
    case "unknown":
      return failureText(reference.failure, label);
  }
}

/** `isShownAlready` is true for texts that a diagnostic at the same position shows; undefined if nothing else is left. */
export function createHoverText(
  site: Site,
  reference: ResolvedReference,
  isShownAlready: (text: string) => boolean,
  commit?: CommitTarget,
): vscode.MarkdownString | undefined {
  if (reference.kind === "artifact") return formatArtifact(site, reference, commit);
  const message = formatUnresolved(site, reference);
  const target = { siteApi: site.api, artifactId: reference.artifactId };
  const parts = [
    isShownAlready(message) ? "" : toSafeMarkdown(toDisplayLine(message)),
    reference.kind === "missing"
      ? formatCommitAction(commit).join("")
      : formatActions(target, "browserOnly", commit),
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : createHoverMarkdown(commit).appendMarkdown(parts.join("\n\n"));
}

export class ReferenceHovers {
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async provide(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.Hover | undefined> {
    const { workspace, referenceCache } = this.#context;
    const { site, grammar } = await loadDocumentReferenceContext(workspace, document);
    if (site === undefined || signal.aborted) return undefined;
    const { text, start } = getTextAround(document, position);
    const at = document.offsetAt(position) - start;
    const mention = findLinkableReferences(text, grammar).find((each) => each.start <= at && at <= each.end);
    if (mention === undefined) return undefined;
    const range = new vscode.Range(
      document.positionAt(start + mention.start),
      document.positionAt(start + mention.end),
    );
    const reference = (await referenceCache.resolve(site, [mention.artifactId], signal)).get(
      mention.artifactId,
    );
    if (reference === undefined) return undefined;
    const problems = vscode.languages.getDiagnostics(document.uri);
    const content = createHoverText(site, reference, (message) =>
      problems.some((problem) => problem.message === message && problem.range.contains(position)),
    );
    return content && new vscode.Hover(content, range);
  }
}
