import { HttpError } from "../http/httpError.ts";
import { canReadField } from "../state/access.ts";
import type { Field } from "../state/field.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Tracker } from "../state/tracker.ts";
import type { Viewer } from "../state/user.ts";

export interface SearchContext {
  readonly server: ServerState;
  readonly viewer: Viewer;
  /** The searched trackers; all of them are readable. */
  readonly trackers: readonly Tracker[];
}

/** Every error of a query is a 400 with only a localized message. */
export function createQueryError(localizedMessage: string): HttpError {
  return new HttpError(400, undefined, { localizedMessage });
}

/** Why a comparison or a column is invalid; the errors of a query are reported together. */
export class InvalidPartError extends Error {}

export type SemanticName = "title" | "description" | "status" | "contributor";

/** The field that has this meaning in a tracker, if the user can read it. */
export function findSemanticField(
  { semantics, project }: Tracker,
  semantic: SemanticName,
  viewer: Viewer,
): Field | undefined {
  const field = semantic === "status" ? semantics.status?.field : semantics[semantic];
  return field !== undefined && canReadField(viewer, field, project) ? field : undefined;
}
