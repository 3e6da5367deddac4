// XML as this API writes and reads it: members are elements, list elements are `item` elements.
import { XMLParser } from "fast-xml-parser";

// How much structure an answer may have. Parsers pay for brackets and elements many times what they are long: some megabytes of
// nothing else would take gigabytes of memory, or minutes.

/** Answers of the API are some ten levels deep; whoever walks through one by recursion can rely on this. */
const deepest = 200;
/** The largest trackers come to some hundred thousand values, all lists of people included. */
const mostValues = 500_000;
const mostElements = 200_000;

const quote = 0x22;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const backslash = 0x5c;

function refuse(what: string): never {
  throw new RangeError(`The answer is made of too many ${what}.`);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Where the string ends that begins there. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Throws for JSON that is deeper, or of more values, than any answer. */
export function refuseImmodestJson(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) values += 1;
    else if (closing.has(code)) depth -= 1;
    else if (opening.has(code)) {
      depth += 1;
      values += 1;
    }
    if (depth > deepest) refuse("levels");
    if (values > mostValues) refuse("values");
  }
}

/** The same for XML without its CDATA sections. */
export function refuseImmodestXml(markup: string): void {
  let depth = 0;
  let elements = 0;
  let end = 0;
  for (let at = markup.indexOf("<"); at !== -1; at = markup.indexOf("<", at + 1)) {
    const next = markup[at + 1];
    if (next === "!" || next === "?") continue;
    if (next === "/") {
      depth -= 1;
      continue;
    }
    elements += 1;
    // Looked for once, however many begin before it.
    if (end < at) end = markup.indexOf(">", at);
    if (end === -1 || markup[end - 1] !== "/") depth += 1;
    if (depth > deepest) refuse("levels");
    if (elements > mostElements) refuse("elements");
  }
}

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
