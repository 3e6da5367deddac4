// Removes secrets from server messages: some servers repeat what they were sent in errors, which are shown
// and logged.
import type { Credential } from "./credential.ts";

export type SecretRedactor = (text: string) => string;

/** An access key is `tlp-k1-`, its ID, a dot and the secret; servers repeat it with or without the prefix. */
function getKeyParts(key: string): readonly string[] {
  return [key, key.slice(key.lastIndexOf(".") + 1)];
}

function getSecrets(credential: Credential | undefined): readonly string[] {
  switch (credential?.kind) {
    case undefined:
      return [];
    case "accessKey":
      return getKeyParts(credential.key);
    case "token":
      return [credential.token];
    case "basic":
      return [credential.password];
  }
}

/** Shorter texts occur in ordinary words: removing them would reveal the secret. */
const minSecretLength = 4;

/** Base64 of a shorter text can be any word. */
const minBase64Length = 6;

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

/** Encodings of a character: percent-encoding, HTML entities, escapes of JSON and other languages. */
const encodedCharacter =
  /(?:%[0-9a-f]{2})+|&(?:#x[0-9a-f]{1,8}|#\d{1,8}|[a-z]{2,8});?|\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^])|[^]/giu;

function fromCodePoint(code: number, encoded: string): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : encoded;
}

function decodePercent(encoded: string): string {
  const bytes = Buffer.from(encoded.replaceAll("%", ""), "hex");
  const text = bytes.toString("utf8");
  return text.includes("\ufffd") ? bytes.toString("latin1") : text;
}

function decodeEntity(encoded: string): string {
  const name = encoded.slice(1).replace(/;$/, "");
  if (/^#x/i.test(name)) return fromCodePoint(Number.parseInt(name.slice(2), 16), encoded);
  if (name.startsWith("#")) return fromCodePoint(Number(name.slice(1)), encoded);
  const accent = accents[name.slice(1).toLowerCase()];
  return accent === undefined
    ? (entities[name.toLowerCase()] ?? encoded)
    : `${name[0] ?? ""}${accent}`.normalize("NFC");
}

function decodeCharacter(encoded: string): string {
  // A backslash at the end of a secret may escape the character that follows it.
  if (encoded.length === 1) return encoded === "\\" ? "" : encoded;
  switch (encoded[0]) {
    case "%":
      return decodePercent(encoded);
    case "&":
      return decodeEntity(encoded);
    case "\\": {
      const isNumber = /^\\(?:u[0-9a-f]{4}|x[0-9a-f]{2})$/i.test(encoded);
      if (isNumber) return fromCodePoint(Number.parseInt(encoded.slice(2), 16), encoded);
      return encoded.slice(1);
    }
    default:
      return encoded;
  }
}

/** Ignores case and the characters in which variants of Base64 and form encoding differ. */
function normalizeText(text: string): string {
  return text.toLowerCase().replaceAll(/[+-]/g, " ").replaceAll("_", "/");
}

/** A decoded text, and where each of its characters starts and ends in the original. */
interface DecodedText {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function decodeOnce({ text, starts, ends }: DecodedText, read: (encoded: string) => string): DecodedText {
  const parts: string[] = [];
  const [newStarts, newEnds]: [number[], number[]] = [[], []];
  for (const { 0: encoded, index } of text.matchAll(encodedCharacter)) {
    const part = normalizeText(read(encoded));
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) {
      newStarts.push(starts[index] ?? 0);
      newEnds.push(ends[index + encoded.length - 1] ?? 0);
    }
  }
  return { text: parts.join(""), starts: newStarts, ends: newEnds };
}

/** Encodings can be nested, such as JSON in HTML. */
const maxDecodings = 4;

/** The text itself, then decoded once, twice and so on. */
function decodeRepeatedly(original: string): readonly DecodedText[] {
  const indexes = Array.from({ length: original.length }, (_, at) => at);
  const undecoded = { text: original, starts: indexes, ends: indexes.map((at) => at + 1) };
  const all = [decodeOnce(undecoded, (encoded) => encoded)];
  for (let round = 0; round < maxDecodings; round += 1) {
    // The first round decodes the original, because entity names are case-sensitive.
    const before = round === 0 ? undecoded : all.at(-1);
    const after = before && decodeOnce(before, decodeCharacter);
    if (after === undefined || after.text === all.at(-1)?.text) break;
    all.push(after);
  }
  return all;
}

/**
 * The characters of a Base64 text that depend only on the secret, for each of the three offsets at which it
 * can start.
 */
function getBase64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const bits = 8 * (offset + bytes.length);
    return encoded.slice(Math.ceil((8 * offset) / 6), Math.floor(bits / 6));
  });
}

