import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "./json.ts";

/** A request as received, before any validation. */
export interface HttpRequest {
  readonly method: string;
  /** Scheme and host of the request. */
  readonly origin: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly pathname: string;
  /** Trimmed; empty parameters are omitted so that defaults apply; the last of repeated parameters is used. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The raw body, for binary requests. */
  readonly bytes: Buffer;
}

export type Header = readonly [name: string, value: string];

/** Content that is generated while it is sent. */
export interface StreamedContent {
  readonly size: number;
  slice(from: number, to: number): Buffer;
  chunks(): Iterable<Buffer>;
}

type RouteBody =
  | { readonly kind: "empty" }
  | { readonly kind: "data"; readonly data: Json }
  | { readonly kind: "page"; readonly contentType: string; readonly content: string }
  | { readonly kind: "file"; readonly contentType: string; readonly content: StreamedContent };

/** The result of a route; the dialect adds its headers and encodes the body in the negotiated format. */
export interface RouteResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: RouteBody;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | Buffer | StreamedContent;
  /** The authenticated account, if any. */
  readonly account?: string;
}

export function isStreamedContent(body: HttpResponse["body"]): body is StreamedContent {
  return typeof body !== "string" && !Buffer.isBuffer(body);
}

/** A dialect: everything between a request and its response, except latency and faults. */
export type RequestHandler = (incoming: HttpRequest) => HttpResponse;

/** Parses the URL of a request. */
export function parseRequest(parts: Omit<HttpRequest, "pathname" | "query">): HttpRequest {
  const { url } = parts;
  const [pathname = "/"] = url.split("?", 1);
  const query = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(url.slice(pathname.length + 1))) {
    if (value.trim() === "") query.delete(name);
    else query.set(name, value.trim());
  }
  return { ...parts, pathname, query };
}

export function createDataResponse(data: Json, ...headers: readonly Header[]): RouteResponse {
  return { status: 200, headers, body: { kind: "data", data } };
}

export function createEmptyResponse(status: number, ...headers: readonly Header[]): RouteResponse {
  return { status, headers, body: { kind: "empty" } };
}
