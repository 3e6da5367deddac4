import assert from "node:assert/strict";
import fc from "fast-check";
import { mapConcurrent } from "../../../src/store/concurrency.ts";

describe("mapConcurrent", () => {
  it("returns results in order and never exceeds the concurrency", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        async (items, atOnce, scheduler) => {
          let underWay = 0;
          let most = 0;
          const results = mapConcurrent(items, atOnce, async (item, place) => {
            underWay += 1;
            most = Math.max(most, underWay);
            await scheduler.schedule(Promise.resolve());
            underWay -= 1;
            return [place, item];
          });
          assert.deepEqual(await scheduler.waitFor(results), [...items.entries()]);
          assert.equal(most, Math.min(atOnce, items.length));
        },
      ),
    ));

  it("rejects with the error", async () => {
    const wrong = new Error("the second");
    const work = (item: number): Promise<number> =>
      item === 2 ? Promise.reject(wrong) : Promise.resolve(item);
    await assert.rejects(mapConcurrent([1, 2, 3], 2, work), wrong);
  });
});
