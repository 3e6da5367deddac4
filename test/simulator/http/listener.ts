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
import { httpDate } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import type { Fault, Faults } from "../faults.ts";
import { readRequest } from "./message.ts";
import type { Header, Outgoing, Responder } from "./message.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** With its query, as sent. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** User name of the account it was made as. */
  readonly account?: string;
}

export interface ListenerOptions {
  readonly respond: Responder;
  readonly faults: Faults;
  readonly clock: SimulatedClock;
  readonly latency: number;
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
    response.once("close", () => {
      traffic.inFlight -= 1;
    });
    const { method = "GET", url = "/", headers } = request;
    const body = await readBody(request);
    const received: { -readonly [member in keyof ReceivedRequest]: ReceivedRequest[member] } = {
      method,
      path: url,
      headers,
      body,
    };
    requests.push(received);
    if (options.latency > 0) await wait(options.latency);
    const fault = options.faults.take(method, url);
    if (fault?.kind === "delay") await wait(fault.ms);
    if (fault?.kind === "hang") return;
    if (fault?.kind === "drop") {
      request.socket.destroy();
      return;
    }
    const spoiled = fault && spoil(fault);
    if (spoiled !== undefined) {
      send(response, spoiled, options.clock);
      return;
    }
    const outgoing = options.respond(readRequest({ method, origin: originOf(headers), url, headers, body }));
    if (outgoing.account !== undefined) received.account = outgoing.account;
    send(response, outgoing, options.clock);
  };

  const listener: RequestListener = (request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A client that goes away while its body is read is its own business; anything else is a defect of the simulator.
      if (request.destroyed && !request.complete) return;
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

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, outgoing: Outgoing, clock: SimulatedClock): void {
  // The simulated server lives in simulated time, its Date header included.
  response.sendDate = false;
  response.writeHead(
    outgoing.status,
    [["Server", "nginx"], ["Date", httpDate(clock.now())], ...outgoing.headers].flat(),
  );
  response.end(outgoing.body);
}

function spoil(fault: Fault): Outgoing | undefined {
  const typed = (contentType: string): readonly Header[] => [["Content-Type", contentType]];
  switch (fault.kind) {
    case "status": {
      const { status } = fault;
      const body = fault.body ?? JSON.stringify({ error: { code: status, message: "On purpose" } });
      return { status, headers: typed(fault.contentType ?? "application/json; charset=utf-8"), body };
    }
    case "html":
      return {
        status: 200,
        headers: typed("text/html; charset=UTF-8"),
        body: "<!doctype html><html><head><title>Sign in</title></head><body><form>Sign in to go on</form></body></html>",
      };
    case "brokenJson":
      return {
        status: 200,
        headers: typed("application/json; charset=utf-8"),
        body: '[{"id":101,"label":"Half an ans',
      };
    case "hang":
    case "drop":
    case "delay":
      return undefined;
  }
}
