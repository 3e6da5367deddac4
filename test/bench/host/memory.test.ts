// What the extension host holds after many forms were opened and closed in it.
import assert from "node:assert/strict";
import { until } from "../../support/wait.ts";
import { liveMemory } from "../liveMemory.ts";
import { sized } from "../scale.ts";
import { answer, givenOrder } from "./order.ts";
import { Visitor } from "./visitor.ts";

const megabyte = 1_000_000;
/** In percent, of what it held before. */
const mostGrowth = 10;

/** What was let go of only a moment ago needs a few turns of the host until it can be collected. */
async function settledMemory(): Promise<number> {
  let least = liveMemory();
  let looksWithoutChange = 0;
  const isSettled = (): boolean => {
    const now = liveMemory();
    looksWithoutChange = now < least * 0.999 ? 0 : looksWithoutChange + 1;
    least = Math.min(least, now);
    return looksWithoutChange === 5;
  };
  await until("the memory has settled", isSettled);
  return least;
}

describe("the memory of the extension host", () => {
  it("returns to what it was after many forms", async function () {
    const order = givenOrder();
    const forms = sized(order.scale, { full: 200, smallest: 4 });
    // The first forms load what all of them need, and fill what is kept of the server.
    const firstForms = sized(order.scale, { full: 20, smallest: 1 });
    this.timeout(20 * 60_000);
    const visitor = await Visitor.signIn(order.site);
    const openAndClose = async (from: number, count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        await visitor.openForm(from + at);
        await visitor.closeForms();
      }
    };
    await openAndClose(1, firstForms);
    const before = await settledMemory();
    await openAndClose(firstForms + 1, forms);
    const after = await settledMemory();
    await visitor.leave();
    const growth = (100 * (after - before)) / before;
    answer(order, {
      "memory.beforeMb": before / megabyte,
      "memory.afterMb": after / megabyte,
      "memory.growthPercent": growth,
    });
    if (order.scale === "full") assert.ok(growth < mostGrowth, `It grew by ${growth} %.`);
  });
});
