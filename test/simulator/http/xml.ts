import type { Json } from "./json.ts";

/**
 * XML as the product sends it: objects become elements, lists of objects become `item`s, a list of one scalar is bare text and a
 * list of several is a row of `text` elements; a member called `text` is the text of what it belongs to. So null, "" and []
 * all mean the same.
 */
export function encodeXml(value: Json): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<response>${inner(value)}</response>`;
}

function inner(value: Json): string {
  if (value === null) return "";
  if (isList(value)) {
    if (value.some((item) => typeof item === "object" && item !== null)) {
      return value.map((item) => element("item", item)).join("");
    }
    return value.length === 1
      ? scalar(value[0] ?? null)
      : value.map((item) => `<text>${scalar(item)}</text>`).join("");
  }
  if (typeof value === "object") {
    const { text, ...members } = value;
    const elements = Object.entries(members).map(([name, member]) => element(name, member));
    return `${elements.join("")}${text === undefined ? "" : ownText(text)}`;
  }
  return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** PHP makes one word of whatever is not a text. */
function ownText(value: Json): string {
  return typeof value === "object" && value !== null ? "Array" : inner(value);
}

/** What has no members is closed at once; null and "" are opened first. */
function element(name: string, value: Json): string {
  const isHollow = typeof value === "object" && value !== null && Object.keys(value).length === 0;
  return isHollow ? `<${name}/>` : `<${name}>${inner(value)}</${name}>`;
}

/** In a list true is 1 and false is nothing. */
function scalar(value: Json): string {
  return typeof value === "boolean" ? (value ? "1" : "") : inner(value);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
