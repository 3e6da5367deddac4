// Downloads attachments and images. Content that doesn't match its description is an error.
import * as z from "zod";
import { Canceled, type RequestInfo, NotFound, UnexpectedResponse, Unreachable } from "../model/failure.ts";
import type { FileDescription } from "../model/valueTypes.ts";
import { parseCount } from "./pagination.ts";
import { toHttpFailure, toNetworkFailure, redactServerText } from "./network/failures.ts";
import {
  type HttpResponse,
  type HttpClient,
  observeRequest,
  type RequestObserver,
  uncompressedHeaders,
} from "./network/httpClient.ts";
import { type SecretRedactor, createSecretRedactor } from "./network/secretRedactor.ts";
import {
  parseAttachmentUrl,
  readResponseStream,
  openResponseStream,
  type SiteStreamContext,
  parseSameOriginUrl,
} from "./network/siteStream.ts";
import type { RequestQueue, SlotDuration } from "./network/requestQueue.ts";
import type { StreamedResponse } from "./network/transport.ts";

// Images in texts are loaded here, because a webview has neither the credentials nor the proxy settings.

export interface ImageContent {
  /** One of `imageTypes`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

interface ImageRequestContext extends SiteStreamContext {
  /** Shared with downloads, so that images never block the tree. */
  readonly queue: RequestQueue;
  readonly observe: RequestObserver;
}

const maxImageBytes = 5 * 1024 * 1024;

const imageTypes: ReadonlySet<string> = new Set(
  ["png", "jpeg", "gif", "webp", "svg+xml", "bmp", "x-icon", "avif"].map((name) => `image/${name}`),
);

/** `undefined` if it isn't an image, or is compressed although compression wasn't accepted. */
function getImageType({ header }: StreamedResponse): string | undefined {
  const type = header("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  return imageTypes.has(type) && header("content-encoding") === undefined ? type : undefined;
}

/** Checks status and headers before the body is read. */
function findResponseProblem(
  response: StreamedResponse,
  request: RequestInfo,
  redact: SecretRedactor,
): Error | undefined {
  const { status, header } = response;
  const requestWithStatus = { ...request, status };
  if (status !== 200) {
    // Outside the API an error is an HTML page; only its status is useful.
    const isRefusal = status >= 300;
    const empty = { status, header, body: Buffer.alloc(0) };
    return isRefusal
      ? toHttpFailure(empty, request, redact)
      : new UnexpectedResponse(requestWithStatus, "shape");
  }
  if (getImageType(response) === undefined) return new UnexpectedResponse(requestWithStatus, "shape");
  const contentLength = parseCount(header("content-length")) ?? 0;
  return contentLength > maxImageBytes ? new UnexpectedResponse(requestWithStatus, "tooLarge") : undefined;
}

async function readImageResponse(
  response: StreamedResponse,
  request: RequestInfo,
  redact: SecretRedactor,
  signal?: AbortSignal,
): Promise<ImageContent> {
  const problem = findResponseProblem(response, request, redact);
  if (problem !== undefined) {
    response.abort();
    throw problem;
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of readResponseStream(response, request, signal)) {
    length += part.length;
    if (length > maxImageBytes) throw new UnexpectedResponse(request, "tooLarge");
    parts.push(part);
  }
  return { mediaType: getImageType(response) ?? "", bytes: Buffer.concat(parts, length) };
}

/**
 * Loads an image of the site's origin, by its path or URL. Credentials are sent for attachments only: other
 * paths on that host may belong to another application.
 */
export async function fetchImage(
  context: ImageRequestContext,
  path: string,
  signal?: AbortSignal,
): Promise<ImageContent> {
  const url = parseSameOriginUrl(context.api, path);
  const redact = createSecretRedactor(context.credential());
  if (url === undefined) {
    throw new UnexpectedResponse({ method: "GET", url: redactServerText(path, redact) }, "foreignUrl");
  }
  const request = { method: "GET", url: url.href };
  const release = await context.queue.acquireSlot(signal);
  try {
    if (signal?.aborted === true) throw new Canceled(request);
    const read = async (): Promise<ImageContent> => {
      const response = await openResponseStream(context, url, "response", signal).catch((error: unknown) => {
        throw toNetworkFailure(error, request, { isChange: false, signal });
      });
      return readImageResponse(response, request, redact, signal);
    };
    return await observeRequest(context.observe, request, read, () => ({ ...request, status: 200 }));
  } finally {
    release();
  }
}

interface FileRequestContext extends SiteStreamContext {
  readonly http: HttpClient;
  /** Shared by all downloads of a site, so that they never block the tree. */
  readonly queue: RequestQueue;
  readonly observe: RequestObserver;
}

export interface DownloadOptions {
  /** Where to resume an interrupted download. */
  readonly offset?: number;
  /** Concurrent requests; five by default, which all long downloads of a site share. */
  readonly maxConcurrent?: number;
  readonly signal?: AbortSignal | undefined;
  /** Uses the slot that long downloads leave free: the user waits for it, as in an editor. */
  readonly isUrgent?: boolean;
}

export interface Download {
  /** Size of the whole file, whatever the offset. */
  readonly size: number;
  readonly mode: "chunks" | "stream";
  /** In order, to be read once. Stopping before the end aborts the rest. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** To be called if `bytes` is never read: a stream keeps its connection until then. */
  readonly abort: () => void;
}

interface Chunk {
  readonly offset: number;
  readonly bytes: Buffer;
  readonly limit: number;
  readonly size: number;
}

const chunkSchema = z.object({ data: z.string() });
const missingFileSchema = z.object({ data: z.null() });

/** Strict: `Buffer` skips invalid characters, takes the low byte of wide ones, and accepts those of base64url. */
function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64");
  const padding = "=".repeat((3 - (bytes.length % 3)) % 3);
  const skipsNothing = text.length === 4 * Math.ceil(bytes.length / 3) && text.endsWith(padding);
  const isBase64 = !text.includes("-") && !text.includes("_") && !/[\u0100-\uffff]/.test(text);
  return skipsNothing && isBase64 ? bytes : undefined;
}

