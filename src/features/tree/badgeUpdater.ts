// Updates the count in the badge of "My Work" periodically while the window is focused.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { BadgeSource } from "./badgeSource.ts";

export interface TimerClock {
  readonly now: () => number;
  /** Returns a function that cancels the timer. */
  readonly schedule: (milliseconds: number, action: () => void) => () => void;
}

export interface BadgeCount {
  readonly source: BadgeSource;
  readonly count: number;
  readonly countedAt: number;
  /** Why the last update failed; the count is then an older one. */
  readonly failure: Failure | undefined;
}

interface BadgeUpdaterOptions {
  readonly clock: TimerClock;
  /** Minutes between two updates; 0 to update on request only. */
  readonly getIntervalMinutes: () => number;
  /** Undefined if the source can't be counted. */
  readonly countArtifacts: (source: BadgeSource, signal: AbortSignal) => Promise<number | undefined>;
  readonly showCount: (badgeCount: BadgeCount | undefined) => void;
  readonly runInBackground: (action: () => Promise<void>) => void;
}

const minuteMs = 60_000;
/** Bulk edits write many artifacts in a row, so updates after a write are debounced. */
const delayAfterWriteMs = 1000;

export class BadgeUpdater {
  readonly #options: BadgeUpdaterOptions;
  #source: BadgeSource | undefined;
  #lastCount: BadgeCount | undefined;
  #updatedAt = Number.NEGATIVE_INFINITY;
  #isFocused = false;
  #isDisposed = false;
  /** An artifact was written since the last update. */
  #isStale = false;
  /** The latest update; aborted by a later one, or by another source or account. */
  #currentUpdate = new AbortController();
  #cancelTimer: (() => void) | undefined;

  constructor(options: BadgeUpdaterOptions) {
    this.#options = options;
  }

  /** Undefined removes the badge. */
  setSource(source: BadgeSource | undefined): void {
    this.#currentUpdate.abort();
    this.#source = source;
    this.#updatedAt = Number.NEGATIVE_INFINITY;
    this.#show(undefined);
    this.#schedule();
  }

  /** Updates run only while the window is focused. */
  setFocused(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#schedule();
  }

  /** Called when the interval may have changed. */
  reschedule(): void {
    this.#schedule();
  }

  /** Called when an artifact was written. */
  markStale(): void {
    this.#isStale = true;
    this.#schedule();
  }

  /** Undefined if there is no source or it can't be counted. A failure keeps the last count. */
  async update(): Promise<number | "outdated" | undefined> {
    const source = this.#source;
    if (source === undefined) return undefined;
    const { clock, countArtifacts } = this.#options;
    this.#cancelTimer?.();
    this.#currentUpdate.abort();
    const controller = new AbortController();
    this.#currentUpdate = controller;
    this.#updatedAt = clock.now();
    this.#isStale = false;
    try {
      const count = await countArtifacts(source, controller.signal);
      const countedAt = clock.now();
      if (controller.signal.aborted) return "outdated";
      this.#show(count === undefined ? undefined : { source, count, countedAt, failure: undefined });
      return count;
    } catch (failure) {
      if (controller.signal.aborted) return "outdated";
      if (!isFailure(failure)) throw failure;
      if (this.#lastCount !== undefined) this.#show({ ...this.#lastCount, failure });
      return this.#lastCount?.count;
    } finally {
      if (!controller.signal.aborted) this.#schedule();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#currentUpdate.abort();
    this.#cancelTimer?.();
  }

  #show(badgeCount: BadgeCount | undefined): void {
    if (this.#isDisposed || badgeCount === this.#lastCount) return;
    this.#lastCount = badgeCount;
    this.#options.showCount(badgeCount);
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const { clock, getIntervalMinutes, runInBackground } = this.#options;
    if (this.#isDisposed || !this.#isFocused || this.#source === undefined || !(getIntervalMinutes() > 0)) {
      return;
    }
    const due = this.#updatedAt + getIntervalMinutes() * minuteMs - clock.now();
    const soonest = this.#isStale ? delayAfterWriteMs : Number.POSITIVE_INFINITY;
    this.#cancelTimer = clock.schedule(Math.max(0, Math.min(due, soonest)), () => {
      runInBackground(async () => {
        await this.update();
      });
    });
  }
}
