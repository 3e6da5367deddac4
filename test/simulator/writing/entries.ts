import { isObject } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { Refusal } from "../http/refusal.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue } from "../state/value.ts";
import { linkValue } from "./linkValue.ts";
import { listValue, openListValue } from "./listValues.ts";
import { computedValue, filesValue, permissionsValue, stepsValue } from "./otherValues.ts";
import { dateValue, numberValue, stringValue, textValue } from "./plainValues.ts";
import { member } from "./writing.ts";
import type { Writing } from "./writing.ts";

/** The entries of `values`, each read as its field wants it. Of two for one field the last counts. */
export function readEntries(values: readonly Json[], writing: Writing): Map<Field, FieldValue> {
  const { manners, tracker, writer } = writing;
  const fields = manners.fields(tracker, writer);
  const read = new Map<Field, FieldValue>();
  for (const entry of values) {
    const id = isObject(entry) ? entry["field_id"] : undefined;
    if (!isObject(entry) || typeof id !== "number") throw new Refusal(400, "Every value needs a `field_id`");
    const field = fields.find((each) => each.id === id);
    if (field === undefined) throw new Refusal(400, `Unknown field ${id}`);
    if (writing.artifact === undefined && manners.hasFieldRights && !field.isSubmittable) {
      writing.complaints.say(`${field.label} can't be given to a new artifact.`);
      continue;
    }
    const value = readEntry(entry, field, writing);
    if (value !== undefined) read.set(field, value);
  }
  return read;
}

/** Undefined is nothing to write: a complaint was made, or the entry is one of those that are passed over. */
function readEntry(entry: JsonObject, field: Field, writing: Writing): FieldValue | undefined {
  const { complaints } = writing;
  switch (field.kind) {
    case "string":
      return stringValue(entry, field, complaints);
    case "text":
      return textValue(entry, field, complaints);
    case "number":
      return numberValue(entry, field, complaints);
    case "date":
      return dateValue(entry, field, writing);
    case "list":
      return listValue(entry, field, writing);
    case "openList":
      return openListValue(entry, field, writing);
    case "file":
      return filesValue(entry, field, writing);
    case "links":
      return linkValue(entry, field, writing);
    case "permissions":
      return permissionsValue(entry, field, writing);
    case "computed":
      return computedValue(entry, field, writing);
    case "steps":
      return stepsValue(entry, field, writing);
    case "container":
    case "decoration":
      throw new Refusal(400, `Unknown field ${field.id}`);
    case "automatic":
    case "plugin":
      if (!isPassedOver(entry, field)) complaints.say(`${field.label} is not yours to change.`);
      return undefined;
  }
}

/** Echoing who submitted it and when does no harm, and neither does echoing nothing. */
function isPassedOver(entry: JsonObject, field: Field): boolean {
  const isHarmless = field.kind === "automatic" && ["subby", "luby", "subon"].includes(field.type);
  return isHarmless || member(entry, "value") === undefined;
}
