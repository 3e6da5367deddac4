import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { formatHttpDate } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import { isStreamedContent } from "./messages.ts";
import type { StreamedContent, Header, HttpResponse } from "./messages.ts";

export type DeliveryMode =
  | { readonly kind: "whole" }
  /** Closes the connection in the middle of the body; with a Content-Length, or in chunks without the last one. */
  | { readonly kind: "truncated"; readonly sendsContentLength: boolean }
  /** Sends a Content-Length that is off by this many bytes. */
  | { readonly kind: "wrongLength"; readonly by: number }
  /** Sends a few bytes at a time. */
  | { readonly kind: "trickle"; readonly bytes: number; readonly ms: number };

export async function sendResponse(
  response: ServerResponse,
  outgoing: HttpResponse,
  clock: SimulatedClock,
  { delivery, bytesPerSecond }: { readonly delivery: DeliveryMode; readonly bytesPerSecond: number },
): Promise<void> {
  // The Date header is in simulated time too.
  response.sendDate = false;
  const body = toStreamedContent(outgoing.body);
  const head = (...more: readonly Header[]): void => {
    const replaced = new Set(more.map(([name]) => name));
    const headers = outgoing.headers.filter(([name]) => !replaced.has(name));
    response.writeHead(
      outgoing.status,
      [["Server", "nginx"], ["Date", formatHttpDate(clock.now())], ...headers, ...more].flat(),
    );
  };
  switch (delivery.kind) {
    case "whole":
      head();
      if (isStreamedContent(outgoing.body)) {
        await pipeline(Readable.from(limitRate(body, bytesPerSecond)), response);
      } else response.end(outgoing.body);
      return;
    case "truncated": {
      const length: Header = ["Content-Length", String(body.size)];
      const chunked: Header = ["Transfer-Encoding", "chunked"];
      head(delivery.sendsContentLength ? length : chunked);
      response.flushHeaders();
      await writeBytes(response, body.slice(0, Math.floor(body.size / 2)));
      response.socket?.destroySoon();
      return;
    }
    case "wrongLength":
      head(["Content-Length", String(body.size + delivery.by)], ["Connection", "close"]);
      await writeBytes(response, body.slice(0, body.size));
      response.socket?.destroySoon();
      return;
    case "trickle":
      head();
      for (let at = 0; at < body.size && !response.destroyed; at += delivery.bytes) {
        await writeBytes(response, body.slice(at, at + delivery.bytes));
        await wait(delivery.ms, undefined, { ref: false });
      }
      response.end();
  }
}

/** Limits the rate. Chunks that are due within the resolution of a timer are sent together. */
async function* limitRate(body: StreamedContent, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  let sentBytes = 0;
  for (const chunk of body.chunks()) {
    yield chunk;
    sentBytes += chunk.length;
    const early = startedAt + (1000 * sentBytes) / bytesPerSecond - performance.now();
    if (early > 1) await wait(early, undefined, { ref: false });
  }
}

function writeBytes(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (bytes.length === 0 || response.destroyed) resolve();
    else response.write(bytes, () => resolve());
  });
}

export function toStreamedContent(body: HttpResponse["body"]): StreamedContent {
  if (isStreamedContent(body)) return body;
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return {
    size: bytes.length,
    slice: (from, to) => bytes.subarray(from, to),
    chunks: () => [bytes],
  };
}
