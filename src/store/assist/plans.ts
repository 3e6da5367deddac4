// Changes that assistants ask for. First a plan, which a person is asked about; then that plan is sent as it is, on the state
// that it was made for, and on no other.
import type { ArtifactRow } from "../../model/artifact.ts";
import {
  type ChangedField,
  changedFields,
  type Intended,
  type Intent,
  intentOf,
  namesSought,
  type PeopleFound,
} from "../../model/assist/intent.ts";
import type { CreateRequest, FieldRequest, Objection, UpdateRequest } from "../../model/assist/request.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import type { Draft } from "../../model/form/draft.ts";
import { fieldOf, type Form } from "../../model/form/form.ts";
import { isSameState } from "../../model/revision.ts";
import type { ArtifactSubject } from "../../model/subject.ts";
import { type Person, shortestPersonQuery } from "../../model/user.ts";
import { sureFrom } from "../certainty.ts";
import { History, historyLength } from "../history.ts";
import type { Base } from "../keptDraft.ts";
import { readBase } from "../readBase.ts";
import { type SaveOutcome } from "../formBackend.ts";
import { save } from "../artifactBackend.ts";
import type { States } from "../triage/states.ts";
import type { Reading } from "./readings.ts";

export interface Plan {
  readonly kind: "plan";
  readonly states: States;
  readonly subject: ArtifactSubject;
  readonly base: Base;
  readonly draft: Draft;
  readonly changes: readonly Intended[];
}

export type Planned =
  | Plan
  | { readonly kind: "objection"; readonly objection: Objection }
  /** Others have written since it was read; nothing that we can tell of where they said something only. */
  | { readonly kind: "stale"; readonly changed: readonly ChangedField[] }
  /** The server has no name for a state, so it can't be asked to refuse a stale change. */
  | { readonly kind: "noRevision" };

export type Carried =
  | { readonly kind: "done"; readonly artifactId: number }
  | { readonly kind: "stale"; readonly changed: readonly ChangedField[] }
  | { readonly kind: "rejected"; readonly failure: Failure; readonly field: string | undefined }
  /** The answer was lost, and a look at the server has not told what became of it. */
  | { readonly kind: "unknown"; readonly candidates: readonly ArtifactRow[] }
  | { readonly kind: "gone" }
  | { readonly kind: "failed"; readonly failure: Failure };

async function searched(
  states: States,
  name: string,
  signal: AbortSignal,
): Promise<readonly Person[] | undefined> {
  if (name.trim().length < shortestPersonQuery) return undefined;
  const { client } = await states.connection();
  try {
    // As it is written in an answer: "Real Name (user)" is found by its real name.
    return await client.people(name.replace(/\s*\([^()]*\)$/, ""), signal);
  } catch (failure) {
    if (!isFailure(failure) || failure.kind !== "notFound") throw failure;
    return undefined;
  }
}

async function peopleFor(
  states: States,
  form: Form,
  fields: readonly FieldRequest[],
  signal: AbortSignal,
): Promise<PeopleFound> {
  const found = new Map<string, readonly Person[] | undefined>();
  for (const name of namesSought(form, fields)) found.set(name, await searched(states, name, signal));
  return found;
}

function planOf(
  intent: Intent,
  about: Pick<Plan, "states" | "subject" | "base">,
): Exclude<Planned, { kind: "stale" | "noRevision" }> {
  if (intent.kind === "objection") return intent;
  const { draft, changes } = intent;
  return { kind: "plan", ...about, draft, changes };
}

/**
 * What an assistant has read is looked at again once its name can hide no other write; the plan is for that very state, so
 * that whatever is written after it makes the server refuse it.
 */
export async function planUpdate(
  { states, state: read }: Reading,
  { fields, comment }: UpdateRequest,
  signal: AbortSignal,
): Promise<Planned> {
  const { time } = states.world;
  const { revision } = read.base;
  if (revision === undefined) return { kind: "noRevision" };
  const left = sureFrom(revision, read.cameAt) - time.now();
  if (left > 0) await time.pause(left, signal);
  signal.throwIfAborted();
  const meant = { row: read.artifact, trackerId: read.base.tracker.id };
  const { base } = await states.one(meant, signal);
  const changed = changedFields(read.base.form, base.form);
  if (changed.length > 0 || isSameState(revision, base.revision) !== true) return { kind: "stale", changed };
  const people = await peopleFor(states, base.form, fields, signal);
  const intent = intentOf(base.form, { fields, comment }, people);
  return planOf(intent, { states, subject: await states.subject(meant), base });
}

/** What is new is made of the tracker as it is now. */
export async function planCreation(
  states: States,
  { tracker: trackerId, fields }: CreateRequest,
  signal: AbortSignal,
): Promise<Planned> {
  const { site, catalog } = states.world;
  const { account } = await states.connection();
  const subject = {
    kind: "new",
    siteApi: site.api,
    accountId: account?.id,
    trackerId,
    key: "assist",
  } as const;
  const base = await readBase(catalog.of(site), subject, { trackerId, how: "fresh", signal });
  const people = await peopleFor(states, base.form, fields, signal);
  return planOf(intentOf(base.form, { fields, comment: undefined }, people), { states, subject, base });
}

/** What has become of it, for someone who was not fast enough. */
async function staleNow({ states, subject, base }: Plan, signal: AbortSignal): Promise<Carried> {
  if (subject.kind === "new") return { kind: "stale", changed: [] };
  const meant = { row: { id: subject.artifactId }, trackerId: base.tracker.id };
  const look = await states.look(meant, signal);
  return {
    kind: "stale",
    changed: look.kind === "state" ? changedFields(base.form, look.state.base.form) : [],
  };
}

async function carriedOut(plan: Plan, outcome: SaveOutcome, signal: AbortSignal): Promise<Carried> {
  switch (outcome.kind) {
    case "saved":
      return { kind: "done", artifactId: outcome.id };
    case "conflict":
    case "noRevision":
      return staleNow(plan, signal);
    case "rejected": {
      const field = outcome.fieldId === undefined ? undefined : fieldOf(plan.base.form, outcome.fieldId);
      return { kind: "rejected", failure: outcome.failure, field: field?.label };
    }
    case "unknown":
    case "gone":
    case "failed":
      return outcome;
  }
}

/** The artifact that was written to, or may have been. */
function writtenTo({ subject }: Plan, outcome: SaveOutcome): number | undefined {
  if (outcome.kind === "saved") return outcome.id;
  return outcome.kind === "unknown" && subject.kind === "artifact" ? subject.artifactId : undefined;
}

/** Sends a plan, once. Nobody can call that off: what is on its way may be carried out. */
export async function carryOut(plan: Plan): Promise<Carried> {
  const { states, subject, base, draft, changes } = plan;
  const { site, catalog } = states.world;
  const { signal } = new AbortController();
  try {
    const connection = await states.connection();
    const { changesetsUri } = base;
    const history =
      changesetsUri === undefined
        ? undefined
        : new History((offset, limit) => connection.client.changesets(changesetsUri, { offset, limit }));
    const sending = {
      subject,
      base,
      draft,
      how: "checked",
      historyLength: await historyLength(history),
    } as const;
    const outcome = await save(connection, sending, signal);
    const artifactId = writtenTo(plan, outcome);
    if (artifactId !== undefined) {
      const own = outcome.kind === "saved" ? changes.map(({ target }) => target) : [];
      const fieldIds = own.filter((target) => target !== "comment");
      catalog.noteWritten(site, artifactId, base.tracker.id, fieldIds);
    }
    return await carriedOut(plan, outcome, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
}
