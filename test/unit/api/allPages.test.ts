import assert from "node:assert/strict";
import fc from "fast-check";
import { allPages } from "../../../src/api/collection.ts";
import type { Page } from "../../../src/model/page.ts";

interface Collection {
  readonly visible: readonly boolean[];
  readonly limit: number;
}

/** A server that counts what it does not show, and cuts by position. */
function pageOf({ visible, limit }: Collection, offset: number): Page<number> {
  const positions = visible.map((_, position) => position).slice(offset, offset + limit);
  const next = offset + limit < visible.length ? offset + limit : undefined;
  return { items: positions.filter((position) => visible[position]), next, size: visible.length };
}

const collection = fc.record({
  visible: fc.array(fc.boolean(), { maxLength: 60 }),
  limit: fc.integer({ min: 1, max: 12 }),
});

async function collect(pages: AsyncIterable<Page<number>>): Promise<number[]> {
  const items: number[] = [];
  for await (const page of pages) items.push(...(page.items as number[]));
  return items;
}

describe("all pages", () => {
  it("give every element once and in order, however many come at a time and in whatever order they arrive", async () => {
    await fc.assert(
      fc.asyncProperty(
        collection,
        fc.integer({ min: 1, max: 7 }),
        fc.scheduler(),
        async (all, atOnce, scheduler) => {
          let underWay = 0;
          let most = 0;
          const pages = allPages<number>(async (offset) => {
            underWay += 1;
            most = Math.max(most, underWay);
            const page = await scheduler.schedule(Promise.resolve(pageOf(all, offset)));
            underWay -= 1;
            return page;
          }, atOnce);
          const items = await scheduler.waitFor(collect(pages));
          assert.deepEqual(
            items,
            all.visible.flatMap((isVisible, position) => (isVisible ? [position] : [])),
          );
          assert.ok(most <= atOnce);
        },
      ),
    );
  });

  it("end where the server gives no size, no step, or grows while one reads", async () => {
    const count = async (page: Page<number>): Promise<number> => {
      let pages = 0;
      for await (const each of allPages(() => Promise.resolve(page))) pages += each.items.length;
      return pages;
    };
    assert.equal(await count({ items: [1], next: undefined, size: undefined }), 1);
    assert.equal(await count({ items: [1], next: 0, size: 10 }), 1);
    let size = 10;
    const growing = allPages((offset) =>
      Promise.resolve({ items: [offset], next: offset + 5, size: (size += 100) }),
    );
    let seen = 0;
    for await (const page of growing) seen += page.items.length;
    assert.equal(seen, 22);
  });

  it("fail with the first page that fails, and leave no rejection behind", async () => {
    const pages = allPages<number>((offset) =>
      offset === 0
        ? Promise.resolve({ items: [0], next: 1, size: 9 })
        : Promise.reject(new Error(`page ${offset}`)),
    );
    await assert.rejects(collect(pages), /page 1/);
  });
});
