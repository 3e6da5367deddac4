import assert from "node:assert/strict";
import { setImmediate as flush } from "node:timers/promises";
import { RequestQueue, type SlotDuration } from "../../../src/api/network/requestQueue.ts";

/** Records which requests got a slot, in order. */
class QueueFixture {
  readonly granted: string[] = [];
  readonly #slots: RequestQueue;
  readonly #release = new Map<string, () => void>();

  constructor(count: number) {
    this.#slots = new RequestQueue(count);
  }

  async acquire(name: string, duration?: SlotDuration, signal?: AbortSignal): Promise<void> {
    void this.#slots.acquireSlot(signal, duration).then((release) => {
      this.granted.push(name);
      this.#release.set(name, release);
    });
    await flush();
  }

  async release(name: string): Promise<void> {
    this.#release.get(name)?.();
    await flush();
  }
}

describe("RequestQueue", () => {
  it("grants slots in order", async () => {
    const queue = new QueueFixture(2);
    for (const name of ["a", "b", "c", "d"]) await queue.acquire(name);
    assert.deepEqual(queue.granted, ["a", "b"]);
    await queue.release("b");
    await queue.release("b");
    assert.deepEqual(queue.granted, ["a", "b", "c"]);
  });

  it("never grants all slots to long transfers", async () => {
    const queue = new QueueFixture(3);
    for (const name of ["long 1", "long 2", "long 3"]) await queue.acquire(name, "long");
    assert.deepEqual(queue.granted, ["long 1", "long 2"]);
    await queue.acquire("short 1");
    await queue.acquire("short 2");
    assert.deepEqual(queue.granted, ["long 1", "long 2", "short 1"]);
    await queue.release("short 1");
    assert.deepEqual(queue.granted.at(-1), "short 2");
    await queue.release("long 1");
    assert.deepEqual(queue.granted.at(-1), "long 3");
  });

  it("grants its only slot to a long transfer", async () => {
    const queue = new QueueFixture(1);
    await queue.acquire("long", "long");
    await queue.acquire("short");
    await queue.release("long");
    assert.deepEqual(queue.granted, ["long", "short"]);
  });

  it("removes aborted requests from the queue without losing a slot", async () => {
    const queue = new QueueFixture(1);
    const abort = new AbortController();
    await queue.acquire("a");
    await queue.acquire("aborted", "short", abort.signal);
    await queue.acquire("b");
    abort.abort();
    await flush();
    assert.deepEqual(queue.granted, ["a", "aborted"]);
    await queue.release("aborted");
    assert.deepEqual(queue.granted, ["a", "aborted"]);
    await queue.release("a");
    assert.deepEqual(queue.granted, ["a", "aborted", "b"]);
  });
});
