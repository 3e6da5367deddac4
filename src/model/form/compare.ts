// What has become of a form while someone typed into it.
import { type Draft, typedIn } from "./draft.ts";
import { type Form, type FormField, fieldOf } from "./form.ts";
import { type Input, sameInput } from "./input.ts";

export interface Difference {
  readonly fieldId: number;
  readonly label: string;
  readonly before: Input | undefined;
  readonly after: Input | undefined;
  /** What was typed here into the same field, if anything. */
  readonly mine: Input | undefined;
}

function difference(
  draft: Draft,
  older: FormField | undefined,
  newer: FormField | undefined,
): readonly Difference[] {
  const field = newer ?? older;
  if (field === undefined || sameInput(older?.base, newer?.base)) return [];
  const { id: fieldId, label } = field;
  return [{ fieldId, label, before: older?.base, after: newer?.base, mine: typedIn(draft, fieldId) }];
}

/** The fields whose value is another one by now, in the order of the newer form. */
export function differences(older: Form, newer: Form, draft: Draft): readonly Difference[] {
  const gone = older.fields.filter(({ id }) => fieldOf(newer, id) === undefined);
  return [
    ...newer.fields.flatMap((field) => difference(draft, fieldOf(older, field.id), field)),
    ...gone.flatMap((field) => difference(draft, field, undefined)),
  ];
}

/** Where both have been: what was typed would replace what someone else has put there meanwhile. */
export function collisions(changes: readonly Difference[]): readonly Difference[] {
  return changes.filter(({ mine, after }) => mine !== undefined && !sameInput(mine, after));
}
