import assert from "node:assert/strict";
import { LoadingCache } from "../../../src/store/loadingCache.ts";

interface Source {
  readonly version: string;
}

describe("LoadingCache", () => {
  let cache: LoadingCache<Source, string>;
  /** Keys that were loaded, in this order. */
  let loaded: string[];
  let signals: Map<string, AbortSignal>;

  beforeEach(() => {
    loaded = [];
    signals = new Map();
    cache = new LoadingCache({
      maxEntries: 3,
      maxSize: 10,
      getSize: (value) => (value === "transient" ? undefined : value.length),
    });
  });

  const load = (
    key: string,
    value: string | Promise<string> = "x",
    version = "1",
  ): Promise<string | undefined> =>
    cache.load(key, { version }, (signal) => {
      loaded.push(key);
      signals.set(key, signal);
      return Promise.resolve(value);
    });

  it("loads a value once for all callers", async () => {
    assert.deepEqual(await Promise.all([load("a", "first"), load("a", "second")]), ["first", "first"]);
    assert.equal(await load("a", "third"), "first");
    assert.deepEqual(loaded, ["a"]);
  });

  it("loads again what failed, is undefined or isn't kept", async () => {
    const failure = new Error("failed");
    await assert.rejects(load("a", Promise.reject(failure)), failure);
    const isUndefined = await cache.load("a", { version: "1" }, () => Promise.resolve(undefined));
    assert.equal(isUndefined, undefined);
    assert.equal(await load("a", "transient"), "transient");
    assert.equal(await load("a", "kept"), "kept");
    assert.equal(await load("a"), "kept");
  });

  it("stops and replaces what has an older source", async () => {
    let resolve: (value: string) => void = () => undefined;
    const older = load(
      "a",
      new Promise((resolveLoading) => {
        resolve = resolveLoading;
      }),
    );
    const stopped = signals.get("a");
    assert.equal(await load("a", "newer", "2"), "newer");
    assert.equal(stopped?.aborted, true);
    resolve("older");
    assert.equal(await older, "older");
    assert.equal(await load("a", "other", "2"), "newer");
  });

  it("removes the least recently used above its limits, and stops them", async () => {
    for (const key of ["a", "b", "c"]) await load(key);
    await load("a");
    await load("d");
    assert.equal(signals.get("b")?.aborted, true);
    for (const key of ["a", "c", "d"]) await load(key);
    assert.deepEqual(loaded, ["a", "b", "c", "d"]);
    await load("long", "x".repeat(9));
    await load("d");
    assert.deepEqual(loaded, ["a", "b", "c", "d", "long"]);
    await load("c");
    assert.deepEqual(loaded, ["a", "b", "c", "d", "long", "c"]);
  });

  it("keeps the last one, whatever its size is", async () => {
    await load("a");
    await load("long", "x".repeat(20));
    await load("long");
    assert.deepEqual(loaded, ["a", "long"]);
    await load("b");
    await load("long");
    assert.deepEqual(loaded, ["a", "long", "b", "long"]);
  });

  it("removes by source", async () => {
    await load("a", "x", "1");
    await load("b", "x", "2");
    cache.removeWhere(({ version }) => version === "1");
    await load("a", "x", "1");
    await load("b", "x", "2");
    assert.deepEqual(loaded, ["a", "b", "a"]);
  });
});
