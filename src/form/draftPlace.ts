// The addresses of long texts that are open in editors of their own: what they are about stands in the query.
import * as vscode from "vscode";
import type { Target } from "../model/form/draft.ts";
import { typedIn } from "../model/form/draft.ts";
import { fieldOf } from "../model/form/form.ts";
import { emptyInput, type Input } from "../model/form/input.ts";
import { isSubject, isSvnSubject, type Subject } from "../model/subject.ts";
import type { TextFormat } from "../model/value.ts";
import type { Editing } from "../store/editing.ts";
import { draftScheme } from "./names.ts";

/** One's own text, or what the server has in its place. */
type Side = "mine" | "theirs";

export interface Place {
  readonly subject: Subject;
  readonly target: Target;
  readonly side: Side;
}

type TextInput = Extract<Input, { kind: "text" }>;

const endings: Readonly<Record<TextFormat, string>> = { commonmark: "md", html: "html", text: "txt" };

/** The long text that stands in a field, or in the comment; undefined where there is none. */
export function textIn({ base, draft }: Editing, target: Target, side: Side = "mine"): TextInput | undefined {
  const field = target === "comment" || base === undefined ? undefined : fieldOf(base.form, target);
  // What the server holds may be unknown, and yet it can be written.
  const held = field?.base ?? (field === undefined ? undefined : emptyInput(field.control));
  const input = (side === "mine" ? typedIn(draft, target) : undefined) ?? held;
  if (input?.kind === "text") return input;
  return target === "comment" ? { kind: "text", source: "", format: "commonmark" } : undefined;
}

/** Whether it can be typed into. */
export function isWritable({ base, working }: Editing, { target, side }: Omit<Place, "subject">): boolean {
  if (base === undefined || side === "theirs" || working.standing !== "ours") return false;
  return target === "comment" ? base.form.takesComment : fieldOf(base.form, target)?.access === "edit";
}

/** A name that people recognise in a tab, and that every system takes. */
function fileName({ base, subject }: Editing, target: Target, format: TextFormat): string {
  const label =
    target === "comment"
      ? vscode.l10n.t("Comment")
      : base === undefined
        ? undefined
        : fieldOf(base.form, target)?.label;
  const clean = (text = ""): string =>
    text
      .replace(/[^\p{L}\p{N}_-]+/gu, " ")
      .trim()
      .slice(0, 60);
  const name = clean(label) || "text";
  // Access files are written as such settings are.
  if (isSvnSubject(subject)) return `${clean(base?.title)} ${name}.ini`.trim();
  const number = subject.kind === "artifact" ? `#${subject.artifactId} ` : "";
  return `${number}${name}.${endings[format]}`;
}

export function uriOf(editing: Editing, target: Target, side: Side = "mine"): vscode.Uri {
  const format = textIn(editing, target, side)?.format ?? "text";
  const place = { subject: editing.subject, target, ...(side === "mine" ? {} : { side }) };
  return vscode.Uri.from({
    scheme: draftScheme,
    path: `/${fileName(editing, target, format)}`,
    query: JSON.stringify(place),
  });
}

/** Addresses outlive their window, and anybody can open one: undefined for what is none of ours. */
export function placeOf({ scheme, query }: vscode.Uri): Place | undefined {
  if (scheme !== draftScheme) return undefined;
  try {
    const { subject, target, side } = JSON.parse(query) as Partial<Place>;
    const isTarget = target === "comment" || typeof target === "number";
    if (!isSubject(subject) || !isTarget) return undefined;
    return { subject, target, side: side === "theirs" ? "theirs" : "mine" };
  } catch {
    return undefined;
  }
}
