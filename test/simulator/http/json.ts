export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };

export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A scalar as text; anything else, and nothing, as "". */
export function scalarText(value: Json | undefined): string {
  return typeof value === "object" || value === undefined ? "" : String(value);
}

/** The value, or undefined when the text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** As PHP writes JSON: slashes and everything beyond ASCII are escaped. */
export function phpJson(value: Json): string {
  const text = JSON.stringify(value).replaceAll("/", "\\/");
  // A chunk of a file is long and plain: finding that out is cheaper than looking for letters to escape.
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
