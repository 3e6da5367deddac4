// A server of another site, which records all received bytes.
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface ForeignServer {
  readonly host: string;
  readonly getReceivedBytes: () => Buffer;
  /** Number of connections, with or without data. */
  readonly countConnections: () => number;
  close(): Promise<void>;
}

const response =
  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}";

export async function startForeignServer(): Promise<ForeignServer> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.on("data", (bytes) => {
      chunks.push(Buffer.from(bytes));
      socket.end(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    getReceivedBytes: () => Buffer.concat(chunks),
    countConnections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
