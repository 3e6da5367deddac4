// The value of a field as it was read. Nothing chosen is an empty list, nothing written an empty text or an
// undefined number: servers write absent, null and empty for the same thing.

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

export interface Step {
  readonly description: string;
  readonly descriptionFormat: TextFormat;
  readonly expected: string;
  readonly expectedFormat: TextFormat;
}

/** What an artifact refers to, or what refers to it. */
export interface CrossReference {
  /** As people write it: `bug #12`. */
  readonly text: string;
  /** Its path on the site's own pages; undefined where it leads elsewhere. */
  readonly path: string | undefined;
}

/** Who is told of changes below a path of a repository. */
export interface Notified {
  readonly path: string;
  readonly emails: readonly string[];
  readonly users: readonly Chosen[];
  readonly groups: readonly Chosen[];
  /** The path that it was read with: what else the server said of it is found by that, whatever the path becomes. */
  readonly readAs?: string | undefined;
}

export type FieldValue =
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "text"; readonly source: string; readonly format: TextFormat }
  | { readonly kind: "int" | "float"; readonly number: number | undefined }
  /** A day (YYYY-MM-DD) or an instant with its offset; undefined when empty. */
  | { readonly kind: "date"; readonly date: string | undefined; readonly withTime: boolean }
  | { readonly kind: "choices"; readonly chosen: readonly Chosen[] }
  | { readonly kind: "openList"; readonly entries: readonly OpenEntry[] }
  | { readonly kind: "files"; readonly files: readonly FileDescription[] }
  | { readonly kind: "links"; readonly forward: readonly Link[]; readonly reverse: readonly Link[] }
  | { readonly kind: "permissions"; readonly groups: readonly Chosen[] }
  | {
      readonly kind: "computed";
      readonly computed: number | undefined;
      readonly manual: number | undefined;
      readonly isAutomatic: boolean;
    }
  | { readonly kind: "steps"; readonly steps: readonly Step[] }
  | { readonly kind: "user"; readonly user: Chosen | undefined }
  | { readonly kind: "references"; readonly references: readonly CrossReference[] }
  /** A type that we only show: its text, as well as it can be made one. */
  | { readonly kind: "other"; readonly text: string };

/** A field of an artifact with its value. */
export interface FieldEntry {
  readonly kind: "entry";
  readonly fieldId: number;
  readonly label: string;
  /** The server's name of the field's type. */
  readonly type: string;
  readonly value: FieldValue;
}
