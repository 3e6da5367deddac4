// Interface for loading and saving forms.
import type { ArtifactRow } from "../model/artifact.ts";
import type { PendingAttachment } from "../model/attachment.ts";
import type { Failure } from "../model/failure.ts";
import type { Draft } from "../model/form/draft.ts";
import type { FieldStoredDifferently } from "../model/form/fieldChanges.ts";
import type { Form } from "../model/form/form.ts";
import type { HistoryEntry } from "../model/history.ts";
import type { ArtifactVersion } from "../model/artifactVersion.ts";
import { isNewSubject, type FormSubject } from "../model/form/formSubject.ts";
import type {
  FileIdsByField,
  PendingUploadsOptions,
  PendingUploadsOutcome,
} from "./attachments/pendingAttachments.ts";
import type { DraftStore } from "./draftStore.ts";
import type { DraftBase } from "./storedDraft.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly id: number; readonly revision: ArtifactVersion | undefined }
  /** It was changed since the base was loaded. */
  | { readonly kind: "conflict" }
  /** The server reports no version, so it can't reject a stale change. */
  | { readonly kind: "noVersion" }
  /** `fieldId` is known if the server's message names a single field. */
  | {
      readonly kind: "rejected";
      readonly failure: Failure;
      readonly fieldId: number | undefined;
      /** The account can't change it at all. */
      readonly isPermanent?: boolean;
    }
  /** The response was lost, and checking the server didn't tell whether the change was applied. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface SaveRequest<Target extends FormSubject = FormSubject> {
  readonly subject: Target;
  readonly base: DraftBase;
  readonly draft: Draft;
  /** `overwrite` only after explicit confirmation by the user. */
  readonly mode: "checked" | "overwrite";
  /** Number of changesets before the save, if the server reports it. */
  readonly historyLength?: number | undefined;
  /** Uploaded files of a new artifact. */
  readonly fileIds?: FileIdsByField | undefined;
}

/** Files of a new artifact, which are uploaded before it is created. */
export interface FormAttachments {
  upload(
    request: Pick<SaveRequest, "subject" | "base" | "draft">,
    options: Omit<PendingUploadsOptions, "getMaxBytes">,
  ): Promise<PendingUploadsOutcome>;
  /** Deletes uploads on the server. */
  abandon(subject: FormSubject, attachments: readonly PendingAttachment[]): Promise<void>;
  /** The artifact was created with the files that were sent; other uploads of its draft are deleted. */
  finish(subject: FormSubject, sent: Draft, draft: Draft): Promise<void>;
  /** The draft was discarded. If a creation has an unknown outcome, an artifact may have its files. */
  discard(subject: FormSubject, draft: Draft, isOutcomeUnknown: boolean): Promise<void>;
}

/** Result of checking a save without a response. */
export type OutcomeCheckResult =
  | { readonly kind: "saved"; readonly id: number; readonly revision: ArtifactVersion | undefined }
  | { readonly kind: "notSaved" }
  /** `candidates` are artifacts that may have been created. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] };

export interface OutcomeCheckRequest {
  readonly sentAt: number;
  readonly attempt: "first" | "again";
}

export interface LoadBaseOptions {
  /** The artifact's tracker, for servers that don't report it. */
  readonly trackerId: number | undefined;
  /** `fresh` reloads the tracker's fields; `offlineCache` accepts cached data if the site is offline. */
  readonly source: "known" | "fresh" | "offlineCache";
  /** The current base of the form. */
  readonly older?: DraftBase | undefined;
  /** Without files to add, the server isn't asked whether it supports uploads. */
  readonly acceptsFiles?: boolean;
  readonly signal: AbortSignal;
}

/** Implemented for artifacts and for Subversion repositories. */
export interface FormBackend {
  readonly drafts: DraftStore;
  readonly now: () => number;
  readonly loadBase: (subject: FormSubject, options: LoadBaseOptions) => Promise<DraftBase>;
  readonly save: (request: SaveRequest, signal: AbortSignal) => Promise<SaveOutcome>;
  /** Checks whether a save without a response was applied. */
  readonly checkOutcome: (request: SaveRequest, check: OutcomeCheckRequest) => Promise<OutcomeCheckResult>;
  /** Changes since the base was loaded, newest first, if the server reports them. */
  readonly loadEntriesSince: (base: DraftBase, signal: AbortSignal) => Promise<readonly HistoryEntry[]>;
  /** Number of changesets, if the server reports it. */
  readonly loadHistoryLength: (base: DraftBase, signal: AbortSignal) => Promise<number | undefined>;
  /** Changes that others made at the same time as the save. */
  readonly loadConcurrentEntries: (
    sentFieldIds: SaveRequest,
    signal: AbortSignal,
  ) => Promise<readonly HistoryEntry[]>;
  /** Call when a saved change was stored differently than it was sent. */
  readonly reportStoredDifferences?: (
    sent: SaveRequest,
    differences: readonly FieldStoredDifferently[],
  ) => void;
  /** `undefined` for forms without files. */
  readonly attachments?: FormAttachments;
}

/** The field that a server's error message is about: the sent field that is named in it, or the workflow field. */
export function findFieldInErrorMessage(
  message: string | undefined,
  form: Form,
  sentFieldIds: readonly number[],
): number | undefined {
  if (message === undefined) return undefined;
  const named = form.fields.filter(
    ({ id, label, name }) =>
      sentFieldIds.includes(id) &&
      [label, name].some((word) => word.length > 1 && containsWord(message, word)),
  );
  if (named.length === 0) return isAboutTransition(message, form) ? form.rules?.fieldId : undefined;
  // "Title" is part of "Subtitle of title": the longest name wins if it contains all the others.
  const [longest, ...shorter] = named.toSorted((a, b) => b.label.length - a.label.length);
  return shorter.every(({ label }) => longest?.label.includes(label)) ? longest?.id : undefined;
}

/** Messages about transitions quote the value or contain the word, but never name the field. */
function isAboutTransition(message: string, { fields, rules }: Form): boolean {
  const control = fields.find(({ id }) => id === rules?.fieldId)?.control;
  if (control?.kind !== "choice") return false;
  return /transition/i.test(message) || control.choices.some(({ label }) => message.includes(`"${label}"`));
}

function containsWord(sentence: string, word: string): boolean {
  const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? "");
  for (let index = sentence.indexOf(word); index !== -1; index = sentence.indexOf(word, index + 1)) {
    if (!isLetter(sentence[index - 1]) && !isLetter(sentence[index + word.length])) return true;
  }
  return false;
}

export function toFailedSaveOutcome(
  failure: Failure,
  { subject, base: { form } }: SaveRequest,
  sentFieldIds: readonly number[],
): SaveOutcome {
  switch (failure.kind) {
    case "conflict":
      return { kind: "conflict" };
    case "notFound":
      return isNewSubject(subject) ? { kind: "failed", failure } : { kind: "gone" };
    case "invalidRequest":
    case "forbidden":
      return {
        kind: "rejected",
        failure,
        fieldId: findFieldInErrorMessage(failure.request.serverMessage, form, sentFieldIds),
      };
    default:
      return { kind: "failed", failure };
  }
}
