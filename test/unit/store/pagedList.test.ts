import assert from "node:assert/strict";
import { TimedOut } from "../../../src/model/failure.ts";
import type { CollectionPage } from "../../../src/model/collectionPage.ts";
import { PagedList, ListMemoryLimiter } from "../../../src/store/pagedList.ts";

interface Named {
  readonly name: string;
}

const timedOut = new TimedOut({ method: "GET", url: "https://a.example/api/x" }, undefined);

function createList(fetchPage: (offset: number) => Promise<CollectionPage<Named>>): PagedList<Named> {
  return PagedList.createForward<Named>(fetchPage, ({ name }) => name, new ListMemoryLimiter());
}

/** Serves pages by offset and records the requests. */
function createSource(pages: Record<number, CollectionPage<Named> | Error>): {
  listing: PagedList<Named>;
  offsets: number[];
} {
  const offsets: number[] = [];
  const listing = createList((offset) => {
    offsets.push(offset);
    const page = pages[offset];
    if (page === undefined) throw new Error(`Nobody should ask for ${offset}.`);
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  });
  return { listing, offsets };
}

function page(names: readonly string[], nextOffset: number | undefined, total = 6): CollectionPage<Named> {
  return { items: names.map((name) => ({ name })), nextOffset, total };
}

function names({ items }: PagedList<Named>): readonly string[] {
  return items.map((item) => ("name" in item ? item.name : item.kind));
}

describe("PagedList", () => {
  it("sends nothing until it is loaded, and shares one request", async () => {
    const { listing, offsets } = createSource({ 0: page(["a", "b"], 2) });
    assert.deepEqual(offsets, []);
    await Promise.all([listing.load(), listing.load()]);
    await listing.load();
    assert.deepEqual(
      [offsets, names(listing), listing.hasMore, listing.requestedCount, listing.size],
      [[0], ["a", "b"], true, 2, 6],
    );
  });

  it("loads all pages, also while another caller loads the first page", async () => {
    const { listing, offsets } = createSource({ 0: page(["a"], 2), 2: page(["b"], undefined) });
    await Promise.all([listing.load(), listing.loadUntil(() => false)]);
    assert.deepEqual(
      [offsets, names(listing)],
      [
        [0, 2],
        ["a", "b"],
      ],
    );
  });

  it("skips up to ten empty pages in one load", async () => {
    const short = createSource({ 0: page([], 2), 2: page([], 4), 4: page(["e"], undefined) });
    await short.listing.load();
    assert.deepEqual([short.offsets, names(short.listing), short.listing.hasMore], [[0, 2, 4], ["e"], false]);
    const offsets: number[] = [];
    const endless = createList((offset) => {
      offsets.push(offset);
      return Promise.resolve(page([], offset + 1, 999_999_999));
    });
    await endless.loadUntil(() => false);
    assert.deepEqual([offsets.length, endless.hasMore, endless.requestedCount], [10, true, 10]);
  });

  it("ends if offsets or elements repeat", async () => {
    const { listing } = createSource({ 0: page(["a"], 0) });
    await listing.load();
    assert.equal(listing.hasMore, false);
    let offsets = 0;
    const same = createList((offset) => {
      offsets += 1;
      return Promise.resolve(page(["a", "b"], offset + 1, 100_000));
    });
    await same.loadUntil(() => false);
    assert.deepEqual([offsets, names(same)], [2, ["a", "b"]]);
  });

  it("has an element once if the collection returns it twice", async () => {
    const { listing } = createSource({ 0: page(["a", "b"], 2), 2: page(["b", "c"], undefined) });
    await listing.load();
    await listing.loadMore();
    assert.deepEqual(names(listing), ["a", "b", "c"]);
  });

  it("keeps items when a later page fails, reports the position, and continues from there", async () => {
    const pages: Record<number, CollectionPage<Named> | Error> = { 0: page(["a"], 2), 2: timedOut };
    const { listing } = createSource(pages);
    await listing.load();
    await Promise.all([listing.loadMore(), listing.loadMore()]);
    assert.deepEqual([names(listing), listing.lastFailure], [["a"], { failure: timedOut, position: "end" }]);
    pages[2] = page(["b"], undefined);
    await listing.loadMore();
    assert.deepEqual([names(listing), listing.lastFailure], [["a", "b"], undefined]);
  });

  it("doesn't retry after a failure until it is invalidated, and keeps items if that fails too", async () => {
    const pages: Record<number, CollectionPage<Named> | Error> = { 0: page(["a"], undefined) };
    const { listing, offsets } = createSource(pages);
    await listing.load();
    pages[0] = timedOut;
    listing.invalidate();
    await listing.load();
    await listing.load();
    assert.deepEqual([offsets, names(listing), listing.lastFailure?.position], [[0, 0], ["a"], "start"]);
    pages[0] = page(["b"], undefined);
    listing.invalidate();
    await listing.load();
    assert.deepEqual([names(listing), listing.lastFailure], [["b"], undefined]);
  });

  it("reloads as many items as before", async () => {
    const { listing, offsets } = createSource({
      0: page(["a", "b"], 2),
      2: page(["c", "d"], 4),
      4: page(["e"], undefined),
    });
    await listing.load();
    await listing.loadMore();
    offsets.length = 0;
    listing.invalidate();
    await listing.load();
    assert.deepEqual([offsets, names(listing), listing.requestedCount], [[0, 2], ["a", "b", "c", "d"], 4]);
  });

  it("doesn't lose an invalidation during a load, nor the page after it", async () => {
    const versions = ["old", "new"];
    const listing = createList((offset) =>
      Promise.resolve(page([`${versions.shift() ?? "page"} ${offset}`], offset + 1)),
    );
    const first = listing.load();
    listing.invalidate();
    await Promise.all([first, listing.load(), listing.loadMore()]);
    assert.deepEqual(names(listing), ["new 0", "page 1"]);
  });

  it("doesn't lose an invalidation during a reload", async () => {
    let offsets = 0;
    const listing = createList(() => {
      offsets += 1;
      if (offsets === 2) listing.invalidate();
      return Promise.resolve(page([`version ${offsets}`], undefined));
    });
    await listing.load();
    listing.invalidate();
    await listing.load();
    await listing.load();
    assert.deepEqual(names(listing), ["version 3"]);
  });

  it("throws errors that aren't failures", async () => {
    const listing = createList(() => Promise.reject(new RangeError("ours")));
    await assert.rejects(listing.load(), RangeError);
  });
});
