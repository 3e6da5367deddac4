// What the values of fields are made of.

export type TextFormat = "text" | "html" | "commonmark";

/** Ids of list values are numbers; those of user groups, and of values typed into an open list, are texts. */
export type ChoiceId = number | string;

/** Lists say "nothing chosen" by a value of their own, whose label differs by list and language. */
export const noneId = 100;

export interface Chosen {
  readonly id: ChoiceId;
  readonly label: string;
}

/** An entry of an open list: one of its values, or something typed that the server has no id for yet. */
export interface OpenEntry {
  readonly id: ChoiceId | undefined;
  readonly label: string;
}

export interface FileDescription {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly description: string;
  /** Address of its bytes on the site's own pages, where the server has one. */
  readonly page: string | undefined;
}

export interface Link {
  readonly artifactId: number;
  /** Empty for a link without a type. */
  readonly type: string;
}
