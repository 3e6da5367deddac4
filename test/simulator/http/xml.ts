import type { Json } from "./json.ts";

/**
 * XML as the product sends it: objects become elements, lists of objects become `item`s, a list of one scalar is bare text and a
 * list of several is a row of `text` elements. So null, "" and [] all look the same.
 */
export function encodeXml(value: Json): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<response>${inner(value)}</response>\n`;
}

function inner(value: Json): string {
  if (value === null) return "";
  if (isList(value)) {
    if (value.some((item) => typeof item === "object" && item !== null)) {
      return value.map((item) => `<item>${inner(item)}</item>`).join("");
    }
    return value.length === 1
      ? inner(value[0] ?? null)
      : value.map((item) => `<text>${inner(item)}</text>`).join("");
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, member]) => `<${name}>${inner(member)}</${name}>`)
      .join("");
  }
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
