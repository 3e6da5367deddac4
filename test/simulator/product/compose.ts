import { gzipSync } from "node:zlib";
import { acceptsGzip } from "../http/content.ts";
import type { Format } from "../http/content.ts";
import { phpJson } from "../http/json.ts";
import { isContent } from "../http/message.ts";
import type { Answer, Header, Incoming, Outgoing } from "../http/message.ts";
import { encodeXml } from "../http/xml.ts";

/** One malformed line, quotes unbalanced: the product sends it so, and nobody should parse it. */
const challenge = ["Basic", "Token", "AccessKey", "Bearer"]
  .map((scheme, index) => `${scheme} realm="Restricted Tuleap API${index === 0 ? "" : '"'}`)
  .join(" ");

/** The web server in front compresses these only, and announces that it might. */
const compressible = new Set([200, 403, 404]);

export interface Composition {
  readonly format: Format;
  /** False when the format was not taken from `Accept`: by suffix, or because no format fitted. */
  readonly variesOnAccept: boolean;
}

export function compose(
  incoming: Incoming,
  answer: Answer,
  { format, variesOnAccept }: Composition,
): Outgoing {
  const { status, body } = answer;
  if (body.kind === "page") {
    return front(incoming, {
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
    return front(incoming, {
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
  if (compressible.has(status)) vary.push(["Vary", "Accept-Encoding"]);
  if (variesOnAccept) vary.push(["Vary", "Accept"]);
  const outgoing: Outgoing = {
    status,
    headers: [
      ["Content-Type", `application/${format}; charset=utf-8`],
      ...vary,
      ...answer.headers,
      ["Cache-Control", "no-store"],
      ["Expires", "0"],
      ["Content-Language", "en"],
      ...(status === 401 ? [["WWW-Authenticate", challenge] as const] : []),
      ["Vary", "Sec-Fetch-Site"],
    ],
    body: body.kind === "empty" ? "" : format === "json" ? phpJson(body.data) : encodeXml(body.data),
  };
  return front(incoming, compressible.has(status) ? compressed(incoming, outgoing) : outgoing);
}

/** Compression costs the `Etag`, because the web server takes an unquoted one for broken. */
function compressed({ headers }: Incoming, outgoing: Outgoing): Outgoing {
  if (!acceptsGzip(headers) || isContent(outgoing.body)) return outgoing;
  return {
    ...outgoing,
    headers: [...outgoing.headers.filter(([name]) => name !== "Etag"), ["Content-Encoding", "gzip"]],
    body: gzipSync(outgoing.body),
  };
}

/** A GET with a body ends its connection: the product never reads it. */
function front({ method, body }: Incoming, outgoing: Outgoing): Outgoing {
  if (method !== "GET" || body === "") return outgoing;
  return { ...outgoing, headers: [...outgoing.headers, ["Connection", "close"]] };
}
