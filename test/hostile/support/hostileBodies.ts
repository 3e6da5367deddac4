// Response bodies that try to exhaust the memory or time of their reader.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

const mebibyte = 1024 * 1024;
const json = "application/json";
const xml = "application/xml";

/** Writes a response; very long ones stop when the connection is closed. */
type BodyWriter = (response: ServerResponse) => void;

function createRepeatedBody(
  type: string,
  head: string,
  unit: string,
  bytes: number,
  parts: {
    readonly status?: number;
    readonly tail?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): BodyWriter {
  return (response) => {
    const { status = 200, tail = "", headers = {} } = parts;
    response.writeHead(status, { "content-type": type, ...headers });
    response.write(head);
    const chunk = Buffer.from(unit.repeat(Math.ceil((256 * 1024) / unit.length)));
    let remaining = bytes;
    const writeMore = (): void => {
      while (remaining > 0) {
        if (response.destroyed) return;
        const part =
          remaining < chunk.length
            ? chunk.subarray(0, Math.floor(remaining / unit.length) * unit.length)
            : chunk;
        remaining = remaining < chunk.length ? 0 : remaining - chunk.length;
        if (!response.write(part)) {
          response.once("drain", writeMore);
          return;
        }
      }
      response.end(tail);
    };
    writeMore();
  };
}

function createBody(
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): BodyWriter {
  return (response) => {
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
  };
}

const gigabyte = 1024 * mebibyte;
/** Just below the maximum size of a response. */
const maxReadableBytes = 15 * mebibyte;

function createEntityBomb(): string {
  const levels = Array.from(
    { length: 12 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${levels.join("")}]><r><item>&l12;</item></r>`;
}

function createExternalEntity(): string {
  return `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><item>&x;</item></r>`;
}

const prototypePollution = `{"id":1,"uri":"artifacts/1","title":"t","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
  "values":[{"field_id":1,"type":"string","label":"l","value":"v","__proto__":{"polluted":1}}],
  "tracker":{"id":1,"label":"x","__proto__":{"polluted":1}}}`;

/** A full page of projects, at any offset. */
function createProjectsPage(offset: number): string {
  return JSON.stringify(
    Array.from({ length: 50 }, (_, index) => ({
      id: offset + index + 1,
      uri: `projects/${offset + index + 1}`,
      label: "x".repeat(100),
    })),
  );
}

export const hostileBodies: Readonly<Record<string, BodyWriter>> = {
  "a gigabyte of JSON": createRepeatedBody(json, "[", '"x",', gigabyte),
  "a gigabyte of JSON of known length": createRepeatedBody(json, "[", '"x",', gigabyte, {
    headers: { "content-length": String(gigabyte) },
  }),
  "a gigabyte of an error": createRepeatedBody(json, '{"error":{"message":"', "x", gigabyte, { status: 400 }),
  "a gigabyte of a web page": createRepeatedBody("text/html", "<html>", "x", gigabyte),
  "a gigabyte of a picture": createRepeatedBody("image/png", "", "x", gigabyte),
  "a gigabyte of a file": createRepeatedBody("application/octet-stream", "", "x", gigabyte),
  "a gigabyte of XML": createRepeatedBody(xml, "<r>", "<item/>", gigabyte),
  "deep arrays": createRepeatedBody(json, "", "[", maxReadableBytes),
  "closed deep arrays": createBody(json, "[".repeat(2_000_000) + "]".repeat(2_000_000)),
  "deep objects": createRepeatedBody(json, "", '{"a":', maxReadableBytes),
  "deep elements": createRepeatedBody(xml, "<r>", "<a>", maxReadableBytes),
  "many empty objects": createRepeatedBody(json, "[{}", ",{}", maxReadableBytes, { tail: "]" }),
  "more items than a page": createBody(json, `[1${",1".repeat(20_000)}]`),
  "many numbers": createRepeatedBody(json, "[1", ",1", maxReadableBytes, { tail: "]" }),
  "many members": createBody(
    json,
    `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(",")}}`,
  ),
  "many elements": createRepeatedBody(xml, "<r>", "<item/>", maxReadableBytes, { tail: "</r>" }),
  "unclosed CDATA": createRepeatedBody(xml, "<r>", "<![CDATA[", maxReadableBytes),
  "a billion laughs": createBody(xml, createEntityBomb()),
  "an external entity": createBody(xml, createExternalEntity()),
  "prototype members in JSON": createBody(json, prototypePollution),
  "prototype elements in XML": createBody(
    xml,
    "<r><id>1</id><__proto__><polluted>1</polluted></__proto__><constructor><prototype/></constructor></r>",
  ),
  "a gzip bomb of zeros": createBody(json, gzipSync(Buffer.alloc(gigabyte / 2)), {
    "content-encoding": "gzip",
  }),
  "a gzip bomb of brackets": createBody(json, gzipSync(Buffer.alloc(200 * mebibyte, "[")), {
    "content-encoding": "gzip",
  }),
  "an unrequested content encoding": createBody(json, gzipSync("[]"), { "content-encoding": "br" }),
  "invalid numbers": createBody(json, '[{"id":NaN,"size":Infinity}]'),
  "out-of-range numbers": createBody(
    json,
    '[{"id":1e999,"uri":"projects/1","label":"x"},{"id":-1,"uri":"x","label":1e308}]',
  ),
};

export interface HostileServer {
  readonly api: string;
  close(): Promise<void>;
}

/** Responds to `/api/version` with 404, and to everything else with the body. */
export async function startBodyServer(body: BodyWriter): Promise<HostileServer> {
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    if (request.url?.includes("/version") === true) response.writeHead(404).end();
    else body(response);
  });
  return listenOnFreePort(server);
}

/** Endless pages with the given pagination headers. */
export async function startPagesServer(
  headers: Readonly<Record<string, string>>,
): Promise<HostileServer & { readonly countRequests: () => number }> {
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    const offset = Number(new URL(request.url ?? "/", "http://x").searchParams.get("offset") ?? 0);
    response.writeHead(200, { "content-type": json, ...headers }).end(createProjectsPage(offset));
  });
  return { ...(await listenOnFreePort(server)), countRequests: () => requestCount };
}

/** Endless pages with one element of nearly the maximum response size each. */
export async function startLargePagesServer(): Promise<HostileServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const offset = Number(searchParams.get("offset") ?? 0);
    const id = offset + 1;
    const text = "x".repeat(maxReadableBytes);
    const element = { id, uri: `${pathname.slice(5)}/${id}`, shortname: "x" };

    response
      .writeHead(200, { "content-type": json, "x-pagination-size": "1000000", "x-pagination-limit": "1" })
      .end(JSON.stringify([{ ...element, [pathname.endsWith("/artifacts") ? "title" : "label"]: text }]));
  });
  return listenOnFreePort(server);
}

async function listenOnFreePort(server: ReturnType<typeof createServer>): Promise<HostileServer> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
