// The names of a form: tab title, heading and messages.
import * as vscode from "vscode";
import { formatArtifactLabel, toDisplayLine } from "../../model/displayText.ts";
import { getDraftInput } from "../../model/form/draft.ts";
import type { Site } from "../../model/site.ts";
import { isNewSubject } from "../../model/form/formSubject.ts";
import type { FormHeading } from "../../protocol/formProtocol.ts";
import type { FormSession } from "../../store/formSession.ts";
import type { DraftBase } from "../../store/storedDraft.ts";
import { formatDateTime } from "../../vscode/dates.ts";

function formatTracker({ tracker: { id, label } }: DraftBase): string | undefined {
  if (label !== undefined && label !== "") return toDisplayLine(label);
  return id === undefined ? undefined : `#${id}`;
}

function formatTrackerOrProject({ subject }: FormSession, base: DraftBase): string | undefined {
  if (subject.kind !== "svn" && subject.kind !== "newSvn") return formatTracker(base);
  return toDisplayLine(base.svn?.projectLabel ?? "") || `#${subject.projectId}`;
}

export function formatReference(session: FormSession, base: DraftBase): string {
  const { subject } = session;
  switch (subject.kind) {
    case "artifact":
      return base.itemName === undefined
        ? `#${subject.artifactId}`
        : `${toDisplayLine(base.itemName)} #${subject.artifactId}`;
    case "svn":
      return vscode.l10n.t("Subversion repository #{0}", subject.repositoryId);
    case "new":
      return vscode.l10n.t("New artifact in {0}", formatTrackerOrProject(session, base) ?? "");
    case "newSvn":
      return vscode.l10n.t("New Subversion repository in {0}", formatTrackerOrProject(session, base) ?? "");
  }
}

function formatSubmitted({ submittedBy, submittedOn }: DraftBase): string | undefined {
  const time = formatDateTime(submittedOn);
  if (submittedBy === undefined || time === undefined) return undefined;
  return vscode.l10n.t("submitted by {0} on {1}", toDisplayLine(submittedBy), time);
}

export function createFormHeading(site: Site, session: FormSession, base: DraftBase): FormHeading {
  const { subject } = session;
  return {
    reference: formatReference(session, base),
    breadcrumbs: [
      isNewSubject(subject) ? undefined : formatTrackerOrProject(session, base),
      site.label,
    ].filter((part) => part !== undefined),
    title: base.title,
    submitted: formatSubmitted(base),
    color: base.color,
    isArtifact: subject.kind === "artifact",
    hasWebPage: subject.kind === "artifact" || base.page !== undefined,
  };
}

/** The title of the draft, or of the server. */
function getCurrentTitle({ draft }: FormSession, { form, title }: DraftBase): string {
  const input = form.promoted.title === undefined ? undefined : getDraftInput(draft, form.promoted.title);
  return toDisplayLine(input?.kind === "line" ? input.text : (title ?? ""), 60);
}

/** The name of a subject before it is loaded. */
function formatSubjectId({ subject }: FormSession): string {
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

/** The title of an existing subject, or the tracker or project of a new one. */
export function formatSubjectName(session: FormSession): string {
  const { subject, base } = session;
  switch (subject.kind) {
    case "artifact":
      return formatArtifactLabel(subject.artifactId, base?.title);
    case "svn":
      return base?.title === undefined ? formatSubjectId(session) : toDisplayLine(base.title, 60);
    case "new":
    case "newSvn":
      return base === undefined ? formatSubjectId(session) : (formatTrackerOrProject(session, base) ?? "");
  }
}

function formatSubjectTitle(session: FormSession, base: DraftBase): string {
  const { subject } = session;
  const title = getCurrentTitle(session, base);
  if (isNewSubject(subject)) return `${formatReference(session, base)}${title === "" ? "" : `: ${title}`}`;
  // Repositories are identified by name, artifacts by ID.
  if (subject.kind === "svn") return title === "" ? formatSubjectId(session) : title;
  return `${formatSubjectId(session)} ${title}`;
}

/** Marked with a dot if there is a draft. */
export function formatTabTitle(session: FormSession): string {
  const { base, formDraft } = session;
  if (base === undefined) return formatSubjectId(session);
  return `${formDraft.hasEdits ? "● " : ""}${formatSubjectTitle(session, base)}`.trim();
}
