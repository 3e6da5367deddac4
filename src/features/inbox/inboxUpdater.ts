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

const defaultIntervalMinutes = 5;
/** Maximum of the setting; also keeps timers below the limit above which they fire immediately. */
const maxIntervalMinutes = 1440;

/** Minutes between two refreshes, for any value of the setting; 0 to refresh on request only. */
export function toInboxIntervalMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting >= 0)) return defaultIntervalMinutes;
  return setting === 0 ? 0 : Math.min(Math.max(setting, 1), maxIntervalMinutes);
}

export class InboxUpdater {
  readonly #options: InboxUpdaterOptions;
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

  constructor(options: InboxUpdaterOptions) {
    this.#options = options;
  }

  /** Refreshes run by themselves only while it is active; one in progress is canceled when it no longer is. */
  setActive(isActive: boolean): void {
    if (this.#isActive === isActive) return;
    this.#isActive = isActive;
    if (!isActive) this.#controller.abort();
    this.#schedule();
  }

  /** Call when the interval may have changed. */
  reschedule(): void {
    this.#schedule();
  }

  /**
   * Call when a server is back: the next refresh waits at most a minute, but longer if refreshes have failed, because a server
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
    const { clock, getIntervalMinutes, runInBackground } = this.#options;
    const intervalMs = getIntervalMinutes() * minuteMs;
    const isDue = this.#isActive && !this.#isDisposed && this.#refreshing === undefined;
    if (!isDue || !(intervalMs > 0)) return;
    const maxDelayMs = (this.#isDueSoon ? Math.min(intervalMs, minuteMs) : intervalMs) * this.#factor;
    const delayMs = this.#refreshedAt + maxDelayMs - clock.now();
    // The clock may have been set back.
    const boundedDelayMs = Math.min(Math.max(0, delayMs), maxDelayMs);
    this.#cancelTimer = clock.schedule(boundedDelayMs, () => runInBackground(() => this.refresh()));
  }
}
