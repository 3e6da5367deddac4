import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { type Client, createClient } from "../../../src/api/client.ts";
import { defaultRetryPolicy } from "../../../src/api/network/retry.ts";
import { defaultTransportLimits } from "../../../src/api/network/transport.ts";

/** Shorter than the idle timeout. */
const dripMs = 10;
const limits = { ...defaultTransportLimits, responseMs: 400, minRateWindowMs: 400, minRateBytes: 1_000 };

const head = "HTTP/1.1 200 OK\r\ncontent-type: ";
const slowResponses: Readonly<Record<string, { readonly first: string; readonly unit: string }>> = {
  "the body": { first: `${head}application/json\r\ncontent-length: 100000\r\n\r\n[`, unit: " " },
  "an error": {
    first: "HTTP/1.1 500 Error\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{",
    unit: " ",
  },
  headers: { first: "HTTP/1.1 200 OK\r\nx: ", unit: "x" },
  "informational responses": {
    first: "HTTP/1.1 103 Early Hints\r\n\r\n",
    unit: "HTTP/1.1 103 Early Hints\r\n\r\n",
  },
  "an image": { first: `${head}image/png\r\ncontent-length: 100000\r\n\r\n`, unit: "x" },
  "a file": { first: `${head}text/plain\r\ncontent-length: 100000\r\n\r\n`, unit: "x" },
};

/** A server that sends a few bytes at a time until the client closes the connection. */
class SlowServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor({ first, unit }: { readonly first: string; readonly unit: string }) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(first);
        const timer = setInterval(() => socket.write(unit), dripMs);
        socket.on("close", () => clearInterval(timer));
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

const file = { id: 1, name: "a", size: 100_000, type: "text/plain", description: "" };
const page = "/plugins/tracker/attachments/1-a";

async function download(client: Client): Promise<void> {
  const { bytes, mode } = await client.download({ ...file, page });
  assert.equal(mode, "stream");
  let read = 0;
  for await (const chunk of bytes) read += chunk.length;
  assert.fail(`the download ended after ${read} bytes`);
}

const requests: readonly (readonly [
  title: string,
  response: keyof typeof slowResponses,
  send: (client: Client) => Promise<unknown>,
  kind: string,
])[] = [
  ["a list,", "the body", (client) => client.projects(0), "timedOut"],
  ["an update,", "the body", (client) => client.overwriteArtifact(1, { changes: [] }), "outcomeUnknown"],
  ["a list,", "an error", (client) => client.projects(0), "timedOut"],
  ["a list,", "headers", (client) => client.projects(0), "timedOut"],
  ["a list,", "informational responses", (client) => client.projects(0), "timedOut"],
  ["a raw response,", "the body", (client) => client.fetchRawResponse("projects", 1_000_000), "timedOut"],
  ["a raw response,", "an error", (client) => client.fetchRawResponse("projects", 1_000_000), "timedOut"],
  ["an image request,", "an image", (client) => client.fetchImage(page), "timedOut"],
  ["a download,", "a file", download, "timedOut"],
];

describe("a server that sends a response very slowly", () => {
  for (const [title, name, send, kind] of requests) {
    it(`can't block a request forever: ${title} ${name}`, async () => {
      const server = new SlowServer(slowResponses[name] ?? assert.fail(name));
      const api = await server.start();
      const client = createClient({
        api,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
        limits,
        retry: { ...defaultRetryPolicy, attempts: 1 },
      });
      try {
        await assert.rejects(send(client), { kind });
      } finally {
        await client.close();
        await server.stop();
      }
    });
  }

  it("can send a long download above the minimum rate", async () => {
    const server = new SlowServer({ first: slowResponses["a file"]?.first ?? "", unit: "x".repeat(500) });
    const api = await server.start();
    // The download takes several times as long as `responseMs`.
    const client = createClient({
      api,
      credential: undefined,
      caFile: undefined,
      observe: () => undefined,
      limits: { ...limits, responseMs: 500, minRateWindowMs: 5_000 },
    });
    try {
      const { bytes } = await client.download({ ...file, page });
      let read = 0;
      for await (const chunk of bytes) read += chunk.length;
      assert.equal(read, file.size);
    } finally {
      await client.close();
      await server.stop();
    }
  });
});