function decodeChunk(response: HttpResponse, offset: number): Chunk {
  // The server has the file's description but lost its content.
  if (missingFileSchema.safeParse(response.body).success) throw new NotFound(response.request);
  const wire = chunkSchema.safeParse(response.body);
  const bytes = wire.success ? decodeBase64(wire.data.data) : undefined;
  if (bytes === undefined) throw new UnexpectedResponse(response.request, "shape");
  const size = parseCount(response.header("x-pagination-size"));
  const limit = parseCount(response.header("x-pagination-limit"));
  if (size === undefined || limit === undefined || limit === 0) {
    throw new UnexpectedResponse(response.request, "length");
  }
  if (bytes.length !== Math.max(0, Math.min(limit, size - offset))) {
    throw new UnexpectedResponse(response.request, "length");
  }
  return { offset, bytes, limit, size };
}

/** Default and maximum chunk size of the product. */
const chunkBytes = 1024 * 1024;

/** Throws if the download is canceled while it waits for a slot. */
async function acquireSlot(
  queue: RequestQueue,
  request: RequestInfo,
  { isUrgent = false, signal }: DownloadOptions,
): Promise<() => void> {
  const duration: SlotDuration = isUrgent ? "short" : "long";
  const release = await queue.acquireSlot(signal, duration);
  if (signal?.aborted !== true) return release;
  release();
  throw new Canceled(request);
}

async function fetchChunk(
  { http, queue }: FileRequestContext,
  file: FileDescription,
  offset: number,
  options: DownloadOptions & { readonly signal: AbortSignal },
): Promise<Chunk> {
  const { signal } = options;
  const uri = `artifact_files/${file.id}`;
  const release = await acquireSlot(queue, { method: "GET", url: uri }, options);
  try {
    const parameters = { offset, limit: chunkBytes };
    // Compressing Base64 takes longer than it saves.
    const headers = uncompressedHeaders;
    return decodeChunk(await http.send({ uri, parameters, headers, signal }), offset);
  } finally {
    release();
  }
}

interface ChunkRange {
  readonly offset: number;
  readonly limit: number;
  readonly size: number;
}

/**
 * Yields chunks in order while the next ones are loading; no more are buffered than are in flight. Pending requests are
 * aborted when the reader stops, at the end or before.
 */
async function* streamChunks(
  fetchAt: (offset: number, signal: AbortSignal) => Promise<Chunk>,
  range: ChunkRange,
  maxConcurrent: number,
): AsyncGenerator<Chunk, void, undefined> {
  const controller = new AbortController();
  const pending: Promise<Chunk>[] = [];
  let { offset } = range;
  const startRequests = (): void => {
    while (offset < range.size && pending.length < maxConcurrent) {
      const chunk = fetchAt(offset, controller.signal);
      chunk.catch(() => undefined);
      pending.push(chunk);
      offset += range.limit;
    }
  };
  try {
    startRequests();
    for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
      const chunk = await next;
      startRequests();
      yield chunk;
    }
  } finally {
    controller.abort();
  }
}

