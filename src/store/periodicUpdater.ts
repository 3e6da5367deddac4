// Refreshes the inbox or a board periodically while it is active, and less often while a server is slow or away.

export interface TimerClock {
  readonly now: () => number;
  /** Returns a function that cancels the timer. */
  readonly schedule: (milliseconds: number, action: () => void) => () => void;
}

export const timerClock: TimerClock = {
  now: () => Date.now(),
  schedule: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

interface PeriodicUpdaterOptions {
  readonly clock: TimerClock;
  /** Minutes between two refreshes; 0 to refresh on request only. */
  readonly getIntervalMinutes: () => number;
  /** If set, it refreshes when it becomes active, unless the last refresh was less than these milliseconds ago. */
  readonly activationGapMs?: number;
  /** Resolves to whether all servers responded. */
  readonly refresh: (signal: AbortSignal) => Promise<boolean>;
  readonly runInBackground: (action: () => Promise<void>) => void;
}

const minuteMs = 60_000;
/** A refresh that takes longer doubles the interval, as a failed one does. */
const slowMs = 10_000;
/** Of the interval. */
const maxFactor = 8;

export class PeriodicUpdater {
  readonly #options: PeriodicUpdaterOptions;
  #isActive = false;
  #isDisposed = false;
  #factor = 1;
  /** Whether the last refresh was canceled, or a server is back since it has started. */
  #isDueSoon = false;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** The refresh in progress, which concurrent calls share. */
  #refreshing: Promise<void> | undefined;
  #controller = new AbortController();
  #cancelTimer: (() => void) | undefined;

  constructor(options: PeriodicUpdaterOptions) {
    this.#options = options;
  }

  /** Refreshes run by themselves only while it is active; one in progress is canceled when it no longer is. */
  setActive(isActive: boolean): void {
    if (this.#isActive === isActive) return;
    this.#isActive = isActive;
    const { activationGapMs } = this.#options;
    if (!isActive) this.#controller.abort();
    else if (activationGapMs !== undefined) this.#isDueSoon = true;
    this.#schedule();
  }

  /** Call when the interval may have changed. */
  reschedule(): void {
    this.#schedule();
  }

  /**
   * Call when a server is back: the next refresh comes soon, but later if refreshes have failed, because a server
   * may answer small requests and fail each time it is refreshed.
   */
  markBack(): void {
    this.#isDueSoon = true;
    this.#schedule();
  }

  /** Call when another account has signed in: the next refresh doesn't wait. */
  markStale(): void {
    this.#factor = 1;
    this.#refreshedAt = Number.NEGATIVE_INFINITY;
    this.#schedule();
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
      this.#schedule();
    });
    return this.#refreshing;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#controller.abort();
    this.#cancelTimer?.();
  }

  async #refresh(): Promise<void> {
    const { clock, refresh } = this.#options;
    this.#cancelTimer?.();
    const controller = new AbortController();
    this.#controller = controller;
    const startedAt = clock.now();
    this.#refreshedAt = startedAt;
    this.#isDueSoon = false;
    let isHealthy = false;
    try {
      isHealthy = (await refresh(controller.signal)) && clock.now() - startedAt < slowMs;
    } finally {
      if (controller.signal.aborted) this.#isDueSoon = true;
      else this.#factor = isHealthy ? 1 : Math.min(2 * this.#factor, maxFactor);
    }
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const { clock, getIntervalMinutes, activationGapMs = minuteMs, runInBackground } = this.#options;
    const intervalMs = getIntervalMinutes() * minuteMs;
    const isDue = this.#isActive && !this.#isDisposed && this.#refreshing === undefined;
    if (!isDue || !(intervalMs > 0)) return;
    const maxDelayMs = (this.#isDueSoon ? Math.min(intervalMs, activationGapMs) : intervalMs) * this.#factor;
    const delayMs = this.#refreshedAt + maxDelayMs - clock.now();
    // The clock may have been set back.
    const boundedDelayMs = Math.min(Math.max(0, delayMs), maxDelayMs);
    this.#cancelTimer = clock.schedule(boundedDelayMs, () => runInBackground(() => this.refresh()));
  }
}
