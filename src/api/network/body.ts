// An answer is read as what it says it is.
import { gunzipSync } from "node:zlib";
import { decodeXml, refuseImmodestJson } from "../format/xml.ts";
import type { WireAnswer } from "./transport.ts";

export type Body =
  | { readonly kind: "empty" }
  | { readonly kind: "value"; readonly value: unknown }
  /** A web page, which this API never answers with. */
  | { readonly kind: "page" }
  | { readonly kind: "broken"; readonly format: "json" | "xml"; readonly cause: unknown };

const byteOrderMark = "\uFEFF";
const mostBytes = 16 * 1024 * 1024;

/** Compression is never asked for; some server in between may use it all the same. */
function textOf(body: Buffer, encoding: string | undefined): string {
  const isCompressed = encoding?.trim().toLowerCase() === "gzip";
  const text = (isCompressed ? gunzipSync(body, { maxOutputLength: mostBytes }) : body).toString("utf8");
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}

function decodeJson(text: string): unknown {
  refuseImmodestJson(text);
  return JSON.parse(text) as unknown;
}

export function readBody({ body, header }: Pick<WireAnswer, "body" | "header">): Body {
  if (body.length === 0) return { kind: "empty" };
  const type = header("content-type") ?? "";
  if (/\bhtml\b/i.test(type)) return { kind: "page" };
  const format = /\bxml\b/i.test(type) ? "xml" : "json";
  try {
    const text = textOf(body, header("content-encoding"));
    if (text.trim() === "") return { kind: "empty" };
    return { kind: "value", value: format === "xml" ? decodeXml(text) : decodeJson(text) };
  } catch (cause) {
    return { kind: "broken", format, cause };
  }
}
