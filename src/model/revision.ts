import type { FieldEdit } from "./fields/registry.ts";
import type { TextFormat } from "./value.ts";

/**
 * What a server calls the state of an artifact that we have seen, to be sent back with a change: its tag, byte
 * for byte as it came, or where it gives none the time of the last modification as an HTTP date.
 */
export type Revision =
  { readonly kind: "tag"; readonly tag: string } | { readonly kind: "date"; readonly lastModified: string };

/** Two that name nothing say nothing about whether the states are the same. */
export function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Smaller numbers are no times that anybody would write. */
const earliestSecond = 1_000_000_000;

function numberIn(tag: string): number | undefined {
  const digits = /^\W*(\d+)\W*$/.exec(tag)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function secondOf(revision: Revision): number | undefined {
  const second =
    revision.kind === "tag" ? numberIn(revision.tag) : Math.floor(Date.parse(revision.lastModified) / 1000);
  return second === undefined || Number.isNaN(second) || second < earliestSecond ? undefined : second;
}

/** A list calls a state by its time, an artifact by its tag, which may say the same; undefined where that can't be told. */
export function isSameState(one: Revision | undefined, other: Revision | undefined): boolean | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (one.kind === other.kind) return isSameRevision(one, other);
  const [a, b] = [secondOf(one), secondOf(other)];
  return a === undefined || b === undefined ? undefined : a === b;
}

/** Whether a write within the same second would leave it as it is. */
export function isOfSecond(revision: Revision): boolean {
  return revision.kind === "date" || numberIn(revision.tag) !== undefined;
}

/** What one field is asked to become. */
export interface FieldChange {
  readonly fieldId: number;
  readonly edit: FieldEdit;
}

export interface NewComment {
  readonly source: string;
  readonly format: TextFormat;
}
