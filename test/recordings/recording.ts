// Recorded requests and responses of a real server: files outside the repository, one JSON object per line.
import { readFileSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { gunzipSync } from "node:zlib";

type Header = readonly [name: string, value: string];

export interface Recording {
  readonly name: string;
  readonly request: {
    readonly method: string;
    /** Path and query as sent. */
    readonly path: string;
    readonly headers: readonly Header[];
    readonly body: unknown;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly Header[];
    /**
     * The JSON value, or the text of other types; binary data has one character per byte. An empty body is "" or null.
     */
    readonly body: unknown;
  };
}

/** The environment variable with the folders, separated like those of PATH. */
const foldersVariable = "RECORDINGS";

/** Ordered by number; `undefined` if no folder is set. */
export function readRecordings(): readonly Recording[] | undefined {
  const folders = (process.env[foldersVariable] ?? "").split(delimiter).filter((folder) => folder !== "");
  if (folders.length === 0) return undefined;
  return folders.flatMap(readFolder).toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

function readFolder(folder: string): readonly Recording[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".jsonl"));
  return files
    .flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recording);
}

/** The number that identifies the recording in tables. */
export function getNumber({ name }: Pick<Recording, "name">): string {
  return name.slice(0, 3);
}

export function getHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

/** Large bodies were truncated when recorded and can't be parsed. */
export function isTruncated({ response: { body } }: Recording): boolean {
  return typeof body === "string" && /… \(cut here; \d+ characters\)$/.test(body);
}

export function isSuccess({ response: { status } }: Recording): boolean {
  return status >= 200 && status < 300;
}

export function isXml({ response: { headers } }: Recording): boolean {
  return /\bxml\b/.test(getHeader(headers, "content-type") ?? "");
}

/** The body before it was recorded, uncompressed. */
export function getBodyBytes({ response: { headers, body } }: Recording): Buffer {
  if (body === null) return Buffer.alloc(0);
  if (typeof body !== "string") return Buffer.from(JSON.stringify(body));
  if (getHeader(headers, "content-encoding") === "gzip") return gunzipSync(Buffer.from(body, "latin1"));
  // Tokens were replaced by a name in angle brackets, which isn't valid in XML content.
  return Buffer.from(body.replace("tokens/<token></", "tokens/token</"));
}

/** The parsed JSON body, also if it was compressed; `undefined` for other types. */
export function getJsonBody(recording: Recording): unknown {
  const { body, headers } = recording.response;
  if (body === null) return undefined;
  if (typeof body !== "string") return body;
  const type = getHeader(headers, "content-type") ?? "";
  const text = getBodyBytes(recording).toString();
  return /\bjson\b/.test(type) && text !== "" && !isTruncated(recording)
    ? (JSON.parse(text) as unknown)
    : undefined;
}
