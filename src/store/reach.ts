// Which sites can be reached. Whoever is out of reach is knocked at until they answer again.
import { type Failure, isFailure, isOutOfReach, mayBeOutOfReach } from "../model/failure.ts";
import { Emitter } from "./emitter.ts";

export interface OutOfReach {
  /** Why, as it was seen last. */
  readonly failure: Failure;
  /** In milliseconds. */
  readonly since: number;
}

interface Waiting extends OutOfReach {
  readonly timer: NodeJS.Timeout;
}

interface ReachOptions {
  /** Asks a site for something small; whatever comes of it is noted here. */
  readonly knock: (api: string) => Promise<unknown>;
  readonly now: () => number;
}

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/** Where a probe is answered, what failed is read again so many times at most: one request may fail for ever. */
const mostRereads = 3;

interface Doubt {
  /** Whether a probe fails too. */
  readonly probe: Promise<boolean>;
}

interface Rereads {
  readonly count: number;
  /** Undefined where none is due. */
  readonly announcing: NodeJS.Timeout | undefined;
  readonly forgetting: NodeJS.Timeout;
}

export class Reach {
  /** Says which site (by its API root) has gone out of reach, or is back. */
  readonly changed = new Emitter<{ readonly siteApi: string; readonly isBack: boolean }>();
  readonly #options: ReachOptions;
  readonly #out = new Map<string, Waiting>();
  /** Those that somebody wants to be asked again although they are out of reach. */
  readonly #hopedFor = new Set<string>();
  readonly #doubts = new Map<string, Doubt>();
  readonly #rereads = new Map<string, Rereads>();

  constructor(options: ReachOptions) {
    this.#options = options;
  }

  /** Undefined for a site of which nothing else is known. */
  outOf(api: string): OutOfReach | undefined {
    return this.#out.get(api);
  }

  /** Whether it makes no sense to ask. */
  isKnownOut(api: string): boolean {
    return this.#out.has(api) && !this.#hopedFor.has(api);
  }

  /** What came of a request to a site. */
  note(api: string, failure: unknown): void {
    if (isFailure(failure) && isOutOfReach(failure)) this.#noteOut(api, failure);
    else if (isFailure(failure) && mayBeOutOfReach(failure)) this.#doubt(api, failure);
    // Whoever called it off has not seen anything; whatever else went wrong, somebody has answered.
    else if (!isFailure(failure) || failure.kind !== "cancelled") this.#noteAnswer(api);
  }

  /** Whether a site is out of reach, where a request has failed in a way that leaves it open. */
  async isOutNow(api: string): Promise<boolean> {
    await this.#doubts.get(api)?.probe;
    return this.#out.has(api);
  }

  /** Somebody wants to know: the next question is asked, whatever is known. */
  hope(api: string): void {
    if (this.#out.has(api)) this.#hopedFor.add(api);
  }

  /** Knocks at once. */
  async tryNow(api: string): Promise<void> {
    await this.#options.knock(api).catch(() => undefined);
  }

  /** The site is none of ours any more, or its way is another one. */
  forget(api: string): void {
    this.#noteAnswer(api);
  }

  dispose(): void {
    for (const { timer } of this.#out.values()) clearTimeout(timer);
    for (const { announcing, forgetting } of this.#rereads.values()) {
      clearTimeout(announcing);
      clearTimeout(forgetting);
    }
    this.#out.clear();
    this.#rereads.clear();
  }

  #noteAnswer(api: string): void {
    const waiting = this.#out.get(api);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.#out.delete(api);
    this.#hopedFor.delete(api);
    this.changed.announce({ siteApi: api, isBack: true });
  }

  /** Servers in trouble answer some requests and not others; a probe that fails too says that nothing works. */
  #doubt(api: string, failure: Failure): void {
    const known = this.#out.get(api);
    if (known !== undefined) {
      this.#out.set(api, { ...known, failure });
      return;
    }
    if (this.#doubts.has(api)) return;
    const doubt: Doubt = {
      probe: this.#options.knock(api).then(
        () => false,
        (probed: unknown) => isFailure(probed) && (isOutOfReach(probed) || mayBeOutOfReach(probed)),
      ),
    };
    this.#doubts.set(api, doubt);
    void doubt.probe.then((hasFailed) => {
      if (this.#doubts.get(api) === doubt) this.#doubts.delete(api);
      if (hasFailed) this.#noteOut(api, failure);
      else this.#rereadSoon(api);
    });
  }

  /** The trouble was over by the time of the probe: what failed is worth another try, though not without end. */
  #rereadSoon(api: string): void {
    const known = this.#rereads.get(api);
    clearTimeout(known?.forgetting);
    const forgetting = setTimeout(() => this.#rereads.delete(api), longestPauseMs).unref();
    const count = known?.count ?? 0;
    if (known?.announcing !== undefined || count >= mostRereads) {
      this.#rereads.set(api, { count, announcing: known?.announcing, forgetting });
      return;
    }
    const announce = (): void => {
      const now = this.#rereads.get(api);
      if (now !== undefined) this.#rereads.set(api, { ...now, announcing: undefined });
      if (!this.#out.has(api)) this.changed.announce({ siteApi: api, isBack: true });
    };
    const announcing = setTimeout(announce, firstPauseMs * 2 ** count).unref();
    this.#rereads.set(api, { count: count + 1, announcing, forgetting });
  }

  #noteOut(api: string, failure: Failure): void {
    this.#hopedFor.delete(api);
    const known = this.#out.get(api);
    if (known !== undefined) {
      this.#out.set(api, { ...known, failure });
      return;
    }
    this.#wait(api, { failure, since: this.#options.now() }, firstPauseMs);
    this.changed.announce({ siteApi: api, isBack: false });
  }

  #wait(api: string, out: OutOfReach, pauseMs: number): void {
    const timer = setTimeout(() => {
      void this.tryNow(api).then(() => {
        const still = this.#out.get(api);
        if (still?.timer === timer) this.#wait(api, still, Math.min(2 * pauseMs, longestPauseMs));
      });
    }, pauseMs);
    timer.unref();
    this.#out.set(api, { failure: out.failure, since: out.since, timer });
  }
}
