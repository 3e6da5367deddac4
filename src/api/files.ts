// The bytes of an attachment: right, or an error.
import * as z from "zod";
import { Cancelled, type FailedRequest, NotFound, NotUnderstood, Unreachable } from "../model/failure.ts";
import type { FileDescription } from "../model/value.ts";
import { count } from "./collection.ts";
import { failureOfAnswer, failureOfThrown, quoted } from "./network/failureOf.ts";
import { type Answer, type Http, observed, type Observer } from "./network/http.ts";
import { type Hide, hiding } from "./network/secrets.ts";
import { attachmentUrl, bytesOf, openStream, type SiteStreams, siteUrl } from "./network/siteStream.ts";
import type { Slots, Stay } from "./network/slots.ts";
import type { OpenAnswer } from "./network/transport.ts";

// Pictures in texts: fetched here, because a page has neither the credentials nor the way to the server.

export interface Image {
  /** Its media type, one of those that are pictures. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

interface ImageRoutes extends SiteStreams {
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

interface FileRoutes extends SiteStreams {
  readonly http: Http;
  /** The places that all downloads of a site share, so that they never starve the tree. */
  readonly slots: Slots;
  readonly observe: Observer;
}

export interface DownloadOptions {
  /** Where to begin, for one that was cut off. */
  readonly from?: number;
  /** Requests at a time; a site has six, and the tree wants some too. */
  readonly atOnce?: number;
  readonly signal?: AbortSignal | undefined;
  /** Somebody sits before it, as in an editor: it takes the place too that long downloads leave free. */
  readonly isUrgent?: boolean;
}

export interface Download {
  /** Bytes of the whole file, wherever the download begins. */
  readonly size: number;
  readonly way: "chunks" | "stream";
  /** In order, to be read once. Who stops reading before the end gives up the rest. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** For those who never begin to read: a stream keeps its connection until then. */
  readonly giveUp: () => void;
}

interface Chunk {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly limit: number;
  readonly size: number;
}

const chunkSchema = z.object({ data: z.string() });
const missingSchema = z.object({ data: z.null() });

/** Strict, where a Buffer passes over what is no base64, and fast, where a pattern takes 15 ms for a chunk. */
function decodeBase64(text: string): Buffer | undefined {
  try {
    const bytes = Buffer.from(atob(text), "latin1");
    // Spaces and a missing padding are let through up to here.
    const padding = "=".repeat((3 - (bytes.length % 3)) % 3);
    return text.length === 4 * Math.ceil(bytes.length / 3) && text.endsWith(padding) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function decodeChunk(answer: Answer, offset: number): Chunk {
  // The server knows the file but has lost its bytes.
  if (missingSchema.safeParse(answer.body).success) throw new NotFound(answer.request);
  const wire = chunkSchema.safeParse(answer.body);
  const bytes = wire.success ? decodeBase64(wire.data.data) : undefined;
  if (bytes === undefined) throw new NotUnderstood(answer.request, "shape");
  const size = count(answer.header("x-pagination-size"));
  const limit = count(answer.header("x-pagination-limit"));
  if (size === undefined || limit === undefined || limit === 0) {
    throw new NotUnderstood(answer.request, "length");
  }
  if (bytes.length !== Math.max(0, Math.min(limit, size - offset))) {
    throw new NotUnderstood(answer.request, "length");
  }
  return { offset, bytes, limit, size };
}

/** What the product's servers hand out at most, and without being asked. */
const chunkBytes = 1024 * 1024;

/** A place for work of that kind, until it is over or nobody wants it any more. */
async function placeIn(
  slots: Slots,
  request: FailedRequest,
  { isUrgent = false, signal }: DownloadOptions,
): Promise<() => void> {
  const stay: Stay = isUrgent ? "short" : "long";
  const release = await slots.take(signal, stay);
  if (signal?.aborted !== true) return release;
  release();
  throw new Cancelled(request);
}

async function fetchChunk(
  { http, slots }: FileRoutes,
  file: FileDescription,
  offset: number,
  options: DownloadOptions & { readonly signal: AbortSignal },
): Promise<Chunk> {
  const { signal } = options;
  const uri = `artifact_files/${file.id}`;
  const release = await placeIn(slots, { method: "GET", url: uri }, options);
  try {
    const parameters = { offset, limit: chunkBytes };
    return decodeChunk(await http.send({ uri, parameters, signal }), offset);
  } finally {
    release();
  }
}

/** Chunk after chunk in order, several on their way at once; no more of them are held than are on their way. */
async function* inOrder(
  first: Chunk,
  fetchAt: (offset: number) => Promise<Chunk>,
  atOnce: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const underWay: Promise<Chunk>[] = [];
  let offset = first.offset + first.limit;
  const fill = (): void => {
    while (offset < first.size && underWay.length < atOnce) {
      const chunk = fetchAt(offset);
      chunk.catch(() => undefined);
      underWay.push(chunk);
      offset += first.limit;
    }
  };
  fill();
  yield first.bytes;
  for (let chunk = underWay.shift(); chunk !== undefined; chunk = underWay.shift()) {
    const { bytes } = await chunk;
    fill();
    yield bytes;
  }
}

/** Ends what is still on its way when the reader stops, whether at the end or before. */
async function* endingWith<T>(bytes: AsyncIterable<T>, end: () => void): AsyncGenerator<T, void, undefined> {
  try {
    yield* bytes;
  } finally {
    end();
  }
}

async function inChunks(
  routes: FileRoutes,
  file: FileDescription,
  options: DownloadOptions,
): Promise<Download> {
  const { from = 0, atOnce = 4, signal } = options;
  const ended = new AbortController();
  const either = signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]);
  const forChunk = { ...options, signal: either };
  const first = await fetchChunk(routes, file, from, forChunk);
  const request = { method: "GET", url: `artifact_files/${file.id}` };
  // A file that is not as described, or changes while it is read, has no right bytes.
  if (file.size > 0 && file.size !== first.size) throw new NotUnderstood(request, "length");
  const fetchAt = async (offset: number): Promise<Chunk> => {
    const chunk = await fetchChunk(routes, file, offset, forChunk);
    if (chunk.size === first.size && chunk.limit === first.limit) return chunk;
    throw new NotUnderstood(request, "length");
  };
  const giveUp = (): void => ended.abort();
  const bytes = endingWith(inOrder(first, fetchAt, Math.max(1, Math.trunc(atOnce) || 1)), giveUp);
  return { size: first.size, way: "chunks", bytes, giveUp };
}

