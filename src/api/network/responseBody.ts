// Parses a response body according to its content type.
import { isAscii } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { decodeXml, assertJsonWithinLimits } from "../format/xml.ts";
import type { TransportResponse } from "./transport.ts";

export type BodyParseResult =
  | { readonly kind: "empty" }
  | { readonly kind: "value"; readonly value: unknown }
  /** An HTML page, which this API never returns. */
  | { readonly kind: "html" }
  | { readonly kind: "invalid"; readonly format: "json" | "xml"; readonly cause: unknown };

const byteOrderMark = "\uFEFF";
const maxBytes = 16 * 1024 * 1024;

/** A proxy may compress a response that wasn't asked for with compression, too. */
function decodeText(body: Buffer, encoding: string | undefined): string {
  const isCompressed = encoding?.trim().toLowerCase() === "gzip";
  const bytes = isCompressed ? gunzipSync(body, { maxOutputLength: maxBytes }) : body;
  // For a chunk of a file, decoding UTF-8 takes three times as long.
  const text = bytes.toString(isAscii(bytes) ? "latin1" : "utf8");
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

function parseJson(text: string): unknown {
  assertJsonWithinLimits(text);
  return JSON.parse(text) as unknown;
}

export function parseBody({ body, header }: Pick<TransportResponse, "body" | "header">): BodyParseResult {
  if (body.length === 0) return { kind: "empty" };
  const type = header("content-type") ?? "";
  if (/\bhtml\b/i.test(type)) return { kind: "html" };
  const format = /\bxml\b/i.test(type) ? "xml" : "json";
  try {
    const text = decodeText(body, header("content-encoding"));
    if (text.trim() === "") return { kind: "empty" };
    return { kind: "value", value: format === "xml" ? decodeXml(text) : parseJson(text) };
  } catch (cause) {
    return { kind: "invalid", format, cause };
  }
}
