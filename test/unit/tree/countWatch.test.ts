import assert from "node:assert/strict";
import {
  choiceOf,
  type CountChoice,
  countMinutes,
  dropChoice,
  keepChoice,
  keptChoice,
} from "../../../src/features/tree/countChoice.ts";
import { type Counted, CountWatch } from "../../../src/features/tree/countWatch.ts";
import { ServerTrouble } from "../../../src/model/failure.ts";
import { memoryInProcess } from "../store/queries/stage.ts";

const minute = 60_000;
const mine: CountChoice = { kind: "work", siteApi: "https://a.example/api", concern: "assigned" };
const other: CountChoice = { kind: "query", queryKey: "user 0 Mine" };

/** A watch over a time that the test moves. */
class Stage {
  now = 0;
  minutes = 10;
  /** What the server would say. */
  answer: number | Error | undefined = 3;
  readonly asked: CountChoice[] = [];
  readonly signals: AbortSignal[] = [];
  /** What answers later than at once; the first one first. */
  readonly late: Promise<number>[] = [];
  shown: Counted | undefined;
  readonly #waiting = new Map<() => void, number>();
  readonly #started: Promise<void>[] = [];
  readonly watch = new CountWatch({
    clock: {
      now: () => this.now,
      later: (milliseconds, action) => {
        this.#waiting.set(action, this.now + milliseconds);
        return () => this.#waiting.delete(action);
      },
    },
    minutes: () => this.minutes,
    read: (choice, signal) => {
      this.asked.push(choice);
      this.signals.push(signal);
      const later = this.late.shift();
      if (later !== undefined) return later;
      return this.answer instanceof Error ? Promise.reject(this.answer) : Promise.resolve(this.answer);
    },
    show: (counted) => {
      this.shown = counted;
    },
    start: (action) => this.#started.push(action()),
  });

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    for (;;) {
      const due = [...this.#waiting].filter(([, at]) => at <= end).sort(([, one], [, two]) => one - two)[0];
      if (due === undefined) break;
      const [action, at] = due;
      this.#waiting.delete(action);
      this.now = Math.max(this.now, at);
      action();
      await Promise.all(this.#started.splice(0));
    }
    this.now = end;
  }
}

function answerLater(): { readonly promise: Promise<number>; readonly resolve: (count: number) => void } {
  let resolve: (count: number) => void = () => undefined;
  const promise = new Promise<number>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function trouble(): Error {
  return new ServerTrouble({ method: "GET", url: "https://a.example/api/x", status: 500 });
}

describe("the number at the icon", () => {
  it("is read at once, and then every so many minutes", async () => {
    const stage = new Stage();
    stage.watch.setFocused(true);
    assert.equal(stage.isWaiting, false);
    stage.watch.setChoice(mine);
    await stage.pass(0);
    assert.deepEqual(stage.shown, { choice: mine, count: 3, at: 0, failure: undefined });
    stage.answer = 4;
    await stage.pass(10 * minute - 1);
    assert.equal(stage.asked.length, 1);
    await stage.pass(1);
    assert.equal(stage.asked.length, 2);
    assert.deepEqual(stage.shown, { choice: mine, count: 4, at: 10 * minute, failure: undefined });
    await stage.pass(30 * minute);
    assert.equal(stage.asked.length, 5);
  });

  it("is not read, and nothing waits, while nobody is at the window", async () => {
    const stage = new Stage();
    stage.watch.setChoice(mine);
    await stage.pass(60 * minute);
    assert.deepEqual([stage.asked, stage.isWaiting], [[], false]);
    stage.watch.setFocused(true);
    await stage.pass(0);
    assert.equal(stage.asked.length, 1);
    await stage.pass(4 * minute);
    stage.watch.setFocused(false);
    assert.equal(stage.isWaiting, false);
    await stage.pass(2 * minute);
    // Back before it is due: at the time when it would have been.
    stage.watch.setFocused(true);
    await stage.pass(4 * minute - 1);
    assert.equal(stage.asked.length, 1);
    await stage.pass(1);
    assert.equal(stage.asked.length, 2);
    stage.watch.setFocused(false);
    await stage.pass(60 * minute);
    assert.equal(stage.asked.length, 2);
    stage.watch.setFocused(true);
    await stage.pass(0);
    assert.equal(stage.asked.length, 3);
  });

  it("stays when it can't be read, with why and since when, until it can", async () => {
    const stage = new Stage();
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    await stage.pass(0);
    stage.answer = trouble();
    await stage.pass(20 * minute);
    assert.deepEqual([stage.shown?.count, stage.shown?.at, stage.shown?.failure], [3, 0, stage.answer]);
    stage.answer = 5;
    await stage.pass(10 * minute);
    assert.deepEqual(stage.shown, { choice: mine, count: 5, at: 30 * minute, failure: undefined });
  });

  it("is none where it can't be told", async () => {
    const stage = new Stage();
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    await stage.pass(0);
    stage.answer = undefined;
    await stage.pass(10 * minute);
    assert.equal(stage.shown, undefined);
  });

  it("is read only when that is asked for where the minutes are none", async () => {
    const stage = new Stage();
    stage.minutes = 0;
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    stage.watch.noteWritten();
    await stage.pass(60 * minute);
    assert.deepEqual([stage.asked.length, stage.isWaiting], [0, false]);
    assert.equal(await stage.watch.look(), 3);
    assert.equal(stage.shown?.count, 3);
    stage.minutes = 1;
    stage.watch.reschedule();
    await stage.pass(minute);
    assert.equal(stage.asked.length, 2);
  });

  it("is read soon after something was written, once for many", async () => {
    const stage = new Stage();
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    await stage.pass(minute);
    for (let count = 0; count < 50; count += 1) stage.watch.noteWritten();
    await stage.pass(minute);
    assert.equal(stage.asked.length, 2);
  });

  it("is of what was chosen last, and goes with it", async () => {
    const stage = new Stage();
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    const late = stage.watch.look();
    stage.watch.setChoice(other);
    stage.answer = 9;
    await late;
    assert.deepEqual([stage.shown], [undefined]);
    await stage.pass(0);
    assert.deepEqual([stage.shown?.choice, stage.shown?.count], [other, 9]);
    stage.watch.setChoice(undefined);
    assert.deepEqual([stage.shown, stage.isWaiting], [undefined, false]);
  });

  it("is not what came late for an account that is no longer the one", async () => {
    const stage = new Stage();
    const { promise, resolve } = answerLater();
    stage.late.push(promise);
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    const late = stage.watch.look();
    // The same choice, as it is set again for whoever is signed in now.
    stage.watch.setChoice(mine);
    assert.deepEqual(
      stage.signals.map(({ aborted }) => aborted),
      [true],
    );
    stage.answer = 9;
    await stage.pass(0);
    resolve(100);
    assert.equal(await late, "outdated");
    assert.equal(stage.shown?.count, 9);
    stage.watch.dispose();
    assert.ok(stage.signals.every(({ aborted }) => aborted));
  });

  it("is read again for what was written while it was read", async () => {
    const stage = new Stage();
    const { promise, resolve } = answerLater();
    stage.watch.setFocused(true);
    stage.watch.setChoice(mine);
    stage.late.push(promise);
    const look = stage.watch.look();
    stage.watch.noteWritten();
    resolve(3);
    await look;
    stage.answer = 4;
    await stage.pass(1000);
    assert.equal(stage.shown?.count, 4);
  });

  it("is read once a minute at most, and once a day at least", () => {
    const settings = [10, 0, -1, 0.01, 1e9, Infinity, NaN, "5", undefined];
    assert.deepEqual(settings.map(countMinutes), [10, 0, 0, 1, 1440, 1440, 0, 0, 0]);
  });

  it("is kept with the workspace where its query is the workspace's", async () => {
    const [here, elsewhere, everywhere] = [memoryInProcess(), memoryInProcess(), memoryInProcess()];
    const kept = (): readonly unknown[] => [keptChoice(here, everywhere), keptChoice(elsewhere, everywhere)];
    const theirs: CountChoice = { kind: "query", queryKey: "workspace 0 Mine" };
    await keepChoice(here, everywhere, mine);
    await keepChoice(here, everywhere, theirs);
    assert.deepEqual(kept(), [theirs, mine]);
    // Who stops counting that has said nothing about other windows.
    await dropChoice(here, everywhere, theirs);
    assert.deepEqual(kept(), [undefined, mine]);
    await keepChoice(here, everywhere, other);
    assert.deepEqual(kept(), [other, other]);
    await dropChoice(here, everywhere, other);
    assert.deepEqual(kept(), [undefined, undefined]);
    // As an earlier version kept it.
    await everywhere.update("countedAtIcon", theirs);
    assert.equal(keptChoice(elsewhere, everywhere), undefined);
  });

  it("is kept as a choice, whatever else was kept there", async () => {
    const [here, everywhere] = [memoryInProcess(), memoryInProcess()];
    assert.equal(keptChoice(here, everywhere), undefined);
    await keepChoice(here, everywhere, mine);
    assert.deepEqual(keptChoice(here, everywhere), mine);
    await dropChoice(here, everywhere, mine);
    assert.equal(keptChoice(here, everywhere), undefined);
    for (const row of [
      undefined,
      null,
      3,
      {},
      { kind: "query" },
      { kind: "work", siteApi: "a", concern: "x" },
    ]) {
      assert.equal(choiceOf(row), undefined);
    }
    assert.deepEqual(choiceOf({ kind: "query", queryKey: "user 0 Mine", name: "x" }), other);
  });
});
