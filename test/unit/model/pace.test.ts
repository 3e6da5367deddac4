import assert from "node:assert/strict";
import fc from "fast-check";
import { PaceMeter } from "../../../src/model/pace.ts";

/** A meter that was told of so many bytes at each of these times. */
function meterOf(...samples: readonly (readonly [at: number, bytes: number])[]): PaceMeter {
  const meter = new PaceMeter();
  for (const [at, bytes] of samples) meter.note(at, bytes);
  return meter;
}

describe("the pace of a transfer", () => {
  it("is unknown before anything was told, in the first moment and as long as nothing moves", () => {
    assert.equal(meterOf().pace(1000, 5), undefined);
    assert.equal(meterOf([0, 0], [499, 1000]).pace(499, 5), undefined);
    assert.equal(meterOf([0, 0], [3000, 0]).pace(3000, 5), undefined);
  });

  it("is what moved in the time, and what is left at that rate", () => {
    const meter = meterOf([1000, 0], [2000, 500], [3000, 4000]);
    assert.deepEqual(meter.pace(3000, 1000), { rate: 2000, secondsLeft: 0.5 });
    assert.deepEqual(meter.pace(3000, 0), { rate: 2000, secondsLeft: 0 });
  });

  it("is that of the last seconds, not of those before", () => {
    const meter = meterOf([0, 0], [1000, 1_000_000], [6000, 1_000_500], [7000, 1_000_600]);
    assert.deepEqual(meter.pace(7000, 200), { rate: 100, secondsLeft: 2 });
  });

  it("falls while nothing comes, and is unknown after a long silence", () => {
    const meter = meterOf([0, 0], [1000, 1000]);
    assert.deepEqual(meter.pace(2000, 1000), { rate: 500, secondsLeft: 2 });
    assert.equal(meter.pace(60_000, 1000), undefined);
  });

  it("is right for any steady flow, however often it is told", () => {
    const flows = fc.record({
      rate: fc.integer({ min: 1, max: 10_000_000 }),
      every: fc.integer({ min: 1, max: 400 }),
      steps: fc.integer({ min: 600, max: 3000 }),
    });
    fc.assert(
      fc.property(flows, ({ rate, every, steps }) => {
        const meter = new PaceMeter();
        for (let step = 0; step <= steps; step += 1) meter.note(step * every, (step * every * rate) / 1000);
        const pace = meter.pace(steps * every, rate);
        assert.ok(pace !== undefined && Math.abs(pace.rate / rate - 1) < 1e-6);
        assert.ok(Math.abs(pace.secondsLeft - 1) < 1e-6);
      }),
      { numRuns: 30 },
    );
  });
});
