import assert from "node:assert/strict";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { type Client, createClient } from "../../../src/api/client.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import { usualLimits } from "../../../src/api/network/transport.ts";

/** It never falls silent for so long as to be noticed by that. */
const dripMs = 10;
const limits = { ...usualLimits, answerMs: 400, paceMs: 400, paceBytes: 1_000 };

const head = "HTTP/1.1 200 OK\r\ncontent-type: ";
const drips: Readonly<Record<string, { readonly first: string; readonly drip: string }>> = {
  "the body": { first: `${head}application/json\r\ncontent-length: 100000\r\n\r\n[`, drip: " " },
  "an error": {
    first: "HTTP/1.1 500 Error\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{",
    drip: " ",
  },
  headers: { first: "HTTP/1.1 200 OK\r\nx: ", drip: "x" },
  "answers that announce another": {
    first: "HTTP/1.1 103 Early Hints\r\n\r\n",
    drip: "HTTP/1.1 103 Early Hints\r\n\r\n",
  },
  "an image": { first: `${head}image/png\r\ncontent-length: 100000\r\n\r\n`, drip: "x" },
  "a file": { first: `${head}text/plain\r\ncontent-length: 100000\r\n\r\n`, drip: "x" },
};

/** A server that goes on until the other side ends the connection. */
class Dripping {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor({ first, drip }: { readonly first: string; readonly drip: string }) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.write(first);
        const timer = setInterval(() => socket.write(drip), dripMs);
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
  const { bytes, way } = await client.download({ ...file, page });
  assert.equal(way, "stream");
  let read = 0;
  for await (const part of bytes) read += part.length;
  assert.fail(`it came to an end after ${read} bytes`);
}

const requests: readonly (readonly [
  title: string,
  drip: keyof typeof drips,
  ask: (client: Client) => Promise<unknown>,
  kind: string,
])[] = [
  ["a read of", "the body", (client) => client.projects(0), "timedOut"],
  [
    "a change that is answered with",
    "the body",
    (client) => client.overwrite(1, { changes: [] }),
    "outcomeUnknown",
  ],
  ["a read of", "an error", (client) => client.projects(0), "timedOut"],
  ["a read of", "headers", (client) => client.projects(0), "timedOut"],
  ["a read of", "answers that announce another", (client) => client.projects(0), "timedOut"],
  ["a document of", "the body", (client) => client.raw("projects", 1_000_000), "timedOut"],
  ["a document of", "an error", (client) => client.raw("projects", 1_000_000), "timedOut"],
  ["a picture of", "an image", (client) => client.image(page), "timedOut"],
  ["a download of", "a file", download, "timedOut"],
];

describe("a server that sends a byte every now and then, and never ends", () => {
  for (const [title, name, ask, kind] of requests) {
    it(`holds no request for ever: ${title} ${name}`, async () => {
      const server = new Dripping(drips[name] ?? assert.fail(name));
      const api = await server.start();
      const client = createClient({
        api,
        credential: undefined,
        caFile: undefined,
        observe: () => undefined,
        limits,
        retry: { ...usualRetry, attempts: 1 },
      });
      try {
        await assert.rejects(ask(client), { kind });
      } finally {
        await client.close();
        await server.stop();
      }
    });
  }

  it("may take its time for a download that keeps its pace", async () => {
    const server = new Dripping({ first: drips["a file"]?.first ?? "", drip: "x".repeat(500) });
    const api = await server.start();
    // All of it takes several times as long as an answer may.
    const client = createClient({
      api,
      credential: undefined,
      caFile: undefined,
      observe: () => undefined,
      limits: { ...limits, answerMs: 500, paceMs: 5_000 },
    });
    try {
      const { bytes } = await client.download({ ...file, page });
      let read = 0;
      for await (const part of bytes) read += part.length;
      assert.equal(read, file.size);
    } finally {
      await client.close();
      await server.stop();
    }
  });
});
