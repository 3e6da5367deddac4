// A line to a server that counts what goes over it, both ways, headers included.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CountingLine {
  /** Where the server seems to be. */
  readonly url: string;
  readonly bytes: number;
  close(): Promise<void>;
}

export async function countingLine(serverUrl: string): Promise<CountingLine> {
  const { hostname, port } = new URL(serverUrl);
  const sockets = new Set<Socket>();
  let bytes = 0;
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        to.write(chunk);
      });
      // Where one end breaks off, so does the other; whose fault it was is for those at the ends to say.
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
    get bytes() {
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
