import type { Secrets } from "../../src/store/accounts.ts";

/** A secret storage that forgets everything with the test. */
export function memorySecrets(): Secrets & { readonly kept: ReadonlyMap<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    keys: () => Promise.resolve([...kept.keys()]),
    get: (key) => Promise.resolve(kept.get(key)),
    store: (key, value) => Promise.resolve(void kept.set(key, value)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
  };
}
