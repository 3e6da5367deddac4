import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Simulator } from "../simulator/simulator.ts";

export interface Ask {
  readonly method?: string;
  /** Below `/api`, unless it begins with `//`, which stands for the site's root. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes as they are, anything else as JSON. */
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Plain node:http, which adds no headers of its own and sends a body with any method. */
export function ask(simulator: Simulator, { method = "GET", path, headers = {}, body }: Ask): Promise<Reply> {
  const isPlain = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
  const content = isPlain ? body : JSON.stringify(body);
  const url = `${simulator.url}${path.startsWith("//") ? path.slice(1) : `/api${path}`}`;
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const bytes = Buffer.concat(chunks);
        const isCompressed = response.headers["content-encoding"] === "gzip";
        const text = (isCompressed ? gunzipSync(bytes) : bytes).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.once("error", reject);
    if (content !== undefined) sent.setHeader("Content-Length", Buffer.byteLength(content));
    sent.end(content);
  });
}
