// Somebody else's server: whatever reaches it is kept, byte by byte.
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface Elsewhere {
  readonly host: string;
  readonly received: () => Buffer;
  /** How many have knocked, with or without a word. */
  readonly connections: () => number;
  close(): Promise<void>;
}

const answer =
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";

export async function startElsewhere(): Promise<Elsewhere> {
  const parts: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      parts.push(Buffer.from(bytes));
      socket.end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    received: () => Buffer.concat(parts),
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
