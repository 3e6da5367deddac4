import type { FieldValue } from "./fields/registry.ts";
import type { UnreadableItem } from "./collectionPage.ts";
import type { ArtifactVersion } from "./artifactVersion.ts";
import type { Tracker } from "./tracker.ts";
import type { LabeledId } from "./valueTypes.ts";

/** A field of an artifact with its value. */
export interface FieldWithValue {
  readonly kind: "entry";
  readonly fieldId: number;
  readonly label: string;
  /** The server's name of the field's type. */
  readonly type: string;
  readonly value: FieldValue;
}

/** An artifact as the server's lists report it. */
export interface ArtifactRow {
  readonly kind: "artifact";
  readonly id: number;
  /** Undefined if the tracker has no title field or the user can't read it. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Undefined if the server doesn't report it. */
  readonly isOpen: boolean | undefined;
  /** Path of its web page on the site, if the server reports it. */
  readonly page: string | undefined;
  readonly assignees: readonly LabeledId[];
  readonly submittedBy: LabeledId | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
  /** Only if the artifact itself was loaded: lists don't report it. */
  readonly version?: ArtifactVersion | undefined;
}

/** An artifact with all its fields. */
export interface Artifact extends ArtifactRow {
  /** Undefined if the server doesn't report it. */
  readonly version: ArtifactVersion | undefined;
  readonly tracker: { readonly id: number | undefined; readonly label: string | undefined };
  /** Undefined if the server doesn't report it. */
  readonly projectId: number | undefined;
  /** The tracker with the permissions of the artifact's current state, if requested and reported by the server. */
  readonly structure: Tracker | undefined;
  /** URI of its history; undefined if the server has none. */
  readonly changesetsUri: string | undefined;
  /** Whether every later change has another version, so that a change based on this state overwrites no other. */
  readonly isVersionFinal?: boolean | undefined;
  /** Fields that have no value may be absent. */
  readonly values: readonly (FieldWithValue | UnreadableItem)[];
  /** When the cached copy was loaded, in milliseconds; set only if the server is offline. */
  readonly asOf?: number | undefined;
}

/** Reference that works for artifacts of every tracker. */
export function formatArtifactReference(artifactId: number): string {
  return `art #${artifactId}`;
}

/** The path that the server reported, or Tuleap's default path. */
export function artifactWebPath(artifactId: number, page: string | undefined): string {
  return page ?? `plugins/tracker/?aid=${artifactId}`;
}
