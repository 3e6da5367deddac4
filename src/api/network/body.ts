// An answer is read as what it says it is.
import type { WireAnswer } from "./transport.ts";
import { decodeXml } from "../format/xml.ts";

export type Body =
  | { readonly kind: "empty" }
  | { readonly kind: "value"; readonly value: unknown }
  /** A web page, which this API never answers with. */
  | { readonly kind: "page" }
  | { readonly kind: "broken"; readonly format: "json" | "xml"; readonly cause: unknown };

export function readBody({ body, header }: Pick<WireAnswer, "body" | "header">): Body {
  if (body.length === 0) return { kind: "empty" };
  const type = header("content-type") ?? "";
  if (/\bhtml\b/i.test(type)) return { kind: "page" };
  const format = /\bxml\b/i.test(type) ? "xml" : "json";
  try {
    const text = body.toString("utf8");
    return { kind: "value", value: format === "xml" ? decodeXml(text) : (JSON.parse(text) as unknown) };
  } catch (cause) {
    return { kind: "broken", format, cause };
  }
}
