// Trying again, for reads only: a change whose answer was lost may have been carried out.
import { setTimeout as wait } from "node:timers/promises";
import { Cancelled, type Failure, isFailure, isRetryable } from "../../model/failure.ts";

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstWaitMs: number;
  /** A server that asks for a longer pause is not waited for. */
  readonly longestWaitMs: number;
  readonly random: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const usualRetry: RetryPolicy = {
  attempts: 3,
  firstWaitMs: 200,
  longestWaitMs: 10_000,
  random: Math.random,
  wait: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

function pauseBefore(attempt: number, failure: Failure, policy: RetryPolicy): number {
  // Half of it by chance, so that many clients don't come back at the same moment.
  const ours = policy.firstWaitMs * 2 ** attempt * (0.5 + policy.random() / 2);
  return Math.max(ours, failure.request.retryAfterMs ?? 0);
}

/** Waits before another try; where there is to be none, the failure stands. */
export async function waitAfter(
  failure: Failure,
  attempt: number,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (attempt + 1 >= policy.attempts) throw failure;
  const pause = pauseBefore(attempt, failure, policy);
  if (pause > policy.longestWaitMs) throw failure;
  await policy.wait(pause, signal).catch(() => undefined);
  if (signal?.aborted === true) throw new Cancelled(failure.request);
}

export async function withRetry<T>(
  read: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await read();
    } catch (failure) {
      if (!isFailure(failure) || !isRetryable(failure, "request")) throw failure;
      await waitAfter(failure, attempt, policy, signal);
    }
  }
}
