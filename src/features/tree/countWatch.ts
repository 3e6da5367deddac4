// The number at the icon: how many a chosen list holds, looked at from time to time while somebody is at the window.
import { type Failure, isFailure } from "../../model/failure.ts";
import type { CountChoice } from "./countChoice.ts";

export interface Clock {
  readonly now: () => number;
  /** What it returns calls it off. */
  readonly later: (milliseconds: number, action: () => void) => () => void;
}

export interface Counted {
  readonly choice: CountChoice;
  readonly count: number;
  /** When it was so. */
  readonly at: number;
  /** Why it could not be looked at again since. */
  readonly failure: Failure | undefined;
}

interface CountOptions {
  readonly clock: Clock;
  /** Minutes between two looks; 0 for none but those that are asked for. */
  readonly minutes: () => number;
  /** Undefined where it can't be told. */
  readonly read: (choice: CountChoice, signal: AbortSignal) => Promise<number | undefined>;
  readonly show: (counted: Counted | undefined) => void;
  /** Runs what nobody waits for. */
  readonly start: (action: () => Promise<void>) => void;
}

const minuteMs = 60_000;
/** Writes come in bursts when many are changed at once. */
const afterWriteMs = 1000;

export class CountWatch {
  readonly #options: CountOptions;
  #choice: CountChoice | undefined;
  #counted: Counted | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isFocused = false;
  #isOver = false;
  /** Something was written since it was last looked at. */
  #isOld = false;
  /** The look whose answer counts: a later one, or another choice or account, takes its place. */
  #looking = new AbortController();
  #callOff: (() => void) | undefined;

  constructor(options: CountOptions) {
    this.#options = options;
  }

  /** Undefined counts nothing any more. Looks when it is due. */
  setChoice(choice: CountChoice | undefined): void {
    this.#looking.abort();
    this.#choice = choice;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#show(undefined);
    this.#schedule();
  }

  /** Nothing runs while nobody is at the window. */
  setFocused(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#schedule();
  }

  /** The time between two looks may be another one now. */
  reschedule(): void {
    this.#schedule();
  }

  /** Something was written here, which may be counted. */
  noteWritten(): void {
    this.#isOld = true;
    this.#schedule();
  }

  /** Undefined where nothing is counted, or it can't be told. A failure leaves the number as it was. */
  async look(): Promise<number | "outdated" | undefined> {
    const choice = this.#choice;
    if (choice === undefined) return undefined;
    const { clock, read } = this.#options;
    this.#callOff?.();
    this.#looking.abort();
    const looking = new AbortController();
    this.#looking = looking;
    this.#lookedAt = clock.now();
    this.#isOld = false;
    try {
      const count = await read(choice, looking.signal);
      const at = clock.now();
      if (looking.signal.aborted) return "outdated";
      this.#show(count === undefined ? undefined : { choice, count, at, failure: undefined });
      return count;
    } catch (failure) {
      if (looking.signal.aborted) return "outdated";
      if (!isFailure(failure)) throw failure;
      if (this.#counted !== undefined) this.#show({ ...this.#counted, failure });
      return this.#counted?.count;
    } finally {
      if (!looking.signal.aborted) this.#schedule();
    }
  }

  dispose(): void {
    this.#isOver = true;
    this.#looking.abort();
    this.#callOff?.();
  }

  #show(counted: Counted | undefined): void {
    if (this.#isOver || counted === this.#counted) return;
    this.#counted = counted;
    this.#options.show(counted);
  }

  #schedule(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    const { clock, minutes, start } = this.#options;
    if (this.#isOver || !this.#isFocused || this.#choice === undefined || !(minutes() > 0)) return;
    const due = this.#lookedAt + minutes() * minuteMs - clock.now();
    const soonest = this.#isOld ? afterWriteMs : Number.POSITIVE_INFINITY;
    this.#callOff = clock.later(Math.max(0, Math.min(due, soonest)), () => {
      start(async () => {
        await this.look();
      });
    });
  }
}
