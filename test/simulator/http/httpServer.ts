import { createServer as createHttp } from "node:http";
import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from "node:http";
import { createServer as createHttps } from "node:https";
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { SimulatedClock } from "../clock.ts";
import type { Fault, Faults } from "../faults.ts";
import { isStreamedContent, parseRequest } from "./messages.ts";
import type { HttpResponse, RequestHandler } from "./messages.ts";
import { sendResponse, toStreamedContent } from "./sendResponse.ts";
import { toDeliveryMode, readsResponseBody, corruptResponse, createFaultResponse } from "./applyFault.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Empty for binary bodies, which are not stored. */
  readonly body: string;
  /** Size of the body in bytes, text or binary. */
  readonly size: number;
  /** User name of the account that the request was authenticated as. */
  readonly account?: string;
  /** Size of the body of the response in bytes, once there is one. */
  readonly responseSize?: number;
}

export interface HttpServerOptions {
  readonly handle: RequestHandler;
  readonly faults: Faults;
  readonly clock: SimulatedClock;
  readonly latency: number;
  readonly bytesPerSecond: number;
  readonly port: number;
  readonly tls: { readonly key: string; readonly cert: string } | undefined;
}

export interface HttpServer {
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  readonly traffic: Traffic;
  close(): Promise<void>;
}

interface Traffic {
  readonly inFlight: number;
  readonly maxInFlight: number;
}

/**
 * An HTTP server around a request handler: records requests, counts those in flight, and applies latency and faults.
 */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const traffic = { inFlight: 0, maxInFlight: 0 };
  const sockets = new Set<Socket>();

  const getOrigin = ({ host = "127.0.0.1" }: IncomingHttpHeaders): string =>
    `${options.tls === undefined ? "http" : "https"}://${host}`;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    traffic.inFlight += 1;
    traffic.maxInFlight = Math.max(traffic.maxInFlight, traffic.inFlight);
    let isFinished = false;
    const finish = (): void => {
      if (!isFinished) traffic.inFlight -= 1;
      isFinished = true;
    };
    response.once("finish", finish).once("close", finish);
    // The client may see the connection close, and send its next request, before this response emits "close".
    const drop = (): void => {
      finish();
      request.socket.destroy();
    };
    const { method = "GET", url = "/", headers } = request;
    const bytes = await readBody(request);
    const body = isBinary(headers) ? "" : bytes.toString();
    const received: { -readonly [member in keyof ReceivedRequest]: ReceivedRequest[member] } = {
      method,
      path: url,
      headers,
      body,
      size: bytes.length,
    };
    requests.push(received);
    if (options.latency > 0) await waitMs(options.latency);
    const fault = options.faults.takeMatching(method, url);
    if (fault?.kind === "delay") await waitMs(fault.ms);
    if (fault?.kind === "hang") return;
    if (fault?.kind === "drop" && (fault.when ?? "before") === "before") {
      drop();
      return;
    }
    if (fault?.kind === "concurrentChange") fault.act();
    const receivedBytes = fault?.kind === "truncatedRequest" ? bytes.subarray(0, fault.bytes) : bytes;
    const origin = getOrigin(headers);
    const composed = respond(fault, { method, origin, url, headers, body, bytes: receivedBytes });
    // Encoded once: the chunk of a file takes a millisecond.
    const outgoing =
      typeof composed.body === "string" ? { ...composed, body: Buffer.from(composed.body) } : composed;
    if (outgoing.account !== undefined) received.account = outgoing.account;
    received.responseSize = toStreamedContent(outgoing.body).size;
    if (dropsResponse(fault)) drop();
    else {
      const { bytesPerSecond } = options;
      await sendResponse(response, outgoing, options.clock, {
        delivery: toDeliveryMode(fault),
        bytesPerSecond,
      });
    }
  };

  /** The last response of each path, for `staleResponse`. */
  const lastResponses = new Map<string, HttpResponse>();

  const respond = (fault: Fault | undefined, request: Parameters<typeof parseRequest>[0]): HttpResponse => {
    const faultResponse = fault && createFaultResponse(fault);
    if (faultResponse !== undefined) return faultResponse;
    const [path = ""] = request.url.split("?", 1);
    const key = `${request.method} ${path}`;
    const last = fault?.kind === "staleResponse" ? lastResponses.get(key) : undefined;
    if (last !== undefined) return last;
    const { "accept-encoding": _coding, ...uncompressedHeaders } = request.headers;
    const needsBody = fault !== undefined && readsResponseBody(fault);
    const outgoing = options.handle(
      parseRequest(needsBody ? { ...request, headers: uncompressedHeaders } : request),
    );
    if (request.method === "GET" && !isStreamedContent(outgoing.body)) lastResponses.set(key, outgoing);
    return fault === undefined ? outgoing : corruptResponse(outgoing, fault);
  };

  const listener: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // Ignore errors of a client that disconnects while its request is read or its response is sent; any other error
      // is a defect of the simulator.
      if ((request.destroyed && !request.complete) || response.destroyed) return;
      console.error(error);
      response.destroy();
    });
  };
  const server: Server =
    options.tls === undefined ? createHttp(listener) : createHttps({ ...options.tls }, listener);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : options.port,
    requests,
    traffic,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function isBinary({ "content-type": type = "" }: IncomingHttpHeaders): boolean {
  return type.includes("octet-stream");
}

/** Whether the request is processed but its response is dropped. */
function dropsResponse(fault: Fault | undefined): boolean {
  return (fault?.kind === "drop" && fault.when === "after") || fault?.kind === "truncatedRequest";
}

/** Waits without keeping the process alive. */
function waitMs(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}
