// The bytes of an attachment: right, or an error.
import * as z from "zod";
import { type FailedRequest, isFailure, NotFound, NotUnderstood, Unreachable } from "../model/failure.ts";
import type { FileDescription } from "../model/value.ts";
import { count } from "./collection.ts";
import { type Credential, credentialHeaders } from "./network/credential.ts";
import { failureOfThrown } from "./network/failureOf.ts";
import type { Answer, Http } from "./network/http.ts";
import type { OpenAnswer, Transport } from "./network/transport.ts";

export interface FileRoutes {
  readonly api: string;
  readonly http: Http;
  readonly transport: Transport;
  readonly credential: () => Credential | undefined;
}

export interface DownloadOptions {
  /** Where to begin, for one that was cut off. */
  readonly from?: number;
  /** Requests at a time; a site has six, and the tree wants some too. */
  readonly atOnce?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Download {
  /** Bytes of the whole file, wherever the download begins. */
  readonly size: number;
  readonly way: "chunks" | "stream";
  /** In order, to be read once. */
  readonly bytes: AsyncIterable<Uint8Array>;
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

async function fetchChunk(
  http: Http,
  file: FileDescription,
  offset: number,
  signal?: AbortSignal,
): Promise<Chunk> {
  const uri = `artifact_files/${file.id}`;
  return decodeChunk(await http.send({ uri, parameters: { offset }, signal }), offset);
}

/** Chunk after chunk in order, several on their way at once; no more of them are held than are on their way. */
async function* chunkBytes(
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

async function inChunks(
  { http }: FileRoutes,
  file: FileDescription,
  { from = 0, atOnce = 4, signal }: DownloadOptions,
): Promise<Download> {
  const first = await fetchChunk(http, file, from, signal);
  const fetchAt = async (offset: number): Promise<Chunk> => {
    const chunk = await fetchChunk(http, file, offset, signal);
    // A file that changes while it is read has no right bytes.
    if (chunk.size === first.size && chunk.limit === first.limit) return chunk;
    throw new NotUnderstood({ method: "GET", url: `artifact_files/${file.id}` }, "length");
  };
  return { size: first.size, way: "chunks", bytes: chunkBytes(first, fetchAt, atOnce) };
}

/** Where the bytes lie on the site's own pages; undefined where they don't, or are said to lie elsewhere. */
function streamAddress(api: string, { page }: FileDescription): URL | undefined {
  const { origin } = new URL(api);
  if (page === undefined || !URL.canParse(page, origin)) return undefined;
  const url = new URL(page, origin);
  return url.origin === origin ? url : undefined;
}

/** A page in place of the file: a sign-in, or an error that looks like a success. */
function fits(answer: OpenAnswer, { type, size }: FileDescription): boolean {
  const isPage = /\bhtml\b/i.test(answer.header("content-type") ?? "") && !/\bhtml\b/i.test(type);
  return answer.status === 200 && !isPage && count(answer.header("content-length")) === size;
}

async function* streamBytes(
  answer: OpenAnswer,
  size: number,
  request: FailedRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let received = 0;
  let isWhole = false;
  try {
    for await (const bytes of answer.body) {
      received += bytes.length;
      yield bytes;
    }
    isWhole = received === size;
  } catch (error) {
    throw isFailure(error) ? error : failureOfThrown(error, request, signal);
  } finally {
    if (!isWhole) answer.giveUp();
  }
  if (!isWhole) throw new Unreachable(request, "closed", undefined);
}

async function asStream(
  routes: FileRoutes,
  file: FileDescription,
  signal?: AbortSignal,
): Promise<Download | undefined> {
  const url = streamAddress(routes.api, file);
  if (url === undefined || file.size === 0) return undefined;
  const headers = { "Accept-Encoding": "identity", ...credentialHeaders(routes.credential()) };
  const answer = await routes.transport.open({ method: "GET", url, headers, signal }).catch(() => undefined);
  if (answer === undefined) return undefined;
  if (!fits(answer, file)) {
    answer.giveUp();
    return undefined;
  }
  const bytes = streamBytes(answer, file.size, { method: "GET", url: url.href }, signal);
  return { size: file.size, way: "stream", bytes };
}

/** One stream where the server has one that fits, else chunks. What was cut off goes on in chunks. */
export async function downloadFile(
  routes: FileRoutes,
  file: FileDescription,
  options: DownloadOptions = {},
): Promise<Download> {
  const stream = (options.from ?? 0) === 0 ? await asStream(routes, file, options.signal) : undefined;
  return stream ?? inChunks(routes, file, options);
}
