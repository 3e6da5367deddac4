import type { Group } from "./group.ts";

export interface FileDescription {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly size: number;
  readonly submittedBy: number;
}

export interface Link {
  readonly artifactId: number;
  /** "" for a link without a type. */
  readonly type: string;
}

export type TextFormat = "text" | "html" | "commonmark";

export interface TestStep {
  readonly id: number;
  readonly description: string;
  readonly descriptionFormat?: TextFormat;
  readonly expected: string;
  readonly expectedFormat?: TextFormat;
}

/** The stored value of a field, independent of the dialect. */
export type FieldValue =
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "text"; readonly format: TextFormat; readonly source: string }
  | { readonly kind: "number"; readonly number: number | null }
  | { readonly kind: "date"; readonly at: number | null }
  /** Ids of static choices, or of users for a list of users. 100 is "None". */
  | { readonly kind: "choices"; readonly ids: readonly number[] }
  | { readonly kind: "groups"; readonly groups: readonly Group[] }
  /** Ids of an open list: `b12` is a bound choice, `o12` a typed value, digits alone a user. */
  | {
      readonly kind: "openChoices";
      readonly items: readonly { readonly id: string; readonly label: string }[];
    }
  | { readonly kind: "files"; readonly files: readonly FileDescription[] }
  | { readonly kind: "links"; readonly forward: readonly Link[]; readonly reverse: readonly Link[] }
  | { readonly kind: "computed"; readonly computed: number | null; readonly manual: number | null }
  | { readonly kind: "steps"; readonly steps: readonly TestStep[] }
  | { readonly kind: "plugin"; readonly value: string };

export const noneValueId = 100;
