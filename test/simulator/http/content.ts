import type { IncomingHttpHeaders } from "node:http";
import { parseJson } from "./json.ts";
import type { Json } from "./json.ts";
import type { Incoming } from "./message.ts";
import { Refusal } from "./refusal.ts";
import { decodeXml } from "./xmlRequest.ts";

export type Format = "json" | "xml";

const readable = new Set(["application/json", "application/xml", "application/x-www-form-urlencoded"]);

/** Refuses a `Content-Type` that nobody reads, even where there is no body. */
export function checkContentType(headers: IncomingHttpHeaders): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (type !== "" && !readable.has(type.trim().toLowerCase())) {
    throw new Refusal(403, `Content type \`${type.trim()}\` is not supported.`);
  }
}

export function isXml(headers: IncomingHttpHeaders): boolean {
  return (headers["content-type"] ?? "").trim().toLowerCase().startsWith("application/xml");
}

/** The body as data; undefined when there is none. */
export function decodeBody({ headers, body }: Incoming): Json | undefined {
  if (body === "") return undefined;
  const type = headers["content-type"] ?? "application/json";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  if (isXml(headers)) return decodeXml(body);
  const data = parseJson(body);
  if (data === undefined) throw new Refusal(400, "Error encoding/decoding JSON: Syntax error");
  return data;
}

const formats: ReadonlyMap<string, Format> = new Map([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/*", "xml"],
]);

/** The format to answer in, by the highest `q`, then by the order in the header. */
export function negotiate(accept: string | undefined): Format {
  if (accept === undefined || accept.trim() === "") return "json";
  const wanted = accept
    .split(",")
    .map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return {
        format: formats.get(type.toLowerCase()),
        quality: quality === undefined ? 1 : Number(quality.slice(2)),
      };
    })
    .sort((one, other) => other.quality - one.quality);
  for (const { format, quality } of wanted) if (format !== undefined && quality > 0) return format;
  throw new Refusal(406, "Content negotiation failed. Try `application/json` instead.");
}

export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return (headers["accept-encoding"] ?? "")
    .split(",")
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
