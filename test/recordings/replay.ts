// A real server that answers every request with one recorded response, apart from those that lead up to it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bytesOf } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
}

/** What another request is answered on the way to the one that matters. */
export interface Beside {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Replay {
  readonly url: string;
  /** What arrived since the response was chosen. */
  readonly received: readonly ReceivedRequest[];
  answerWith(recording: Recording, beside?: readonly Beside[]): void;
  close(): Promise<void>;
}

/** They tell how the body travelled then; it travels anew. */
const ofTransfer = new Set(["content-encoding", "content-length", "transfer-encoding", "connection"]);

export async function startReplay(): Promise<Replay> {
  const received: ReceivedRequest[] = [];
  let current: Recording | undefined;
  let others: readonly Beside[] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? "", url: request.url ?? "" });
    request.resume();
    if (current === undefined) throw new Error("No recording was chosen.");
    const [path] = request.url?.split("?", 1) ?? [];
    const other = others.find((each) => each.method === request.method && each.path === path);
    if (other !== undefined) {
      response.writeHead(other.status, other.headers).end();
      return;
    }
    for (const [name, value] of current.response.headers) {
      if (!ofTransfer.has(name.toLowerCase())) response.appendHeader(name, value);
    }
    const body = bytesOf(current);
    response.writeHead(current.response.status, { "Content-Length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answerWith: (recording, beside = []) => {
      current = recording;
      others = beside;
      received.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