async function downloadInChunks(
  context: FileRequestContext,
  file: FileDescription,
  options: DownloadOptions,
): Promise<Download> {
  const { offset: from = 0 } = options;
  const controller = new AbortController();
  const maxConcurrent = Math.max(1, Math.trunc(options.maxConcurrent ?? 5) || 1);
  const invalidLength = (): Error =>
    new UnexpectedResponse({ method: "GET", url: `artifact_files/${file.id}` }, "length");
  const stream = (range: ChunkRange): AsyncGenerator<Chunk, void, undefined> =>
    streamChunks(
      (offset, readerSignal) => {
        const signals = [readerSignal, controller.signal, options.signal].filter(
          (signal) => signal !== undefined,
        );
        return fetchChunk(context, file, offset, { ...options, signal: AbortSignal.any(signals) });
      },
      range,
      maxConcurrent,
    );
  // The first chunks are requested together, as if the server had the usual chunk size.
  const guess = stream({ offset: from, limit: chunkBytes, size: Math.max(file.size, from + 1) });
  const { value: first } = await guess.next();
  // A file with another size than described, or that changes during the download, can't be trusted.
  if (first === undefined || (file.size > 0 && file.size !== first.size)) {
    await guess.return();
    throw invalidLength();
  }
  const { size, limit } = first;
  const isGuessRight = limit === chunkBytes && size === file.size;
  if (!isGuessRight) await guess.return();
  const rest = isGuessRight ? guess : stream({ offset: from + limit, limit, size });

  async function* readBytes(firstBytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield firstBytes;
      for await (const chunk of rest) {
        if (chunk.size !== size || chunk.limit !== limit) throw invalidLength();
        yield chunk.bytes;
      }
    } finally {
      await rest.return();
    }
  }
  return { size, mode: "chunks", bytes: readBytes(first.bytes), abort: () => controller.abort() };
}

/** Rejects sign-in pages, errors with status 200, and modified content. */
function isExpectedFile(response: StreamedResponse, { type, size }: FileDescription): boolean {
  const sentType = response.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isType = sentType === type.toLowerCase() || sentType === "application/octet-stream";
  const isUncompressed = response.header("content-encoding") === undefined;
  return (
    response.status === 200 &&
    isType &&
    isUncompressed &&
    parseCount(response.header("content-length")) === size
  );
}

interface StreamReader {
  readonly observe: RequestObserver;
  readonly signal: AbortSignal | undefined;
  /** Called when the stream is read, or the reader has stopped. */
  readonly release: () => void;
}

/** The response was already logged; a later interruption is logged as another request. */
async function* readWholeStream(
  response: StreamedResponse,
  size: number,
  request: RequestInfo,
  { observe, signal, release }: StreamReader,
): AsyncGenerator<Uint8Array, void, undefined> {
  const started = performance.now();
  let received = 0;
  try {
    for await (const bytes of readResponseStream(response, request, signal)) {
      received += bytes.length;
      yield bytes;
    }
    if (received !== size) throw new Unreachable(request, "closed", undefined);
  } catch (failure) {
    observe({ request, milliseconds: performance.now() - started, failure });
    throw failure;
  } finally {
    release();
  }
}

/** Anonymous users have no credentials to protect, and servers deny them chunks. */
function getStreamUrl({ api, credential }: FileRequestContext, page: string): URL | undefined {
  return credential() === undefined ? parseSameOriginUrl(api, page) : parseAttachmentUrl(api, page);
}

async function downloadAsStream(
  context: FileRequestContext,
  file: FileDescription,
  options: DownloadOptions,
): Promise<Download | undefined> {
  const { signal } = options;
  const url = file.page === undefined ? undefined : getStreamUrl(context, file.page);
  if (url === undefined) return undefined;
  const request = { method: "GET", url: url.href };
  const release = await acquireSlot(context.queue, request, options);
  const open = async (): Promise<StreamedResponse> => {
    const opened = await openResponseStream(context, url, "download", signal).catch((error: unknown) => {
      throw toNetworkFailure(error, request, { isChange: false, signal });
    });
    const { status, header } = opened;
    if (status < 300) return opened;
    opened.abort();
    // An error is an HTML page here; only its status is useful.
    throw toHttpFailure(
      { status, header, body: Buffer.alloc(0) },
      request,
      createSecretRedactor(context.credential()),
    );
  };
  const response = await observeRequest(context.observe, request, open, ({ status }) => ({
    ...request,
    status,
  })).catch(() => undefined);
  const abort = (): void => {
    response?.abort();
    release();
  };
  if (response === undefined || !isExpectedFile(response, file)) {
    abort();
    return undefined;
  }
  const bytes = readWholeStream(response, file.size, request, { observe: context.observe, signal, release });
  return { size: file.size, mode: "stream", bytes, abort };
}

/**
 * Uses a single stream if the server has a matching one, else chunks. An interrupted download resumes in
 * chunks.
 */
export async function downloadFile(
  context: FileRequestContext,
  file: FileDescription,
  options: DownloadOptions = {},
): Promise<Download> {
  const stream = (options.offset ?? 0) === 0 ? await downloadAsStream(context, file, options) : undefined;
  return stream ?? downloadInChunks(context, file, options);
}
