// What a form is read from and saved to.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Failure } from "../model/failure.ts";
import type { Draft } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { HistoryEntry, Writing } from "../model/history.ts";
import type { Revision } from "../model/revision.ts";
import { isNewSubject, type Subject } from "../model/subject.ts";
import type { Drafts } from "./drafts.ts";
import type { Base } from "./keptDraft.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly id: number; readonly revision: Revision | undefined }
  /** Someone has changed it since. */
  | { readonly kind: "conflict" }
  /** The server has no name for a state, so it can't be asked to refuse a stale change. */
  | { readonly kind: "noRevision" }
  /** It said no; the field is known where its sentence names just one. */
  | {
      readonly kind: "rejected";
      readonly failure: Failure;
      readonly fieldId: number | undefined;
      /** It takes no change at all from this account. */
      readonly isFinal?: boolean;
    }
  /** The answer was lost, and a look at the server has not told what became of the change. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface Sending<About extends Subject = Subject> {
  readonly subject: About;
  readonly base: Base;
  readonly draft: Draft;
  /** `overwrite` is an explicit act of a person. */
  readonly how: "checked" | "overwrite";
  /** How many writes there were before it, where the server counts them. */
  readonly historyLength?: number | undefined;
}

/** What became of a change whose answer nobody has heard. */
export type Verdict =
  | { readonly kind: "saved"; readonly id: number; readonly revision: Revision | undefined }
  | { readonly kind: "notSaved" }
  /** The artifacts that may have come of it, where it was to create one. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] };

export interface Doubt {
  /** When it was sent. */
  readonly since: number;
  readonly look: "first" | "again";
}

/** How what a form starts from is read. */
export interface ReadOptions {
  /** Where the artifact is known to belong, for servers that don't say. */
  readonly trackerId: number | undefined;
  /** `fresh` where the tracker may have other fields by now; `lastSeen` where an old state is better than none. */
  readonly how: "known" | "fresh" | "lastSeen";
  /** What the form stands on now. */
  readonly older?: Base | undefined;
  readonly signal: AbortSignal;
}

/** How the contents of a form are read and saved: one implementation for artifacts, one for Subversion repositories. */
export interface FormBackend {
  readonly drafts: Drafts;
  readonly now: () => number;
  readonly read: (subject: Subject, options: ReadOptions) => Promise<Base>;
  readonly send: (sending: Sending, signal: AbortSignal) => Promise<SaveOutcome>;
  /** What became of a save whose answer nobody has heard. */
  readonly judge: (sending: Sending, doubt: Doubt) => Promise<Verdict>;
  /** Who has written since a state was read, the newest first, as far as the server tells. */
  readonly writingsSince: (base: Base, signal: AbortSignal) => Promise<readonly Writing[]>;
  /** How many writes there are; undefined where the server does not tell. */
  readonly historyLength: (base: Base, signal: AbortSignal) => Promise<number | undefined>;
  /** What was written by others in the moment in which we have sent something. */
  readonly writtenBeside: (sent: Sending, signal: AbortSignal) => Promise<readonly HistoryEntry[]>;
}

/** The field that a server's sentence is about: the one that is named in it of those that were sent, or that of the workflow. */
export function fieldNamedIn(
  said: string | undefined,
  form: Form,
  sent: readonly number[],
): number | undefined {
  if (said === undefined) return undefined;
  const named = form.fields.filter(
    ({ id, label, name }) =>
      sent.includes(id) && [label, name].some((word) => word.length > 1 && mentions(said, word)),
  );
  if (named.length === 0) return isAboutTransition(said, form) ? form.rules?.fieldId : undefined;
  // "Title" is in "Subtitle of title" too: the longest name wins if it holds all the others.
  const [longest, ...others] = named.toSorted((a, b) => b.label.length - a.label.length);
  return others.every(({ label }) => longest?.label.includes(label)) ? longest?.id : undefined;
}

/** A refused transition names the value in quotes, or calls itself one; never the field. */
function isAboutTransition(said: string, { fields, rules }: Form): boolean {
  const control = fields.find(({ id }) => id === rules?.fieldId)?.control;
  if (control?.kind !== "choice") return false;
  return /transition/i.test(said) || control.choices.some(({ label }) => said.includes(`"${label}"`));
}

/** As a word of its own, anywhere. */
function mentions(sentence: string, word: string): boolean {
  const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? "");
  for (let at = sentence.indexOf(word); at !== -1; at = sentence.indexOf(word, at + 1)) {
    if (!isLetter(sentence[at - 1]) && !isLetter(sentence[at + word.length])) return true;
  }
  return false;
}

/** What a failure means for what was sent. */
export function outcomeOf(
  failure: Failure,
  { subject, base: { form } }: Sending,
  sent: readonly number[],
): SaveOutcome {
  switch (failure.kind) {
    case "conflict":
      return { kind: "conflict" };
    case "notFound":
      return isNewSubject(subject) ? { kind: "failed", failure } : { kind: "gone" };
    case "invalid":
    case "forbidden":
      return { kind: "rejected", failure, fieldId: fieldNamedIn(failure.request.said, form, sent) };
    default:
      return { kind: "failed", failure };
  }
}
