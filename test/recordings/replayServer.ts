// A server that returns one recorded response for every request, apart from those before it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getBodyBytes } from "./recording.ts";
import type { Recording } from "./recording.ts";

interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
}

/** The response to a request before the recorded one. */
export interface OtherResponse {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReplayServer {
  readonly url: string;
  /** Requests since the recording was set. */
  readonly received: readonly ReceivedRequest[];
  setRecording(recording: Recording, responses?: readonly OtherResponse[]): void;
  close(): Promise<void>;
}

/** Headers about the transfer of the recorded body. */
const transferHeaders = new Set(["content-encoding", "content-length", "transfer-encoding", "connection"]);

export async function startReplayServer(): Promise<ReplayServer> {
  const received: ReceivedRequest[] = [];
  let current: Recording | undefined;
  let otherResponses: readonly OtherResponse[] = [];
  const server = createServer((request, response) => {
    received.push({ method: request.method ?? "", url: request.url ?? "" });
    request.resume();
    if (current === undefined) throw new Error("No recording was chosen.");
    const [path] = request.url?.split("?", 1) ?? [];
    const otherResponse = otherResponses.find(
      (candidate) => candidate.method === request.method && candidate.path === path,
    );
    if (otherResponse !== undefined) {
      response.writeHead(otherResponse.status, otherResponse.headers).end();
      return;
    }
    for (const [name, value] of current.response.headers) {
      if (!transferHeaders.has(name.toLowerCase())) response.appendHeader(name, value);
    }
    const body = getBodyBytes(current);
    response.writeHead(current.response.status, { "Content-Length": body.length }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    setRecording: (recording, responses = []) => {
      current = recording;
      otherResponses = responses;
      received.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
