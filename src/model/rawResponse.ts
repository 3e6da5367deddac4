// Raw responses as formatted JSON, and requests as curl commands.

/** A response as received. */
export interface RawResponse {
  /** Full URL of the request. */
  readonly url: string;
  readonly text: string;
  /** Whether the response was longer than the limit. */
  readonly isTruncated: boolean;
  /** The next page of a collection; undefined on the last page and for other resources. */
  readonly nextPage: { readonly offset: number; readonly limit: number; readonly size: number } | undefined;
}

// Curl commands contain no secrets: the shell reads them from the environment, or curl prompts for them.

/** Kind of credentials, without the secret. */
export type CurlSignIn =
  | { readonly kind: "none" }
  | { readonly kind: "accessKey" }
  | { readonly kind: "token"; readonly userId: string }
  | { readonly kind: "basic"; readonly username: string };

export interface CurlCommandOptions {
  readonly url: string;
  readonly signIn: CurlSignIn;
  /** Additional trusted certificates. */
  readonly caFile: string | undefined;
}

/** Quotes for POSIX shells. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Removes line breaks, which would start another header. */
function headerOption(name: string, value: string): string {
  return `--header ${quoteForShell(`${name}: ${value.replaceAll(/[\r\n\0]/g, "")}`)}`;
}

/** Environment variable for the secret; undefined if there is none. */
export function getCurlSecretVariable({ kind }: CurlSignIn): string | undefined {
  switch (kind) {
    case "accessKey":
      return "TULEAP_ACCESS_KEY";
    case "token":
      return "TULEAP_TOKEN";
    case "basic":
    case "none":
      return undefined;
  }
}

function signInOptions(signIn: CurlSignIn): readonly string[] {
  switch (signIn.kind) {
    case "none":
      return [];
    case "accessKey":
      return [`--header "X-Auth-AccessKey: $TULEAP_ACCESS_KEY"`];
    case "token":
      return [`--header "X-Auth-Token: $TULEAP_TOKEN"`, headerOption("X-Auth-UserId", signIn.userId)];
    case "basic":
      // Without a password curl prompts for it.
      return [`--user ${quoteForShell(signIn.username.replaceAll("\0", ""))}`];
  }
}

export function toCurlCommand({ url, signIn, caFile }: CurlCommandOptions): string {
  return [
    // Keeps curl from expanding brackets and braces in the URL.
    "curl --globoff",
    ...signInOptions(signIn),
    headerOption("Accept", "application/json"),
    headerOption("Content-Type", "application/json"),
    ...(caFile === undefined ? [] : [`--cacert ${quoteForShell(caFile)}`]),
    quoteForShell(url),
  ].join(" ");
}

// Formats JSON from its tokens, which preserves digits and member order, and unescapes strings. A truncated
// response is closed after its last complete value. jsonc-parser is not used because it copies the text for
// each edit: 3.4 MB took more than three minutes instead of a second.

interface FormattedJson {
  readonly text: string;
  /** False if the end is missing. */
  readonly isComplete: boolean;
}

/** Deeper than any response; unlimited indentation could turn a few bytes into gigabytes. */
const maxDepth = 200;

const closingBrackets: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Undefined for an unterminated string. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return undefined;
}

/** Direction controls, and line separators that not every editor treats as such. */
const bidiControls = /[\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export function escapeBidiControls(text: string): string {
  return text.replace(bidiControls, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** Servers may escape slashes and non-ASCII characters. Undefined for an invalid token. */
function unescapeToken(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" ? escapeBidiControls(JSON.stringify(value)) : token;
  } catch {
    return undefined;
  }
}

const bareToken = /[^\s{}[\]:,"]+/y;
const space = /\s*/y;

class JsonWriter {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  #length = 0;
  /** Number of parts and open brackets at the last complete value. */
  #whole = 0;
  #depthThen = 0;

  get length(): number {
    return this.#length;
  }

  get depth(): number {
    return this.#open.length;
  }

  begin(bracket: string, isEmpty: boolean): void {
    this.#put(bracket);
    this.#open.push(closingBrackets[bracket] ?? "");
    if (!isEmpty) this.#newLine();
  }

  end(bracket: string, isEmpty: boolean): void {
    this.#open.pop();
    if (!isEmpty) this.#newLine();
    this.#put(bracket);
    this.#noteWhole();
  }

  comma(): void {
    this.#put(",");
    this.#newLine();
  }

  colon(): void {
    this.#put(": ");
  }

  key(text: string): void {
    this.#put(text);
  }

  value(text: string): void {
    this.#put(text);
    this.#noteWhole();
  }

  /** If incomplete, ends at the last complete value and closes open brackets. */
  finish(isWhole: boolean): string {
    if (isWhole) return this.#parts.join("");
    const missing = this.#open
      .slice(0, this.#depthThen)
      .map((bracket, depth) => `\n${"  ".repeat(depth)}${bracket}`)
      .reverse();
    return [...this.#parts.slice(0, this.#whole), ...missing].join("");
  }

  #noteWhole(): void {
    this.#whole = this.#parts.length;
    this.#depthThen = this.#open.length;
  }

  #newLine(): void {
    this.#put(`\n${"  ".repeat(this.#open.length)}`);
  }

  #put(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
  }
}

function skipWhitespace(text: string, at: number): number {
  space.lastIndex = at;
  space.exec(text);
  return space.lastIndex;
}

/** Undefined if the text isn't JSON or is nested too deeply. */
export function formatJson(
  text: string,
  { isCut, mostCharacters }: { readonly isCut: boolean; readonly mostCharacters: number },
): FormattedJson | undefined {
  if (!isCut && !isJson(text)) return undefined;
  const writer = new JsonWriter();
  let at = skipWhitespace(text, 0);
  while (at < text.length && writer.length < mostCharacters) {
    const character = text[at] ?? "";
    let end: number | undefined = at + 1;
    if (character === "{" || character === "[") {
      const inside = skipWhitespace(text, end);
      writer.begin(character, text[inside] === closingBrackets[character]);
      if (text[inside] === closingBrackets[character]) {
        writer.end(closingBrackets[character] ?? "", true);
        end = inside + 1;
      }
    } else if (character === "}" || character === "]") {
      writer.end(character, false);
    } else if (character === ",") {
      writer.comma();
    } else if (character === ":") {
      writer.colon();
    } else {
      end = character === '"' ? endOfString(text, at) : endOfBareToken(text, at);
      const next = end === undefined ? text.length : skipWhitespace(text, end);
      // At the cut, a string may be a key and a number may have more digits.
      if (end === undefined || (next === text.length && isCut)) break;
      const token = unescapeToken(text.slice(at, end));
      if (token === undefined) return undefined;
      if (character === '"' && text[next] === ":") writer.key(token);
      else writer.value(token);
    }
    if (writer.depth > maxDepth) return undefined;
    at = skipWhitespace(text, end);
  }
  const isComplete = at >= text.length && !isCut;
  return { text: writer.finish(isComplete), isComplete };
}

function endOfBareToken(text: string, at: number): number | undefined {
  bareToken.lastIndex = at;
  return bareToken.test(text) ? bareToken.lastIndex : undefined;
}
