import type * as vscode from "vscode";
import type { Boundary } from "./errorHandler.ts";

/** What is made on first need, and then the same for all; what could not be made is tried again by the next. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

// Questions that follow each other faster than they are answered: only the newest counts.

/** Asks after a pause, in which a newer question may come. An older one is called off, and its answer never heard. */
export class Latest {
  readonly #pauseMs: number;
  readonly #failed: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #current: AbortController | undefined;

  /** `failed` hears of the newest only, too. */
  constructor(pauseMs: number, failed: (error: unknown) => void) {
    this.#pauseMs = pauseMs;
    this.#failed = failed;
  }

  ask<T>(question: (signal: AbortSignal) => Promise<T>, heard: (answer: T) => void): void {
    this.cancel();
    const controller = new AbortController();
    this.#current = controller;
    const { signal } = controller;
    this.#timer = setTimeout(() => {
      question(signal).then(
        (answer) => {
          if (!signal.aborted) heard(answer);
        },
        (error: unknown) => {
          if (!signal.aborted) this.#failed(error);
        },
      );
    }, this.#pauseMs);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = undefined;
  }
}

/** For what VS Code asks while people read and type: nobody waits for an error there, so it goes to the log. */
export async function quietly<T>(
  boundary: Pick<Boundary, "note">,
  what: string,
  token: vscode.CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } catch (thrown) {
    if (!token.isCancellationRequested) boundary.note(what, thrown);
    return undefined;
  } finally {
    listening.dispose();
  }
}
