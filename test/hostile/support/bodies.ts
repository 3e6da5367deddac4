// Answers that are meant to use up whoever reads them.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

const mebibyte = 1024 * 1024;
const json = "application/json";
const xml = "application/xml";

/** How an answer is written; those that never end stop when nobody reads any more. */
type Body = (response: ServerResponse) => void;

function repeated(
  type: string,
  head: string,
  unit: string,
  bytes: number,
  parts: {
    readonly status?: number;
    readonly tail?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Body {
  return (response) => {
    const { status = 200, tail = "", headers = {} } = parts;
    response.writeHead(status, { "content-type": type, ...headers });
    response.write(head);
    const piece = Buffer.from(unit.repeat(Math.ceil((256 * 1024) / unit.length)));
    let left = bytes;
    const on = (): void => {
      while (left > 0) {
        if (response.destroyed) return;
        const part =
          left < piece.length ? piece.subarray(0, Math.floor(left / unit.length) * unit.length) : piece;
        left = left < piece.length ? 0 : left - piece.length;
        if (!response.write(part)) {
          response.once("drain", on);
          return;
        }
      }
      response.end(tail);
    };
    on();
  };
}

function whole(type: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Body {
  return (response) => {
    response.writeHead(200, { "content-type": type, ...headers }).end(body);
  };
}

const gigabyte = 1024 * mebibyte;
/** Just below what is read at all. */
const readable = 15 * mebibyte;

function laughs(): string {
  const levels = Array.from({ length: 12 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${levels.join("")}]><r><item>&l12;</item></r>`;
}

function outside(): string {
  return `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r><item>&x;</item></r>`;
}

const polluting = `{"id":1,"uri":"artifacts/1","title":"t","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
  "values":[{"field_id":1,"type":"string","label":"l","value":"v","__proto__":{"polluted":1}}],
  "tracker":{"id":1,"label":"x","__proto__":{"polluted":1}}}`;

/** A page that is full, of however many there are. */
function page(offset: number): string {
  return JSON.stringify(
    Array.from({ length: 50 }, (_, at) => ({
      id: offset + at + 1,
      uri: `projects/${offset + at + 1}`,
      label: "x".repeat(100),
    })),
  );
}

export const bodies: Readonly<Record<string, Body>> = {
  "a gigabyte of JSON": repeated(json, "[", '"x",', gigabyte),
  "a gigabyte of JSON of known length": repeated(json, "[", '"x",', gigabyte, {
    headers: { "content-length": String(gigabyte) },
  }),
  "a gigabyte of an error": repeated(json, '{"error":{"message":"', "x", gigabyte, { status: 400 }),
  "a gigabyte of a web page": repeated("text/html", "<html>", "x", gigabyte),
  "a gigabyte of a picture": repeated("image/png", "", "x", gigabyte),
  "a gigabyte of a file": repeated("application/octet-stream", "", "x", gigabyte),
  "a gigabyte of XML": repeated(xml, "<r>", "<item/>", gigabyte),
  "deep arrays": repeated(json, "", "[", readable),
  "deep arrays that end": whole(json, "[".repeat(2_000_000) + "]".repeat(2_000_000)),
  "deep objects": repeated(json, "", '{"a":', readable),
  "deep elements": repeated(xml, "<r>", "<a>", readable),
  "many empty objects": repeated(json, "[{}", ",{}", readable, { tail: "]" }),
  "more than a page has": whole(json, `[1${",1".repeat(20_000)}]`),
  "many numbers": repeated(json, "[1", ",1", readable, { tail: "]" }),
  "many members": whole(json, `{${Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":1`).join(",")}}`),
  "many elements": repeated(xml, "<r>", "<item/>", readable, { tail: "</r>" }),
  "characters without an end": repeated(xml, "<r>", "<![CDATA[", readable),
  "a billion laughs": whole(xml, laughs()),
  "a file of this machine": whole(xml, outside()),
  "members of all objects": whole(json, polluting),
  "elements of all objects": whole(
    xml,
    "<r><id>1</id><__proto__><polluted>1</polluted></__proto__><constructor><prototype/></constructor></r>",
  ),
  "a bomb of zeros": whole(json, gzipSync(Buffer.alloc(gigabyte / 2)), { "content-encoding": "gzip" }),
  "a bomb of brackets": whole(json, gzipSync(Buffer.alloc(200 * mebibyte, "[")), {
    "content-encoding": "gzip",
  }),
  "a coding that nobody asked for": whole(json, gzipSync("[]"), { "content-encoding": "br" }),
  "numbers that are none": whole(json, '[{"id":NaN,"size":Infinity}]'),
  "numbers beyond all": whole(
    json,
    '[{"id":1e999,"uri":"projects/1","label":"x"},{"id":-1,"uri":"x","label":1e308}]',
  ),
};

export interface BodyServer {
  readonly api: string;
  close(): Promise<void>;
}

/** Answers `/api/version` as nobody would, and everything else with one of the bodies. */
export async function serveBody(body: Body): Promise<BodyServer> {
  const server = createServer((request, response) => {
    response.on("error", () => undefined);
    if (request.url?.includes("/version") === true) response.writeHead(404).end();
    else body(response);
  });
  return listening(server);
}

/** Pages without end, whose headers say what they like. */
export async function servePages(
  headers: Readonly<Record<string, string>>,
): Promise<BodyServer & { readonly asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    const offset = Number(new URL(request.url ?? "/", "http://x").searchParams.get("offset") ?? 0);
    response.writeHead(200, { "content-type": json, ...headers }).end(page(offset));
  });
  return { ...(await listening(server)), asked: () => asked };
}

/** Pages without end, of one element each, which is about as large as an answer may be. */
export async function serveLargePages(): Promise<BodyServer> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const offset = Number(searchParams.get("offset") ?? 0);
    const id = offset + 1;
    const text = "x".repeat(readable);
    const element = { id, uri: `${pathname.slice(5)}/${id}`, shortname: "x" };

    response
      .writeHead(200, { "content-type": json, "x-pagination-size": "1000000", "x-pagination-limit": "1" })
      .end(JSON.stringify([{ ...element, [pathname.endsWith("/artifacts") ? "title" : "label"]: text }]));
  });
  return listening(server);
}

async function listening(server: ReturnType<typeof createServer>): Promise<BodyServer> {
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
