import type { Field } from "./field.ts";
import type { FieldValue, TextFormat } from "./value.ts";

export interface Comment {
  readonly body: string;
  readonly format: TextFormat;
}

/** Of links only those that lead away: what leads here is stored at the other end. */
interface ValueChange {
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
