// What shall become of a field, whichever artifacts it is about: a decision before it meets any of them.
import type { ArtifactRow } from "../artifact.ts";
import type { Problem } from "../fields/fieldType.ts";
import type { Control } from "../fields/registry.ts";
import type { Target } from "../form/draft.ts";
import type { Promoted } from "../form/form.ts";
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

// Wishes about the fields that are known by what they mean: the status of an artifact, and who it is assigned to.

/** A title is written, and each one's own. */
export type Role = Exclude<keyof Promoted, "title">;

/** Whether several values or people can be chosen. Lists that anything can be typed into are another matter. */
export function takesMany(control: Control): boolean {
  if (control.kind === "people") return control.takes === "many";
  return control.kind === "choice" && (control.look === "multiSelect" || control.look === "checkboxes");
}

export function wishFor(role: Role, how: ListChange, values: readonly Chosen[]): Wish {
  const field = { by: "role", role } as const;
  return role === "assignee"
    ? { kind: "people", field, how, people: values }
    : { kind: "choices", field, how, values };
}

// What a row showed, held against what the artifact is now.

export type Shown = "title" | "status" | "assignees" | "modifiedOn";

function isOtherInstant(shown: string | undefined, now: string | undefined): boolean {
  if (shown === undefined || now === undefined) return false;
  const [one, other] = [Date.parse(shown), Date.parse(now)];
  return Number.isNaN(one) || Number.isNaN(other) ? shown !== now : one !== other;
}

/** Rows of lists have no tags; what was read by itself does, and where there are no times only they tell. */
function isOtherTag({ revision: shown }: ArtifactRow, { revision: now }: ArtifactRow): boolean {
  return shown?.kind === "tag" && now?.kind === "tag" && shown.tag !== now.tag;
}

function isOther(shown: string | undefined, now: string | undefined): boolean {
  return shown !== undefined && shown !== now;
}

function idsOf({ assignees }: ArtifactRow): string {
  return JSON.stringify(assignees.map(({ id }) => String(id)).sort());
}

/** What is another one by now. Rows of some lists tell less than others: what one does not tell is not compared. */
export function changedSince(shown: ArtifactRow, now: ArtifactRow): readonly Shown[] {
  const areOthers = shown.assignees.length > 0 && idsOf(shown) !== idsOf(now);
  const changed: readonly (readonly [Shown, boolean])[] = [
    ["title", isOther(shown.title, now.title)],
    ["status", isOther(shown.status, now.status)],
    ["assignees", areOthers],
    ["modifiedOn", isOtherInstant(shown.modifiedOn, now.modifiedOn) || isOtherTag(shown, now)],
  ];
  return changed.flatMap(([what, isChanged]) => (isChanged ? [what] : []));
}
