import type * as vscode from "vscode";

/** A memento in memory. */
export function createMemento(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, defaultValue?: T) => (values.has(key) ? values.get(key) : defaultValue) as T,
    update: (key, value) => {
      if (value === undefined) values.delete(key);
      // Stored values are copies, as in VS Code.
      else values.set(key, structuredClone(value));
      return Promise.resolve();
    },
  };
}
