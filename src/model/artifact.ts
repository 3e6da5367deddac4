import type { FieldValue } from "./fields/registry.ts";
import type { Unreadable } from "./page.ts";
import type { Revision } from "./revision.ts";
import type { Tracker } from "./tracker.ts";
import type { Chosen } from "./value.ts";

/** A field of an artifact with its value. */
export interface FieldEntry {
  readonly kind: "entry";
  readonly fieldId: number;
  readonly label: string;
  /** The server's name of the field's type. */
  readonly type: string;
  readonly value: FieldValue;
}

/** What a list of artifacts tells about one of them. */
export interface ArtifactRow {
  readonly kind: "artifact";
  readonly id: number;
  readonly uri: string;
  /** Undefined where the tracker has no title field, or hides it. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  /** Undefined where the server does not tell. */
  readonly isOpen: boolean | undefined;
  /** Address of its web page on its site, where the server tells it. */
  readonly page: string | undefined;
  readonly assignees: readonly Chosen[];
  readonly submittedBy: Chosen | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
  /** A row has no tag: its modification time serves, where it has one. */
  readonly revision: Revision | undefined;
}

/** One artifact, whole. */
export interface Artifact extends ArtifactRow {
  readonly tracker: { readonly id: number | undefined; readonly label: string | undefined };
  /** Undefined where the server does not tell. */
  readonly projectId: number | undefined;
  /** With the rights that hold in its present state, where that was asked for and the server tells it. */
  readonly structure: Tracker | undefined;
  /** Where its history is read; undefined where the server has none. */
  readonly changesetsUri: string | undefined;
  /** Fields that have no value may be absent. */
  readonly values: readonly (FieldEntry | Unreadable)[];
  /** When it was read, in milliseconds, where the server could not be asked now. */
  readonly asOf?: number | undefined;
}

/** The form in which texts and commit messages refer to an artifact of any tracker. */
export function reference(artifactId: number): string {
  return `art #${artifactId}`;
}

/** Where a site shows the artifact to people: what the server said, else the platform's fixed form. */
export function artifactPage(artifactId: number, page: string | undefined): string {
  return page ?? `plugins/tracker/?aid=${artifactId}`;
}
