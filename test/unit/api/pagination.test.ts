import assert from "node:assert/strict";
import fc from "fast-check";
import { fetchAllPages } from "../../../src/api/pagination.ts";
import type { CollectionPage } from "../../../src/model/collectionPage.ts";

interface Collection {
  readonly visible: readonly boolean[];
  readonly limit: number;
}

/** A server that counts invisible elements, and paginates by position. */
function createPage({ visible, limit }: Collection, offset: number): CollectionPage<number> {
  const positions = visible.map((_, position) => position).slice(offset, offset + limit);
  const nextOffset = offset + limit < visible.length ? offset + limit : undefined;
  return { items: positions.filter((position) => visible[position]), nextOffset, total: visible.length };
}

const collection = fc.record({
  visible: fc.array(fc.boolean(), { maxLength: 60 }),
  limit: fc.integer({ min: 1, max: 12 }),
});

async function collect(pages: AsyncIterable<CollectionPage<number>>): Promise<number[]> {
  const items: number[] = [];
  for await (const page of pages) items.push(...(page.items as number[]));
  return items;
}

describe("fetchAllPages", () => {
  it("yields every element once and in order for any concurrency and order of responses", async () => {
    await fc.assert(
      fc.asyncProperty(
        collection,
        fc.integer({ min: 1, max: 7 }),
        fc.scheduler(),
        async (elements, maxConcurrent, scheduler) => {
          let inFlight = 0;
          let maxInFlight = 0;
          const pages = fetchAllPages<number>(async (offset) => {
            inFlight += 1;
            maxInFlight = Math.max(maxInFlight, inFlight);
            const page = await scheduler.schedule(Promise.resolve(createPage(elements, offset)));
            inFlight -= 1;
            return page;
          }, maxConcurrent);
          const items = await scheduler.waitFor(collect(pages));
          assert.deepEqual(
            items,
            elements.visible.flatMap((isVisible, position) => (isVisible ? [position] : [])),
          );
          assert.ok(maxInFlight <= maxConcurrent);
        },
      ),
    );
  });

  it("ends if the server returns no size or no next offset, or if the collection grows meanwhile", async () => {
    const count = async (page: CollectionPage<number>): Promise<number> => {
      let pages = 0;
      for await (const each of fetchAllPages(() => Promise.resolve(page))) pages += each.items.length;
      return pages;
    };
    assert.equal(await count({ items: [1], nextOffset: undefined, total: undefined }), 1);
    assert.equal(await count({ items: [1], nextOffset: 0, total: 10 }), 1);
    let size = 10;
    const growing = fetchAllPages((offset) =>
      Promise.resolve({ items: [offset], nextOffset: offset + 5, total: (size += 100) }),
    );
    let seen = 0;
    for await (const page of growing) seen += page.items.length;
    assert.equal(seen, 22);
  });

  it("fails with the first failed page and leaves no unhandled rejection", async () => {
    const pages = fetchAllPages<number>((offset) =>
      offset === 0
        ? Promise.resolve({ items: [0], nextOffset: 1, total: 9 })
        : Promise.reject(new Error(`page ${offset}`)),
    );
    await assert.rejects(collect(pages), /page 1/);
  });
});
