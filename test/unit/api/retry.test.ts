import assert from "node:assert/strict";
import { defaultRetryPolicy, withRetry } from "../../../src/api/network/retry.ts";
import {
  type Failure,
  InvalidRequest,
  TooManyRequests,
  ServerError,
  TimedOut,
  Unreachable,
} from "../../../src/model/failure.ts";

const request = { method: "GET", url: "https://a.example/api/projects" };

/** Fails once with each failure, then succeeds; returns the delays. */
async function runWithRetry(
  failures: readonly Failure[],
  signal?: AbortSignal,
): Promise<{ delays: number[]; outcome: string }> {
  const delays: number[] = [];
  const remaining = [...failures];
  const policy = {
    ...defaultRetryPolicy,
    random: () => 1,
    wait: (milliseconds: number) => {
      delays.push(milliseconds);
      return Promise.resolve();
    },
  };
  const read = (): Promise<string> => {
    const failure = remaining.shift();
    return failure === undefined ? Promise.resolve("read") : Promise.reject(failure);
  };
  const outcome = await withRetry(read, policy, signal).catch(
    (failure: unknown) => (failure as Failure).kind,
  );
  return { delays, outcome };
}

const closed = new Unreachable(request, "closed", undefined);
const busy = new ServerError({ ...request, status: 503 });

describe("withRetry", () => {
  it("waits longer each time, and retries at most twice", async () => {
    assert.deepEqual(await runWithRetry([closed, busy]), { delays: [200, 400], outcome: "read" });
    assert.deepEqual(await runWithRetry([closed, closed, closed]), {
      delays: [200, 400],
      outcome: "unreachable",
    });
  });

  it("waits as long as the server requests, up to a limit", async () => {
    const quota = new TooManyRequests({ ...request, status: 429, retryAfterMs: 3000 });
    assert.deepEqual(await runWithRetry([quota]), { delays: [3000], outcome: "read" });
    const tooLong = new ServerError({ ...request, status: 503, retryAfterMs: 3_600_000 });
    assert.deepEqual(await runWithRetry([tooLong]), { delays: [], outcome: "serverError" });
  });

  it("doesn't retry permanent failures", async () => {
    const permanent = [
      new ServerError({ ...request, status: 500 }),
      new InvalidRequest({ ...request, status: 400 }),
      new Unreachable(request, "certificate", undefined),
      new Unreachable(request, "refused", undefined),
      new TimedOut(request, undefined),
    ];
    for (const failure of permanent) {
      assert.deepEqual(await runWithRetry([failure]), { delays: [], outcome: failure.kind });
    }
  });

  it("stops when aborted", async () => {
    const abort = new AbortController();
    abort.abort();
    assert.equal((await runWithRetry([closed], abort.signal)).outcome, "canceled");
  });
});
