// Retries reads. Changes aren't retried: one without a response may have been applied.
import { setTimeout as wait } from "node:timers/promises";
import { Canceled, type Failure, isFailure, isRetryable } from "../../model/failure.ts";

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstWaitMs: number;
  /** A longer delay requested by the server isn't waited for. */
  readonly maxWaitMs: number;
  readonly random: () => number;
  readonly wait: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 3,
  firstWaitMs: 200,
  maxWaitMs: 10_000,
  random: Math.random,
  wait: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

function getRetryDelay(attempt: number, failure: Failure, policy: RetryPolicy): number {
  // Half of the delay is random, so that clients don't retry at the same moment.
  const ownDelay = policy.firstWaitMs * 2 ** attempt * (0.5 + policy.random() / 2);
  return Math.max(ownDelay, failure.request.retryAfterMs ?? 0);
}

/** Waits before the next attempt; throws the failure if there is none. */
export async function waitBeforeRetry(
  failure: Failure,
  attempt: number,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (attempt + 1 >= policy.attempts) throw failure;
  const delay = getRetryDelay(attempt, failure, policy);
  if (delay > policy.maxWaitMs) throw failure;
  await policy.wait(delay, signal).catch(() => undefined);
  if (signal?.aborted === true) throw new Canceled(failure.request);
}

export async function withRetry<T>(
  send: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (failure) {
      if (!isFailure(failure) || !isRetryable(failure, "request")) throw failure;
      await waitBeforeRetry(failure, attempt, policy, signal);
    }
  }
}
