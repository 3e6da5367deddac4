// What a form is called: in its tab and above its fields.
import * as vscode from "vscode";
import { oneLine } from "../model/displayText.ts";
import { typedIn } from "../model/form/draft.ts";
import type { Site } from "../model/site.ts";
import { moment } from "../platform/moment.ts";
import type { Heading } from "../protocol/page.ts";
import type { Editing } from "../store/editing.ts";
import type { Base } from "../store/keptDraft.ts";

/** Undefined where nothing is known of it. */
function trackerName({ tracker: { id, label } }: Base): string | undefined {
  if (label !== undefined && label !== "") return oneLine(label);
  return id === undefined ? undefined : `#${id}`;
}

function reference({ subject }: Editing, base: Base): string {
  if (subject.kind === "new") return vscode.l10n.t("New in {0}", trackerName(base) ?? "");
  return base.itemName === undefined
    ? `#${subject.artifactId}`
    : `${oneLine(base.itemName)} #${subject.artifactId}`;
}

function opened({ submittedBy, submittedOn }: Base): string | undefined {
  const when = moment(submittedOn);
  if (submittedBy === undefined || when === undefined) return undefined;
  return vscode.l10n.t("opened by {0} on {1}", oneLine(submittedBy), when);
}

export function headingOf(site: Site, editing: Editing, base: Base): Heading {
  return {
    reference: reference(editing, base),
    origin: [editing.subject.kind === "new" ? undefined : trackerName(base), site.label].filter(
      (part) => part !== undefined,
    ),
    title: base.title,
    opened: opened(base),
    color: base.color,
  };
}

/** The title as it stands in the form now, typed or read. */
function titleNow({ draft }: Editing, { form, title }: Base): string {
  const typed = form.promoted.title === undefined ? undefined : typedIn(draft, form.promoted.title);
  return oneLine(typed?.kind === "line" ? typed.text : (title ?? ""), 60);
}

/** The title of the tab bears a mark while something in it is not sent. */
export function tabTitle(editing: Editing): string {
  const { base, subject, working } = editing;
  const number = subject.kind === "new" ? vscode.l10n.t("New Artifact") : `#${subject.artifactId}`;
  if (base === undefined) return number;
  const title = titleNow(editing, base);
  const name = subject.kind === "new" ? `${reference(editing, base)}${title === "" ? "" : ":"}` : number;
  return `${working.hasUnsent ? "● " : ""}${name} ${title}`.trim();
}
