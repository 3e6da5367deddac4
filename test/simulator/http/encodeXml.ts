import type { Json } from "./json.ts";

/**
 * Encodes XML as the product does: objects become elements, lists of objects become `item`s, a list of one scalar
 * becomes bare text and a list of several becomes `text` elements; a member called `text` becomes the text of its
 * parent. So null, "" and [] look the same.
 */
export function encodeXml(value: Json): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<response>${encodeContent(value)}</response>`;
}

function encodeContent(value: Json): string {
  if (value === null) return "";
  if (isJsonArray(value)) {
    if (value.some((item) => typeof item === "object" && item !== null)) {
      return value.map((item) => encodeElement("item", item)).join("");
    }
    return value.length === 1
      ? encodeScalar(value[0] ?? null)
      : value.map((item) => `<text>${encodeScalar(item)}</text>`).join("");
  }
  if (typeof value === "object") {
    const { text, ...members } = value;
    const elements = Object.entries(members).map(([name, member]) => encodeElement(name, member));
    return `${elements.join("")}${text === undefined ? "" : encodeTextMember(text)}`;
  }
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** PHP converts anything but a string to one word. */
function encodeTextMember(value: Json): string {
  return typeof value === "object" && value !== null ? "Array" : encodeContent(value);
}

/** Objects without members become an empty-element tag; null and "" become an opening and a closing tag. */
function encodeElement(name: string, value: Json): string {
  const hasNoMembers = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return hasNoMembers ? `<${name}/>` : `<${name}>${encodeContent(value)}</${name}>`;
}

/** In a list, true becomes 1 and false becomes an empty text. */
function encodeScalar(value: Json): string {
  return typeof value === "boolean" ? (value ? "1" : "") : encodeContent(value);
}

function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
