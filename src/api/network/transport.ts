// The wire: sends one request and hands back the answer. Knows nothing of JSON, accounts or routes.
import type { Readable } from "node:stream";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import { openTunnel, proxyFor, type ProxySettings, trust } from "./proxy.ts";

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
  /** `answer`: in the time that any answer has; `download`: for as long as it keeps its pace. */
  open(request: WireRequest, kind: "answer" | "download"): Promise<OpenAnswer>;
  close(): Promise<void>;
}

export interface TransportLimits {
  readonly connectMs: number;
  /** Until the first byte of the answer. */
  readonly headersMs: number;
  /** Silence in the middle of an answer. */
  readonly silenceMs: number;
  /** For the whole of an answer, from when the request got its connection: a server could send a byte every now and then. */
  readonly answerMs: number;
  /** A download may take as long as it needs, if in this time of waiting for it at least so many bytes arrive. */
  readonly paceMs: number;
  readonly paceBytes: number;
  readonly bodyBytes: number;
  readonly requestsAtOnce: number;
}

export const usualLimits: TransportLimits = {
  connectMs: 10_000,
  headersMs: 30_000,
  silenceMs: 30_000,
  // The largest that is ordinary, a chunk of a file, gets through on a line of 8 kB a second.
  answerMs: 180_000,
  // Half a kilobyte a second.
  paceMs: 60_000,
  paceBytes: 32 * 1024,
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

class AnswerTooSlow extends Error {
  readonly code = "ANSWER_TOO_SLOW";
}

class TransportClosed extends Error {
  readonly code = "TRANSPORT_CLOSED";
}

class ProxyUnusable extends Error {
  readonly code = "PROXY_FAILED";
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

/** Only the time counts that is spent waiting for the server, not what a reader takes. */
async function* inPace(
  body: Readable,
  { paceMs, paceBytes }: TransportLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let [waited, received] = [0, 0];
  try {
    for (;;) {
      const began = performance.now();
      const timer = setTimeout(
        () => body.destroy(new AnswerTooSlow(`Less than ${paceBytes} bytes came in ${paceMs} ms.`)),
        paceMs - waited,
      );
      const next = await chunks.next().finally(() => clearTimeout(timer));
      if (next.done === true) return;
      waited += performance.now() - began;
      received += next.value.length;
      if (received >= paceBytes) [waited, received] = [0, 0];
      yield next.value;
    }
  } finally {
    await chunks.return?.();
  }
}

/** Tells when a request gets its connection: that it had to wait for one is no fault of the server. */
function onStart(started: () => void): Dispatcher.DispatcherComposeInterceptor {
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

  async function request(
    { method, url, headers, body, signal }: WireRequest,
    started: () => void,
  ): Promise<Dispatcher.ResponseData> {
    if (isClosed) throw new TransportClosed("The connection was closed.");
    if (url.origin !== origin) throw new Error(`${url.origin} is not ${origin}.`);
    // A file that could not be read is tried again with the next request: it may have been put right.
    dispatcher ??= openDispatcher(options).catch((error: unknown) => {
      dispatcher = undefined;
      throw error;
    });
    return (await dispatcher).compose(onStart(started)).request({
      method,
      origin,
      path: url.pathname + url.search,
      headers,
      body: body ?? null,
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** An answer that is aborted when its time is over, unless the timer is stopped first. */
  async function timedRequest(
    wanted: WireRequest,
  ): Promise<{ readonly answer: Dispatcher.ResponseData; readonly stopTimer: () => void }> {
    const { answerMs } = options.limits;
    const tooSlow = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const stopTimer = (): void => clearTimeout(timer);
    const started = (): void => {
      const end = (): void => tooSlow.abort(new AnswerTooSlow(`No whole answer came in ${answerMs} ms.`));
      timer ??= setTimeout(end, answerMs);
    };
    const signals = [tooSlow.signal, ...(wanted.signal === undefined ? [] : [wanted.signal])];
    try {
      return { answer: await request({ ...wanted, signal: AbortSignal.any(signals) }, started), stopTimer };
    } catch (error) {
      stopTimer();
      throw error;
    }
  }

  return {
    async open(wanted, kind) {
      const { answer, stopTimer } = await timedRequest(wanted);
      const { body, ...head } = answer;
      if (kind === "download") stopTimer();
      else body.once("close", stopTimer);
      return {
        ...headOf(head),
        body: kind === "download" ? inPace(body, options.limits) : (body as AsyncIterable<Uint8Array>),
        // What is given up must not end as an unhandled error.
        giveUp: () => void body.on("error", () => undefined).destroy(),
      };
    },
    async send(wanted) {
      const { answer, stopTimer } = await timedRequest(wanted);
      const { body, ...head } = answer;
      const whole = wholeBody(body, options.limits.bodyBytes).finally(stopTimer);
      return { ...headOf(head), body: await whole };
    },
    async close() {
      isClosed = true;
      await dispatcher?.then((opened) => opened.destroy()).catch(() => undefined);
    },
  };
}