/** Something else in place of the file: a sign-in, an error that looks like a success, other bytes than stored. */
function fits(answer: OpenAnswer, { type, size }: FileDescription): boolean {
  const sentType = answer.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isType = sentType === type.toLowerCase() || sentType === "application/octet-stream";
  const isPlain = answer.header("content-encoding") === undefined;
  return answer.status === 200 && isType && isPlain && count(answer.header("content-length")) === size;
}

async function* wholeStream(
  answer: OpenAnswer,
  size: number,
  request: FailedRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  for await (const bytes of bytesOf(answer, request, signal)) {
    received += bytes.length;
    yield bytes;
  }
  if (received !== size) throw new Unreachable(request, "closed", undefined);
}

/** Its beginning was observed already; how it broke off is another line of the log. */
async function* observedBytes(
  observe: Observer,
  request: FailedRequest,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const started = performance.now();
  try {
    yield* bytes;
  } catch (failure) {
    observe({ request, milliseconds: performance.now() - started, failure });
    throw failure;
  }
}

/** Someone who is not signed in has no credentials to protect, and servers give no chunks to them. */
function streamUrl({ api, credential }: FileRoutes, page: string): URL | undefined {
  return credential() === undefined ? siteUrl(api, page) : attachmentUrl(api, page);
}

async function asStream(
  routes: FileRoutes,
  file: FileDescription,
  options: DownloadOptions,
): Promise<Download | undefined> {
  const { signal } = options;
  const url = file.page === undefined ? undefined : streamUrl(routes, file.page);
  if (url === undefined) return undefined;
  const request = { method: "GET", url: url.href };
  const release = await placeIn(routes.slots, request, options);
  const open = async (): Promise<OpenAnswer> => {
    const opened = await openStream(routes, url, "download", signal).catch((error: unknown) => {
      throw failureOfThrown(error, request, { isChange: false, signal });
    });
    const { status, header } = opened;
    if (status < 300) return opened;
    opened.giveUp();
    // An error is a page for people here: its status says all that we can use.
    throw failureOfAnswer({ status, header, body: Buffer.alloc(0) }, request, hiding(routes.credential()));
  };
  const answer = await observed(routes.observe, request, open, ({ status }) => ({
    ...request,
    status,
  })).catch(() => undefined);
  const giveUp = (): void => {
    answer?.giveUp();
    release();
  };
  if (answer === undefined || !fits(answer, file)) {
    giveUp();
    return undefined;
  }
  const read = observedBytes(routes.observe, request, wholeStream(answer, file.size, request, signal));
  return { size: file.size, way: "stream", bytes: endingWith(read, release), giveUp };
}

/** One stream where the server has one that fits, else chunks. What was cut off goes on in chunks. */
export async function downloadFile(
  routes: FileRoutes,
  file: FileDescription,
  options: DownloadOptions = {},
): Promise<Download> {
  const stream = (options.from ?? 0) === 0 ? await asStream(routes, file, options) : undefined;
  return stream ?? inChunks(routes, file, options);
}
