import assert from "node:assert/strict";
import { TimedOut } from "../../../src/model/failure.ts";
import type { Page } from "../../../src/model/page.ts";
import { Listing } from "../../../src/store/listing.ts";

const timedOut = new TimedOut({ method: "GET", url: "https://a.example/api/x" }, undefined);

/** Serves pages by offset and keeps what was asked for. */
function served(pages: Record<number, Page<string> | Error>): { listing: Listing<string>; asked: number[] } {
  const asked: number[] = [];
  const listing = new Listing<string>((offset) => {
    asked.push(offset);
    const page = pages[offset];
    if (page === undefined) throw new Error(`Nobody should ask for ${offset}.`);
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  });
  return { listing, asked };
}

function page(items: readonly string[], next: number | undefined, size = 6): Page<string> {
  return { items, next, size };
}

describe("a listing", () => {
  it("asks nothing by itself, once when looked at, and one request serves all who look", async () => {
    const { listing, asked } = served({ 0: page(["a", "b"], 2) });
    assert.deepEqual(asked, []);
    await Promise.all([listing.load(), listing.load()]);
    await listing.load();
    assert.deepEqual(
      [asked, listing.items, listing.hasMore, listing.lookedAt, listing.size],
      [[0], ["a", "b"], true, 2, 6],
    );
  });

  it("passes over empty pages while more remain", async () => {
    const { listing, asked } = served({ 0: page([], 2), 2: page([], 4), 4: page(["e"], undefined) });
    await listing.load();
    assert.deepEqual([asked, listing.items, listing.hasMore], [[0, 2, 4], ["e"], false]);
  });

  it("asks a person before it passes over more than ten empty pages", async () => {
    const asked: number[] = [];
    const listing = new Listing<string>((offset) => {
      asked.push(offset);
      return Promise.resolve(page([], offset + 1, 100_000));
    });
    await listing.load();
    assert.deepEqual([asked.length, listing.hasMore, listing.lookedAt], [10, true, 10]);
  });

  it("ends where the server would have it go in circles", async () => {
    const { listing } = served({ 0: page(["a"], 0) });
    await listing.load();
    assert.equal(listing.hasMore, false);
  });

  it("keeps what was shown when a later page fails, and goes on from there", async () => {
    const pages: Record<number, Page<string> | Error> = { 0: page(["a"], 2), 2: timedOut };
    const { listing } = served(pages);
    await listing.load();
    await listing.more();
    assert.deepEqual([listing.items, listing.failure], [["a"], timedOut]);
    pages[2] = page(["b"], undefined);
    await listing.more();
    assert.deepEqual([listing.items, listing.failure], [["a", "b"], undefined]);
  });

  it("does not ask again after a failure until told to, and keeps what it has if that fails too", async () => {
    const pages: Record<number, Page<string> | Error> = { 0: page(["a"], undefined) };
    const { listing, asked } = served(pages);
    await listing.load();
    pages[0] = timedOut;
    listing.invalidate();
    await listing.load();
    await listing.load();
    assert.deepEqual([asked, listing.items, listing.failure], [[0, 0], ["a"], timedOut]);
    pages[0] = page(["b"], undefined);
    listing.invalidate();
    await listing.load();
    assert.deepEqual([listing.items, listing.failure], [["b"], undefined]);
  });

  it("reads again as much as was shown", async () => {
    const { listing, asked } = served({
      0: page(["a", "b"], 2),
      2: page(["c", "d"], 4),
      4: page(["e"], undefined),
    });
    await listing.load();
    await listing.more();
    asked.length = 0;
    listing.invalidate();
    await listing.load();
    assert.deepEqual([asked, listing.items, listing.lookedAt], [[0, 2], ["a", "b", "c", "d"], 4]);
  });

  it("throws what is no failure of a server: a mistake of ours must not look like one", async () => {
    const listing = new Listing<string>(() => Promise.reject(new RangeError("ours")));
    await assert.rejects(listing.load(), RangeError);
  });
});
