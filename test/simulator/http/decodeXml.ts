import type { Json } from "./json.ts";
import { HttpError } from "./httpError.ts";

interface OpenElement {
  readonly name: string;
  readonly members: [name: string, value: Json][];
  text: string;
}

/**
 * Decodes XML as the product does: the root may have any name, attributes become members, `item`s and repeated siblings
 * become lists. Types are guessed from the text, and `false` is guessed wrong.
 */
export function decodeXml(source: string): Json {
  const token =
    /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
  const open: OpenElement[] = [];
  const roots: Json[] = [];
  const close = ({ name, members, text }: OpenElement): void => {
    const value = members.length > 0 ? toJsonValue(members) : guessScalar(text);
    const parent = open.at(-1);
    if (parent === undefined) roots.push(value);
    else parent.members.push([name, value]);
  };
  while (token.lastIndex < source.length) {
    const position = token.lastIndex;
    const match = token.exec(source);
    if (match === null) throw createXmlError(source, position, "there is no tag where one begins");
    const [, data, slash, name, attributes = "", isEmpty, text] = match;
    const current = open.at(-1);
    if (name === undefined) {
      const content = data ?? (text === undefined ? "" : unescape(text, source, position));
      if (current !== undefined) current.text += content;
      else if (content.trim() !== "") {
        throw createXmlError(source, position, "there is text outside of the root");
      }
    } else if (slash === "/") {
      open.pop();
      if (current?.name !== name) throw createXmlError(source, position, `nothing that </${name}> closes`);
      close(current);
    } else {
      if (roots.length > 0) throw createXmlError(source, position, "there is a second root");
      const element: OpenElement = { name, members: parseAttributes(attributes, source, position), text: "" };
      if (isEmpty === "/") close(element);
      else open.push(element);
    }
  }
  const [root] = roots;
  if (root !== undefined) return root;
  throw createXmlError(source, source.length, `the end is missing of <${open.at(-1)?.name}>`);
}

function parseAttributes(attributes: string, source: string, position: number): [string, Json][] {
  return [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, name = "", one, other]) => [name, guessScalar(unescape(one ?? other ?? "", source, position))],
  );
}

function toJsonValue(members: readonly [string, Json][]): Json {
  const names = new Set(members.map(([name]) => name));
  const all = (name: string): readonly Json[] =>
    members.flatMap(([each, value]) => (each === name ? [value] : []));
  if (names.size === 1 && names.has("item")) return all("item");
  return Object.fromEntries(
    [...names].map((name) => {
      const values = all(name);
      return [name, values.length === 1 ? (values[0] ?? null) : values];
    }),
  );
}

/** Digits become a number, both `true` and `false` become true, and an empty text becomes null. */
function guessScalar(text: string): Json {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(trimmed)) return Number(trimmed);
  return trimmed === "true" || trimmed === "false" ? true : text;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function unescape(text: string, source: string, position: number): string {
  return text.replaceAll(/&([^;\s&]*;?)/g, (_match, reference: string) => {
    const name = reference.replace(/;$/, "");
    const code = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(name);
    const character =
      code === null
        ? entities.get(name)
        : String.fromCodePoint(code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16));
    if (character === undefined || name === reference) {
      throw createXmlError(source, position, `nobody knows &${name};`);
    }
    return character;
  });
}

function createXmlError(source: string, position: number, message: string): HttpError {
  const line = source.slice(0, position).split("\n").length;
  return new HttpError(400, `Malformed XML: ${message} at line ${line}`);
}
