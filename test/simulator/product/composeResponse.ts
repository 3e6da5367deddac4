import { gzipSync } from "node:zlib";
import { acceptsGzip } from "../http/contentTypes.ts";
import type { DataFormat } from "../http/contentTypes.ts";
import { encodePhpJson } from "../http/json.ts";
import { isStreamedContent } from "../http/messages.ts";
import type { RouteResponse, Header, HttpRequest, HttpResponse } from "../http/messages.ts";
import { encodeXml } from "../http/encodeXml.ts";

/** The product sends these in one malformed line with unbalanced quotes. */
const authenticateHeader = ["Basic", "Token", "AccessKey", "Bearer"]
  .map((scheme, index) => `${scheme} realm="Restricted Tuleap API${index === 0 ? "" : '"'}`)
  .join(" ");

/** The reverse proxy only compresses these statuses, and sends `Vary` for them. */
const compressibleStatuses = new Set([200, 403, 404]);

export interface ResponseFormatOptions {
  readonly format: DataFormat;
  /** False if the format wasn't negotiated with `Accept`: selected by suffix, or no supported format. */
  readonly variesOnAccept: boolean;
}

export function composeResponse(
  incoming: HttpRequest,
  answer: RouteResponse,
  { format, variesOnAccept }: ResponseFormatOptions,
): HttpResponse {
  const { status, body } = answer;
  if (body.kind === "page") {
    return addConnectionHeader(incoming, {
      status,
      headers: [
        ["Content-Type", body.contentType],
        ...answer.headers,
        ["Cache-Control", "no-store"],
        ["Vary", "Sec-Fetch-Site"],
      ],
      body: body.content,
    });
  }
  if (body.kind === "file") {
    return addConnectionHeader(incoming, {
      status,
      headers: [
        ["Content-Type", body.contentType],
        ["Content-Length", String(body.content.size)],
        ...answer.headers,
        ["Vary", "Sec-Fetch-Site"],
      ],
      body: body.content,
    });
  }
  const vary: Header[] = [];
  if (compressibleStatuses.has(status)) vary.push(["Vary", "Accept-Encoding"]);
  if (variesOnAccept) vary.push(["Vary", "Accept"]);
  const outgoing: HttpResponse = {
    status,
    headers: [
      ["Content-Type", `application/${format}; charset=utf-8`],
      ...vary,
      ...answer.headers,
      ["Cache-Control", "no-store"],
      ["Expires", "0"],
      ["Content-Language", "en"],
      ...(status === 401 ? [["WWW-Authenticate", authenticateHeader] as const] : []),
      ["Vary", "Sec-Fetch-Site"],
    ],
    body: body.kind === "empty" ? "" : format === "json" ? encodePhpJson(body.data) : encodeXml(body.data),
  };
  return addConnectionHeader(
    incoming,
    compressibleStatuses.has(status) ? compressResponse(incoming, outgoing) : outgoing,
  );
}

/** Compression drops the `Etag`, because the reverse proxy treats an unquoted one as invalid. */
function compressResponse({ headers }: HttpRequest, outgoing: HttpResponse): HttpResponse {
  if (!acceptsGzip(headers) || isStreamedContent(outgoing.body)) return outgoing;
  return {
    ...outgoing,
    headers: [...outgoing.headers.filter(([name]) => name !== "Etag"), ["Content-Encoding", "gzip"]],
    body: gzipSync(outgoing.body),
  };
}

/** A GET with a body closes its connection, because the product never reads the body. */
function addConnectionHeader({ method, body }: HttpRequest, outgoing: HttpResponse): HttpResponse {
  if (method !== "GET" || body === "") return outgoing;
  return { ...outgoing, headers: [...outgoing.headers, ["Connection", "close"]] };
}
