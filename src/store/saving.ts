// From a draft to the server. The only place above the client that knows what a conflict is.
import type { Written } from "../api/artifacts.ts";
import type { Client } from "../api/client.ts";
import type { ArtifactRow } from "../model/artifact.ts";
import { type Failure, isFailure } from "../model/failure.ts";
import { changesOf, commentOf } from "../model/form/changes.ts";
import type { Draft } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Revision } from "../model/revision.ts";
import type { Subject } from "../model/subject.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { Connection } from "./connections.ts";
import type { Base } from "./keptDraft.ts";

export type SaveOutcome =
  | { readonly kind: "saved"; readonly artifactId: number; readonly revision: Revision | undefined }
  /** Someone has changed it since. */
  | { readonly kind: "conflict" }
  /** The server has no name for a state, so it can't be asked to refuse a stale change. */
  | { readonly kind: "noRevision" }
  /** It said no; the field is known where its sentence names just one. */
  | { readonly kind: "rejected"; readonly failure: Failure; readonly fieldId: number | undefined }
  /** The answer was lost, and a look at the server has not told what became of the change. */
  | { readonly kind: "unknown"; readonly failure: Failure; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface Sending {
  readonly subject: Subject;
  readonly base: Base;
  readonly draft: Draft;
  /** `overwrite` is an explicit act of a person. */
  readonly how: "checked" | "overwrite";
}

/** The field that a server's sentence is about, if exactly one of those that were sent is named in it. */
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
  // "Title" is in "Subtitle of title" too: the longest name wins if it holds all the others.
  const [longest, ...others] = named.toSorted((a, b) => b.label.length - a.label.length);
  return others.every(({ label }) => longest?.label.includes(label)) ? longest?.id : undefined;
}

/** As a word of its own, anywhere. */
function mentions(sentence: string, word: string): boolean {
  const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}_]/u.test(character ?? "");
  for (let at = sentence.indexOf(word); at !== -1; at = sentence.indexOf(word, at + 1)) {
    if (!isLetter(sentence[at - 1]) && !isLetter(sentence[at + word.length])) return true;
  }
  return false;
}

function outcomeOf(
  failure: Failure,
  { subject, base: { form } }: Sending,
  sent: readonly number[],
): SaveOutcome {
  switch (failure.kind) {
    case "conflict":
      return { kind: "conflict" };
    case "notFound":
      return subject.kind === "artifact" ? { kind: "gone" } : { kind: "failed", failure };
    case "invalid":
    case "forbidden":
      return { kind: "rejected", failure, fieldId: fieldNamedIn(failure.request.said, form, sent) };
    default:
      return { kind: "failed", failure };
  }
}

/** What a lost answer meant: the server is looked at, and where that fails too nothing is known. */
async function afterDoubt(
  { account, client }: Connection,
  { subject, base, draft }: Sending,
  failure: Failure,
  since: number,
): Promise<SaveOutcome> {
  const unknown: SaveOutcome = { kind: "unknown", failure, candidates: [] };
  try {
    if (subject.kind === "new") {
      const tracker = trackerAddress(subject.trackerId, base.tracker.label);
      const candidates = await client.possiblyCreated(tracker, account?.id, since);
      return candidates.length === 0 ? { kind: "failed", failure } : { ...unknown, candidates };
    }
    const changes = changesOf(base.form, draft);
    if (base.revision === undefined || changes.length === 0) return unknown;
    const outcome = await client.outcomeOf(subject.artifactId, changes, base.revision);
    switch (outcome) {
      case "carriedOut":
        return { kind: "saved", artifactId: subject.artifactId, revision: undefined };
      case "notCarriedOut":
        return { kind: "failed", failure };
      case "mixed":
        return unknown;
    }
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
  { subject, base, draft, how }: Sending,
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
  sending: Sending,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  const { subject, base, draft, how } = sending;
  const isChecked = subject.kind === "artifact" && how === "checked";
  if (isChecked && base.revision === undefined) return { kind: "noRevision" };
  const since = Date.now();
  try {
    const { id, revision } = await send(connection.client, sending, signal);
    return { kind: "saved", artifactId: id, revision };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (failure.kind === "outcomeUnknown") return afterDoubt(connection, sending, failure, since);
    const sent = changesOf(base.form, draft).map(({ fieldId }) => fieldId);
    return outcomeOf(failure, sending, sent);
  }
}
