// Forms of artifacts: read, saved, and checked when the response to a save was lost.
import type { Written } from "../api/artifacts.ts";
import type { Client } from "../api/client.ts";
import { isFailure } from "../model/failure.ts";
import { inputOf } from "../model/form/build.ts";
import { changesOf, commentOf } from "../model/form/changes.ts";
import { typedIn } from "../model/form/draft.ts";
import { fieldOf } from "../model/form/form.ts";
import { sameInput } from "../model/form/input.ts";
import type { ValueChange } from "../model/history.ts";
import type { Site } from "../model/site.ts";
import { type ArtifactSubject, isSvnSubject, type Subject } from "../model/subject.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { Catalog } from "./catalog.ts";
import type { OwnTime } from "./clock.ts";
import type { Connection, Showing } from "./connections.ts";
import type { Drafts } from "./drafts.ts";
import {
  type Doubt,
  type FormBackend,
  outcomeOf,
  type SaveOutcome,
  type Sending,
  type Verdict,
} from "./formBackend.ts";
import { History, historyLength, writingsSince, writtenAfter, writtenBeside } from "./history.ts";
import type { Base } from "./keptDraft.ts";
import { readBase } from "./readBase.ts";

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

/** Looks at the server before anything is sent again; where that fails too, nothing is known. */
async function judge(
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

/** A form stays with what it is about. */
function asArtifact(subject: Subject): ArtifactSubject {
  if (isSvnSubject(subject)) throw new Error("This is no artifact.");
  return subject;
}

function ofArtifact(sending: Sending): Sending<ArtifactSubject> {
  return { ...sending, subject: asArtifact(sending.subject) };
}

interface ArtifactBackendOptions {
  readonly site: Site;
  /** Where the artifact belongs, for servers that don't say. */
  readonly trackerId: number | undefined;
  readonly connection: () => Promise<Connection>;
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly siteAt: (api: string) => Site | undefined;
  readonly now: () => number;
  readonly time: OwnTime;
}

export function artifactBackend({
  site,
  trackerId,
  connection,
  catalog,
  drafts,
  siteAt,
  now,
  time,
}: ArtifactBackendOptions): FormBackend {
  return {
    drafts,
    now,
    read: async (subject, options) => {
      const siteCatalog = catalog.of(siteAt(site.api) ?? site);
      await connection();
      const known = { ...options, trackerId: trackerId ?? options.trackerId };
      return readBase(siteCatalog, asArtifact(subject), known);
    },
    send: async (sending, signal) => {
      try {
        const outcome = await save(await connection(), ofArtifact(sending), signal);
        if (outcome.kind === "saved") {
          catalog.noteWritten(site, outcome.id, sending.base.tracker.id ?? trackerId);
        }
        return outcome;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        return { kind: "failed", failure };
      }
    },
    judge: async (sending, doubt) => {
      try {
        return await judge(await connection(), ofArtifact(sending), doubt);
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        return { kind: "unknown", candidates: [] };
      }
    },
    writingsSince: (base, signal) => writingsSince(historyBy(connection, base, signal), base),
    historyLength: (base, signal) => historyLength(historyBy(connection, base, signal)),
    writtenBeside: async (sent, signal) => {
      const history = historyBy(connection, sent.base, signal);
      if (history === undefined) return [];
      const { account } = await connection();
      const fieldIds = new Set(changesOf(sent.base.form, sent.draft).map(({ fieldId }) => fieldId));
      return writtenBeside(history, { ...sent, fieldIds, accountId: account?.id }, time, signal);
    },
  };
}

/** The history of an artifact; `undefined` if the server has none. */
export function historyBy(
  connection: () => Promise<Showing>,
  { changesetsUri }: Base,
  signal: AbortSignal | undefined,
): History | undefined {
  if (changesetsUri === undefined) return undefined;
  return new History(async (offset, limit) => {
    const { client } = await connection();
    return client.changesets(changesetsUri, { offset, limit }, signal);
  });
}
