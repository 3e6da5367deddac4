// Values of lists in saved queries: by label for people who read the settings, by id for the server.
import type { Choice, Field } from "../tracker.ts";
import { type ChoiceId, noneId } from "../value.ts";
import type { SavedValue } from "./savedQuery.ts";

function same(one: ChoiceId, other: ChoiceId): boolean {
  return String(one) === String(other);
}

function labelled(choices: readonly Choice[], label: string): readonly ChoiceId[] {
  const exactly = choices.filter((choice) => choice.label === label);
  if (exactly.length > 0) return exactly.map(({ id }) => id);
  const wanted = label.trim().toLocaleLowerCase();
  return choices.filter((choice) => choice.label.toLocaleLowerCase() === wanted).map(({ id }) => id);
}

/** In the form that criteria take: those of open lists may have a letter before the digits. */
function idIn({ type }: Field, value: ChoiceId): ChoiceId | undefined {
  const digits = String(value);
  if (type === "tbl" && /^[bo]\d{1,15}$/.test(digits)) return digits;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** By its id, among what the list has; a list without an end has whatever looks like an id. */
function byId(field: Field, value: ChoiceId): readonly ChoiceId[] {
  const { choices = [], type } = field;
  const known = choices.find(({ id }) => same(id, value));
  if (known !== undefined) return [known.id];
  const id = idIn(field, value);
  const hasMore = choices.length === 0 || type === "tbl" || type === "subby" || type === "luby";
  return id !== undefined && (hasMore || id === noneId) ? [id] : [];
}

/** The ids that a value means: several where values share a label, none where it is gone. */
export function idsMeant(field: Field, value: SavedValue): readonly ChoiceId[] {
  if (typeof value === "number") return byId(field, value);
  if (typeof value === "string") {
    const ids = labelled(field.choices ?? [], value);
    return ids.length > 0 ? ids : byId(field, value.trim());
  }
  const ids = byId(field, value.id);
  return ids.length > 0 ? ids : labelled(field.choices ?? [], value.label);
}

/** How a value is best kept: by its label where that means it and nothing else. */
export function savedChoice(field: Field, id: ChoiceId, label: string): SavedValue {
  const isReadable = label.trim() !== "" && label === label.trim();
  if (!isReadable) return typeof id === "number" ? id : { id, label: id };
  const meant = labelled(field.choices ?? [], label);
  const isPlain = meant.length === 1 && meant.every((each) => same(each, id)) && !label.startsWith("${");
  return isPlain ? label : { id, label };
}
