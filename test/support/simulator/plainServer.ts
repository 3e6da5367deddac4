import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface PlainAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface PlainServer {
  readonly url: string;
  /** The headers of every request that arrived. */
  readonly received: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** A server that is no Tuleap: it answers everything the same way, or as told by path and query. */
export async function startPlainServer(
  answer: PlainAnswer | ((path: string, body: string) => PlainAnswer),
): Promise<PlainServer> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    let sent = "";
    request.on("data", (bytes: Buffer) => {
      sent += bytes.toString("utf8");
    });
    request.on("end", () => {
      const { status, headers, body } =
        typeof answer === "function" ? answer(request.url ?? "", sent) : answer;
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
