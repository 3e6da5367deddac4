import { getStartOfDay } from "../clock.ts";
import { isObject } from "../http/json.ts";
import type { JsonObject } from "../http/json.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, TextFormat } from "../state/value.ts";
import { epochDay, parsePhpDate } from "./parsePhpDate.ts";
import { getMember, createFormatError } from "./writeContext.ts";
import type { ValidationErrors, WriteContext } from "./writeContext.ts";

type FieldOfKind<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;

const maxTextBytes = 65_535;

/** A number isn't accepted as a string. */
export function parseString(
  entry: JsonObject,
  field: FieldOfKind<"string">,
  errors: ValidationErrors,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  if (value === undefined) throw createFormatError(field, '"value": "some text"');
  if (typeof value !== "string") errors.add(`${field.label} is no text.`);
  else if (/[\r\n\0]/.test(value)) errors.add(`${field.label} must stay on one line.`);
  else if (field.maxchars > 0 && value.length > field.maxchars) {
    errors.add(`${field.label} may have ${field.maxchars} characters at most.`);
  } else {
    return { kind: "string", text: value };
  }
  return undefined;
}

/** A plain string is Markdown, the default format. */
export function parseText(
  entry: JsonObject,
  field: FieldOfKind<"text">,
  errors: ValidationErrors,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  if (value === undefined) throw createFormatError(field, '"value": {"content": "…", "format": "text"}');
  const { content, format = "commonmark" } = isObject(value) ? value : { content: value };
  if (typeof content !== "string") errors.add(`${field.label} is no text.`);
  else if (Buffer.byteLength(content) > maxTextBytes) {
    errors.add(`${field.label} may have ${maxTextBytes} bytes at most.`);
  } else {
    return { kind: "text", format: parseTextFormat(format, "text"), source: content };
  }
  return undefined;
}

export function parseTextFormat(format: unknown, defaultFormat: TextFormat): TextFormat {
  return format === "html" || format === "commonmark" || format === "text" ? format : defaultFormat;
}

/** Accepts digits in a string. "" is no value. */
export function parseNumberValue(
  entry: JsonObject,
  field: FieldOfKind<"number">,
  errors: ValidationErrors,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  if (value === undefined) throw createFormatError(field, '"value": 12');
  if (value === "") return { kind: "number", number: null };
  const format = field.type === "int" ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
  if ((typeof value === "string" || typeof value === "number") && format.test(String(value))) {
    return { kind: "number", number: Number(value) };
  }
  errors.add(`${field.label} is no ${field.type === "int" ? "whole number" : "number"}.`);
  return undefined;
}

/** A date field without a time accepts anything; one with a time rejects invalid dates. */
export function parseDateValue(
  entry: JsonObject,
  field: FieldOfKind<"date">,
  { server, errors }: WriteContext,
): FieldValue | undefined {
  const value = getMember(entry, "value");
  if (value === undefined || value === "") return { kind: "date", at: null };
  const at =
    typeof value === "string" || typeof value === "number"
      ? parsePhpDate(String(value), server.clock.now())
      : undefined;
  if (!field.withTime) return { kind: "date", at: getStartOfDay(at ?? epochDay) };
  if (at !== undefined) return { kind: "date", at: at - (at % 60_000) };
  errors.add(`${field.label} is no date with a time.`);
  return undefined;
}
