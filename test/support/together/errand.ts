// Something that a person waits for, and that goes on from one request to the next as the test says: whatever else
// happens meanwhile happens at an exact place. Nothing here takes time.
import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";

const current = new AsyncLocalStorage<Errand>();

/** So many turns without anything to wait for, and nothing comes any more. */
const quietTurns = 4;

/** Whether something is on its way to disk or from there. */
function isAtDisk(): boolean {
  return process.getActiveResourcesInfo().some((resource) => /^(FSReq|CloseReq|FileHandle)/.test(resource));
}

export class Errand {
  readonly name: string;
  #release: (() => void) | undefined;
  #isOver = false;
  #error: unknown;
  #asked = 0;
  #rested: () => void = () => undefined;
  #rest: Promise<void> = Promise.resolve();

  private constructor(name: string) {
    this.name = name;
  }

  static begin(name: string, act: () => Promise<void>): Errand {
    const errand = new Errand(name);
    errand.#go(() => {
      current
        .run(errand, act)
        .catch((error: unknown) => {
          errand.#error = error;
        })
        .finally(() => {
          errand.#isOver = true;
          errand.#rested();
        });
    });
    return errand;
  }

  /** A request waits before it goes, and its answer waits before it is heard. */
  static async holding<T>(ask: () => Promise<T>): Promise<T> {
    await Errand.hold();
    try {
      return await Errand.asking(ask);
    } finally {
      await Errand.hold();
    }
  }

  /** A request that others may wait for too can't wait for the test. */
  static async asking<T>(ask: () => Promise<T>): Promise<T> {
    const errand = current.getStore();
    if (errand === undefined) return ask();
    errand.#asked += 1;
    try {
      return await ask();
    } finally {
      errand.#asked -= 1;
    }
  }

  /** Whoever is on an errand waits here until it is let go on. */
  static async hold(): Promise<void> {
    const errand = current.getStore();
    if (errand === undefined) return;
    await new Promise<void>((resolve) => {
      errand.#release = resolve;
      errand.#rested();
    });
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether it waits for the test, and not for another errand of the same person. */
  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  proceed(): void {
    const release = this.#release;
    if (release === undefined) return;
    this.#release = undefined;
    this.#go(release);
  }

  /** Until it has to wait, or is over; what went wrong on the way is thrown. */
  async rest(isAlone: boolean): Promise<void> {
    if (isAlone) await this.#rest;
    else await this.#restAmongOthers();
    if (this.#error !== undefined) throw this.#error as Error;
  }

  /** It may wait for another one, which nobody can see but by looking whether anything goes on at all. */
  async #restAmongOthers(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns && !this.isHeld && !this.#isOver;) {
      await turn();
      quiet = this.#asked > 0 || isAtDisk() ? 0 : quiet + 1;
    }
  }

  #go(act: () => void): void {
    this.#rest = new Promise((resolve) => {
      this.#rested = resolve;
    });
    act();
  }
}
