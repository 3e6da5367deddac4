// XML as this API writes and reads it: members are elements, list elements are `item` elements.
import { XMLParser } from "fast-xml-parser";
import { refuseImmodestXml } from "./modesty.ts";

const declaration = `<?xml version="1.0" encoding="UTF-8"?>`;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function escape(text: string): string {
  return text.replace(/[<>&]/g, (character) =>
    character === "<" ? "&lt;" : character === ">" ? "&gt;" : "&amp;",
  );
}

// What XML has no way to write; everything else is a character of a text.
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * Whether the receiver of this value as XML would understand the same. It takes empty elements for null, digits
 * for a number, and `false` for true; a line break with a carriage return loses that.
 */
export function xmlCanCarry(value: unknown): boolean {
  if (typeof value === "string") {
    const isTaken =
      value.trim() === "" || /^\s*[-+]?(\d|\.\d)/.test(value) || /^\s*(true|false|null)\s*$/i.test(value);
    return !isTaken && !unwritable.test(value) && !value.includes("\r") && value.trim() === value;
  }
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length > 0 && value.every(xmlCanCarry);
  if (typeof value === "object" && value !== null) {
    const members = Object.values(value);
    return members.length > 0 && members.every(xmlCanCarry);
  }
  return false;
}

function element(name: string, value: unknown): string {
  return `<${name}>${content(value)}</${name}>`;
}

function content(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => element("item", each)).join("");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, member]) => element(name, member))
      .join("");
  }
  return escape(String(value));
}

export function encodeXml(body: unknown): string {
  return declaration + element("request", body);
}

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  // Entities are decoded below: those of a document type would be followed here.
  processEntities: false,
  alwaysCreateTextNode: false,
  cdataPropName: "#cdata",
  ignorePiTags: true,
});

/** What may stand in a document; halves of characters and most control characters may not. */
function isCharacter(code: number): boolean {
  return Number.isInteger(code) && code <= 0x10_ff_ff && !unwritable.test(String.fromCodePoint(code));
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);?/gi, (whole, name: string) => {
    const known = Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (known !== undefined && whole.endsWith(";")) return known;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (!name.startsWith("#") || !isCharacter(code)) {
      throw new SyntaxError(`Entity ${whole} is not one of XML's own.`);
    }
    return String.fromCodePoint(code);
  });
}

function plainText(node: { readonly "#cdata": unknown; readonly "#text"?: unknown }): string {
  const text = typeof node["#text"] === "string" ? decodeEntities(node["#text"]) : "";
  return text + [node["#cdata"]].flat().join("");
}

function decoded(node: unknown): unknown {
  if (typeof node === "string") return decodeEntities(node);
  if (Array.isArray(node)) return node.map(decoded);
  if (typeof node !== "object" || node === null) return node;
  // Marked as characters only, it is not looked at for entities.
  if ("#cdata" in node) return plainText(node);
  // White space between elements is no content of theirs.
  const members = Object.entries(node).filter(([name]) => name !== "#text");
  return Object.fromEntries(members.map(([name, member]) => [name, decoded(member)]));
}

const cdataStart = "<![CDATA[";
const cdataEnd = "]]>";

/** Not by a pattern: one that looks for the end of each section would look through the rest as often as one begins. */
function withoutCdata(document: string): string {
  let markup = "";
  let from = 0;
  for (let at = document.indexOf(cdataStart); at !== -1; at = document.indexOf(cdataStart, from)) {
    const end = document.indexOf(cdataEnd, at + cdataStart.length);
    if (end === -1) throw new SyntaxError("A section of characters has no end.");
    markup += document.slice(from, at);
    from = end + cdataEnd.length;
  }
  return markup + document.slice(from);
}

/** The content of a document's root element; texts stay texts, what they mean is the reader's to know. */
export function decodeXml(document: string): unknown {
  // A document type can define entities that grow without bound, or that read files.
  const markup = withoutCdata(document);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(markup)) throw new SyntaxError("Document types are refused.");
  refuseImmodestXml(markup);
  const parsed = parser.parse(document, true) as Record<string, unknown>;
  const [root, ...others] = Object.entries(parsed).filter(([name]) => name !== "#text");
  if (root === undefined || others.length > 0) throw new SyntaxError("The document has no root element.");
  const value = decoded(root[1]);
  // A list at the top is the root's items.
  return isList(value) ? [value.item].flat() : value;
}

function isList(value: unknown): value is { readonly item: unknown } {
  return typeof value === "object" && value !== null && Object.keys(value).join() === "item";
}
