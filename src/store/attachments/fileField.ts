// Updates the files of an artifact's field, with a version as precondition that no other change can have, so that files
// attached by others are kept.
import type { Client } from "../../api/client.ts";
import type { Artifact } from "../../model/artifact.ts";
import { type Failure, isFailure, UnexpectedResponse } from "../../model/failure.ts";
import {
  isSameVersion,
  type ArtifactVersion,
  getEarliestReliableLoadTime,
} from "../../model/artifactVersion.ts";
import type { MonotonicClock } from "../monotonicClock.ts";

// A version counts whole seconds on some servers. A file that an update deletes can't be restored, so updates wait
// until the version can't hide another change.

/** When the current versions were first seen. */
export class VersionSeenTimes {
  readonly #now: MonotonicClock["now"];
  readonly #seen = new Map<string, { readonly version: ArtifactVersion; readonly at: number }>();

  constructor({ now }: Pick<MonotonicClock, "now">) {
    this.#now = now;
  }

  /** `key` identifies the artifact. */
  record(key: string, version: ArtifactVersion | undefined): void {
    if (version === undefined || isSameVersion(this.#seen.get(key)?.version, version)) return;
    this.#seen.set(key, { version, at: this.#now() });
  }

  /** How long to wait before loading again, or 0 if the load that was requested at `requestedAt` is reliable. */
  getWaitMs(key: string, version: ArtifactVersion, requestedAt: number): number {
    this.record(key, version);
    const reliableFrom = getEarliestReliableLoadTime(version, this.#seen.get(key)?.at ?? requestedAt);
    return requestedAt >= reliableFrom ? 0 : Math.max(1, reliableFrom - this.#now());
  }
}

export interface FileFieldTarget {
  readonly siteApi: string;
  readonly client: Pick<Client, "artifact" | "updateArtifact">;
  readonly artifactId: number;
  readonly fieldId: number;
  /** Whether the tracker's structure says that this account may read the field; assumed to be false by default. */
  readonly isReadable?: boolean | undefined;
}

export type FileFieldOutcome =
  | { readonly kind: "changed" }
  /** Others changed it before each retry. */
  | { readonly kind: "conflict" }
  /** The server reports no version, so it can't reject a stale change. */
  | { readonly kind: "noVersion" }
  | { readonly kind: "gone" }
  | { readonly kind: "canceled" }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface FileFieldDependencies {
  readonly versionSeenTimes: VersionSeenTimes;
  readonly clock: MonotonicClock;
}

/** Maps the field's current file IDs to the requested ones. */
export type FileIdsUpdate = (ids: readonly number[]) => readonly number[];

function haveSameIds(currentIds: readonly number[], ids: readonly number[]): boolean {
  return currentIds.length === ids.length && ids.every((id) => currentIds.includes(id));
}

const maxTries = 3;

/** Loads per attempt. Each further load means that the artifact was changed within the last second. */
const maxReads = 5;

export function getArtifactKey({
  siteApi,
  artifactId,
}: Pick<FileFieldTarget, "siteApi" | "artifactId">): string {
  return `${siteApi} ${artifactId}`;
}

function findFileIds(
  { values }: Artifact,
  fieldId: number,
): readonly number[] | "notReported" | "unreadable" {
  const entry = values.find((each) => each.kind === "entry" && each.fieldId === fieldId);
  if (entry?.kind !== "entry") {
    return values.every(({ kind }) => kind === "entry") ? "notReported" : "unreadable";
  }
  return entry.value.kind === "files" ? entry.value.files.map(({ id }) => id) : "unreadable";
}

export function hasFile(artifact: Artifact, fieldId: number, fileId: number): boolean {
  const ids = findFileIds(artifact, fieldId);
  return typeof ids !== "string" && ids.includes(fileId);
}

/**
 * An unreadable field must not be treated as empty, because files that are missing in an update are deleted. An
 * artifact doesn't report a field that was never filled or that is hidden, so the field is empty only if the account
 * may read it.
 */
function requireFileIds(
  artifact: Artifact,
  { artifactId, fieldId, isReadable = false }: FileFieldTarget,
): readonly number[] {
  const ids = findFileIds(artifact, fieldId);
  if (typeof ids !== "string") return ids;
  if (ids === "notReported" && isReadable) return [];
  throw new UnexpectedResponse({ method: "GET", url: `artifacts/${artifactId}` }, "shape");
}

/** The response was lost, or another change came first. */
interface RetryableFailure {
  readonly kind: "retry";
  readonly failure: Failure;
}

type PreparedFileUpdate =
  | { readonly kind: "prepared"; readonly ids: readonly number[]; readonly version: ArtifactVersion }
  | Extract<FileFieldOutcome, { kind: "changed" | "noVersion" | "conflict" }>;

/** The requested file IDs, and the version they are based on. */
async function prepareUpdate(
  field: FileFieldTarget,
  { versionSeenTimes, clock }: FileFieldDependencies,
  update: FileIdsUpdate,
  signal: AbortSignal,
): Promise<PreparedFileUpdate> {
  for (let readCount = 1; readCount <= maxReads; readCount += 1) {
    const requestedAt = clock.now();
    const artifact = await field.client.artifact(field.artifactId, signal);
    const { version } = artifact;
    const currentIds = requireFileIds(artifact, field);
    const ids = update(currentIds);
    if (haveSameIds(currentIds, ids)) return { kind: "changed" };
    if (version === undefined) return { kind: "noVersion" };
    const waitMs = versionSeenTimes.getWaitMs(getArtifactKey(field), version, requestedAt);
    if (waitMs === 0) return { kind: "prepared", ids, version };
    if (readCount < maxReads) await clock.pause(waitMs, signal);
  }
  return { kind: "conflict" };
}

async function tryOnce(
  field: FileFieldTarget,
  options: FileFieldDependencies,
  update: FileIdsUpdate,
  signal: AbortSignal,
): Promise<FileFieldOutcome | RetryableFailure> {
  const { client, artifactId, fieldId } = field;
  const prepared = await prepareUpdate(field, options, update, signal);
  if (prepared.kind !== "prepared") return prepared;
  const { ids, version } = prepared;
  try {
    // Not cancellable: a request that was sent may be applied.
    const changes = [{ fieldId, edit: { kind: "files", ids } }] as const;
    const written = await client.updateArtifact(artifactId, { changes }, version);
    options.versionSeenTimes.record(getArtifactKey(field), written.version);
    return { kind: "changed" };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    // If the lost request is applied later, either it or the next one is stale and rejected.
    if (failure.kind === "conflict" || failure.kind === "outcomeUnknown") return { kind: "retry", failure };
    throw failure;
  }
}

async function tryRepeatedly(
  field: FileFieldTarget,
  options: FileFieldDependencies,
  update: FileIdsUpdate,
  signal: AbortSignal,
): Promise<FileFieldOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(field, options, update, signal);
    if (outcome.kind !== "retry") return outcome;
    if (attempt < maxTries) continue;
    const { failure } = outcome;
    if (failure.kind === "conflict") return { kind: "conflict" };
    const currentIds = requireFileIds(await field.client.artifact(field.artifactId, signal), field);
    return haveSameIds(currentIds, update(currentIds)) ? { kind: "changed" } : { kind: "failed", failure };
  }
}

/** Every attempt loads the artifact first, so that an update whose response was lost isn't sent again. */
export async function updateFileField(
  field: FileFieldTarget,
  options: FileFieldDependencies,
  update: FileIdsUpdate,
  signal: AbortSignal,
): Promise<FileFieldOutcome> {
  try {
    return await tryRepeatedly(field, options, update, signal);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    if (signal.aborted) return { kind: "canceled" };
    return failure.kind === "notFound" ? { kind: "gone" } : { kind: "failed", failure };
  }
}
