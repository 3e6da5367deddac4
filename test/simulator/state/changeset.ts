import type { Artifact } from "./artifact.ts";
import type { Field } from "./field.ts";
import type { Group } from "./group.ts";
import type { FieldValue, TextFormat } from "./value.ts";

export interface Comment {
  readonly body: string;
  readonly format: TextFormat;
  /** Groups that can read it, in addition to administrators; everyone by default. */
  readonly visibleTo?: readonly Group[];
}

/** For links only forward links: reverse links are stored at the other end. */
export interface ValueChange {
  readonly before: FieldValue | undefined;
  readonly after: FieldValue;
}

/** One entry in the history of an artifact: author, date, changes and comment. */
export interface Changeset {
  readonly id: number;
  readonly submittedBy: number;
  readonly submittedOn: number;
  readonly comment: Comment | undefined;
  readonly changes: ReadonlyMap<Field, ValueChange>;
}

/** A changeset with the artifact after it, except for the last author and date, which are always the current ones. */
export interface HistoryEntry {
  readonly changeset: Changeset;
  readonly artifact: Artifact;
}
