// Sends HTTP requests, without knowledge of JSON, accounts or routes.
import type { Readable } from "node:stream";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { openTunnel, findProxy, type ProxySettings, loadSecureContext } from "./proxy.ts";

export type HttpMethod = "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE";

interface TransportRequest {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface ResponseHead {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

export interface TransportResponse extends ResponseHead {
  readonly body: Buffer;
}

/**
 * A response whose body is still being received. It has to be read to its end or aborted, else its connection
 * stays busy.
 */
export interface StreamedResponse extends ResponseHead {
  readonly body: AsyncIterable<Uint8Array>;
  readonly abort: () => void;
}

export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** `response`: within the response timeout; `download`: as long as it keeps the minimum rate. */
  open(request: TransportRequest, kind: "response" | "download"): Promise<StreamedResponse>;
  close(): Promise<void>;
}

export interface TransportLimits {
  readonly connectMs: number;
  /** Until the first byte of the response. */
  readonly headersMs: number;
  /** Maximum pause within a response. */
  readonly idleMs: number;
  /**
   * For the whole response, from when the request got its connection: a server could send a byte now and
   * then.
   */
  readonly responseMs: number;
  /** A download has no time limit if at least `minRateBytes` arrive within this time of waiting. */
  readonly minRateWindowMs: number;
  readonly minRateBytes: number;
  readonly maxBodyBytes: number;
  readonly maxConcurrentRequests: number;
}

export const defaultTransportLimits: TransportLimits = {
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 30_000,
  // A chunk of a file, the largest usual response, arrives in this time at 8 kB/s.
  responseMs: 180_000,
  // Half a kilobyte per second.
  minRateWindowMs: 60_000,
  minRateBytes: 32 * 1024,
  // Decoding needs several times as much memory: less than 64 MiB for this size.
  maxBodyBytes: 16 * 1024 * 1024,
  maxConcurrentRequests: 7,
};

export interface TransportOptions {
  /** Root of the API; requests go to its origin only. */
  readonly api: string;
  readonly caFile: string | undefined;
  readonly proxy: ProxySettings;
  readonly limits: TransportLimits;
}

class BodyTooLarge extends Error {
  readonly code = "BODY_TOO_LARGE";
}

class ResponseTooSlow extends Error {
  readonly code = "RESPONSE_TOO_SLOW";
}

class TransportClosed extends Error {
  readonly code = "TRANSPORT_CLOSED";
}

class InvalidProxy extends Error {
  readonly code = "PROXY_FAILED";
}

/** Uses events: iterating takes half a millisecond longer for a body of a megabyte. */
function readWholeBody(body: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    body.on("data", (chunk: Buffer) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length > limit) body.destroy(new BodyTooLarge(`The response is larger than ${limit} bytes.`));
    });
    body.on("end", () => resolve(Buffer.concat(chunks, length)));
    body.on("error", reject);
    // For bodies that end without `end` or `error`; has no effect after either.
    body.on("close", () => reject(new Error("The response was cut off.")));
  });
}

/** Measures the time spent waiting for the server, not the time of the reader. */
async function* enforceMinRate(
  body: Readable,
  { minRateWindowMs, minRateBytes }: TransportLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let [waited, received] = [0, 0];
  let waitingSince: number | undefined;
  // One timer for many chunks: they arrive thousands of times per second.
  const check = (): void => {
    const total = waited + (waitingSince === undefined ? 0 : performance.now() - waitingSince);
    if (total < minRateWindowMs) {
      timer = setTimeout(check, Math.max(minRateWindowMs - total, minRateWindowMs / 10));
      return;
    }
    body.destroy(new ResponseTooSlow(`Less than ${minRateBytes} bytes within ${minRateWindowMs} ms.`));
  };
  let timer = setTimeout(check, minRateWindowMs);
  try {
    for (;;) {
      waitingSince = performance.now();
      const next = await chunks.next();
      if (next.done === true) return;
      waited += performance.now() - waitingSince;
      waitingSince = undefined;
      received += next.value.length;
      if (received >= minRateBytes) [waited, received] = [0, 0];
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    await chunks.return?.();
  }
}

/** Calls `started` when a request gets its connection: waiting for one isn't the server's fault. */
function createStartInterceptor(started: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        started();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...error) => handler.onResponseError?.(...error),
    });
}

