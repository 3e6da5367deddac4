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
import { isContent, readRequest } from "./message.ts";
import type { Outgoing, Responder } from "./message.ts";
import { send } from "./sending.ts";
import { deliveryOf, readsBody, spoil, substitute } from "./spoiling.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** With its query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Empty for bytes that are no text: they are not kept. */
  readonly body: string;
  /** Bytes of the body, of whichever kind. */
  readonly size: number;
  /** User name of the account it was made as. */
  readonly account?: string;
}

export interface ListenerOptions {
  readonly respond: Responder;
  readonly faults: Faults;
  readonly clock: SimulatedClock;
  readonly latency: number;
  readonly bytesPerSecond: number;
  readonly port: number;
  readonly tls: { readonly key: string; readonly cert: string } | undefined;
}

export interface Listener {
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  readonly traffic: Traffic;
  close(): Promise<void>;
}

interface Traffic {
  readonly inFlight: number;
  readonly mostInFlight: number;
}

/** Real HTTP around a responder: keeps what arrived, counts what is under way, delays and spoils what it was told to. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const requests: ReceivedRequest[] = [];
  const traffic = { inFlight: 0, mostInFlight: 0 };
  const sockets = new Set<Socket>();

  const originOf = ({ host = "127.0.0.1" }: IncomingHttpHeaders): string =>
    `${options.tls === undefined ? "http" : "https"}://${host}`;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    traffic.inFlight += 1;
    traffic.mostInFlight = Math.max(traffic.mostInFlight, traffic.inFlight);
    let isOver = false;
    const over = (): void => {
      if (!isOver) traffic.inFlight -= 1;
      isOver = true;
    };
    response.once("finish", over).once("close", over);
    // A client may notice the end of its connection, and send the next request, before the response here is closed.
    const drop = (): void => {
      over();
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
    if (options.latency > 0) await pause(options.latency);
    const fault = options.faults.take(method, url);
    if (fault?.kind === "delay") await pause(fault.ms);
    if (fault?.kind === "hang") return;
    if (fault?.kind === "drop" && (fault.when ?? "before") === "before") {
      drop();
      return;
    }
    if (fault?.kind === "meanwhile") fault.act();
    const arrived = fault?.kind === "cutBody" ? bytes.subarray(0, fault.bytes) : bytes;
    const origin = originOf(headers);
    const outgoing = answer(fault, { method, origin, url, headers, body, bytes: arrived });
    if (outgoing.account !== undefined) received.account = outgoing.account;
    if (isUnanswered(fault)) drop();
    else {
      const { bytesPerSecond } = options;
      await send(response, outgoing, options.clock, { delivery: deliveryOf(fault), bytesPerSecond });
    }
  };

  /** The last answer of each path, for those who get it once more. */
  const sent = new Map<string, Outgoing>();

  const answer = (fault: Fault | undefined, parts: Parameters<typeof readRequest>[0]): Outgoing => {
    const instead = fault && substitute(fault);
    if (instead !== undefined) return instead;
    const [path = ""] = parts.url.split("?", 1);
    const key = `${parts.method} ${path}`;
    const last = fault?.kind === "stale" ? sent.get(key) : undefined;
    if (last !== undefined) return last;
    const { "accept-encoding": _coding, ...plain } = parts.headers;
    const looksInside = fault !== undefined && readsBody(fault);
    const outgoing = options.respond(readRequest(looksInside ? { ...parts, headers: plain } : parts));
    if (parts.method === "GET" && !isContent(outgoing.body)) sent.set(key, outgoing);
    return fault === undefined ? outgoing : spoil(outgoing, fault);
  };

  const listener: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A client that goes away, while its body is read or while it reads, is its own business; anything else is a defect of
      // the simulator.
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

/** What was asked for is carried out, and nobody hears of it. */
function isUnanswered(fault: Fault | undefined): boolean {
  return (fault?.kind === "drop" && fault.when === "after") || fault?.kind === "cutBody";
}

/** Waits without keeping the process from ending. */
function pause(ms: number): Promise<void> {
  return wait(ms, undefined, { ref: false });
}
