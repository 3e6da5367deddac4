// Sends the content of an upload in chunks and resumes after interruptions.
import {
  Canceled,
  type RequestInfo,
  type Failure,
  isFailure,
  isRetryable,
  UnexpectedResponse,
  ServerError,
} from "../model/failure.ts";
import { type RetryPolicy, waitBeforeRetry } from "./network/retry.ts";
import type { RequestQueue } from "./network/requestQueue.ts";

/** Content of an upload. A chunk may be read more than once. */
export interface UploadSource {
  /** Returns all of these bytes; fewer only at the end of the source. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export interface UploadTarget {
  /** The request reported by failures that have no response. */
  readonly request: RequestInfo;
  /** The number of bytes that the server has. */
  getOffset(): Promise<number>;
  /** Appends a chunk and returns the number of bytes that the server has then. */
  sendChunk(offset: number, bytes: Uint8Array): Promise<number>;
  /** Limits of a chunk in bytes; the last one may be smaller. */
  readonly chunkSizes: { readonly largest: number; readonly smallest: number };
}

export interface ChunkedUploadOptions {
  readonly size: number;
  /** The number of bytes that the server has; `undefined` to ask it. */
  readonly offset: number | undefined;
  /** The highest offset at which the server's bytes are still from this upload. */
  readonly ownBytes: number;
  readonly policy: RetryPolicy;
  readonly queue: RequestQueue;
  readonly signal?: AbortSignal | undefined;
  /** Called with the number of bytes that the server has. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** `otherContent`: the server has bytes that aren't from this upload. */
export type ChunkedUploadResult = "complete" | "sourceChanged" | "otherContent";

/** Wrong offset, locked, too large: the upload resumes at the offset that the server reports. */
const resumableStatuses: ReadonlySet<number> = new Set([409, 413, 423]);

/** Whether part of a chunk may have been stored: a 4xx stores nothing, a missing response proves nothing. */
function mayHaveArrived({ request: { status = 500 } }: Failure): boolean {
  return status >= 500;
}

/** Whether a smaller chunk may succeed. */
function isChunkFailure(failure: Failure): boolean {
  return mayHaveArrived(failure) || failure.request.status === 413;
}

/** The outcome of an upload is never unknown, because its offset can be requested. */
export function unknownOutcomeToServerError(failure: Failure): Failure {
  return failure.kind === "outcomeUnknown" ? new ServerError(failure.request) : failure;
}

class ChunkSender {
  readonly #target: UploadTarget;
  readonly #source: UploadSource;
  readonly #options: ChunkedUploadOptions;
  #offset: number | undefined;
  #ownBytes: number;
  #chunkSize: number;
  #maxOffset = -1;
  /** Consecutive attempts without progress. */
  #attempt = 0;

  constructor(target: UploadTarget, source: UploadSource, options: ChunkedUploadOptions) {
    this.#target = target;
    this.#source = source;
    this.#options = options;
    this.#offset = options.offset;
    this.#ownBytes = options.ownBytes;
    this.#chunkSize = target.chunkSizes.largest;
  }

  async run(): Promise<ChunkedUploadResult> {
    const { size, policy, signal } = this.#options;
    for (;;) {
      try {
        const offset = this.#offset ?? (await this.#runQueued(() => this.#target.getOffset()));
        if (offset > this.#ownBytes) return "otherContent";
        this.#reportProgress(offset);
        if (offset === size) return "complete";
        const bytes = await this.#readChunk(offset);
        if (bytes === undefined) return "sourceChanged";
        this.#offset = await this.#sendChunk(offset, bytes);
      } catch (thrown) {
        if (!isFailure(thrown)) throw thrown;
        const failure = unknownOutcomeToServerError(thrown);
        if (!isRetryable(failure, "transfer") && !resumableStatuses.has(failure.request.status ?? 0)) {
          throw failure;
        }
        await waitBeforeRetry(failure, this.#attempt, policy, signal);
        this.#attempt += 1;
        this.#offset = undefined;
      }
    }
  }

  /**
   * Only a new highest offset counts as progress, so a server that goes back and forth runs out of attempts.
   */
  #reportProgress(bytes: number): void {
    if (bytes <= this.#maxOffset) return;
    this.#maxOffset = bytes;
    this.#attempt = 0;
    this.#options.onProgress?.(bytes);
  }

  /** `undefined` if the source doesn't have the announced size: its last chunk is never sent then. */
  async #readChunk(offset: number): Promise<Uint8Array | undefined> {
    const { size } = this.#options;
    const length = Math.min(this.#chunkSize, size - offset);
    const bytes = await this.#source.read(offset, length);
    const isLonger = offset + length === size && (await this.#source.read(size, 1)).length > 0;
    return bytes.length === length && !isLonger ? bytes : undefined;
  }

  async #sendChunk(offset: number, bytes: Uint8Array): Promise<number> {
    const end = offset + bytes.length;
    try {
      const newOffset = await this.#runQueued(() => this.#target.sendChunk(offset, bytes));
      if (newOffset <= offset || newOffset > end) {
        throw new UnexpectedResponse(this.#target.request, "length");
      }
      this.#ownBytes = Math.max(this.#ownBytes, end);
      return newOffset;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (mayHaveArrived(failure)) this.#ownBytes = Math.max(this.#ownBytes, end);
      if (isChunkFailure(failure)) {
        this.#chunkSize = Math.max(this.#target.chunkSizes.smallest, Math.ceil(bytes.length / 2));
      }
      throw failure;
    }
  }

  async #runQueued<T>(work: () => Promise<T>): Promise<T> {
    const { queue, signal } = this.#options;
    const release = await queue.acquireSlot(signal);
    try {
      if (signal?.aborted === true) throw new Canceled(this.#target.request);
      return await work();
    } finally {
      release();
    }
  }
}

export function uploadInChunks(
  target: UploadTarget,
  source: UploadSource,
  options: ChunkedUploadOptions,
): Promise<ChunkedUploadResult> {
  return new ChunkSender(target, source, options).run();
}
