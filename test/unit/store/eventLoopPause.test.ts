import assert from "node:assert/strict";
import { createEventLoopPause } from "../../../src/store/eventLoopPause.ts";

describe("createEventLoopPause", () => {
  it("lets other work run in a long loop", async () => {
    const controller = new AbortController();
    setImmediate(() => controller.abort());
    const pause = createEventLoopPause();
    const end = performance.now() + 60_000;
    while (!controller.signal.aborted && performance.now() < end) await pause();
    assert.equal(controller.signal.aborted, true);
  });
});
