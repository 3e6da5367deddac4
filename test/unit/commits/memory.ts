import type * as vscode from "vscode";

/** A memory that ends with the test. */
export function memory(): vscode.Memento {
  const kept = new Map<string, unknown>();
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => (kept.has(key) ? kept.get(key) : otherwise) as T,
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      // What is kept has been written down, and is no object that somebody still holds.
      else kept.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}
