import assert from "node:assert/strict";
import fc from "fast-check";
import { TransferRateMeter } from "../../../src/model/transferRate.ts";

function createMeter(...samples: readonly (readonly [at: number, bytes: number])[]): TransferRateMeter {
  const meter = new TransferRateMeter();
  for (const [at, bytes] of samples) meter.record(at, bytes);
  return meter;
}

describe("TransferRateMeter", () => {
  it("returns nothing without samples, in the first moment and without progress", () => {
    assert.equal(createMeter().measure(1000, 5), undefined);
    assert.equal(createMeter([0, 0], [499, 1000]).measure(499, 5), undefined);
    assert.equal(createMeter([0, 0], [3000, 0]).measure(3000, 5), undefined);
  });

  it("returns the average rate and the remaining time", () => {
    const meter = createMeter([1000, 0], [2000, 500], [3000, 4000]);
    assert.deepEqual(meter.measure(3000, 1000), { bytesPerSecond: 2000, secondsLeft: 0.5 });
    assert.deepEqual(meter.measure(3000, 0), { bytesPerSecond: 2000, secondsLeft: 0 });
  });

  it("averages over the last seconds only", () => {
    const meter = createMeter([0, 0], [1000, 1_000_000], [6000, 1_000_500], [7000, 1_000_600]);
    assert.deepEqual(meter.measure(7000, 200), { bytesPerSecond: 100, secondsLeft: 2 });
  });

  it("drops while nothing arrives, and is undefined after a long pause", () => {
    const meter = createMeter([0, 0], [1000, 1000]);
    assert.deepEqual(meter.measure(2000, 1000), { bytesPerSecond: 500, secondsLeft: 2 });
    assert.equal(meter.measure(60_000, 1000), undefined);
  });

  it("is exact for any steady transfer, however often it is sampled", () => {
    const flows = fc.record({
      rate: fc.integer({ min: 1, max: 10_000_000 }),
      every: fc.integer({ min: 1, max: 400 }),
      steps: fc.integer({ min: 600, max: 3000 }),
    });
    fc.assert(
      fc.property(flows, ({ rate, every, steps }) => {
        const meter = new TransferRateMeter();
        for (let step = 0; step <= steps; step += 1) meter.record(step * every, (step * every * rate) / 1000);
        const measured = meter.measure(steps * every, rate);
        assert.ok(measured !== undefined && Math.abs(measured.bytesPerSecond / rate - 1) < 1e-6);
        assert.ok(Math.abs(measured.secondsLeft - 1) < 1e-6);
      }),
      { numRuns: 30 },
    );
  });
});
