import assert from "node:assert/strict";
import { once } from "node:events";
import { toInboxIntervalMinutes } from "../../../src/model/inbox.ts";
import { PeriodicUpdater } from "../../../src/store/periodicUpdater.ts";

const minute = 60_000;

/** An updater with a simulated clock. */
class UpdaterFixture {
  now = 0;
  minutes = 5;
  isHealthy = true;
  durationMs = 0;
  readonly refreshedAt: number[] = [];
  /** Set to let refreshes wait until they are canceled. */
  waitsUntilCanceled = false;
  #timer: { readonly at: number; readonly action: () => void } | undefined;
  #running: Promise<void> = Promise.resolve();
  readonly updater: PeriodicUpdater;

  constructor(options: { readonly activationGapMs?: number } = {}) {
    this.updater = new PeriodicUpdater({
      ...options,
      clock: {
        now: () => this.now,
        schedule: (milliseconds, action) => {
          const timer = { at: this.now + milliseconds, action };
          this.#timer = timer;
          return () => {
            if (this.#timer === timer) this.#timer = undefined;
          };
        },
      },
      getIntervalMinutes: () => this.minutes,
      refresh: async (signal) => {
        this.refreshedAt.push(this.now / minute);
        this.now += this.durationMs;
        if (this.waitsUntilCanceled) await once(signal, "abort");
        return this.isHealthy;
      },
      runInBackground: (action) => {
        this.#running = action();
      },
    });
  }

  whenIdle(): Promise<void> {
    return this.#running;
  }

  async advanceTo(minutes: number): Promise<void> {
    const end = minutes * minute;
    for (let timer = this.#timer; timer !== undefined && timer.at <= end; timer = this.#timer) {
      this.now = Math.max(this.now, timer.at);
      this.#timer = undefined;
      timer.action();
      if (this.waitsUntilCanceled) break;
      await this.#running;
      await Promise.resolve();
    }
    this.now = Math.max(this.now, end);
  }
}

describe("periodic updater", () => {
  let fixture: UpdaterFixture;

  beforeEach(() => {
    fixture = new UpdaterFixture();
  });

  it("refreshes at once and then every interval, only while it is active", async () => {
    await fixture.advanceTo(20);
    assert.deepEqual(fixture.refreshedAt, []);
    fixture.updater.setActive(true);
    await fixture.advanceTo(31);
    assert.deepEqual(fixture.refreshedAt, [20, 25, 30]);
    fixture.updater.setActive(false);
    await fixture.advanceTo(60);
    assert.deepEqual(fixture.refreshedAt, [20, 25, 30]);
    fixture.updater.setActive(true);
    await fixture.advanceTo(61);
    assert.deepEqual(fixture.refreshedAt, [20, 25, 30, 60]);
  });

  it("cancels a refresh when the window loses the focus, and repeats it soon after it has it again", async () => {
    fixture.waitsUntilCanceled = true;
    fixture.updater.setActive(true);
    await fixture.advanceTo(0);
    fixture.updater.setActive(false);
    await fixture.whenIdle();
    fixture.waitsUntilCanceled = false;
    fixture.updater.setActive(true);
    await fixture.advanceTo(0.9);
    assert.deepEqual(fixture.refreshedAt, [0]);
    await fixture.advanceTo(7);
    // A canceled refresh isn't a failure.
    assert.deepEqual(fixture.refreshedAt, [0, 1, 6]);
  });

  it("doesn't refresh sooner because the window gets the focus again", async () => {
    fixture.updater.setActive(true);
    await fixture.advanceTo(1);
    fixture.updater.setActive(false);
    fixture.updater.setActive(true);
    await fixture.advanceTo(4.9);
    assert.deepEqual(fixture.refreshedAt, [0]);
  });

  it("refreshes when it becomes active, but not again within the gap", async () => {
    fixture = new UpdaterFixture({ activationGapMs: minute / 10 });
    fixture.updater.setActive(true);
    await fixture.advanceTo(2);
    fixture.updater.setActive(false);
    fixture.updater.setActive(true);
    await fixture.advanceTo(2.05);
    assert.deepEqual(fixture.refreshedAt, [0, 2]);
    fixture.updater.setActive(false);
    fixture.updater.setActive(true);
    await fixture.advanceTo(2.09);
    assert.deepEqual(fixture.refreshedAt, [0, 2]);
    await fixture.advanceTo(8);
    assert.deepEqual(fixture.refreshedAt, [0, 2, 2.1, 7.1]);
  });

  it("refreshes only on request if the interval is 0", async () => {
    fixture.minutes = 0;
    fixture.updater.setActive(true);
    await fixture.advanceTo(60);
    await fixture.updater.refresh();
    assert.deepEqual(fixture.refreshedAt, [60]);
    fixture.minutes = 5;
    fixture.updater.reschedule();
    await fixture.advanceTo(66);
    assert.deepEqual(fixture.refreshedAt, [60, 65]);
  });

  for (const problem of ["away", "slow"] as const) {
    it(`refreshes less often while a server is ${problem}, until it is back`, async () => {
      if (problem === "away") fixture.isHealthy = false;
      else fixture.durationMs = 11_000;
      fixture.updater.setActive(true);
      await fixture.advanceTo(200);
      assert.deepEqual(fixture.refreshedAt, [0, 10, 30, 70, 110, 150, 190]);
      fixture.isHealthy = true;
      fixture.durationMs = 0;
      fixture.updater.markBack();
      await fixture.advanceTo(211);
      assert.deepEqual(fixture.refreshedAt.slice(7), [200, 205, 210]);
    });
  }

  it("refreshes soon when a server is back, but not each time if refreshes fail", async () => {
    fixture.updater.setActive(true);
    await fixture.advanceTo(2);
    fixture.updater.markBack();
    await fixture.advanceTo(2);
    assert.deepEqual(fixture.refreshedAt, [0, 2]);
    fixture.isHealthy = false;
    await fixture.advanceTo(7);
    for (let at = 7; at <= 60; at += 0.1) {
      fixture.updater.markBack();
      await fixture.advanceTo(at);
    }
    const times = fixture.refreshedAt.map(Math.round);
    assert.deepEqual(times, [0, 2, 7, 9, 13, 21, 29, 37, 45, 53]);
  });

  it("refreshes at once when another account has signed in", async () => {
    fixture.isHealthy = false;
    fixture.updater.setActive(true);
    await fixture.advanceTo(1);
    fixture.updater.markStale();
    await fixture.advanceTo(1);
    assert.deepEqual(fixture.refreshedAt, [0, 1]);
  });

  it("refreshes after one interval if the clock is set back", async () => {
    fixture.now = 1000 * minute;
    fixture.updater.setActive(true);
    await fixture.advanceTo(1001);
    fixture.now = 0;
    fixture.updater.reschedule();
    await fixture.advanceTo(6);
    assert.deepEqual(fixture.refreshedAt, [1000, 5]);
  });

  it("takes any value of the setting", () => {
    const values = [0, 5, 0.001, 100_000, Number.POSITIVE_INFINITY, -1, Number.NaN, "5", undefined];
    assert.deepEqual(values.map(toInboxIntervalMinutes), [0, 5, 1, 1440, 1440, 5, 5, 5, 5]);
  });

  it("shares a refresh that is in progress", async () => {
    await Promise.all([fixture.updater.refresh(), fixture.updater.refresh()]);
    assert.equal(fixture.refreshedAt.length, 1);
  });

  it("stops when it is disposed of", async () => {
    fixture.updater.setActive(true);
    fixture.updater.dispose();
    await fixture.advanceTo(60);
    assert.deepEqual(fixture.refreshedAt, []);
  });
});
