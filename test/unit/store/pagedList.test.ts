import assert from "node:assert/strict";
import { TimedOut } from "../../../src/model/failure.ts";
import type { Page } from "../../../src/model/page.ts";
import { PagedList, ListMemory } from "../../../src/store/pagedList.ts";

interface Named {
  readonly name: string;
}

const timedOut = new TimedOut({ method: "GET", url: "https://a.example/api/x" }, undefined);

function listingOf(fetchPage: (offset: number) => Promise<Page<Named>>): PagedList<Named> {
  return PagedList.forward<Named>(fetchPage, ({ name }) => name, new ListMemory());
}

/** Serves pages by offset and keeps what was asked for. */
function served(pages: Record<number, Page<Named> | Error>): { listing: PagedList<Named>; asked: number[] } {
  const asked: number[] = [];
  const listing = listingOf((offset) => {
    asked.push(offset);
    const page = pages[offset];
    if (page === undefined) throw new Error(`Nobody should ask for ${offset}.`);
    return page instanceof Error ? Promise.reject(page) : Promise.resolve(page);
  });
  return { listing, asked };
}

function page(names: readonly string[], next: number | undefined, size = 6): Page<Named> {
  return { items: names.map((name) => ({ name })), next, size };
}

function names({ items }: PagedList<Named>): readonly string[] {
  return items.map((item) => ("name" in item ? item.name : item.kind));
}

describe("a paged list", () => {
  it("asks nothing by itself, once when looked at, and one request serves all who look", async () => {
    const { listing, asked } = served({ 0: page(["a", "b"], 2) });
    assert.deepEqual(asked, []);
    await Promise.all([listing.load(), listing.load()]);
    await listing.load();
    assert.deepEqual(
      [asked, names(listing), listing.hasMore, listing.lookedAt, listing.size],
      [[0], ["a", "b"], true, 2, 6],
    );
  });

  it("gives all to who wants all, also while another looks at the first page", async () => {
    const { listing, asked } = served({ 0: page(["a"], 2), 2: page(["b"], undefined) });
    await Promise.all([listing.load(), listing.loadUntil(() => false)]);
    assert.deepEqual(
      [asked, names(listing)],
      [
        [0, 2],
        ["a", "b"],
      ],
    );
  });

  it("passes over empty pages while more remain, and asks a person before it passes over more than ten", async () => {
    const short = served({ 0: page([], 2), 2: page([], 4), 4: page(["e"], undefined) });
    await short.listing.load();
    assert.deepEqual([short.asked, names(short.listing), short.listing.hasMore], [[0, 2, 4], ["e"], false]);
    const asked: number[] = [];
    const endless = listingOf((offset) => {
      asked.push(offset);
      return Promise.resolve(page([], offset + 1, 999_999_999));
    });
    await endless.loadUntil(() => false);
    assert.deepEqual([asked.length, endless.hasMore, endless.lookedAt], [10, true, 10]);
  });

  it("ends where the server goes in circles: by its offsets, or by its elements", async () => {
    const { listing } = served({ 0: page(["a"], 0) });
    await listing.load();
    assert.equal(listing.hasMore, false);
    let asked = 0;
    const same = listingOf((offset) => {
      asked += 1;
      return Promise.resolve(page(["a", "b"], offset + 1, 100_000));
    });
    await same.loadUntil(() => false);
    assert.deepEqual([asked, names(same)], [2, ["a", "b"]]);
  });

  it("shows an element once, although a collection that grew at its start gives it twice", async () => {
    const { listing } = served({ 0: page(["a", "b"], 2), 2: page(["b", "c"], undefined) });
    await listing.load();
    await listing.more();
    assert.deepEqual(names(listing), ["a", "b", "c"]);
  });

  it("keeps what was shown when a later page fails, says where, and goes on from there", async () => {
    const pages: Record<number, Page<Named> | Error> = { 0: page(["a"], 2), 2: timedOut };
    const { listing } = served(pages);
    await listing.load();
    await Promise.all([listing.more(), listing.more()]);
    assert.deepEqual([names(listing), listing.trouble], [["a"], { failure: timedOut, where: "end" }]);
    pages[2] = page(["b"], undefined);
    await listing.more();
    assert.deepEqual([names(listing), listing.trouble], [["a", "b"], undefined]);
  });

  it("does not ask again after a failure until told to, and keeps what it has if that fails too", async () => {
    const pages: Record<number, Page<Named> | Error> = { 0: page(["a"], undefined) };
    const { listing, asked } = served(pages);
    await listing.load();
    pages[0] = timedOut;
    listing.invalidate();
    await listing.load();
    await listing.load();
    assert.deepEqual([asked, names(listing), listing.trouble?.where], [[0, 0], ["a"], "start"]);
    pages[0] = page(["b"], undefined);
    listing.invalidate();
    await listing.load();
    assert.deepEqual([names(listing), listing.trouble], [["b"], undefined]);
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
    assert.deepEqual([asked, names(listing), listing.lookedAt], [[0, 2], ["a", "b", "c", "d"], 4]);
  });

  it("does not lose a refresh that is asked for while it reads, nor the page after it", async () => {
    const versions = ["old", "new"];
    const listing = listingOf((offset) =>
      Promise.resolve(page([`${versions.shift() ?? "page"} ${offset}`], offset + 1)),
    );
    const first = listing.load();
    listing.invalidate();
    await Promise.all([first, listing.load(), listing.more()]);
    assert.deepEqual(names(listing), ["new 0", "page 1"]);
  });

  it("does not lose a refresh that is asked for while it is being read again", async () => {
    let asked = 0;
    const listing = listingOf(() => {
      asked += 1;
      if (asked === 2) listing.invalidate();
      return Promise.resolve(page([`version ${asked}`], undefined));
    });
    await listing.load();
    listing.invalidate();
    await listing.load();
    await listing.load();
    assert.deepEqual(names(listing), ["version 3"]);
  });

  it("throws what is no failure of a server: a mistake of ours must not look like one", async () => {
    const listing = listingOf(() => Promise.reject(new RangeError("ours")));
    await assert.rejects(listing.load(), RangeError);
  });
});