interface SecretPatterns {
  readonly plain: ReadonlySet<string>;
  /** The neighboring Base64 characters contain the rest of the secret's first and last byte. */
  readonly base64: ReadonlySet<string>;
}

function createSecretPatterns(secrets: readonly string[]): SecretPatterns {
  const longSecrets = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter(({ length }) => length >= minSecretLength);
  const encoded = longSecrets.flatMap((secret) => decodeRepeatedly(secret).map(({ text }) => text));
  const hex = longSecrets.map((secret) => Buffer.from(secret, "utf8").toString("hex"));
  const base64 = longSecrets.flatMap(getBase64Forms).map(normalizeText);
  return {
    plain: new Set([...encoded, ...hex].filter(({ length }) => length >= minSecretLength)),
    base64: new Set(base64.filter(({ length }) => length >= minBase64Length)),
  };
}

type Span = readonly [start: number, end: number];

function findSpans(decoded: DecodedText, pattern: string): readonly Span[] {
  const found: Span[] = [];
  for (
    let at = decoded.text.indexOf(pattern);
    at >= 0;
    at = decoded.text.indexOf(pattern, at + pattern.length)
  ) {
    found.push([decoded.starts[at] ?? 0, decoded.ends[at + pattern.length - 1] ?? 0]);
  }
  return found;
}

function extendSpan(text: string, [start, end]: Span): Span {
  const before = /[\w+/=-]{0,4}$/.exec(text.slice(Math.max(0, start - 4), start))?.[0] ?? "";
  const after = /^[\w+/=-]{0,4}/.exec(text.slice(end, end + 4))?.[0] ?? "";
  return [start - before.length, end + after.length];
}

function removeSpans(text: string, spans: readonly Span[]): string {
  let safe = "";
  let after = 0;
  for (const [start, end] of spans.toSorted(([one], [other]) => one - other)) {
    if (start >= after) safe += `${text.slice(after, start)}…`;
    after = Math.max(after, end);
  }
  return safe + text.slice(after);
}

/** More than is shown of a message, as redaction makes it shorter. */
const maxTextLength = 10_000;

/** Maximum length of a character that is encoded twice. */
const maxEncodedLength = 16;

/**
 * Removes secrets from a server's text, however they are encoded. Of a very long text only the beginning is
 * kept.
 */
export function createSecretRedactor(
  credential: Credential | undefined,
  moreSecrets: readonly string[] = [],
): SecretRedactor {
  const secrets = [...getSecrets(credential), ...moreSecrets];
  if (secrets.length === 0) return (text) => text;
  // A secret that is cut off at the end can't be found, so the end is dropped.
  const uncertainLength = maxEncodedLength * Math.max(1, ...secrets.map(({ length }) => length));
  return (text) => {
    const { plain, base64 } = createSecretPatterns(secrets);
    const part = text.slice(0, maxTextLength + uncertainLength);
    const spans = decodeRepeatedly(part).flatMap((decoded) => [
      ...[...plain].flatMap((pattern) => findSpans(decoded, pattern)),
      ...[...base64].flatMap((pattern) => findSpans(decoded, pattern).map((span) => extendSpan(part, span))),
    ]);
    const safe = removeSpans(part, spans);
    return part.length === text.length ? safe : safe.slice(0, -uncertainLength);
  };
}

/** The parse error without the quoted part of the body. */
export function removeBodyFromParseError(cause: unknown): unknown {
  return cause instanceof SyntaxError ? new Error(cause.message.replace(/"[^]*"/, "…")) : cause;
}
