import assert from "node:assert/strict";
import {
  toBadgeSource,
  type BadgeSource,
  toBadgeIntervalMinutes,
  clearBadgeSource,
  saveBadgeSource,
  readBadgeSource,
} from "../../../src/features/tree/badgeSource.ts";
import { type BadgeCount, BadgeUpdater } from "../../../src/features/tree/badgeUpdater.ts";
import { ServerError } from "../../../src/model/failure.ts";
import { createMemento } from "../store/queries/queryFixture.ts";

const minute = 60_000;
const myWork: BadgeSource = { kind: "work", siteApi: "https://a.example/api", concern: "assigned" };
const query: BadgeSource = { kind: "query", queryKey: "user 0 Mine" };

/** A badge updater with a simulated clock. */
class BadgeFixture {
  now = 0;
  minutes = 10;
  /** The server's response. */
  response: number | Error | undefined = 3;
  readonly requests: BadgeSource[] = [];
  readonly signals: AbortSignal[] = [];
  /** Delayed responses, in order. */
  readonly delayed: Promise<number>[] = [];
  badge: BadgeCount | undefined;
  readonly #timers = new Map<() => void, number>();
  readonly #running: Promise<void>[] = [];
  readonly updater = new BadgeUpdater({
    clock: {
      now: () => this.now,
      schedule: (milliseconds, action) => {
        this.#timers.set(action, this.now + milliseconds);
        return () => this.#timers.delete(action);
      },
    },
    getIntervalMinutes: () => this.minutes,
    countArtifacts: (source, signal) => {
      this.requests.push(source);
      this.signals.push(signal);
      const delayed = this.delayed.shift();
      if (delayed !== undefined) return delayed;
      return this.response instanceof Error ? Promise.reject(this.response) : Promise.resolve(this.response);
    },
    showCount: (badgeCount) => {
      this.badge = badgeCount;
    },
    runInBackground: (action) => this.#running.push(action()),
  });

  get hasTimer(): boolean {
    return this.#timers.size > 0;
  }

  async advance(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(([, at]) => at <= end).sort(([, a], [, b]) => a - b)[0];
      if (due === undefined) break;
      const [action, at] = due;
      this.#timers.delete(action);
      this.now = Math.max(this.now, at);
      action();
      await Promise.all(this.#running.splice(0));
    }
    this.now = end;
  }
}

