// From a draft to the server. The only place above the client that knows what a conflict is.
import type { Written } from "../api/artifacts.ts";
import type { Client } from "../api/client.ts";
import type { ArtifactRow } from "../model/artifact.ts";
import { type Failure, isFailure } from "../model/failure.ts";
import { changesOf, commentOf } from "../model/form/changes.ts";
import { type Draft, typedIn } from "../model/form/draft.ts";
import { fieldOf, type Form } from "../model/form/form.ts";
import { inputOf, sameInput } from "../model/form/input.ts";
import type { ValueChange } from "../model/history.ts";
import type { Revision } from "../model/revision.ts";
import { type ArtifactSubject, isNewSubject, type Subject } from "../model/subject.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { Connection } from "./connections.ts";
import { History, writtenAfter } from "./history.ts";
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

/** What became of a change whose answer nobody has heard. */
export type Verdict =
  | { readonly kind: "saved"; readonly id: number; readonly revision: Revision | undefined }
  | { readonly kind: "notSaved" }
  /** The artifacts that may have come of it, where it was to create one. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] };

const unknown: Verdict = { kind: "unknown", candidates: [] };

/** Something new that nobody finds at once may still come: only a later look can say that it did not. */
async function judgeCreation(
  { account, client }: Connection,
  { base, draft }: Sending,
  trackerId: number,
  { since, look }: Doubt,
): Promise<Verdict> {
  const title = base.form.promoted.title === undefined ? undefined : typedIn(draft, base.form.promoted.title);
  const tracker = trackerAddress(trackerId, base.tracker.label);
  const rows = await client.possiblyCreated(tracker, account?.id, since);
  const candidates = rows.filter((row) => title?.kind !== "line" || (row.title ?? title.text) === title.text);
  return candidates.length === 0 && look === "again" ? { kind: "notSaved" } : { kind: "unknown", candidates };
}

/** Whether the history has it, written by us since: others, and we ourselves before, may have said the same. */
async function isInHistory(
  { account, client }: Connection,
  { base: { changesetsUri, form }, draft, historyLength }: Sending,
): Promise<boolean> {
  if (changesetsUri === undefined || historyLength === undefined) return false;
  const history = new History((offset, limit) => client.changesets(changesetsUri, { offset, limit }));
  const written = await writtenAfter(history, historyLength);
  const comment = commentOf(draft)?.source.trim();
  const wasSent = ({ fieldId, after }: ValueChange): boolean => {
    const field = fieldOf(form, fieldId);
    return field !== undefined && sameInput(typedIn(draft, fieldId), inputOf(field.control, after));
  };
  return written.some(({ changeset: { by, comment: said }, changes }) => {
    const isOurs = by !== undefined && String(by.id) === account?.id;
    if (!isOurs || said?.source.trim() !== comment) return false;
    return comment !== undefined || (changes.length > 0 && changes.every(wasSent));
  });
}

/** Names of states may last for a second, and values may be those of others: the history knows best, where there is one. */
async function judgeUpdate(connection: Connection, sending: Sending, artifactId: number): Promise<Verdict> {
  const { client } = connection;
  const { base, draft } = sending;
  if (base.revision === undefined) return unknown;
  const outcome = await client.outcomeOf(artifactId, changesOf(base.form, draft), base.revision);
  if (!(await isInHistory(connection, sending))) {
    if (outcome === "notCarriedOut") return { kind: "notSaved" };
    if (outcome === "mixed" || commentOf(draft) !== undefined) return unknown;
  }
  const { revision } = await client.artifact(artifactId);
  return { kind: "saved", id: artifactId, revision };
}

export interface Doubt {
  /** When it was sent. */
  readonly since: number;
  readonly look: "first" | "again";
}

/** Looks at the server before anything is sent again; where that fails too, nothing is known. */
export async function judge(
  connection: Connection,
  sending: Sending<ArtifactSubject>,
  doubt: Doubt,
): Promise<Verdict> {
  const { subject } = sending;
  try {
    return subject.kind === "new"
      ? await judgeCreation(connection, sending, subject.trackerId, doubt)
      : await judgeUpdate(connection, sending, subject.artifactId);
  } catch (thrown) {
    if (!isFailure(thrown)) throw thrown;
    return unknown;
  }
}

function trackerAddress(id: number, label: string | undefined): TrackerSummary {
  const uri = `trackers/${id}`;
  return { kind: "tracker", id, uri, label: label ?? "", color: undefined, artifactsUri: `${uri}/artifacts` };
}

async function send(
  client: Client,
  { subject, base, draft, how }: Sending<ArtifactSubject>,
  signal: AbortSignal,
): Promise<Written> {
  const changes = changesOf(base.form, draft);
  if (subject.kind === "new") return client.create(subject.trackerId, changes, signal);
  const update = { changes, comment: commentOf(draft) };
  return how === "overwrite" || base.revision === undefined
    ? client.overwrite(subject.artifactId, update, signal)
    : client.update(subject.artifactId, update, base.revision, signal);
}

/** Sends a draft that has no problem. Whatever comes of it is a value; only mistakes of ours are thrown. */
export async function save(
  connection: Connection,
  sending: Sending<ArtifactSubject>,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  const { subject, base, draft, how } = sending;
  const isChecked = subject.kind === "artifact" && how === "checked";
  if (isChecked && base.revision === undefined) return { kind: "noRevision" };
  const since = Date.now();
  try {
    const { id, revision } = await send(connection.client, sending, signal);
    return { kind: "saved", id, revision };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "outcomeUnknown") {
      const verdict = await judge(connection, sending, { since, look: "first" });
      return verdict.kind === "notSaved" ? { kind: "failed", failure } : verdict;
    }
    const sent = changesOf(base.form, draft).map(({ fieldId }) => fieldId);
    return outcomeOf(failure, sending, sent);
  }
}
