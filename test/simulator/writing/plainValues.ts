import { startOfDay } from "../clock.ts";
import { isObject } from "../http/json.ts";
import type { JsonObject } from "../http/json.ts";
import type { Field } from "../state/field.ts";
import type { FieldValue, TextFormat } from "../state/value.ts";
import { epochDay, phpDate } from "./phpDate.ts";
import { member, wrongShape } from "./writing.ts";
import type { Complaints, Writing } from "./writing.ts";

type Of<Kind extends Field["kind"]> = Extract<Field, { kind: Kind }>;

const longestText = 65_535;

/** A number is no string here, however it looks. */
export function stringValue(
  entry: JsonObject,
  field: Of<"string">,
  complaints: Complaints,
): FieldValue | undefined {
  const value = member(entry, "value");
  if (value === undefined) throw wrongShape(field, '"value": "some text"');
  if (typeof value !== "string") complaints.say(`${field.label} is no text.`);
  else if (/[\r\n\0]/.test(value)) complaints.say(`${field.label} must stay on one line.`);
  else if (field.maxchars > 0 && value.length > field.maxchars) {
    complaints.say(`${field.label} may have ${field.maxchars} characters at most.`);
  } else {
    return { kind: "string", text: value };
  }
  return undefined;
}

/** A bare text is taken for Markdown, which is what people prefer unless they say otherwise. */
export function textValue(
  entry: JsonObject,
  field: Of<"text">,
  complaints: Complaints,
): FieldValue | undefined {
  const value = member(entry, "value");
  if (value === undefined) throw wrongShape(field, '"value": {"content": "…", "format": "text"}');
  const { content, format = "commonmark" } = isObject(value) ? value : { content: value };
  if (typeof content !== "string") complaints.say(`${field.label} is no text.`);
  else if (Buffer.byteLength(content) > longestText) {
    complaints.say(`${field.label} may have ${longestText} bytes at most.`);
  } else {
    return { kind: "text", format: textFormat(format, "text"), source: content };
  }
  return undefined;
}

export function textFormat(format: unknown, otherwise: TextFormat): TextFormat {
  return format === "html" || format === "commonmark" || format === "text" ? format : otherwise;
}

/** Digits in a text will do. "" is nothing. */
export function numberValue(
  entry: JsonObject,
  field: Of<"number">,
  complaints: Complaints,
): FieldValue | undefined {
  const value = member(entry, "value");
  if (value === undefined) throw wrongShape(field, '"value": 12');
  if (value === "") return { kind: "number", number: null };
  const format = field.type === "int" ? /^[+-]?\d+$/ : /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
  if ((typeof value === "string" || typeof value === "number") && format.test(String(value))) {
    return { kind: "number", number: Number(value) };
  }
  complaints.say(`${field.label} is no ${field.type === "int" ? "whole number" : "number"}.`);
  return undefined;
}

/** A day swallows anything; only where the time counts is nonsense noticed. */
export function dateValue(
  entry: JsonObject,
  field: Of<"date">,
  { world, complaints }: Writing,
): FieldValue | undefined {
  const value = member(entry, "value");
  if (value === undefined || value === "") return { kind: "date", at: null };
  const at =
    typeof value === "string" || typeof value === "number"
      ? phpDate(String(value), world.clock.now())
      : undefined;
  if (!field.withTime) return { kind: "date", at: startOfDay(at ?? epochDay) };
  if (at !== undefined) return { kind: "date", at: at - (at % 60_000) };
  complaints.say(`${field.label} is no date with a time.`);
  return undefined;
}