function toResponseHead({
  statusCode,
  headers,
}: Pick<Dispatcher.ResponseData, "statusCode" | "headers">): ResponseHead {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name.toLowerCase()];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

async function createDispatcher({ api, caFile, proxy, limits }: TransportOptions): Promise<Dispatcher> {
  const isEncrypted = new URL(api).protocol === "https:" || proxy.proxy?.startsWith("https:") === true;
  const tls = {
    timeout: limits.connectMs,
    // If omitted, NODE_TLS_REJECT_UNAUTHORIZED in the environment would decide.
    rejectUnauthorized: true,
    ...(isEncrypted ? await loadSecureContext(caFile) : { secureContext: undefined }),
  };
  const options = {
    // A socket carries one request at a time, so the number of sockets is the number of concurrent requests.
    connections: limits.maxConcurrentRequests,
    pipelining: 1,
    // A change sent on a connection that the server is just closing isn't sent again by itself. Timers of undici are
    // late by up to a second.
    keepAliveTimeoutThreshold: 2_000,
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.idleMs,
  };
  const uri = findProxy(new URL(api), proxy);
  if (uri === undefined) return new Agent({ ...options, connect: tls });
  if (!URL.canParse(uri)) throw new InvalidProxy("The proxy URL is invalid.");
  const { secureContext } = tls;
  if (new URL(api).protocol === "http:" || secureContext === undefined) {
    const token = proxy.authorization === undefined ? {} : { token: proxy.authorization };
    // Plain HTTP is forwarded by the proxy; only encrypted requests use a tunnel.
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

  async function request(
    { method, url, headers, body, signal }: TransportRequest,
    started: () => void,
  ): Promise<Dispatcher.ResponseData> {
    if (isClosed) throw new TransportClosed("The connection was closed.");
    if (url.origin !== origin) throw new Error(`${url.origin} is not ${origin}.`);
    // A CA file that couldn't be read is read again for the next request: it may have been fixed.
    dispatcher ??= createDispatcher(options).catch((error: unknown) => {
      dispatcher = undefined;
      throw error;
    });
    return (await dispatcher).compose(createStartInterceptor(started)).request({
      method,
      origin,
      path: url.pathname + url.search,
      headers,
      body: body ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Aborts the response after the timeout, unless the timer is stopped first. */
  async function timedRequest(
    transportRequest: TransportRequest,
  ): Promise<{ readonly response: Dispatcher.ResponseData; readonly stopTimer: () => void }> {
    const { responseMs } = options.limits;
    const timeout = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const stopTimer = (): void => clearTimeout(timer);
    const started = (): void => {
      const end = (): void =>
        timeout.abort(new ResponseTooSlow(`No complete response within ${responseMs} ms.`));
      timer ??= setTimeout(end, responseMs);
    };
    const signals = [
      timeout.signal,
      ...(transportRequest.signal === undefined ? [] : [transportRequest.signal]),
    ];
    try {
      return {
        response: await request({ ...transportRequest, signal: AbortSignal.any(signals) }, started),
        stopTimer,
      };
    } catch (error) {
      stopTimer();
      throw error;
    }
  }

  return {
    async open(transportRequest, kind) {
      const { response, stopTimer } = await timedRequest(transportRequest);
      const { body, ...head } = response;
      if (kind === "download") stopTimer();
      else body.once("close", stopTimer);
      return {
        ...toResponseHead(head),
        body:
          kind === "download" ? enforceMinRate(body, options.limits) : (body as AsyncIterable<Uint8Array>),
        // An aborted response must not cause an unhandled error.
        abort: () => void body.on("error", () => undefined).destroy(),
      };
    },
    async send(transportRequest) {
      const { response, stopTimer } = await timedRequest(transportRequest);
      const { body, ...head } = response;
      const readingBody = readWholeBody(body, options.limits.maxBodyBytes).finally(stopTimer);
      return { ...toResponseHead(head), body: await readingBody };
    },
    async close() {
      isClosed = true;
      await dispatcher?.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}
