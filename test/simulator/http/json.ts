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

/** A chunk of a file: base64, and all of its answer but a few letters. */
function isChunk(value: Json): value is { readonly data: string } {
  return isObject(value) && Object.keys(value).join() === "data" && typeof value["data"] === "string";
}

/** As PHP writes JSON: slashes and everything beyond ASCII are escaped. */
export function phpJson(value: Json): string {
  // Nothing but its slashes needs escaping, and looking through a megabyte for more costs milliseconds.
  if (isChunk(value)) return `{"data":"${value.data.replaceAll("/", String.raw`\/`)}"}`;
  const text = JSON.stringify(value).replaceAll("/", "\\/");
  // Finding out that a long text is plain is cheaper than looking for letters to escape.
  if (Buffer.byteLength(text) === text.length) return text;
  return text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
