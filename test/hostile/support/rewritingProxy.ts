// A proxy that rewrites the responses of a server.
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as sendRequest,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface ProxiedResponse {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export type Rewrite = (response: ProxiedResponse) => ProxiedResponse;

export interface RewritingProxy {
  readonly url: string;
  /** Applied to all further responses. */
  rewrite: Rewrite;
  close(): Promise<void>;
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Keeps the Host header, so that the server uses the URL of the proxy in its responses. */
async function forwardRequest(target: URL, received: IncomingMessage): Promise<ProxiedResponse> {
  const body = await readBody(received);
  const { method = "GET", url: path = "/" } = received;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...received.headers };
    delete headers["accept-encoding"];
    sendRequest({ host: target.hostname, port: target.port, method, path, headers }, resolve)
      .on("error", reject)
      .end(body);
  });
  const { statusCode: status = 500, headers } = response;
  return { method, path, status, headers: { ...headers }, body: await readBody(response) };
}

export async function startRewritingProxy(url: string, rewrite: Rewrite): Promise<RewritingProxy> {
  const target = new URL(url);
  const rewriting = { rewrite };
  const server = createServer((received, response) => {
    forwardRequest(target, received).then(
      (original) => {
        const { status, headers, body } = rewriting.rewrite(original);
        const { "transfer-encoding": _coding, ...otherHeaders } = headers;
        response.writeHead(status, { ...otherHeaders, "content-length": body.length }).end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get rewrite() {
      return rewriting.rewrite;
    },
    set rewrite(value: Rewrite) {
      rewriting.rewrite = value;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Visit = (text: string, member: string) => unknown;

/** Rewrites each string of a JSON response; other responses are unchanged. */
export function rewriteStrings(response: ProxiedResponse, visit: Visit): ProxiedResponse {
  if (!/\bjson\b/i.test(response.headers["content-type"] ?? "")) return response;
  const walk = (value: unknown, member: string): unknown => {
    if (typeof value === "string") return visit(value, member);
    if (Array.isArray(value)) return value.map((item) => walk(item, member));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  if (response.body.length === 0) return response;
  const body = Buffer.from(JSON.stringify(walk(JSON.parse(response.body.toString("utf8")), "")));
  return { ...response, body };
}

/** Members that further requests depend on: URLs, types, formats, dates, permissions. */
const structuralMembers =
  /^(uri|html_url|\w+_uri|type|format|\w+_format|bind_type|permissions|transitions|\w+_on|\w+_date|date|token|user_id|version_number|quick_link|content_type|href)$/;

/** Replaces the strings of all members that are only displayed. */
export function rewriteTexts(next: () => string): Rewrite {
  return (response) =>
    rewriteStrings(response, (text, member) => (structuralMembers.test(member) ? text : next()));
}

/** Replaces the strings of one member. */
export function rewriteMember(name: string, next: () => string): Rewrite {
  return (response) => rewriteStrings(response, (text, member) => (member === name ? next() : text));
}
