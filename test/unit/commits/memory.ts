import type { Memory } from "../../../src/store/mementos.ts";

/** A memory that ends with the test. */
export function memory(): Memory {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: (key) => kept.get(key),
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      // What is kept has been written down, and is no object that somebody still holds.
      else kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}