function createDelayedResponse(): {
  readonly promise: Promise<number>;
  readonly resolve: (count: number) => void;
} {
  let resolve: (count: number) => void = () => undefined;
  const promise = new Promise<number>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function createServerError(): Error {
  return new ServerError({ method: "GET", url: "https://a.example/api/x", status: 500 });
}

describe("BadgeUpdater", () => {
  it("counts immediately and then in intervals", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setFocused(true);
    assert.equal(fixture.hasTimer, false);
    fixture.updater.setSource(myWork);
    await fixture.advance(0);
    assert.deepEqual(fixture.badge, { source: myWork, count: 3, countedAt: 0, failure: undefined });
    fixture.response = 4;
    await fixture.advance(10 * minute - 1);
    assert.equal(fixture.requests.length, 1);
    await fixture.advance(1);
    assert.equal(fixture.requests.length, 2);
    assert.deepEqual(fixture.badge, { source: myWork, count: 4, countedAt: 10 * minute, failure: undefined });
    await fixture.advance(30 * minute);
    assert.equal(fixture.requests.length, 5);
  });

  it("has no timer while the window isn't focused", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setSource(myWork);
    await fixture.advance(60 * minute);
    assert.deepEqual([fixture.requests, fixture.hasTimer], [[], false]);
    fixture.updater.setFocused(true);
    await fixture.advance(0);
    assert.equal(fixture.requests.length, 1);
    await fixture.advance(4 * minute);
    fixture.updater.setFocused(false);
    assert.equal(fixture.hasTimer, false);
    await fixture.advance(2 * minute);
    // Focused again before the next update is due: it runs at its original time.
    fixture.updater.setFocused(true);
    await fixture.advance(4 * minute - 1);
    assert.equal(fixture.requests.length, 1);
    await fixture.advance(1);
    assert.equal(fixture.requests.length, 2);
    fixture.updater.setFocused(false);
    await fixture.advance(60 * minute);
    assert.equal(fixture.requests.length, 2);
    fixture.updater.setFocused(true);
    await fixture.advance(0);
    assert.equal(fixture.requests.length, 3);
  });

  it("keeps the count with the failure until an update succeeds", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    await fixture.advance(0);
    fixture.response = createServerError();
    await fixture.advance(20 * minute);
    assert.deepEqual(
      [fixture.badge?.count, fixture.badge?.countedAt, fixture.badge?.failure],
      [3, 0, fixture.response],
    );
    fixture.response = 5;
    await fixture.advance(10 * minute);
    assert.deepEqual(fixture.badge, { source: myWork, count: 5, countedAt: 30 * minute, failure: undefined });
  });

  it("shows no badge if the source can't be counted", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    await fixture.advance(0);
    fixture.response = undefined;
    await fixture.advance(10 * minute);
    assert.equal(fixture.badge, undefined);
  });

  it("updates only on request if the interval is 0", async () => {
    const fixture = new BadgeFixture();
    fixture.minutes = 0;
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    fixture.updater.markStale();
    await fixture.advance(60 * minute);
    assert.deepEqual([fixture.requests.length, fixture.hasTimer], [0, false]);
    assert.equal(await fixture.updater.update(), 3);
    assert.equal(fixture.badge?.count, 3);
    fixture.minutes = 1;
    fixture.updater.reschedule();
    await fixture.advance(minute);
    assert.equal(fixture.requests.length, 2);
  });

  it("updates once soon after several writes", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    await fixture.advance(minute);
    for (let count = 0; count < 50; count += 1) fixture.updater.markStale();
    await fixture.advance(minute);
    assert.equal(fixture.requests.length, 2);
  });

  it("shows the count of the last selected source only", async () => {
    const fixture = new BadgeFixture();
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    const outdatedUpdate = fixture.updater.update();
    fixture.updater.setSource(query);
    fixture.response = 9;
    await outdatedUpdate;
    assert.deepEqual([fixture.badge], [undefined]);
    await fixture.advance(0);
    assert.deepEqual([fixture.badge?.source, fixture.badge?.count], [query, 9]);
    fixture.updater.setSource(undefined);
    assert.deepEqual([fixture.badge, fixture.hasTimer], [undefined, false]);
  });

  it("ignores a delayed response after the account has changed", async () => {
    const fixture = new BadgeFixture();
    const { promise, resolve } = createDelayedResponse();
    fixture.delayed.push(promise);
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    const outdatedUpdate = fixture.updater.update();
    // The source is set again when the account changes.
    fixture.updater.setSource(myWork);
    assert.deepEqual(
      fixture.signals.map(({ aborted }) => aborted),
      [true],
    );
    fixture.response = 9;
    await fixture.advance(0);
    resolve(100);
    assert.equal(await outdatedUpdate, "outdated");
    assert.equal(fixture.badge?.count, 9);
    fixture.updater.dispose();
    assert.ok(fixture.signals.every(({ aborted }) => aborted));
  });

  it("updates again after a write during an update", async () => {
    const fixture = new BadgeFixture();
    const { promise, resolve } = createDelayedResponse();
    fixture.updater.setFocused(true);
    fixture.updater.setSource(myWork);
    fixture.delayed.push(promise);
    const update = fixture.updater.update();
    fixture.updater.markStale();
    resolve(3);
    await update;
    fixture.response = 4;
    await fixture.advance(1000);
    assert.equal(fixture.badge?.count, 4);
  });

  it("limits the interval to between one minute and one day", () => {
    const settings = [10, 0, -1, 0.01, 1e9, Infinity, NaN, "5", undefined];
    assert.deepEqual(settings.map(toBadgeIntervalMinutes), [10, 0, 0, 1, 1440, 1440, 0, 0, 0]);
  });

  it("stores the source with the workspace if it is a workspace query", async () => {
    const [workspaceState, otherWorkspaceState, globalState] = [
      createMemento(),
      createMemento(),
      createMemento(),
    ];
    const readSources = (): readonly unknown[] => [
      readBadgeSource(workspaceState, globalState),
      readBadgeSource(otherWorkspaceState, globalState),
    ];
    const workspaceQuery: BadgeSource = { kind: "query", queryKey: "workspace 0 Mine" };
    await saveBadgeSource(workspaceState, globalState, myWork);
    await saveBadgeSource(workspaceState, globalState, workspaceQuery);
    assert.deepEqual(readSources(), [workspaceQuery, myWork]);
    // Hiding it in this workspace doesn't affect other workspaces.
    await clearBadgeSource(workspaceState, globalState, workspaceQuery);
    assert.deepEqual(readSources(), [undefined, myWork]);
    await saveBadgeSource(workspaceState, globalState, query);
    assert.deepEqual(readSources(), [query, query]);
    await clearBadgeSource(workspaceState, globalState, query);
    assert.deepEqual(readSources(), [undefined, undefined]);
    // As an earlier version stored it.
    await globalState.update("countedAtIcon", workspaceQuery);
    assert.equal(readBadgeSource(otherWorkspaceState, globalState), undefined);
  });

  it("stores the source and ignores invalid stored values", async () => {
    const [workspaceState, globalState] = [createMemento(), createMemento()];
    assert.equal(readBadgeSource(workspaceState, globalState), undefined);
    await saveBadgeSource(workspaceState, globalState, myWork);
    assert.deepEqual(readBadgeSource(workspaceState, globalState), myWork);
    await clearBadgeSource(workspaceState, globalState, myWork);
    assert.equal(readBadgeSource(workspaceState, globalState), undefined);
    for (const row of [
      undefined,
      null,
      3,
      {},
      { kind: "query" },
      { kind: "work", siteApi: "a", concern: "x" },
    ]) {
      assert.equal(toBadgeSource(row), undefined);
    }
    assert.deepEqual(toBadgeSource({ kind: "query", queryKey: "user 0 Mine", name: "x" }), query);
  });
});
