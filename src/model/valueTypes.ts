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

export interface ArtifactLink {
  readonly artifactId: number;
  /** Empty for a link without type. */
  readonly type: string;
}
