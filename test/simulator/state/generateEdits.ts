// Generates the edits of a demo artifact. Its current values are fixed; earlier values are generated backward.
import { isEmptyValue } from "../write/isSameValue.ts";
import { getAvailableChoices } from "./field.ts";
import type { Field } from "./field.ts";
import type { SeededRandom } from "./seededRandom.ts";
import type { Tracker } from "./tracker.ts";
import type { FieldValue } from "./value.ts";

export interface GeneratedEdit {
  readonly field: Field;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** Number of changes after the submission. */
export function pickEditCount(random: SeededRandom): number {
  return random.pick("later changes", [0, 0, 1, 1, 2, 2, 3, 4]);
}

/**
 * Generated from the last edit backward, since each has to end where the next one starts; `undefined` for an edit with
 * only a comment.
 */
export function generateEdits(
  count: number,
  tracker: Tracker,
  random: SeededRandom,
  present: (field: Field) => FieldValue | undefined,
): readonly (GeneratedEdit | undefined)[] {
  const earlierValues = new Map<Field, FieldValue>();
  const [first, ...otherIds] = tracker.fields.filter(isEditableKind);
  const generateEdit = (position: number): GeneratedEdit | undefined => {
    if (first === undefined) return undefined;
    const field = random.pick(`changed field ${position}`, [first, ...otherIds]);
    const after = earlierValues.get(field) ?? present(field);
    const before = after && generatePreviousValue(field, after, tracker, random, position);
    return before && { field, before, after };
  };
  const edits: (GeneratedEdit | undefined)[] = [];
  for (let position = count; position > 0; position -= 1) {
    const edit = generateEdit(position);
    if (edit !== undefined) earlierValues.set(edit.field, edit.before);
    edits.unshift(edit);
  }
  return edits;
}

function isEditableKind({ kind }: Field): boolean {
  return ["list", "string", "text", "number", "date", "file"].includes(kind);
}

/** `undefined` if no other value is allowed. */
function generatePreviousValue(
  field: Field,
  after: FieldValue,
  tracker: Tracker,
  random: SeededRandom,
  position: number,
): FieldValue | undefined {
  const earlier = guessPreviousValue(field, after, tracker, random, position);
  return earlier !== undefined && field.required && isEmptyValue(earlier) ? undefined : earlier;
}

function guessPreviousValue(
  field: Field,
  after: FieldValue,
  tracker: Tracker,
  random: SeededRandom,
  position: number,
): FieldValue | undefined {
  switch (after.kind) {
    case "choices": {
      const [first, ...otherIds] = getPreviousChoices(field, after.ids[0], tracker);
      if (first === undefined) return undefined;
      return { kind: "choices", ids: [random.pick(`value before ${position}`, [first, ...otherIds])] };
    }
    case "string": {
      const words = after.text.split(" ");
      return words.length < 3 ? undefined : { kind: "string", text: words.slice(0, -1).join(" ") };
    }
    case "text":
      return after.source === "" ? undefined : { ...after, source: "" };
    case "number":
      return after.number === null ? undefined : { kind: "number", number: after.number + position };
    case "date":
      return after.at === null ? undefined : { kind: "date", at: null };
    case "files":
      return after.files.length === 0 ? undefined : { kind: "files", files: after.files.slice(0, -1) };
    default:
      return undefined;
  }
}

/** The previous choices of a workflow field are those with a transition to it; of any other list, all choices. */
function getPreviousChoices(field: Field, id: number | undefined, { workflow }: Tracker): readonly number[] {
  if (field.kind !== "list") return [];
  if (workflow?.field === field) {
    return workflow.transitions.flatMap(({ from, to }) => (to === id && from !== null ? [from] : []));
  }
  return getAvailableChoices(field.binding)
    .filter((each) => each.id !== id && !each.hidden)
    .map((each) => each.id);
}
