// Exchanges with a real server, kept outside the project: one JSON object a line, in the files of one folder.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

type Header = readonly [name: string, value: string];

export interface Recording {
  readonly name: string;
  readonly request: {
    readonly method: string;
    /** As sent: path and query. */
    readonly path: string;
    readonly headers: readonly Header[];
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Header[];
    /** What JSON said, or the text of anything else; of bytes one character each. */
    readonly body: unknown;
  };
}

/** Names the folder; without it there is nothing to hold anything against. */
const folderVariable = "RECORDINGS";

/** In the order of their numbers; undefined where no folder is named. */
export function readRecordings(): readonly Recording[] | undefined {
  const folder = process.env[folderVariable];
  if (folder === undefined || folder === "") return undefined;
  const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
  return files
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recording)
    .sort((one, other) => one.name.localeCompare(other.name, "en"));
}

/** Its number, by which the tables name it: the words behind it are there for people. */
export function numberOf({ name }: Pick<Recording, "name">): string {
  return name.slice(0, 3);
}

export function headerOf(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** Large bodies were cut when they were recorded; what is left can't be read. */
export function isCut({ response: { body } }: Recording): boolean {
  return typeof body === "string" && /… \(cut here; \d+ characters\)$/.test(body);
}

export function isSuccess({ response: { status } }: Recording): boolean {
  return status >= 200 && status < 300;
}

export function isXml({ response: { headers } }: Recording): boolean {
  return /\bxml\b/.test(headerOf(headers, "content-type") ?? "");
}

/** The body as it was before it was recorded, uncompressed. */
export function bytesOf({ response: { headers, body } }: Recording): Buffer {
  if (typeof body !== "string") return Buffer.from(JSON.stringify(body));
  if (headerOf(headers, "content-encoding") === "gzip") return gunzipSync(Buffer.from(body, "latin1"));
  // A token was replaced by a name in angle brackets, which is no content of an element.
  return Buffer.from(body.replace("tokens/<token></", "tokens/token</"));
}

/** What a JSON body says, compressed ones included; undefined for all others. */
export function dataOf(recording: Recording): unknown {
  const { body, headers } = recording.response;
  if (typeof body !== "string") return body;
  const type = headerOf(headers, "content-type") ?? "";
  const text = bytesOf(recording).toString();
  return /\bjson\b/.test(type) && text !== "" && !isCut(recording)
    ? (JSON.parse(text) as unknown)
    : undefined;
}
