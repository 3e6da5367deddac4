import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface StaticResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface StaticServer {
  readonly url: string;
  /** The headers of all requests. */
  readonly receivedHeaders: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** A server that isn't Tuleap: always sends the same response, or one by path and query. */
export async function startStaticServer(
  answer: StaticResponse | ((path: string, body: string) => StaticResponse),
): Promise<StaticServer> {
  const receivedHeaders: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    receivedHeaders.push(request.headers);
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
    receivedHeaders,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
