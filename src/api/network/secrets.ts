// Some servers repeat what they were sent, in errors of all places, and errors are shown and logged.
import type { Credential } from "./credential.ts";

export type Hide = (text: string) => string;

/** An access key is `tlp-k1-`, its id, a dot and the secret itself; servers repeat it with or without what precedes that. */
function partsOfKey(key: string): readonly string[] {
  return [key, key.slice(key.lastIndexOf(".") + 1)];
}

function secretsOf(credential: Credential | undefined): readonly string[] {
  switch (credential?.kind) {
    case undefined:
      return [];
    case "accessKey":
      return partsOfKey(credential.key);
    case "token":
      return [credential.token];
    case "basic":
      return [credential.password];
  }
}

/** What is shorter stands in every other word: taken out of them all, it would be told rather than hidden. */
const shortest = 4;

/** Base64 of a text this short can be any word. */
const shortestBase64 = 6;

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  euro: "€",
  pound: "£",
  sect: "§",
  szlig: "ß",
};

const accents: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  uml: "\u0308",
  ring: "\u030a",
  cedil: "\u0327",
};

/** What a server may have made of a character: percent-encoding, HTML, the escapes of JSON and of other languages. */
const encodedCharacter =
  /(?:%[0-9a-f]{2})+|&(?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z]{2,8});?|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^])|[^]/giu;

function fromCodePoint(code: number, written: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written;
}

function decodePercent(written: string): string {
  const bytes = Buffer.from(written.replaceAll("%", ""), "hex");
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? bytes.toString("latin1") : text;
}

function decodeEntity(written: string): string {
  const name = written.slice(1).replace(/;$/, "");
  if (/^#x/i.test(name)) return fromCodePoint(Number.parseInt(name.slice(2), 16), written);
  if (name.startsWith("#")) return fromCodePoint(Number(name.slice(1)), written);
  const accent = accents[name.slice(1).toLowerCase()];
  return accent === undefined
    ? (entities[name.toLowerCase()] ?? written)
    : `${name[0] ?? ""}${accent}`.normalize("NFC");
}

function decode(written: string): string {
  // The end of a secret may be an escape of what follows it in a text.
  if (written.length === 1) return written === "\\" ? "" : written;
  switch (written[0]) {
    case "%":
      return decodePercent(written);
    case "&":
      return decodeEntity(written);
    case "\\": {
      const isNumber = /^\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})$/i.test(written);
      if (isNumber) return fromCodePoint(Number.parseInt(written.slice(2), 16), written);
      return written.slice(1);
    }
    default:
      return written;
  }
}

/** Letters of either case are alike, and the characters in which the variants of Base64 and of forms differ. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[+-]/g, " ").replaceAll("_", "/");
}

/** A text without its encodings, and where in the original each of its characters begins and ends. */
interface DecodedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function decodeOnce({ text, starts, ends }: DecodedText, read: (written: string) => string): DecodedText {
  const parts: string[] = [];
  const [newStarts, newEnds]: [number[], number[]] = [[], []];
  for (const { 0: written, index } of text.matchAll(encodedCharacter)) {
    const part = folded(read(written));
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) {
      newStarts.push(starts[index] ?? 0);
      newEnds.push(ends[index + written.length - 1] ?? 0);
    }
  }
  return { text: parts.join(""), starts: newStarts, ends: newEnds };
}

/** So often what was sent may have been encoded: quoted in JSON, and that in HTML, for example. */
const mostDecodings = 4;

/** A text as it is, then decoded once, twice and so on. */
function decodings(original: string): readonly DecodedText[] {
  const places = Array.from({ length: original.length }, (_, at) => at);
  const asItIs = { text: original, starts: places, ends: places.map((at) => at + 1) };
  const all = [decodeOnce(asItIs, (written) => written)];
  for (let round = 0; round < mostDecodings; round += 1) {
    // From the original the first time: letters that were folded would no longer be the same names.
    const before = round === 0 ? asItIs : all.at(-1);
    const after = before && decodeOnce(before, decode);
    if (after === undefined || after.text === all.at(-1)?.text) break;
    all.push(after);
  }
  return all;
}

/** The characters of a Base64 text that a secret in it decides alone, for each place among three bytes where it can begin. */
function base64Of(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const bits = 8 * (offset + bytes.length);
    return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6));
  });
}

interface Needles {
  readonly plain: ReadonlySet<string>;
  /** Characters of Base64 around these hold the rest of the secret's first and last byte. */
  readonly base64: ReadonlySet<string>;
}

function needlesFor(secrets: readonly string[]): Needles {
  const long = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter(({ length }) => length >= shortest);
  const written = long.flatMap((secret) => decodings(secret).map(({ text }) => text));
  const hex = long.map((secret) => Buffer.from(secret, "utf8").toString("hex"));
  const base64 = long.flatMap(base64Of).map(folded);
  return {
    plain: new Set([...written, ...hex].filter(({ length }) => length >= shortest)),
    base64: new Set(base64.filter(({ length }) => length >= shortestBase64)),
  };
}

type Span = readonly [start: number, end: number];

function spansIn(decoded: DecodedText, needle: string): readonly Span[] {
  const found: Span[] = [];
  for (
    let at = decoded.text.indexOf(needle);
    at >= 0;
    at = decoded.text.indexOf(needle, at + needle.length)
  ) {
    found.push([decoded.starts[at] ?? 0, decoded.ends[at + needle.length - 1] ?? 0]);
  }
  return found;
}

function withNeighbours(text: string, [start, end]: Span): Span {
  const before = /[\w+/=-]{0,4}$/.exec(text.slice(Math.max(0, start - 4), start))?.[0] ?? "";
  const after = /^[\w+/=-]{0,4}/.exec(text.slice(end, end + 4))?.[0] ?? "";
  return [start - before.length, end + after.length];
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  let safe = "";
  let after = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    if (start >= after) safe += `${text.slice(after, start)}…`;
    after = Math.max(after, end);
  }
  return safe + text.slice(after);
}

/** More than is ever shown of a text, as what is hidden makes it shorter. */
const longestText = 10_000;

/** A character takes so many at most where it is encoded twice. */
const longestCharacter = 16;

/**
 * Takes out of a server's words what was sent to it in confidence, however it is spelled. Of a text that is longer than
 * anybody reads only the beginning is left.
 */
export function hiding(credential: Credential | undefined, more: readonly string[] = []): Hide {
  const secrets = [...secretsOf(credential), ...more];
  if (secrets.length === 0) return (text) => text;
  // Where the text ends in the middle of a secret, that part of it can't be found: it is left away.
  const unsure = longestCharacter * Math.max(1, ...secrets.map(({ length }) => length));
  return (text) => {
    const { plain, base64 } = needlesFor(secrets);
    const part = text.slice(0, longestText + unsure);
    const spans = decodings(part).flatMap((decoded) => [
      ...[...plain].flatMap((needle) => spansIn(decoded, needle)),
      ...[...base64].flatMap((needle) => spansIn(decoded, needle).map((span) => withNeighbours(part, span))),
    ]);
    const safe = withoutSpans(part, spans);
    return part.length === text.length ? safe : safe.slice(0, -unsure);
  };
}

/** Why a body can't be read, without the piece of it that the parser quotes. */
export function withoutQuotation(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new Error(cause.message.replace(/"[^]*"/, "…")) : cause;
}
