// The bytes of an upload: piece after piece, over every cut on the way, until the server has all of them.
import {
  Cancelled,
  type FailedRequest,
  type Failure,
  isFailure,
  isRetryable,
  NotUnderstood,
  ServerTrouble,
} from "../model/failure.ts";
import { type RetryPolicy, waitAfter } from "./network/retry.ts";
import type { Slots } from "./network/slots.ts";

/** Where the bytes come from. It is never asked for more than a piece at a time, and may be asked for one again. */
export interface UploadSource {
  /** All of these bytes; fewer only where the source ends. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Where they go. */
export interface UploadTarget {
  /** What sending a piece to it is, for failures that no answer stands for. */
  readonly request: FailedRequest;
  /** How many bytes the server has. */
  ask(): Promise<number>;
  /** Adds a piece to what the server has. How many bytes it has then. */
  send(offset: number, bytes: Uint8Array): Promise<number>;
  /** How many bytes it takes at a time; the last piece may be smaller. */
  readonly pieces: { readonly largest: number; readonly smallest: number };
}

export interface Sending {
  readonly size: number;
  /** How many bytes the server has; undefined where it is to be asked. */
  readonly offset: number | undefined;
  /** How far the server can come before we send anything, if what it has is to be ours. */
  readonly ours: number;
  readonly policy: RetryPolicy;
  readonly slots: Slots;
  readonly signal?: AbortSignal | undefined;
  /** The bytes that the server has. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** `notOurs`: somebody else's bytes are among those that the server has. */
export type Sent = "complete" | "sourceChanged" | "notOurs";

/** Wrong offset, locked, too large: the server is asked how much it has, and gets the rest. */
const resumableStatus: ReadonlySet<number> = new Set([409, 413, 423]);

/** Whether any of a piece can have been taken: a refusal takes nothing, and no answer says nothing. */
function mayHaveArrived({ request: { status = 500 } }: Failure): boolean {
  return status >= 500;
}

/** Whether it was the piece that did not get through: what does not as a whole may do so in parts. */
function isAboutThePiece(failure: Failure): boolean {
  return mayHaveArrived(failure) || failure.request.status === 413;
}

/** Nothing of an upload is ever in doubt: how far it came can be asked. */
export function withoutDoubt(failure: Failure): Failure {
  return failure.kind === "outcomeUnknown" ? new ServerTrouble(failure.request) : failure;
}

class PieceSender {
  readonly #target: UploadTarget;
  readonly #source: UploadSource;
  readonly #sending: Sending;
  #offset: number | undefined;
  #ours: number;
  #piece: number;
  #furthest = -1;
  /** Tries in a row that brought nothing. */
  #attempt = 0;

  constructor(target: UploadTarget, source: UploadSource, sending: Sending) {
    this.#target = target;
    this.#source = source;
    this.#sending = sending;
    this.#offset = sending.offset;
    this.#ours = sending.ours;
    this.#piece = target.pieces.largest;
  }

  async run(): Promise<Sent> {
    const { size, policy, signal } = this.#sending;
    for (;;) {
      try {
        const from = this.#offset ?? (await this.#inTurn(() => this.#target.ask()));
        if (from > this.#ours) return "notOurs";
        this.#reached(from);
        if (from === size) return "complete";
        const bytes = await this.#read(from);
        if (bytes === undefined) return "sourceChanged";
        this.#offset = await this.#send(from, bytes);
      } catch (thrown) {
        if (!isFailure(thrown)) throw thrown;
        const failure = withoutDoubt(thrown);
        if (!isRetryable(failure, "transfer") && !resumableStatus.has(failure.request.status ?? 0)) {
          throw failure;
        }
        await waitAfter(failure, this.#attempt, policy, signal);
        this.#attempt += 1;
        this.#offset = undefined;
      }
    }
  }

  /** A server that goes back and forth gets nowhere: only what it never had before counts. */
  #reached(bytes: number): void {
    if (bytes <= this.#furthest) return;
    this.#furthest = bytes;
    this.#attempt = 0;
    this.#sending.onProgress?.(bytes);
  }

  /** Undefined where the source is not what was announced: then its last piece never leaves. */
  async #read(from: number): Promise<Uint8Array | undefined> {
    const { size } = this.#sending;
    const length = Math.min(this.#piece, size - from);
    const bytes = await this.#source.read(from, length);
    const isLonger = from + length === size && (await this.#source.read(size, 1)).length > 0;
    return bytes.length === length && !isLonger ? bytes : undefined;
  }

  async #send(from: number, bytes: Uint8Array): Promise<number> {
    const end = from + bytes.length;
    try {
      const reached = await this.#inTurn(() => this.#target.send(from, bytes));
      if (reached <= from || reached > end) throw new NotUnderstood(this.#target.request, "length");
      this.#ours = Math.max(this.#ours, end);
      return reached;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (mayHaveArrived(failure)) this.#ours = Math.max(this.#ours, end);
      if (isAboutThePiece(failure)) {
        this.#piece = Math.max(this.#target.pieces.smallest, Math.ceil(bytes.length / 2));
      }
      throw failure;
    }
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { slots, signal } = this.#sending;
    const release = await slots.take(signal);
    try {
      if (signal?.aborted === true) throw new Cancelled(this.#target.request);
      return await work();
    } finally {
      release();
    }
  }
}

export function sendInPieces(target: UploadTarget, source: UploadSource, sending: Sending): Promise<Sent> {
  return new PieceSender(target, source, sending).run();
}
