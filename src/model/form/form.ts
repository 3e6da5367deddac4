// A form as a value: what there is to fill in, how it is arranged, and what it starts from. It knows fields and
// values, not what they belong to: an artifact is one subject of a form, the settings of a Subversion repository another.
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
  /** What the server holds. */
  readonly value: FieldValue | undefined;
  /** Where it may be empty, and yet has to be said so: what that is called. */
  readonly blank?: string | undefined;
  /** What the control starts from: the server's value, or what the tracker sets into a new artifact. */
  readonly base: Input | undefined;
}

/** How the fields are arranged. */
export type Block =
  | { readonly kind: "field"; readonly fieldId: number }
  | {
      readonly kind: "section";
      readonly id: number;
      readonly label: string;
      readonly content: readonly Block[];
    }
  | { readonly kind: "columns"; readonly columns: readonly (readonly Block[])[] }
  | { readonly kind: "richText"; readonly html: string }
  | { readonly kind: "separator" };

/** The fields that every reader looks for first; they stand in the heading and nowhere else. */
export interface Promoted {
  readonly title: number | undefined;
  readonly status: number | undefined;
  readonly assignee: number | undefined;
}

export interface Form {
  /** Something new is checked whole; of something that exists only what was changed. */
  readonly isNew: boolean;
  /** Nothing is known of what there is: all has to be given. */
  readonly isBlind?: boolean;
  /** The server takes no change of it from this account. What was typed before stays in sight. */
  readonly isReadOnly?: boolean;
  readonly fields: readonly FormField[];
  readonly promoted: Promoted;
  readonly layout: readonly Block[];
  /** Fields that hold links, and those that hold files: they follow after the rest. */
  readonly linkFields: readonly number[];
  readonly fileFields: readonly number[];
  readonly rules: Workflow | undefined;
  /** Whether a comment can go along with a change. */
  readonly takesComment: boolean;
}

export function fieldOf(form: Form, fieldId: number): FormField | undefined {
  return form.fields.find(({ id }) => id === fieldId);
}
