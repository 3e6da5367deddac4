import { request } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { gunzipSync } from "node:zlib";
import type { Simulator } from "../simulator/simulator.ts";

export interface SimulatorRequest {
  readonly method?: string;
  /** Relative to `/api`, or to the site's root if it starts with `//`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Texts and bytes are sent unchanged, other values as JSON. */
  readonly body?: unknown;
}

export interface SimulatorResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Uses node:http, which adds no headers and sends a body with any method. */
export function sendRequest(
  simulator: Simulator,
  { method = "GET", path, headers = {}, body }: SimulatorRequest,
): Promise<SimulatorResponse> {
  const isRaw = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
  const content = isRaw ? body : JSON.stringify(body);
  const url = `${simulator.url}${path.startsWith("//") ? path.slice(1) : `/api${path}`}`;
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method, headers, agent: false }, (response) => {
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
    clientRequest.once("error", reject);
    if (content !== undefined) clientRequest.setHeader("Content-Length", Buffer.byteLength(content));
    clientRequest.end(content);
  });
}
