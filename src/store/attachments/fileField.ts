// The files of an artifact's field, changed under a revision that was just read and that no other write can have any more:
// what others have attached stays.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { type Failure, isFailure, NotUnderstood } from "../../model/failure.ts";
import { isSameRevision, type Revision } from "../../model/revision.ts";
import { sureFrom } from "../certainty.ts";
import type { OwnTime } from "../clock.ts";

// When the names of states were first seen, so that a change of files is made only for one that hides no other write: what
// such a change would erase is gone for good.

/** When the present names of states were first seen. */
export class Sightings {
  readonly #now: OwnTime["now"];
  readonly #seen = new Map<string, { readonly revision: Revision; readonly at: number }>();

  constructor({ now }: Pick<OwnTime, "now">) {
    this.#now = now;
  }

  /** A name that has just come; what has it is called by a key. */
  note(key: string, revision: Revision | undefined): void {
    if (revision === undefined || isSameRevision(this.#seen.get(key)?.revision, revision)) return;
    this.#seen.set(key, { revision, at: this.#now() });
  }

  /** How long to wait before the next look, where the one that began at a time can't be relied on; 0 where it can. */
  doubtAbout(key: string, revision: Revision, askedAt: number): number {
    this.note(key, revision);
    const sureAt = sureFrom(revision, this.#seen.get(key)?.at ?? askedAt);
    return askedAt >= sureAt ? 0 : Math.max(1, sureAt - this.#now());
  }
}

export interface FileField {
  readonly siteApi: string;
  readonly client: Pick<Client, "artifact" | "update">;
  readonly artifactId: number;
  readonly fieldId: number;
  /** Whether the tracker's structure says that this account may read it; not taken for granted. */
  readonly isReadable?: boolean | undefined;
}

export type FieldOutcome =
  | { readonly kind: "changed" }
  /** Others have been faster, again and again. */
  | { readonly kind: "conflict" }
  /** The server has no name for a state, so it can't be asked to refuse a stale change. */
  | { readonly kind: "noRevision" }
  | { readonly kind: "gone" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface FieldWriteOptions {
  readonly sightings: Sightings;
  readonly time: OwnTime;
}

/** Makes of the files that a field holds those that it shall hold. */
export type Wish = (ids: readonly number[]) => readonly number[];

function isSame(held: readonly number[], ids: readonly number[]): boolean {
  return held.length === ids.length && ids.every((id) => held.includes(id));
}

const mostTries = 3;

/** Of one try: each further one means that somebody wrote within the last second. */
const mostLooks = 5;

export function stateKey({ siteApi, artifactId }: Pick<FileField, "siteApi" | "artifactId">): string {
  return `${siteApi} ${artifactId}`;
}

function filesIn({ values }: Artifact, fieldId: number): readonly number[] | "notTold" | "unreadable" {
  const entry = values.find((each) => each.kind === "entry" && each.fieldId === fieldId);
  if (entry?.kind !== "entry") return values.every(({ kind }) => kind === "entry") ? "notTold" : "unreadable";
  return entry.value.kind === "files" ? entry.value.files.map(({ id }) => id) : "unreadable";
}

export function holdsFile(artifact: Artifact, fieldId: number, fileId: number): boolean {
  const ids = filesIn(artifact, fieldId);
  return typeof ids !== "string" && ids.includes(fileId);
}

/**
 * A field that can't be read must not be taken for an empty one: what is left out of a change is erased. An artifact that
 * tells nothing of a field looks the same whether the field was never filled or is hidden from us. So it is empty only where
 * it is known that it would be shown.
 */
function idsIn(
  artifact: Artifact,
  { artifactId, fieldId, isReadable = false }: FileField,
): readonly number[] {
  const ids = filesIn(artifact, fieldId);
  if (typeof ids !== "string") return ids;
  if (ids === "notTold" && isReadable) return [];
  throw new NotUnderstood({ method: "GET", url: `artifacts/${artifactId}` }, "shape");
}

/** The answer was lost, or someone else was faster: worth another look. */
interface Again {
  readonly kind: "again";
  readonly failure: Failure;
}

type Look =
  | { readonly kind: "sure"; readonly ids: readonly number[]; readonly revision: Revision }
  | Extract<FieldOutcome, { kind: "changed" | "noRevision" | "conflict" }>;

/** The files that the field shall hold, and a revision that stands for the state they were made of and no other. */
async function look(
  field: FileField,
  { sightings, time }: FieldWriteOptions,
  wanted: Wish,
  signal: AbortSignal,
): Promise<Look> {
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    const askedAt = time.now();
    const artifact = await field.client.artifact(field.artifactId, signal);
    const { revision } = artifact;
    const held = idsIn(artifact, field);
    const ids = wanted(held);
    if (isSame(held, ids)) return { kind: "changed" };
    if (revision === undefined) return { kind: "noRevision" };
    const doubt = sightings.doubtAbout(stateKey(field), revision, askedAt);
    if (doubt === 0) return { kind: "sure", ids, revision };
    if (looks < mostLooks) await time.pause(doubt, signal);
  }
  return { kind: "conflict" };
}

async function tryOnce(
  field: FileField,
  world: FieldWriteOptions,
  wanted: Wish,
  signal: AbortSignal,
): Promise<FieldOutcome | Again> {
  const { client, artifactId, fieldId } = field;
  const seen = await look(field, world, wanted, signal);
  if (seen.kind !== "sure") return seen;
  const { ids, revision } = seen;
  try {
    // Nobody can call it off any more: what is on its way may be carried out all the same.
    const changes = [{ fieldId, edit: { kind: "files", ids } }] as const;
    const written = await client.update(artifactId, { changes }, revision);
    world.sightings.note(stateKey(field), written.revision);
    return { kind: "changed" };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    // If the lost one is carried out after all, it has made the revision of the next one stale, or is stale itself.
    if (failure.kind === "conflict" || failure.kind === "outcomeUnknown") return { kind: "again", failure };
    throw failure;
  }
}

async function tryOften(
  field: FileField,
  world: FieldWriteOptions,
  wanted: Wish,
  signal: AbortSignal,
): Promise<FieldOutcome> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await tryOnce(field, world, wanted, signal);
    if (outcome.kind !== "again") return outcome;
    if (tries < mostTries) continue;
    const { failure } = outcome;
    if (failure.kind === "conflict") return { kind: "conflict" };
    const held = idsIn(await field.client.artifact(field.artifactId, signal), field);
    return isSame(held, wanted(held)) ? { kind: "changed" } : { kind: "failed", failure };
  }
}

/** Every try begins with a look, so that a change whose answer was lost is seen there and not made again. */
export async function changeFiles(
  field: FileField,
  world: FieldWriteOptions,
  wanted: Wish,
  signal: AbortSignal,
): Promise<FieldOutcome> {
  try {
    return await tryOften(field, world, wanted, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (signal.aborted) return { kind: "cancelled" };
    return failure.kind === "notFound" ? { kind: "gone" } : { kind: "failed", failure };
  }
}
