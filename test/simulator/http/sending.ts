import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { httpDate } from "../clock.ts";
import type { SimulatedClock } from "../clock.ts";
import { isContent } from "./message.ts";
import type { Content, Header, Outgoing } from "./message.ts";

/** How a response reaches its reader. */
export type Delivery =
  | { readonly kind: "whole" }
  /** Ends the connection in the middle of the body; with its length announced, or in chunks of which the last is missing. */
  | { readonly kind: "half"; readonly announcesLength: boolean }
  /** Announces so many bytes more, or less, than there are. */
  | { readonly kind: "wrongLength"; readonly by: number }
  /** A few bytes at a time. */
  | { readonly kind: "trickle"; readonly bytes: number; readonly ms: number };

export async function send(
  response: ServerResponse,
  outgoing: Outgoing,
  clock: SimulatedClock,
  { delivery, bytesPerSecond }: { readonly delivery: Delivery; readonly bytesPerSecond: number },
): Promise<void> {
  // The simulated server lives in simulated time, its Date header included.
  response.sendDate = false;
  const body = contentOf(outgoing.body);
  const head = (...more: readonly Header[]): void => {
    const replaced = new Set(more.map(([name]) => name));
    const headers = outgoing.headers.filter(([name]) => !replaced.has(name));
    response.writeHead(
      outgoing.status,
      [["Server", "nginx"], ["Date", httpDate(clock.now())], ...headers, ...more].flat(),
    );
  };
  switch (delivery.kind) {
    case "whole":
      head();
      if (isContent(outgoing.body)) await pipeline(Readable.from(paced(body, bytesPerSecond)), response);
      else response.end(outgoing.body);
      return;
    case "half": {
      const length: Header = ["Content-Length", String(body.size)];
      const chunked: Header = ["Transfer-Encoding", "chunked"];
      head(delivery.announcesLength ? length : chunked);
      response.flushHeaders();
      await written(response, body.slice(0, Math.floor(body.size / 2)));
      response.socket?.destroySoon();
      return;
    }
    case "wrongLength":
      head(["Content-Length", String(body.size + delivery.by)], ["Connection", "close"]);
      await written(response, body.slice(0, body.size));
      response.socket?.destroySoon();
      return;
    case "trickle":
      head();
      for (let at = 0; at < body.size && !response.destroyed; at += delivery.bytes) {
        await written(response, body.slice(at, at + delivery.bytes));
        await wait(delivery.ms, undefined, { ref: false });
      }
      response.end();
  }
}

/** No faster than the line. What a timer can't tell apart goes out together. */
async function* paced(body: Content, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const begun = performance.now();
  let sent = 0;
  for (const piece of body.pieces()) {
    yield piece;
    sent += piece.length;
    const early = begun + (1000 * sent) / bytesPerSecond - performance.now();
    if (early > 1) await wait(early, undefined, { ref: false });
  }
}

function written(response: ServerResponse, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    if (bytes.length === 0 || response.destroyed) resolve();
    else response.write(bytes, () => resolve());
  });
}

function contentOf(body: Outgoing["body"]): Content {
  if (isContent(body)) return body;
  const bytes = Buffer.from(body);
  return {
    size: bytes.length,
    slice: (from, to) => bytes.subarray(from, to),
    pieces: () => [bytes],
  };
}
