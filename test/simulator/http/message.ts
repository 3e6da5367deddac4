import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "./json.ts";

/** A request as it arrived, with nothing judged yet. */
export interface Incoming {
  readonly method: string;
  /** Scheme and host as the caller addressed them. */
  readonly origin: string;
  /** As sent: path and query. */
  readonly url: string;
  readonly pathname: string;
  /** Trimmed; empty ones are left out, so that defaults apply; of repeated ones the last counts. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body as it came, where it is no text. */
  readonly bytes: Buffer;
}

export type Header = readonly [name: string, value: string];

/** Bytes that are made while they are sent. */
export interface Content {
  readonly size: number;
  slice(from: number, to: number): Buffer;
  pieces(): Iterable<Buffer>;
}

type Body =
  | { readonly kind: "empty" }
  | { readonly kind: "data"; readonly data: Json }
  | { readonly kind: "page"; readonly contentType: string; readonly content: string }
  | { readonly kind: "file"; readonly contentType: string; readonly content: Content };

/** What a route has to say; the dialect adds its headers and writes the body in the format that was asked for. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: Body;
}

/** Ready to be sent. */
export interface Outgoing {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer | Content;
  /** The account the request was made as, once known. */
  readonly account?: string;
}

export function isContent(body: Outgoing["body"]): body is Content {
  return typeof body !== "string" && !Buffer.isBuffer(body);
}

/** A dialect: everything between a request and its response, apart from time and faults. */
export type Responder = (incoming: Incoming) => Outgoing;

/** Reads the query of a request whose other parts are known. */
export function readRequest(parts: Omit<Incoming, "pathname" | "query">): Incoming {
  const { url } = parts;
  const [pathname = "/"] = url.split("?", 1);
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(pathname.length + 1))) {
    if (value.trim() === "") query.delete(name);
    else query.set(name, value.trim());
  }
  return { ...parts, pathname, query };
}

export function ok(data: Json, ...headers: readonly Header[]): Answer {
  return { status: 200, headers, body: { kind: "data", data } };
}

export function empty(status: number, ...headers: readonly Header[]): Answer {
  return { status, headers, body: { kind: "empty" } };
}
