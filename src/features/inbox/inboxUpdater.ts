// Refreshes the inbox periodically while the window is focused, and less often while a server is slow or away.

export interface TimerClock {
  readonly now: () => number;
  /** Returns a function that cancels the timer. */
  readonly schedule: (milliseconds: number, action: () => void) => () => void;
}

interface InboxUpdaterOptions {
  readonly clock: TimerClock;
  /** Minutes between two refreshes; 0 to refresh on request only. */
  readonly getIntervalMinutes: () => number;
  /** Resolves to whether all servers responded. */
  readonly refresh: (signal: AbortSignal) => Promise<boolean>;
  readonly runInBackground: (action: () => Promise<void>) => void;
}

const minuteMs = 60_000;
/** A refresh that takes longer doubles the interval, as a failed one does. */
const slowMs = 10_000;
/** Of the interval. */
const maxFactor = 8;

export class InboxUpdater {
  readonly #options: InboxUpdaterOptions;
  #isActive = false;
  #isDisposed = false;
  #factor = 1;
  #refreshedAt = Number.NEGATIVE_INFINITY;
  /** The refresh in progress, which concurrent calls share. */
  #refreshing: Promise<void> | undefined;
  #controller = new AbortController();
  #cancelTimer: (() => void) | undefined;

  constructor(options: InboxUpdaterOptions) {
    this.#options = options;
  }

  /** Refreshes run by themselves only while it is active. */
  setActive(isActive: boolean): void {
    if (this.#isActive === isActive) return;
    this.#isActive = isActive;
    this.#schedule();
  }

  /** Call when the interval may have changed. */
  reschedule(): void {
    this.#schedule();
  }

  /** Call when a server is back, or another account has signed in: the next refresh doesn't wait. */
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
    this.#controller = new AbortController();
    const startedAt = clock.now();
    this.#refreshedAt = startedAt;
    let isHealthy = false;
    try {
      isHealthy = (await refresh(this.#controller.signal)) && clock.now() - startedAt < slowMs;
    } finally {
      this.#factor = isHealthy ? 1 : Math.min(2 * this.#factor, maxFactor);
    }
  }

  #schedule(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const { clock, getIntervalMinutes, runInBackground } = this.#options;
    const intervalMs = getIntervalMinutes() * minuteMs;
    const isDue = this.#isActive && !this.#isDisposed && this.#refreshing === undefined;
    if (!isDue || !(intervalMs > 0)) return;
    const delayMs = this.#refreshedAt + intervalMs * this.#factor - clock.now();
    this.#cancelTimer = clock.schedule(Math.max(0, delayMs), () => runInBackground(() => this.refresh()));
  }
}
