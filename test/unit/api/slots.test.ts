import assert from "node:assert/strict";
import { setImmediate as turn } from "node:timers/promises";
import { Slots, type Stay } from "../../../src/api/network/slots.ts";

/** Who has a place, in the order in which they came to it. */
class Queue {
  readonly came: string[] = [];
  readonly #slots: Slots;
  readonly #release = new Map<string, () => void>();

  constructor(count: number) {
    this.#slots = new Slots(count);
  }

  async take(name: string, stay?: Stay, signal?: AbortSignal): Promise<void> {
    void this.#slots.take(signal, stay).then((release) => {
      this.came.push(name);
      this.#release.set(name, release);
    });
    await turn();
  }

  async leave(name: string): Promise<void> {
    this.#release.get(name)?.();
    await turn();
  }
}

describe("places", () => {
  it("are given in order", async () => {
    const queue = new Queue(2);
    for (const name of ["a", "b", "c", "d"]) await queue.take(name);
    assert.deepEqual(queue.came, ["a", "b"]);
    await queue.leave("b");
    await queue.leave("b");
    assert.deepEqual(queue.came, ["a", "b", "c"]);
  });

  it("are never all taken for long", async () => {
    const queue = new Queue(3);
    for (const name of ["long 1", "long 2", "long 3"]) await queue.take(name, "long");
    assert.deepEqual(queue.came, ["long 1", "long 2"]);
    await queue.take("short 1");
    await queue.take("short 2");
    assert.deepEqual(queue.came, ["long 1", "long 2", "short 1"]);
    await queue.leave("short 1");
    assert.deepEqual(queue.came.at(-1), "short 2");
    await queue.leave("long 1");
    assert.deepEqual(queue.came.at(-1), "long 3");
  });

  it("are given to those who stay long as well, where there is only one", async () => {
    const queue = new Queue(1);
    await queue.take("long", "long");
    await queue.take("short");
    await queue.leave("long");
    assert.deepEqual(queue.came, ["long", "short"]);
  });

  it("are not waited for by those who are called off, and nobody loses one by that", async () => {
    const queue = new Queue(1);
    const abort = new AbortController();
    await queue.take("a");
    await queue.take("called off", "short", abort.signal);
    await queue.take("b");
    abort.abort();
    await turn();
    assert.deepEqual(queue.came, ["a", "called off"]);
    await queue.leave("called off");
    assert.deepEqual(queue.came, ["a", "called off"]);
    await queue.leave("a");
    assert.deepEqual(queue.came, ["a", "called off", "b"]);
  });
});
