// Memory of the extension host after many forms were opened and closed.
import assert from "node:assert/strict";
import { waitUntil } from "../../support/wait.ts";
import { measureLiveMemory } from "../measureLiveMemory.ts";
import { pickByScale } from "../scale.ts";
import { writeFigures, readBenchRequest } from "./benchRequest.ts";
import { ExtensionUser } from "./extensionUser.ts";

const megabyte = 1_000_000;
/** In percent of the memory before. */
const maxGrowth = 10;

/** Recently released objects can be collected only after a few turns of the event loop. */
async function measureStableMemory(): Promise<number> {
  let least = measureLiveMemory();
  let unchangedSamples = 0;
  const isStable = (): boolean => {
    const now = measureLiveMemory();
    unchangedSamples = now < least * 0.999 ? 0 : unchangedSamples + 1;
    least = Math.min(least, now);
    return unchangedSamples === 5;
  };
  await waitUntil("the memory is stable", isStable);
  return least;
}

describe("memory of the extension host", () => {
  it("does not grow after many forms were opened and closed", async function () {
    const request = readBenchRequest();
    const forms = pickByScale(request.scale, { full: 200, smallest: 4 });
    // The first forms load shared code and fill the caches.
    const firstForms = pickByScale(request.scale, { full: 20, smallest: 1 });
    this.timeout(20 * 60_000);
    const user = await ExtensionUser.signIn(request.site);
    const openAndClose = async (from: number, count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1) {
        await user.openForm(from + at);
        await user.closeForms();
      }
    };
    await openAndClose(1, firstForms);
    const before = await measureStableMemory();
    await openAndClose(firstForms + 1, forms);
    const after = await measureStableMemory();
    await user.cleanUp();
    const growth = (100 * (after - before)) / before;
    writeFigures(request, {
      "memory.beforeMb": before / megabyte,
      "memory.afterMb": after / megabyte,
      "memory.growthPercent": growth,
    });
    if (request.scale === "full") assert.ok(growth < maxGrowth, `The memory grew by ${growth} %.`);
  });
});
