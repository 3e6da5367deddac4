import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { Group } from "./group.ts";
import type { FieldValue, TextFormat } from "./value.ts";

export interface Comment {
  readonly body: string;
  readonly format: TextFormat;
  /** Who alone may read it, besides administrators; everybody unless told otherwise. */
  readonly onlyFor?: readonly Group[];
}

/** Of links only those that lead away: what leads here is stored at the other end. */
export interface ValueChange {
  readonly before: FieldValue | undefined;
  readonly after: FieldValue;
}

/** One entry in the history of an artifact: who changed what, when, and what they said about it. */
export interface Changeset {
  readonly id: number;
  readonly submittedBy: number;
  readonly submittedOn: number;
  readonly comment: Comment | undefined;
  readonly changes: ReadonlyMap<Field, ValueChange>;
}

/** A changeset with the artifact as that left it, apart from who touched it last and when: that is always told as of now. */
export interface Moment {
  readonly changeset: Changeset;
  readonly artifact: Artifact;
}
