import { isObject } from "../http/json.ts";
import type { Json, JsonObject } from "../http/json.ts";
import { HttpError } from "../http/httpError.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue } from "../state/value.ts";
import { parseLinks } from "./parseLinks.ts";
import { parseList, parseOpenList } from "./parseListValues.ts";
import { parseComputed, parseFiles, parsePermissions, parseSteps } from "./parseOtherValues.ts";
import { parseDateValue, parseNumberValue, parseString, parseText } from "./parseBasicValues.ts";
import { getMember } from "./writeContext.ts";
import type { WriteContext } from "./writeContext.ts";

/** The entries of `values`, each parsed by its field type. The last entry of a field is used. */
export function parseEntries(entries: readonly Json[], context: WriteContext): Map<Field, FieldValue> {
  const { rules, tracker, user } = context;
  const fields = rules.getFields(tracker, user);
  const values = new Map<Field, FieldValue>();
  for (const entry of entries) {
    const id = isObject(entry) ? entry["field_id"] : undefined;
    if (!isObject(entry) || typeof id !== "number") {
      throw new HttpError(400, "Every value needs a `field_id`");
    }
    const field = fields.find((each) => each.id === id);
    if (field === undefined) throw new HttpError(400, `Unknown field ${id}`);
    if (context.artifact === undefined && rules.hasFieldPermissions && !field.isSubmittable) {
      context.errors.add(`${field.label} can't be given to a new artifact.`);
      continue;
    }
    const value = parseEntry(entry, field, context);
    if (value !== undefined) values.set(field, value);
  }
  return values;
}

/** `undefined` if there is nothing to write: an error was reported, or the entry is ignored. */
function parseEntry(entry: JsonObject, field: Field, context: WriteContext): FieldValue | undefined {
  const { errors } = context;
  switch (field.kind) {
    case "string":
      return parseString(entry, field, errors);
    case "text":
      return parseText(entry, field, errors);
    case "number":
      return parseNumberValue(entry, field, errors);
    case "date":
      return parseDateValue(entry, field, context);
    case "list":
      return parseList(entry, field, context);
    case "openList":
      return parseOpenList(entry, field, context);
    case "file":
      return parseFiles(entry, field, context);
    case "links":
      return parseLinks(entry, field, context);
    case "permissions":
      return parsePermissions(entry, field, context);
    case "computed":
      return parseComputed(entry, field, context);
    case "steps":
      return parseSteps(entry, field, context);
    case "container":
    case "decoration":
      throw new HttpError(400, `Unknown field ${field.id}`);
    case "automatic":
    case "plugin":
      if (!isIgnored(entry, field)) errors.add(`${field.label} is not yours to change.`);
      return undefined;
  }
}

/** Sending back the submitter and the submission date is allowed, and so is sending null. */
function isIgnored(entry: JsonObject, field: Field): boolean {
  const isSubmission = field.kind === "automatic" && ["subby", "luby", "subon"].includes(field.type);
  return isSubmission || getMember(entry, "value") === undefined;
}
