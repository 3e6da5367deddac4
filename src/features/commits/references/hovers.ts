// The artifact that a reference under the mouse names. Its site is asked when somebody looks, and not before.
import * as vscode from "vscode";
import { oneLine } from "../../../model/displayText.ts";
import type { Site } from "../../../model/site.ts";
import type { ArtifactTarget } from "../../../protocol/commands.ts";
import type { Told, ToldArtifact } from "../../../store/references/lookups.ts";
import { failureText } from "../../../vscode/failureText.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { whereaboutsOf } from "./folder.ts";
import { commandLink, hoverCommands } from "./links.ts";
import { plainMarkdown } from "./plainMarkdown.ts";
import { shownReferences } from "./shownReferences.ts";
import { around } from "./textBounds.ts";

// What a hover says of a reference. Nothing of what a server says becomes a link, an image or a command in it.

function emptyText(): vscode.MarkdownString {
  const text = new vscode.MarkdownString("", true);
  text.isTrusted = { enabledCommands: hoverCommands };
  return text;
}

/** The address is ours; marks that end a link of Markdown are written otherwise in it. */
function linked(text: string, uri: vscode.Uri): string {
  const address = uri
    .toString()
    .replaceAll(/[()'\s]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `[${text}](${address})`;
}

function actions(target: ArtifactTarget, what: "all" | "look"): string {
  const open = linked(`$(edit) ${vscode.l10n.t("Open")}`, commandLink("artifacts.openArtifact", target));
  const browser = linked(
    `$(link-external) ${vscode.l10n.t("Open in Browser")}`,
    commandLink("artifacts.openInBrowser", target),
  );
  const copy = linked(
    `$(copy) ${vscode.l10n.t("Copy Reference")}`,
    commandLink("artifacts.copyReference", target),
  );
  const status = linked(
    `$(circle-large-outline) ${vscode.l10n.t("Set Status…")}`,
    commandLink("artifacts.setStatus", target),
  );
  return (what === "all" ? [open, browser, copy, status] : [browser]).join(" &nbsp;·&nbsp; ");
}

function artifactText(site: Site, told: ToldArtifact): vscode.MarkdownString {
  const { artifactId, title, status, isOpen, assignees, trackerId, trackerLabel, page } = told;
  const text = emptyText();
  const icon = isOpen === undefined ? "circle-outline" : isOpen ? "issues" : "pass";
  text.appendMarkdown(`$(${icon}) **`);
  text.appendMarkdown(`${plainMarkdown(`#${artifactId} ${oneLine(title ?? "")}`.trim())}**\n\n`);
  const facts = [
    status === undefined ? "" : vscode.l10n.t("Status: {0}", oneLine(status)),
    assignees.length === 0
      ? ""
      : vscode.l10n.t("Assigned to: {0}", assignees.map((name) => oneLine(name)).join(", ")),
    [oneLine(site.label), oneLine(trackerLabel ?? "")].filter((part) => part !== "").join(" › "),
  ];
  text.appendMarkdown(plainMarkdown(facts.filter((part) => part !== "").join(" · ")));
  const target = { siteApi: site.api, artifactId, trackerId, page };
  return text.appendMarkdown(`\n\n---\n\n${actions(target, "all")}`);
}

/** Why there is nothing to show. */
function sentence(site: Site, told: Exclude<Told, ToldArtifact>): string {
  const label = oneLine(site.label);
  switch (told.kind) {
    case "missing":
      return vscode.l10n.t("There is no artifact #{0} at {1} that you may see.", told.artifactId, label);
    case "unreadable":
      return vscode.l10n.t("Artifact #{0} at {1} is hidden from your account.", told.artifactId, label);
    case "unknown":
      return failureText(told.failure, label);
  }
}

/** `isSaid` tells what somebody reads there already, such as a problem of a commit message; undefined where that is all. */
function hoverText(
  site: Site,
  told: Told,
  isSaid: (text: string) => boolean,
): vscode.MarkdownString | undefined {
  if (told.kind === "artifact") return artifactText(site, told);
  const why = sentence(site, told);
  const target = { siteApi: site.api, artifactId: told.artifactId };
  const parts = [
    isSaid(why) ? "" : plainMarkdown(oneLine(why)),
    told.kind === "missing" ? "" : actions(target, "look"),
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : emptyText().appendMarkdown(parts.join("\n\n"));
}

export class ReferenceHovers {
  readonly #context: CommitsContext;

  constructor(context: CommitsContext) {
    this.#context = context;
  }

  async at(
    document: vscode.TextDocument,
    position: vscode.Position,
    signal: AbortSignal,
  ): Promise<vscode.Hover | undefined> {
    const { workplace, lookups } = this.#context;
    const { site, grammar } = await whereaboutsOf(workplace, document);
    if (site === undefined || signal.aborted) return undefined;
    const { text, start } = around(document, position);
    const at = document.offsetAt(position) - start;
    const reference = shownReferences(text, grammar).find((each) => each.start <= at && at <= each.end);
    if (reference === undefined) return undefined;
    const range = new vscode.Range(
      document.positionAt(start + reference.start),
      document.positionAt(start + reference.end),
    );
    const told = (await lookups.lookUp(site, [reference.artifactId], signal)).get(reference.artifactId);
    if (told === undefined) return undefined;
    const problems = vscode.languages.getDiagnostics(document.uri);
    const content = hoverText(site, told, (why) =>
      problems.some(({ message, range: place }) => message === why && place.contains(position)),
    );
    return content && new vscode.Hover(content, range);
  }
}
