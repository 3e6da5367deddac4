// What shall become of a field, whichever artifacts it is about: a decision before it meets any of them.
import type { Target } from "../form/draft.ts";
import type { Promoted } from "../form/form.ts";
import type { Problem } from "../form/problems.ts";
import type { Chosen, TextFormat } from "../value.ts";

/** Ids are those of one tracker; what a field means, and mostly its name too, holds over several. */
export type WishedField =
  | { readonly by: "id"; readonly fieldId: number }
  | { readonly by: "role"; readonly role: keyof Promoted }
  | { readonly by: "name"; readonly name: string };

export type ListChange = "set" | "add" | "remove";

export type Wish =
  /** To set nothing empties the list. */
  | {
      readonly kind: "choices";
      readonly field: WishedField;
      readonly how: ListChange;
      readonly values: readonly Chosen[];
    }
  | {
      readonly kind: "people";
      readonly field: WishedField;
      readonly how: ListChange;
      readonly people: readonly Chosen[];
    }
  /** Into a field for a line, a text, a number or a date, as it would be typed there. */
  | {
      readonly kind: "write";
      readonly field: WishedField;
      readonly text: string;
      readonly format?: TextFormat | undefined;
    }
  | { readonly kind: "comment"; readonly source: string; readonly format: TextFormat }
  /** From the artifact to another one; into its first open field for links unless told otherwise. */
  | {
      readonly kind: "link";
      readonly artifactId: number;
      readonly type: string;
      readonly field?: WishedField | undefined;
    };

/** Why a wish can't come true on an artifact, as far as that can be told without asking the server. */
export type Refusal =
  | { readonly code: "noField" }
  | { readonly code: "readOnly" }
  /** The field takes something else than what is wished for. */
  | { readonly code: "wrongKind" }
  | { readonly code: "takesOne" }
  | { readonly code: "notOffered"; readonly value: string }
  /** A person who is not among those that the field takes. */
  | { readonly code: "notAssignable"; readonly person: string }
  | { readonly code: "noComments" }
  | { readonly code: "noSuchLinkType"; readonly type: string }
  /** There is a link to that artifact, of another type. */
  | { readonly code: "linkedOtherwise"; readonly type: string }
  /** What the form would say, transitions that the workflow does not have included; it may stand at another field. */
  | { readonly code: "problem"; readonly target: Target; readonly problem: Problem };
