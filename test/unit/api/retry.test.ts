import assert from "node:assert/strict";
import { usualRetry, withRetry } from "../../../src/api/network/retry.ts";
import {
  type Failure,
  Invalid,
  QuotaReached,
  ServerTrouble,
  TimedOut,
  Unreachable,
} from "../../../src/model/failure.ts";

const request = { method: "GET", url: "https://a.example/api/projects" };

/** Fails as told, one failure a try, then succeeds; gives the pauses that were made. */
async function attempts(
  failures: readonly Failure[],
  signal?: AbortSignal,
): Promise<{ pauses: number[]; outcome: string }> {
  const pauses: number[] = [];
  const left = [...failures];
  const policy = {
    ...usualRetry,
    random: () => 1,
    wait: (milliseconds: number) => {
      pauses.push(milliseconds);
      return Promise.resolve();
    },
  };
  const read = (): Promise<string> => {
    const failure = left.shift();
    return failure === undefined ? Promise.resolve("read") : Promise.reject(failure);
  };
  const outcome = await withRetry(read, policy, signal).catch(
    (failure: unknown) => (failure as Failure).kind,
  );
  return { pauses, outcome };
}

const closed = new Unreachable(request, "closed", undefined);
const busy = new ServerTrouble({ ...request, status: 503 });

describe("trying again", () => {
  it("waits longer each time, at most twice", async () => {
    assert.deepEqual(await attempts([closed, busy]), { pauses: [200, 400], outcome: "read" });
    assert.deepEqual(await attempts([closed, closed, closed]), {
      pauses: [200, 400],
      outcome: "unreachable",
    });
  });

  it("waits as long as the server asks for, but not for ever", async () => {
    const patient = new QuotaReached({ ...request, status: 429, retryAfterMs: 3000 });
    assert.deepEqual(await attempts([patient]), { pauses: [3000], outcome: "read" });
    const endless = new ServerTrouble({ ...request, status: 503, retryAfterMs: 3_600_000 });
    assert.deepEqual(await attempts([endless]), { pauses: [], outcome: "serverTrouble" });
  });

  it("does not repeat what will not pass", async () => {
    const lasting = [
      new ServerTrouble({ ...request, status: 500 }),
      new Invalid({ ...request, status: 400 }),
      new Unreachable(request, "certificate", undefined),
      new Unreachable(request, "refused", undefined),
      new TimedOut(request, undefined),
    ];
    for (const failure of lasting) {
      assert.deepEqual(await attempts([failure]), { pauses: [], outcome: failure.kind });
    }
  });

  it("stops when it is called off", async () => {
    const abort = new AbortController();
    abort.abort();
    assert.equal((await attempts([closed], abort.signal)).outcome, "cancelled");
  });
});
