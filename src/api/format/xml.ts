// XML as this API uses it: members are elements, list elements are `item` elements.
import { XMLParser } from "fast-xml-parser";

// Limits of the structure of a response. Parsing brackets and elements costs many times their length: a few
// megabytes of them would take gigabytes of memory, or minutes.

/** Responses have about ten levels; recursion can rely on this limit. */
const maxDepth = 200;
/** The largest trackers have some hundred thousand values, all lists of users included. */
const maxValues = 500_000;
const maxElements = 200_000;

const quote = 0x22;
const comma = 0x2c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const backslash = 0x5c;

function throwTooMany(what: string): never {
  throw new RangeError(`The response has too many ${what}.`);
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
  return backslashes % 2 === 1;
}

/** The index of the closing quote. */
function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Throws if JSON is deeper or has more values than any expected response. */
export function assertJsonWithinLimits(text: string): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findStringEnd(text, at);
    else if (code === comma) values += 1;
    else if (closing.has(code)) depth -= 1;
    else if (opening.has(code)) {
      depth += 1;
      values += 1;
    }
    if (depth > maxDepth) throwTooMany("levels");
    if (values > maxValues) throwTooMany("values");
  }
}

/** Like `assertJsonWithinLimits`, for XML without its CDATA sections. */
export function assertXmlWithinLimits(markup: string): void {
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
    // Searched once for all tags that start before it.
    if (end < at) end = markup.indexOf(">", at);
    if (end === -1 || markup[end - 1] !== "/") depth += 1;
    if (depth > maxDepth) throwTooMany("levels");
    if (elements > maxElements) throwTooMany("elements");
  }
}

const declaration = `<?xml version="1.0" encoding="UTF-8"?>`;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function escapeXml(text: string): string {
  return text.replace(/[<>&]/g, (character) =>
    character === "<" ? "&lt;" : character === ">" ? "&gt;" : "&amp;",
  );
}

// Characters that XML can't encode.
const invalidXmlCharacter = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * Whether the server would read the same value from XML. It reads empty elements as null, digits as a number,
 * and `false` as true; carriage returns are lost.
 */
export function canEncodeAsXml(value: unknown): boolean {
  if (typeof value === "string") {
    const isConverted =
      value.trim() === "" || /^\s*[-+]?(\d|\.\d)/.test(value) || /^\s*(true|false|null)\s*$/i.test(value);
    return (
      !isConverted && !invalidXmlCharacter.test(value) && !value.includes("\r") && value.trim() === value
    );
  }
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return value.length > 0 && value.every(canEncodeAsXml);
  if (typeof value === "object" && value !== null) {
    const members = Object.values(value);
    return members.length > 0 && members.every(canEncodeAsXml);
  }
  return false;
}

function encodeElement(name: string, value: unknown): string {
  return `<${name}>${encodeContent(value)}</${name}>`;
}

function encodeContent(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => encodeElement("item", each)).join("");
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([name, member]) => encodeElement(name, member))
      .join("");
  }
  return escapeXml(String(value));
}

export function toXmlRequestBody(body: unknown): string {
  return declaration + encodeElement("request", body);
}

const parser = new XMLParser({
  ignoreAttributes: true,
  ignoreDeclaration: true,
  parseTagValue: false,
  trimValues: false,
  // Entities are decoded below; the parser would also expand those of a document type.
  processEntities: false,
  alwaysCreateTextNode: false,
  cdataPropName: "#cdata",
  ignorePiTags: true,
});

/** Surrogates and most control characters aren't allowed. */
function isXmlCharacter(code: number): boolean {
  return (
    Number.isInteger(code) && code <= 0x10_ff_ff && !invalidXmlCharacter.test(String.fromCodePoint(code))
  );
}

function decodeEntities(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|\w+);?/gi, (match, name: string) => {
    const entity = Object.hasOwn(entities, name) ? entities[name] : undefined;
    if (entity !== undefined && match.endsWith(";")) return entity;
    const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    if (!name.startsWith("#") || !isXmlCharacter(code)) {
      throw new SyntaxError(`Entity ${match} is not one of XML's own.`);
    }
    return String.fromCodePoint(code);
  });
}

function getCdataText(node: { readonly "#cdata": unknown; readonly "#text"?: unknown }): string {
  const text = typeof node["#text"] === "string" ? decodeEntities(node["#text"]) : "";
  return text + [node["#cdata"]].flat().join("");
}

function decodeNode(node: unknown): unknown {
  if (typeof node === "string") return decodeEntities(node);
  if (Array.isArray(node)) return node.map(decodeNode);
  if (typeof node !== "object" || node === null) return node;
  // CDATA has no entities.
  if ("#cdata" in node) return getCdataText(node);
  // Whitespace between elements isn't content.
  const members = Object.entries(node).filter(([name]) => name !== "#text");
  return Object.fromEntries(members.map(([name, member]) => [name, decodeNode(member)]));
}

const cdataStart = "<![CDATA[";
const cdataEnd = "]]>";

/** A regular expression would search the rest of the document for each section start. */
function removeCdata(document: string): string {
  let markup = "";
  let from = 0;
  for (let at = document.indexOf(cdataStart); at !== -1; at = document.indexOf(cdataStart, from)) {
    const end = document.indexOf(cdataEnd, at + cdataStart.length);
    if (end === -1) throw new SyntaxError("A CDATA section has no end.");
    markup += document.slice(from, at);
    from = end + cdataEnd.length;
  }
  return markup + document.slice(from);
}

/** The content of the root element. Texts aren't converted; the schemas do that. */
export function decodeXml(document: string): unknown {
  // A document type can define entities that grow without bound or read files.
  const markup = removeCdata(document);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(markup)) throw new SyntaxError("Document types are refused.");
  assertXmlWithinLimits(markup);
  const parsed = parser.parse(document, true) as Record<string, unknown>;
  const [root, ...others] = Object.entries(parsed).filter(([name]) => name !== "#text");
  if (root === undefined || others.length > 0) throw new SyntaxError("The document has no root element.");
  const value = decodeNode(root[1]);
  // A list at the top level consists of the root's items.
  return isList(value) ? [value.item].flat() : value;
}

function isList(value: unknown): value is { readonly item: unknown } {
  return typeof value === "object" && value !== null && Object.keys(value).join() === "item";
}
