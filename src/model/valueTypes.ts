// Types that field values consist of.

export type TextFormat = "text" | "html" | "commonmark";

/** Numbers for list values; strings for user groups and for new values of open lists. */
export type ChoiceId = number | string;

/** Id of the "none" value of lists, whose label varies by list and language. */
export const noneChoiceId = 100;

export interface LabeledId {
  readonly id: ChoiceId;
  readonly label: string;
}

/** An existing value, or a new one without an id. */
export interface OpenListEntry {
  readonly id: ChoiceId | undefined;
  readonly label: string;
}

export interface FileDescription {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly description: string;
  /** Path of the content on the site, if the server reports it. */
  readonly page: string | undefined;
}

/** A file of a new artifact, which is uploaded when the artifact is created. Serializable: it is part of the draft. */
export interface PendingFile {
  /** Identifies it within the field. */
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** Media type. */
  readonly type: string;
  readonly description: string;
  readonly path: string;
  /** A copy of a file that isn't on this disk; it is removed with the draft. */
  readonly isCopy: boolean;
}

export interface ArtifactLink {
  readonly artifactId: number;
  /** Empty for a link without type. */
  readonly type: string;
}
