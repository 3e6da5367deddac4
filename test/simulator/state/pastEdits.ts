// What people changed about a demo artifact before today. Its values are given; what they were before is made up backwards.
import { isEmpty } from "../writing/sameValue.ts";
import { offeredChoices } from "./field.ts";
import type { Field } from "./field.ts";
import type { Draws } from "./random.ts";
import type { Tracker } from "./tracker.ts";
import type { FieldValue } from "./value.ts";

export interface PastEdit {
  readonly field: Field;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** How often an artifact was changed after it had been submitted. */
export function countEdits(draws: Draws): number {
  return draws.pick("later changes", [0, 0, 1, 1, 2, 2, 3, 4]);
}

/** The last of so many edits first made up, since each has to end where the next one starts; undefined where only something was said. */
export function pastEdits(
  count: number,
  tracker: Tracker,
  draws: Draws,
  present: (field: Field) => FieldValue | undefined,
): readonly (PastEdit | undefined)[] {
  const undone = new Map<Field, FieldValue>();
  const [first, ...others] = tracker.fields.filter(isEdited);
  const editAt = (place: number): PastEdit | undefined => {
    if (first === undefined) return undefined;
    const field = draws.pick(`changed field ${place}`, [first, ...others]);
    const after = undone.get(field) ?? present(field);
    const before = after && valueBefore(field, after, tracker, draws, place);
    return before && { field, before, after };
  };
  const edits: (PastEdit | undefined)[] = [];
  for (let place = count; place > 0; place -= 1) {
    const edit = editAt(place);
    if (edit !== undefined) undone.set(edit.field, edit.before);
    edits.unshift(edit);
  }
  return edits;
}

function isEdited({ kind }: Field): boolean {
  return ["list", "string", "text", "number", "date", "file"].includes(kind);
}

/** Undefined where nothing else would have been allowed. */
function valueBefore(
  field: Field,
  after: FieldValue,
  tracker: Tracker,
  draws: Draws,
  place: number,
): FieldValue | undefined {
  const earlier = guess(field, after, tracker, draws, place);
  return earlier !== undefined && field.required && isEmpty(earlier) ? undefined : earlier;
}

function guess(
  field: Field,
  after: FieldValue,
  tracker: Tracker,
  draws: Draws,
  place: number,
): FieldValue | undefined {
  switch (after.kind) {
    case "choices": {
      const [first, ...others] = choicesBefore(field, after.ids[0], tracker);
      if (first === undefined) return undefined;
      return { kind: "choices", ids: [draws.pick(`value before ${place}`, [first, ...others])] };
    }
    case "string": {
      const words = after.text.split(" ");
      return words.length < 3 ? undefined : { kind: "string", text: words.slice(0, -1).join(" ") };
    }
    case "text":
      return after.source === "" ? undefined : { ...after, source: "" };
    case "number":
      return after.number === null ? undefined : { kind: "number", number: after.number + place };
    case "date":
      return after.at === null ? undefined : { kind: "date", at: null };
    case "files":
      return after.files.length === 0 ? undefined : { kind: "files", files: after.files.slice(0, -1) };
    default:
      return undefined;
  }
}

/** A state was reached along an arrow of the workflow; any other list from any of its values. */
function choicesBefore(field: Field, id: number | undefined, { workflow }: Tracker): readonly number[] {
  if (field.kind !== "list") return [];
  if (workflow?.field === field) {
    return workflow.transitions.flatMap(({ from, to }) => (to === id && from !== null ? [from] : []));
  }
  return offeredChoices(field.binding)
    .filter((each) => each.id !== id && !each.hidden)
    .map((each) => each.id);
}
