import type * as vscode from "vscode";
import type { ErrorHandler } from "./errorHandler.ts";

/** Runs `create` on the first call and shares its result; a failed call is repeated by the next one. */
export function memoizeAsync<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create().catch((error: unknown) => {
      result = undefined;
      throw error;
    });
    return result;
  };
}

/**
 * Sends a request after a delay, unless a newer one replaces it. An older request is aborted and its result
 * ignored.
 */
export class DebouncedRequest {
  readonly #delayMs: number;
  readonly #onError: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #current: AbortController | undefined;

  /** `onError` gets errors of the newest request only. */
  constructor(delayMs: number, onError: (error: unknown) => void) {
    this.#delayMs = delayMs;
    this.#onError = onError;
  }

  run<T>(send: (signal: AbortSignal) => Promise<T>, onResponse: (response: T) => void): void {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    this.#timer = setTimeout(() => {
      send(signal).then(
        (response) => {
          if (!signal.aborted) onResponse(response);
        },
        (error: unknown) => {
          if (!signal.aborted) this.#onError(error);
        },
      );
    }, this.#delayMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = undefined;
  }
}

/** For language features: an error has no place to be shown there, so it is logged. */
export async function tryOrLog<T>(
  errorHandler: Pick<ErrorHandler, "logError">,
  name: string,
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const subscription = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (thrown) {
    if (!token.isCancellationRequested) errorHandler.logError(name, thrown);
    return undefined;
  } finally {
    subscription.dispose();
  }
}
