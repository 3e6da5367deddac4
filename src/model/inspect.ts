// Responses as they are: laid out as JSON, or as a curl command.

/** What a server answered at an address, as it stood there. */
export interface RawAnswer {
  /** The whole address that was asked. */
  readonly url: string;
  readonly text: string;
  /** There was more of it than is wanted. */
  readonly isCut: boolean;
  /** Where the collection goes on, if it is one and does; undefined at its end. */
  readonly next: { readonly offset: number; readonly limit: number; readonly size: number } | undefined;
}

// A request as a command for a terminal. Secrets stay out of it: the shell puts them in, from its environment, or curl asks.

/** How one signs in, without what proves it. */
export type CurlSignIn =
  | { readonly kind: "none" }
  | { readonly kind: "accessKey" }
  | { readonly kind: "token"; readonly userId: string }
  | { readonly kind: "basic"; readonly username: string };

export interface CurlRequest {
  readonly url: string;
  readonly signIn: CurlSignIn;
  /** Certificates that are trusted for the site. */
  readonly caFile: string | undefined;
}

/** One word for a POSIX shell, which takes it as it stands. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A header can't hold the end of its line: curl would send the rest as another one. */
function header(name: string, value: string): string {
  return `--header ${quoted(`${name}: ${value.replaceAll(/[\r\n\0]/g, "")}`)}`;
}

/** The environment variable that holds the secret; undefined where none is needed. */
export function curlVariable({ kind }: CurlSignIn): string | undefined {
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
      return [`--header "X-Auth-Token: $TULEAP_TOKEN"`, header("X-Auth-UserId", signIn.userId)];
    case "basic":
      // Without a password curl asks for it.
      return [`--user ${quoted(signIn.username.replaceAll("\0", ""))}`];
  }
}

export function curlCommand({ url, signIn, caFile }: CurlRequest): string {
  return [
    // Brackets and braces in an address are no patterns.
    "curl --globoff",
    ...signInOptions(signIn),
    header("Accept", "application/json"),
    header("Content-Type", "application/json"),
    ...(caFile === undefined ? [] : [`--cacert ${quoted(caFile)}`]),
    quoted(url),
  ].join(" ");
}

// JSON with a line per value, as it was written: numbers keep their digits and members their order, which parsing would
// not promise. Texts are written as people read them. What was cut off somewhere is closed after its last whole value. jsonc-parser formats by
// edits, each of which copies the text: 3.4 MB took more than three minutes there, and take a second here.

interface FormattedJson {
  readonly text: string;
  /** False where something is missing at its end. */
  readonly isWhole: boolean;
}

/** More than any API nests; indenting without end would make gigabytes of a few bytes. */
const deepest = 200;

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where a string ends that begins here; undefined if it does not. */
function endOfString(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return undefined;
}

/** What turns the direction of a text around, and what ends a line for some and not for others. */
const misleading = /[\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

export function withoutMisleading(text: string): string {
  return text.replace(misleading, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

/** Some servers escape slashes, and all that is not ASCII. Undefined for what is no value. */
function readable(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === "string" ? withoutMisleading(JSON.stringify(value)) : token;
  } catch {
    return undefined;
  }
}

const plain = /[^\s{}[\]:,"]+/y;
const space = /\s*/y;

class Writer {
  readonly #parts: string[] = [];
  readonly #open: string[] = [];
  #length = 0;
  /** What stands up to the last whole value: how many parts, and how much of what is open was so then. */
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
    this.#open.push(closing[bracket] ?? "");
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

  /** All of it; or all up to the last whole value, with what is open closed. */
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

function skipped(text: string, at: number): number {
  space.lastIndex = at;
  space.exec(text);
  return space.lastIndex;
}

/** Undefined for what is no JSON, or nested deeper than anybody reads. */
export function formattedJson(
  text: string,
  { isCut, mostCharacters }: { readonly isCut: boolean; readonly mostCharacters: number },
): FormattedJson | undefined {
  if (!isCut && !isJson(text)) return undefined;
  const writer = new Writer();
  let at = skipped(text, 0);
  while (at < text.length && writer.length < mostCharacters) {
    const character = text[at] ?? "";
    let end: number | undefined = at + 1;
    if (character === "{" || character === "[") {
      const inside = skipped(text, end);
      writer.begin(character, text[inside] === closing[character]);
      if (text[inside] === closing[character]) {
        writer.end(closing[character] ?? "", true);
        end = inside + 1;
      }
    } else if (character === "}" || character === "]") {
      writer.end(character, false);
    } else if (character === ",") {
      writer.comma();
    } else if (character === ":") {
      writer.colon();
    } else {
      end = character === '"' ? endOfString(text, at) : endOfPlain(text, at);
      const next = end === undefined ? text.length : skipped(text, end);
      // At the cut, a string has no end or may be a key, and a number may have had more digits.
      if (end === undefined || (next === text.length && isCut)) break;
      const token = readable(text.slice(at, end));
      if (token === undefined) return undefined;
      if (character === '"' && text[next] === ":") writer.key(token);
      else writer.value(token);
    }
    if (writer.depth > deepest) return undefined;
    at = skipped(text, end);
  }
  const isWhole = at >= text.length && !isCut;
  return { text: writer.finish(isWhole), isWhole };
}

function endOfPlain(text: string, at: number): number | undefined {
  plain.lastIndex = at;
  return plain.test(text) ? plain.lastIndex : undefined;
}
