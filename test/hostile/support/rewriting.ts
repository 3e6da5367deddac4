// A server in front of another one that makes something else of its answers.
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export interface Given {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

export type Rewrite = (given: Given) => Given;

export interface Rewriting {
  readonly url: string;
  /** What becomes of answers from now on. */
  rewrite: Rewrite;
  close(): Promise<void>;
}

async function whole(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Names of hosts stay as they were asked for: what the other one says about itself is about this one then. */
async function passOn(target: URL, received: IncomingMessage): Promise<Given> {
  const body = await whole(received);
  const { method = "GET", url: path = "/" } = received;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...received.headers };
    delete headers["accept-encoding"];
    ask({ host: target.hostname, port: target.port, method, path, headers }, resolve)
      .on("error", reject)
      .end(body);
  });
  const { statusCode: status = 500, headers } = answer;
  return { method, path, status, headers: { ...headers }, body: await whole(answer) };
}

export async function startRewriting(url: string, rewrite: Rewrite): Promise<Rewriting> {
  const target = new URL(url);
  const rewriting = { rewrite };
  const server = createServer((received, response) => {
    passOn(target, received).then(
      (given) => {
        const { status, headers, body } = rewriting.rewrite(given);
        const { "transfer-encoding": _coding, ...plain } = headers;
        response.writeHead(status, { ...plain, "content-length": body.length }).end(body);
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

/** The strings of an answer in JSON, one by one; what is no JSON stays as it is. */
export function rewriteStrings(given: Given, visit: Visit): Given {
  if (!/\bjson\b/i.test(given.headers["content-type"] ?? "")) return given;
  const walk = (value: unknown, member: string): unknown => {
    if (typeof value === "string") return visit(value, member);
    if (Array.isArray(value)) return value.map((each) => walk(each, member));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner, name)]));
  };
  if (given.body.length === 0) return given;
  const body = Buffer.from(JSON.stringify(walk(JSON.parse(given.body.toString("utf8")), "")));
  return { ...given, body };
}

/** Members without which nothing else would be asked for: addresses, types, formats, dates, rights. */
const structural =
  /^(uri|html_url|\w+_uri|type|format|\w+_format|bind_type|permissions|transitions|\w+_on|\w+_date|date|token|user_id|version_number|quick_link|content_type|href)$/;

/** Other strings in all members that only say something. */
export function hostileTexts(next: () => string): Rewrite {
  return (given) => rewriteStrings(given, (text, member) => (structural.test(member) ? text : next()));
}

/** Other strings in one member that means something. */
export function hostileMember(name: string, next: () => string): Rewrite {
  return (given) => rewriteStrings(given, (text, member) => (member === name ? next() : text));
}
