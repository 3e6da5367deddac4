import type { IncomingHttpHeaders } from "node:http";
import { parseJson } from "./json.ts";
import type { Json } from "./json.ts";
import type { HttpRequest } from "./messages.ts";
import { HttpError } from "./httpError.ts";
import { decodeXml } from "./decodeXml.ts";

export type DataFormat = "json" | "xml";

const supportedContentTypes = new Set([
  "application/json",
  "application/xml",
  "application/x-www-form-urlencoded",
]);

/** Rejects an unsupported `Content-Type`, even without a body. */
export function checkContentType(headers: IncomingHttpHeaders): void {
  const [type = ""] = (headers["content-type"] ?? "").split(";", 1);
  if (type !== "" && !supportedContentTypes.has(type.trim().toLowerCase())) {
    throw new HttpError(403, `Content type \`${type.trim()}\` is not supported.`);
  }
}

export function isXml(headers: IncomingHttpHeaders): boolean {
  return (headers["content-type"] ?? "").trim().toLowerCase().startsWith("application/xml");
}

/** The decoded body; `undefined` if there is none. */
export function decodeBody({ headers, body }: HttpRequest): Json | undefined {
  if (body === "") return undefined;
  const type = headers["content-type"] ?? "application/json";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  if (isXml(headers)) return decodeXml(body);
  const data = parseJson(body);
  if (data === undefined) throw new HttpError(400, "Error encoding/decoding JSON: Syntax error");
  return data;
}

const formats: ReadonlyMap<string, DataFormat> = new Map([
  ["*/*", "json"],
  ["application/*", "json"],
  ["application/json", "json"],
  ["application/xml", "xml"],
  ["text/*", "xml"],
]);

/** The response format, by the highest `q`, then by the order in the header. */
export function negotiateFormat(accept: string | undefined): DataFormat {
  if (accept === undefined || accept.trim() === "") return "json";
  const acceptedTypes = accept
    .split(",")
    .map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return {
        format: formats.get(type.toLowerCase()),
        quality: quality === undefined ? 1 : Number(quality.slice(2)),
      };
    })
    .sort((first, second) => second.quality - first.quality);
  for (const { format, quality } of acceptedTypes) if (format !== undefined && quality > 0) return format;
  throw new HttpError(406, "Content negotiation failed. Try `application/json` instead.");
}

export function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return (headers["accept-encoding"] ?? "")
    .split(",")
    .some((coding) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
