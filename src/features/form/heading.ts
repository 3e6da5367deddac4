// What a form is called: in its tab and above its fields.
import * as vscode from "vscode";
import { artifactLabel, oneLine } from "../../model/displayText.ts";
import { typedIn } from "../../model/form/draft.ts";
import type { Site } from "../../model/site.ts";
import { isNewSubject } from "../../model/subject.ts";
import type { Heading } from "../../protocol/page.ts";
import type { Editing } from "../../store/editing.ts";
import type { Base } from "../../store/keptDraft.ts";
import { moment } from "../../vscode/dates.ts";

/** Undefined where nothing is known of it. */
function trackerName({ tracker: { id, label } }: Base): string | undefined {
  if (label !== undefined && label !== "") return oneLine(label);
  return id === undefined ? undefined : `#${id}`;
}

/** Where it belongs: tracker or project. */
function homeName({ subject }: Editing, base: Base): string | undefined {
  if (subject.kind !== "svn" && subject.kind !== "newSvn") return trackerName(base);
  return oneLine(base.svn?.projectLabel ?? "") || `#${subject.projectId}`;
}

function reference(editing: Editing, base: Base): string {
  const { subject } = editing;
  switch (subject.kind) {
    case "artifact":
      return base.itemName === undefined
        ? `#${subject.artifactId}`
        : `${oneLine(base.itemName)} #${subject.artifactId}`;
    case "svn":
      return vscode.l10n.t("Subversion repository #{0}", subject.repositoryId);
    case "new":
      return vscode.l10n.t("New in {0}", homeName(editing, base) ?? "");
    case "newSvn":
      return vscode.l10n.t("New Subversion repository in {0}", homeName(editing, base) ?? "");
  }
}

function opened({ submittedBy, submittedOn }: Base): string | undefined {
  const when = moment(submittedOn);
  if (submittedBy === undefined || when === undefined) return undefined;
  return vscode.l10n.t("opened by {0} on {1}", oneLine(submittedBy), when);
}

export function headingOf(site: Site, editing: Editing, base: Base): Heading {
  const { subject } = editing;
  return {
    reference: reference(editing, base),
    origin: [isNewSubject(subject) ? undefined : homeName(editing, base), site.label].filter(
      (part) => part !== undefined,
    ),
    title: base.title,
    opened: opened(base),
    color: base.color,
    isArtifact: subject.kind === "artifact",
    hasPage: subject.kind === "artifact" || base.page !== undefined,
  };
}

/** The title as it stands in the form now, typed or read. */
function titleNow({ draft }: Editing, { form, title }: Base): string {
  const typed = form.promoted.title === undefined ? undefined : typedIn(draft, form.promoted.title);
  return oneLine(typed?.kind === "line" ? typed.text : (title ?? ""), 60);
}

/** What it is called as long as nothing was read. */
function plainName({ subject }: Editing): string {
  switch (subject.kind) {
    case "artifact":
      return `#${subject.artifactId}`;
    case "new":
      return vscode.l10n.t("New Artifact");
    case "svn":
      return vscode.l10n.t("Subversion repository #{0}", subject.repositoryId);
    case "newSvn":
      return vscode.l10n.t("New Subversion Repository");
  }
}

/** What is there already in one short line; of something new where it is to be. */
export function subjectName(editing: Editing): string {
  const { subject, base } = editing;
  switch (subject.kind) {
    case "artifact":
      return artifactLabel(subject.artifactId, base?.title);
    case "svn":
      return base?.title === undefined ? plainName(editing) : oneLine(base.title, 60);
    case "new":
    case "newSvn":
      return base === undefined ? plainName(editing) : (homeName(editing, base) ?? "");
  }
}

function nameIn(editing: Editing, base: Base): string {
  const { subject } = editing;
  const title = titleNow(editing, base);
  if (isNewSubject(subject)) return `${reference(editing, base)}${title === "" ? "" : `: ${title}`}`;
  // A repository is known by its name, as an artifact is by its number.
  if (subject.kind === "svn") return title === "" ? plainName(editing) : title;
  return `${plainName(editing)} ${title}`;
}

/** The title of the tab bears a mark while something in it is not sent. */
export function tabTitle(editing: Editing): string {
  const { base, working } = editing;
  if (base === undefined) return plainName(editing);
  return `${working.hasUnsent ? "● " : ""}${nameIn(editing, base)}`.trim();
}
