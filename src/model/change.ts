// What a person wants a field to become. Only changed fields are ever sent.
import type { ChoiceId, Link, OpenEntry, Step, TextFormat } from "./value.ts";

export type FieldEdit =
  | { readonly kind: "string"; readonly text: string }
  | { readonly kind: "text"; readonly source: string; readonly format: TextFormat }
  | { readonly kind: "int" | "float"; readonly number: number | undefined }
  | { readonly kind: "date"; readonly date: string | undefined }
  | { readonly kind: "choices"; readonly ids: readonly ChoiceId[] }
  | { readonly kind: "openList"; readonly entries: readonly OpenEntry[] }
  /** Every file to keep and every new one: what is left out is erased on the server. */
  | { readonly kind: "files"; readonly ids: readonly number[] }
  /** Every forward link to keep and every new one. */
  | { readonly kind: "links"; readonly links: readonly Link[] }
  /** Every link to keep and every new one, in both directions. */
  | { readonly kind: "allLinks"; readonly forward: readonly Link[]; readonly reverse: readonly Link[] }
  /** Makes this artifact a child of another, and leaves its other links alone. */
  | { readonly kind: "parent"; readonly artifactId: number }
  | { readonly kind: "permissions"; readonly groupIds: readonly ChoiceId[] }
  | { readonly kind: "manual"; readonly number: number }
  | { readonly kind: "automatic" }
  | { readonly kind: "steps"; readonly steps: readonly Step[] };

export interface FieldChange {
  readonly fieldId: number;
  readonly edit: FieldEdit;
}

export interface NewComment {
  readonly source: string;
  readonly format: TextFormat;
}
