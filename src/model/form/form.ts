// A form: fields, layout and base values. It is independent of its subject, an artifact or Subversion
// settings.
import type { Control, FieldValue, Input } from "../fields/registry.ts";
import type { Workflow } from "../tracker.ts";

export interface FormField {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly type: string;
  readonly isRequired: boolean;
  readonly access: "edit" | "read";
  readonly control: Control;
  /** The server's value. */
  readonly value: FieldValue | undefined;
  /** Label for an empty value that must be set explicitly. */
  readonly blank?: string | undefined;
  /** The server's value as input, or the tracker's default for a new artifact. */
  readonly base: Input | undefined;
}

export type LayoutBlock =
  | { readonly kind: "field"; readonly fieldId: number }
  | {
      readonly kind: "section";
      readonly id: number;
      readonly label: string;
      readonly content: readonly LayoutBlock[];
    }
  | { readonly kind: "columns"; readonly columns: readonly (readonly LayoutBlock[])[] }
  | { readonly kind: "richText"; readonly html: string }
  | { readonly kind: "separator" };

/** Fields shown in the heading only. */
export interface HeadingFieldIds {
  readonly title: number | undefined;
  readonly status: number | undefined;
  readonly assignee: number | undefined;
}

export interface Form {
  /** A new artifact is validated as a whole, an existing one only where it was edited. */
  readonly isNew: boolean;
  /** The current values can't be read, so all fields must be set. */
  readonly isBlind?: boolean;
  /** The account can't change it. Existing edits stay visible. */
  readonly isReadOnly?: boolean;
  readonly fields: readonly FormField[];
  readonly promoted: HeadingFieldIds;
  readonly layout: readonly LayoutBlock[];
  /** Link and file fields, which are shown after the layout. */
  readonly linkFields: readonly number[];
  readonly fileFields: readonly number[];
  readonly rules: Workflow | undefined;
  readonly takesComment: boolean;
}

/** Created once per form: every key press looks up all fields. */
const fieldMaps = new WeakMap<readonly FormField[], ReadonlyMap<number, FormField>>();

export function findField({ fields }: Form, fieldId: number): FormField | undefined {
  let map = fieldMaps.get(fields);
  if (map === undefined) {
    // The first field counts if a server sends an ID twice.
    map = new Map(fields.map((field) => [field.id, field] as const).toReversed());
    fieldMaps.set(fields, map);
  }
  return map.get(fieldId);
}
