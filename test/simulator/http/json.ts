export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A scalar as text; "" for anything else. */
export function scalarToText(value: Json | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/** The parsed value; `undefined` if the text isn't JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Whether the value is a chunk of a file, whose base64 data is nearly the whole response. */
function isFileChunk(value: Json): value is { readonly data: string } {
  return isObject(value) && Object.keys(value).join() === "data" && typeof value["data"] === "string";
}

/** Encodes JSON as PHP does: slashes and non-ASCII characters are escaped. */
export function encodePhpJson(value: Json): Buffer {
  return Buffer.from(toPhpJson(value), "latin1");
}

function toPhpJson(value: Json): string {
  // In base64 only slashes need escaping; a full scan of a megabyte takes milliseconds.
  if (isFileChunk(value)) return `{"data":"${value.data.replaceAll("/", String.raw`\/`)}"}`;
  const text = JSON.stringify(value).replaceAll("/", "\\/");
  // Checking that a long text is ASCII is faster than searching it for characters to escape.
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
