// The wire: sends one request and hands back the whole answer. Knows nothing of JSON, accounts or routes.
import { readFile } from "node:fs/promises";
import { getCACertificates } from "node:tls";
import { Agent, type Dispatcher } from "undici";

interface WireRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: Buffer;
}

export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>;
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
  bodyBytes: 32 * 1024 * 1024,
  requestsAtOnce: 6,
};

class BodyTooLarge extends Error {
  readonly code = "BODY_TOO_LARGE";
}

class CaFileUnreadable extends Error {
  readonly code = "CA_FILE_UNREADABLE";
}

/** The platform's own trust, the system's, and the site's file: added to verification, never instead of it. */
async function trustedCertificates(caFile: string | undefined): Promise<string[]> {
  const usual = [...getCACertificates("default"), ...getCACertificates("system")];
  if (caFile === undefined) return usual;
  try {
    return [...usual, await readFile(caFile, "utf8")];
  } catch (error) {
    throw new CaFileUnreadable(`The certificate file ${caFile} could not be read.`, { cause: error });
  }
}

async function wholeBody(body: Dispatcher.ResponseData["body"], limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > limit) throw new BodyTooLarge(`The answer is larger than ${limit} bytes.`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, length);
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

export function createTransport(caFile: string | undefined, limits: TransportLimits): Transport {
  let agent: Promise<Agent> | undefined;

  async function openAgent(): Promise<Agent> {
    return new Agent({
      // One socket carries one request, so the number of sockets is the number of requests at a time.
      connections: limits.requestsAtOnce,
      pipelining: 1,
      headersTimeout: limits.headersMs,
      bodyTimeout: limits.silenceMs,
      connect: { timeout: limits.connectMs, ca: await trustedCertificates(caFile) },
    });
  }

  return {
    async send({ method, url, headers, signal }) {
      // A file that could not be read is tried again with the next request: it may have been put right.
      agent ??= openAgent().catch((error: unknown) => {
        agent = undefined;
        throw error;
      });
      const response = await (
        await agent
      ).request({
        method,
        origin: url.origin,
        path: url.pathname + url.search,
        headers,
        ...(signal === undefined ? {} : { signal }),
      });
      return {
        status: response.statusCode,
        header: (name) => firstValue(response.headers[name.toLowerCase()]),
        body: await wholeBody(response.body, limits.bodyBytes),
      };
    },
    async close() {
      await agent?.then((open) => open.destroy()).catch(() => undefined);
    },
  };
}
