// A TCP proxy that counts the bytes in both directions, headers included.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CountingProxy {
  /** URL of the proxy. */
  readonly url: string;
  readonly transferredBytes: number;
  close(): Promise<void>;
}

export async function startCountingProxy(serverUrl: string): Promise<CountingProxy> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const listener = createServer((clientSocket) => {
    const serverSocket = connect(Number(port), hostname);
    for (const [from, to] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        to.write(chunk);
      });
      // An error on one side closes the other side as well.
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.end();
      });
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    get transferredBytes() {
      return bytes;
    },
    close: async () => {
      const closed = once(listener, "close");
      listener.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
