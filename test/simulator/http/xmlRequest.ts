import type { Json } from "./json.ts";
import { Refusal } from "./refusal.ts";

interface Element {
  readonly name: string;
  readonly members: [name: string, value: Json][];
  text: string;
}

/**
 * The body of a request as the product reads XML: the name of the root is free, attributes are members, `item`s and repeated
 * siblings become lists. Types are guessed from the text, and `false` is guessed wrong.
 */
export function decodeXml(source: string): Json {
  const token =
    /<!--[^]*?-->|<\?[^]*?\?>|<!DOCTYPE[^>[]*>|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
  const open: Element[] = [];
  const roots: Json[] = [];
  const close = ({ name, members, text }: Element): void => {
    const value = members.length > 0 ? gather(members) : guess(text);
    const parent = open.at(-1);
    if (parent === undefined) roots.push(value);
    else parent.members.push([name, value]);
  };
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    if (match === null) throw malformed(source, at, "there is no tag where one begins");
    const [, data, slash, name, attributes = "", isEmpty, text] = match;
    const current = open.at(-1);
    if (name === undefined) {
      const content = data ?? (text === undefined ? "" : unescape(text, source, at));
      if (current !== undefined) current.text += content;
      else if (content.trim() !== "") throw malformed(source, at, "there is text outside of the root");
    } else if (slash === "/") {
      open.pop();
      if (current?.name !== name) throw malformed(source, at, `nothing that </${name}> closes`);
      close(current);
    } else {
      if (roots.length > 0) throw malformed(source, at, "there is a second root");
      const element: Element = { name, members: attributesOf(attributes, source, at), text: "" };
      if (isEmpty === "/") close(element);
      else open.push(element);
    }
  }
  const [root] = roots;
  if (root !== undefined) return root;
  throw malformed(source, source.length, `the end is missing of <${open.at(-1)?.name}>`);
}

function attributesOf(attributes: string, source: string, at: number): [string, Json][] {
  return [...attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
    ([, name = "", one, other]) => [name, guess(unescape(one ?? other ?? "", source, at))],
  );
}

function gather(members: readonly [string, Json][]): Json {
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

/** Digits are a number and both `true` and `false` are true; nothing is null. */
function guess(text: string): Json {
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

function unescape(text: string, source: string, at: number): string {
  return text.replaceAll(/&([^;\s&]*;?)/g, (_whole, reference: string) => {
    const name = reference.replace(/;$/, "");
    const code = /^#(?:x([0-9a-fA-F]+)|(\d+))$/.exec(name);
    const known =
      code === null
        ? entities.get(name)
        : String.fromCodePoint(code[1] === undefined ? Number(code[2]) : Number.parseInt(code[1], 16));
    if (known === undefined || name === reference) throw malformed(source, at, `nobody knows &${name};`);
    return known;
  });
}

function malformed(source: string, at: number, what: string): Refusal {
  const line = source.slice(0, at).split("\n").length;
  return new Refusal(400, `Malformed XML: ${what} at line ${line}`);
}
