// The wire: sends one request and hands back the answer. Knows nothing of JSON, accounts or routes.
import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { createSecureContext, getCACertificates, type SecureContext } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { proxyFor, type ProxySettings } from "./proxy.ts";
import { openTunnel } from "./tunnel.ts";

export type Method = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";

interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface AnswerHead {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

export interface WireAnswer extends AnswerHead {
  readonly body: Buffer;
}

/** An answer whose body is still coming. It has to be read to its end or given up, else its connection stays busy. */
export interface OpenAnswer extends AnswerHead {
  readonly body: AsyncIterable<Uint8Array>;
  readonly giveUp: () => void;
}

export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>;
  open(request: WireRequest): Promise<OpenAnswer>;
  close(): Promise<void>;
}

export interface TransportLimits {
  readonly connectMs: number;
  /** Until the first byte of the answer. */
  readonly headersMs: number;
  /** Silence in the middle of an answer. */
  readonly silenceMs: number;
  readonly bodyBytes: number;
  readonly requestsAtOnce: number;
}

export const usualLimits: TransportLimits = {
  connectMs: 10_000,
  headersMs: 30_000,
  silenceMs: 30_000,
  // Read as text it takes several times as much for a moment: of this size less than 64 MiB.
  bodyBytes: 16 * 1024 * 1024,
  requestsAtOnce: 6,
};

export interface TransportOptions {
  /** Root of the API; only its origin is ever spoken to. */
  readonly api: string;
  readonly caFile: string | undefined;
  readonly proxy: ProxySettings;
  readonly limits: TransportLimits;
}

class BodyTooLarge extends Error {
  readonly code = "BODY_TOO_LARGE";
}

class TransportClosed extends Error {
  readonly code = "TRANSPORT_CLOSED";
}

class ProxyUnusable extends Error {
  readonly code = "PROXY_FAILED";
}

class CaFileUnreadable extends Error {
  readonly code = "CA_FILE_UNREADABLE";
}

/** The platform's own trust, the system's, and the site's file: added to verification, never instead of it. */
async function trustedCertificates(caFile: string | undefined): Promise<string[]> {
  const usual = [...getCACertificates("default"), ...getCACertificates("system")];
  if (caFile === undefined) return usual;
  try {
    const text = await readFile(caFile, "utf8");
    // Throws for what is no certificate, which would otherwise be passed over in silence.
    return [...usual, new X509Certificate(text).toString(), text];
  } catch (error) {
    throw new CaFileUnreadable(`The certificate file ${caFile} could not be read.`, { cause: error });
  }
}

/** Listens rather than iterates, which costs half a millisecond more for a body of a megabyte. */
function wholeBody(body: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limit) body.destroy(new BodyTooLarge(`The answer is larger than ${limit} bytes.`));
    });
    body.on("end", () => resolve(Buffer.concat(chunks, length)));
    body.on("error", reject);
    // Whatever ends it without an end or an error; after either of them this says nothing new.
    body.on("close", () => reject(new Error("The answer was cut off.")));
  });
}

function headOf({
  statusCode,
  headers,
}: Pick<Dispatcher.ResponseData, "statusCode" | "headers">): AnswerHead {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

/** Made once: reading some hundred certificates takes longer than a request, and would be done per connection. */
export async function trust(caFile: string | undefined): Promise<{ readonly secureContext: SecureContext }> {
  return { secureContext: createSecureContext({ ca: [...new Set(await trustedCertificates(caFile))] }) };
}

async function openDispatcher({ api, caFile, proxy, limits }: TransportOptions): Promise<Dispatcher> {
  const isEncrypted = new URL(api).protocol === "https:" || proxy.proxy?.startsWith("https:") === true;
  const tls = {
    timeout: limits.connectMs,
    // Left out, NODE_TLS_REJECT_UNAUTHORIZED in the environment would decide.
    rejectUnauthorized: true,
    ...(isEncrypted ? await trust(caFile) : { secureContext: undefined }),
  };
  const options = {
    // One socket carries one request, so the number of sockets is the number of requests at a time.
    connections: limits.requestsAtOnce,
    pipelining: 1,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.silenceMs,
  };
  const uri = proxyFor(new URL(api), proxy);
  if (uri === undefined) return new Agent({ ...options, connect: tls });
  if (!URL.canParse(uri)) throw new ProxyUnusable("The address of the proxy makes no sense.");
  const { secureContext } = tls;
  if (new URL(api).protocol === "http:" || secureContext === undefined) {
    const token = proxy.authorization === undefined ? {} : { token: proxy.authorization };
    // Plain http is handed to the proxy as it is; a tunnel is for what it must not read.
    return new ProxyAgent({ ...options, uri, proxyTls: tls, proxyTunnel: false, ...token });
  }
  const tunnel = {
    proxy: uri,
    authorization: proxy.authorization,
    secureContext,
    timeoutMs: limits.connectMs,
  };
  return new Agent({
    ...options,
    connect: ({ hostname, port }, done) => {
      openTunnel(tunnel, hostname, port === "" ? 443 : Number(port)).then(
        (socket) => done(null, socket),
        (error: Error) => done(error, null),
      );
    },
  });
}

export function createTransport(options: TransportOptions): Transport {
  const { origin } = new URL(options.api);
  let dispatcher: Promise<Dispatcher> | undefined;
  let isClosed = false;

  async function request({
    method,
    url,
    headers,
    body,
    signal,
  }: WireRequest): Promise<Dispatcher.ResponseData> {
    if (isClosed) throw new TransportClosed("The connection was closed.");
    if (url.origin !== origin) throw new Error(`${url.origin} is not ${origin}.`);
    // A file that could not be read is tried again with the next request: it may have been put right.
    dispatcher ??= openDispatcher(options).catch((error: unknown) => {
      dispatcher = undefined;
      throw error;
    });
    return (await dispatcher).request({
      method,
      origin,
      path: url.pathname + url.search,
      headers,
      body: body ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  return {
    async open(wanted) {
      const { body, ...head } = await request(wanted);
      return {
        ...headOf(head),
        body: body as AsyncIterable<Uint8Array>,
        // What is given up must not end as an unhandled error.
        giveUp: () => void body.on("error", () => undefined).destroy(),
      };
    },
    async send(wanted) {
      const { body, ...head } = await request(wanted);
      return { ...headOf(head), body: await wholeBody(body, options.limits.bodyBytes) };
    },
    async close() {
      isClosed = true;
      await dispatcher?.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}
