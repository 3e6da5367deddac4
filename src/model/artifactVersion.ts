import type { NewFieldValue } from "./fields/registry.ts";
import type { TextFormat } from "./valueTypes.ts";

/**
 * Identifies a loaded state of an artifact for preconditions: the entity tag exactly as received, or the last
 * modification time as an HTTP date if there is no tag.
 */
export type ArtifactVersion =
  { readonly kind: "tag"; readonly tag: string } | { readonly kind: "date"; readonly lastModified: string };

/** Two undefined versions compare as equal, which proves nothing about the states. */
export function isSameVersion(one: ArtifactVersion | undefined, other: ArtifactVersion | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Smaller numbers aren't plausible timestamps. */
const earliestSecond = 1_000_000_000;

function parseTagNumber(tag: string): number | undefined {
  const digits = /^\W*(\d+)\W*$/.exec(tag)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function toSecond(version: ArtifactVersion): number | undefined {
  const second =
    version.kind === "tag"
      ? parseTagNumber(version.tag)
      : Math.floor(Date.parse(version.lastModified) / 1000);
  return second === undefined || Number.isNaN(second) || second < earliestSecond ? undefined : second;
}

/**
 * Compares a version from a list (a time) with one of an artifact (a tag, which may contain a time);
 * undefined if they can't be compared.
 */
export function isSameVersionByTime(
  one: ArtifactVersion | undefined,
  other: ArtifactVersion | undefined,
): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.kind === other.kind) return isSameVersion(one, other);
  const [a, b] = [toSecond(one), toSecond(other)];
  return a === undefined || b === undefined ? undefined : a === b;
}

/** Whether a second write within the same second would keep the same version. */
function hasSecondPrecision(version: ArtifactVersion): boolean {
  return version.kind === "date" || parseTagNumber(version.tag) !== undefined;
}

// A server may use the second of the last change as version. Another change within that second doesn't alter it, so a
// change based on the earlier state would be accepted and overwrite the other one. A state is final once that second is over
// on the server: because its response says so, or because the same version was first seen more than a second before.

/** Response times and versions are whole seconds, which are rounded down. */
const secondsUntilFinal = 2;

/**
 * Whether every later change has another version: the second of this version was over when the server responded.
 * `respondedOn` is the `Date` header of the response.
 */
export function isFinalVersion(version: ArtifactVersion, respondedOn: string | undefined): boolean {
  if (!hasSecondPrecision(version)) return true;
  const changed = toSecond(version);
  const responded = Math.floor(Date.parse(respondedOn ?? "") / 1000);
  return changed !== undefined && responded - changed >= secondsUntilFinal;
}

/** The time of the last change that a final version includes, in milliseconds; `undefined` if the version doesn't name it. */
export function getFinalTime(
  version: ArtifactVersion | undefined,
  isVersionFinal: boolean | undefined,
): number | undefined {
  const second = version === undefined || isVersionFinal !== true ? undefined : toSecond(version);
  return second === undefined ? undefined : second * 1000;
}

/** Rows of lists have no ETag: their modification time as an HTTP date replaces it. */
export function toVersionByTime(modifiedOn: string | undefined): ArtifactVersion | undefined {
  const instant = modifiedOn === undefined ? Number.NaN : Date.parse(modifiedOn);
  return Number.isNaN(instant) ? undefined : { kind: "date", lastModified: new Date(instant).toUTCString() };
}

/** One second plus clock drift, in milliseconds. */
const versionResolutionMs = 1_100;

/** From when on a load is reliable, for a version that was first seen at `seenAt`. Other versions always are. */
export function getEarliestReliableLoadTime(version: ArtifactVersion, seenAt: number): number {
  return hasSecondPrecision(version) ? seenAt + versionResolutionMs : Number.NEGATIVE_INFINITY;
}

/** The new value of one field. */
export interface FieldUpdate {
  readonly fieldId: number;
  readonly edit: NewFieldValue;
}

export interface NewComment {
  readonly source: string;
  readonly format: TextFormat;
}
