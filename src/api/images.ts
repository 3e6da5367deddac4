// Pictures in texts: fetched here, because a page has neither the credentials nor the way to the server.
import { Cancelled, type FailedRequest, NotUnderstood } from "../model/failure.ts";
import { count } from "./collection.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./network/failureOf.ts";
import { observed, type Observer } from "./network/http.ts";
import { type Hide, hiding } from "./network/secrets.ts";
import { bytesOf, openStream, siteUrl, type SiteStreams } from "./network/siteStream.ts";
import type { Slots } from "./network/slots.ts";
import type { OpenAnswer } from "./network/transport.ts";

export interface Image {
  /** Its media type, one of those that are pictures. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface ImageRoutes extends SiteStreams {
  /** The places that images share with downloads, so that they never starve the tree. */
  readonly slots: Slots;
  readonly observe: Observer;
}

const mostBytes = 5 * 1024 * 1024;

const pictures: ReadonlySet<string> = new Set(
  ["png", "jpeg", "gif", "webp", "svg+xml", "bmp", "x-icon", "avif"].map((name) => `image/${name}`),
);

/** Undefined for what is no picture, or is packed although we asked for it as it is. */
function typeOf({ header }: OpenAnswer): string | undefined {
  const type = header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return pictures.has(type) && header("content-encoding") === undefined ? type : undefined;
}

/** What the head of an answer says against reading on. */
function problemOf(answer: OpenAnswer, request: FailedRequest, hide: Hide): Error | undefined {
  const { status, header } = answer;
  const answered = { ...request, status };
  if (status !== 200) {
    // Outside the API an error is a page for people: its status says all that we can use.
    const isRefusal = status >= 300;
    const empty = { status, header, body: Buffer.alloc(0) };
    return isRefusal ? failureOfAnswer(empty, request, hide) : new NotUnderstood(answered, "shape");
  }
  if (typeOf(answer) === undefined) return new NotUnderstood(answered, "shape");
  const announced = count(header("content-length")) ?? 0;
  return announced > mostBytes ? new NotUnderstood(answered, "tooLarge") : undefined;
}

async function readImage(
  answer: OpenAnswer,
  request: FailedRequest,
  hide: Hide,
  signal?: AbortSignal,
): Promise<Image> {
  const problem = problemOf(answer, request, hide);
  if (problem !== undefined) {
    answer.giveUp();
    throw problem;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytesOf(answer, request, signal)) {
    length += part.length;
    if (length > mostBytes) throw new NotUnderstood(request, "tooLarge");
    parts.push(part);
  }
  return { type: typeOf(answer) ?? "", bytes: Buffer.concat(parts, length) };
}

/**
 * A picture of the site's own origin, by its path or its whole address; one from elsewhere is not asked for. Only
 * attachments are asked for with credentials: what else a text names on that host may belong to another program.
 */
export async function fetchImage(routes: ImageRoutes, path: string, signal?: AbortSignal): Promise<Image> {
  const url = siteUrl(routes.api, path);
  const hide = hiding(routes.credential());
  if (url === undefined) {
    throw new NotUnderstood({ method: "GET", url: quoted(path, hide) }, "foreignAddress");
  }
  const request = { method: "GET", url: url.href };
  const release = await routes.slots.take(signal);
  try {
    if (signal?.aborted === true) throw new Cancelled(request);
    const read = async (): Promise<Image> => {
      const answer = await openStream(routes, url, "answer", signal).catch((error: unknown) => {
        throw failureOfThrown(error, request, { isChange: false, signal });
      });
      return readImage(answer, request, hide, signal);
    };
    return await observed(routes.observe, request, read, () => ({ ...request, status: 200 }));
  } finally {
    release();
  }
}
