// Tracks which sites are offline, and probes them until they respond.
import { type Failure, isFailure, isOfflineFailure, mayBeOfflineFailure } from "../model/failure.ts";
import { Emitter } from "./emitter.ts";

export interface OfflineState {
  /** The latest failure. */
  readonly failure: Failure;
  /** In milliseconds. */
  readonly since: number;
}

interface OfflineSite extends OfflineState {
  readonly timer: NodeJS.Timeout;
}

interface ConnectivityOptions {
  /** Sends a small request; its result is reported with `reportResult`. */
  readonly probe: (api: string) => Promise<unknown>;
  readonly now: () => number;
}

const minDelayMs = 2_000;
const maxDelayMs = 60_000;
/** Reloads after a successful probe, because a single request may fail forever. */
const maxReloads = 3;

interface PendingProbe {
  readonly hasFailed: Promise<boolean>;
}

interface ReloadRetries {
  readonly count: number;
  /** `undefined` if no reload is scheduled. */
  readonly reloadTimer: NodeJS.Timeout | undefined;
  readonly resetTimer: NodeJS.Timeout;
}

export class Connectivity {
  /** Fires with the API root of a site that went offline or came back. */
  readonly onDidChange = new Emitter<{ readonly siteApi: string; readonly isBack: boolean }>();
  readonly #options: ConnectivityOptions;
  readonly #offline = new Map<string, OfflineSite>();
  /** Offline sites to which the next request is sent anyway. */
  readonly #allowed = new Set<string>();
  readonly #probes = new Map<string, PendingProbe>();
  readonly #retries = new Map<string, ReloadRetries>();

  constructor(options: ConnectivityOptions) {
    this.#options = options;
  }

  /** `undefined` unless the site is known to be offline. */
  getOfflineState(api: string): OfflineState | undefined {
    return this.#offline.get(api);
  }

  /** Whether requests should be skipped. */
  isKnownOffline(api: string): boolean {
    return this.#offline.has(api) && !this.#allowed.has(api);
  }

  reportResult(api: string, failure: unknown): void {
    if (isFailure(failure) && isOfflineFailure(failure)) this.#markOffline(api, failure);
    else if (isFailure(failure) && mayBeOfflineFailure(failure)) this.#probeSite(api, failure);
    // A canceled request tells nothing; any other failure means that the server responded.
    else if (!isFailure(failure) || failure.kind !== "canceled") this.#markOnline(api);
  }

  /** Waits for a pending probe after an ambiguous failure. */
  async checkOffline(api: string): Promise<boolean> {
    await this.#probes.get(api)?.hasFailed;
    return this.#offline.has(api);
  }

  /** Lets the next request through although the site is offline. */
  allowNextRequest(api: string): void {
    if (this.#offline.has(api)) this.#allowed.add(api);
  }

  async retryNow(api: string): Promise<void> {
    await this.#options.probe(api).catch(() => undefined);
  }

  /** Call when the site was removed, or its settings have changed. */
  removeSite(api: string): void {
    this.#markOnline(api);
  }

  dispose(): void {
    for (const { timer } of this.#offline.values()) clearTimeout(timer);
    for (const { reloadTimer, resetTimer } of this.#retries.values()) {
      clearTimeout(reloadTimer);
      clearTimeout(resetTimer);
    }
    this.#offline.clear();
    this.#retries.clear();
  }

  #markOnline(api: string): void {
    const offlineSite = this.#offline.get(api);
    if (offlineSite === undefined) return;
    clearTimeout(offlineSite.timer);
    this.#offline.delete(api);
    this.#allowed.delete(api);
    this.onDidChange.fire({ siteApi: api, isBack: true });
  }

  /** An overloaded server answers some requests and not others; if a probe fails too, the site is offline. */
  #probeSite(api: string, failure: Failure): void {
    const offlineSite = this.#offline.get(api);
    if (offlineSite !== undefined) {
      this.#offline.set(api, { ...offlineSite, failure });
      return;
    }
    if (this.#probes.has(api)) return;
    const pendingProbe: PendingProbe = {
      hasFailed: this.#options.probe(api).then(
        () => false,
        (probeFailure: unknown) =>
          isFailure(probeFailure) && (isOfflineFailure(probeFailure) || mayBeOfflineFailure(probeFailure)),
      ),
    };
    this.#probes.set(api, pendingProbe);
    void pendingProbe.hasFailed.then((hasFailed) => {
      if (this.#probes.get(api) === pendingProbe) this.#probes.delete(api);
      if (hasFailed) this.#markOffline(api, failure);
      else this.#scheduleReload(api);
    });
  }

  /** The probe succeeded, so failed requests are worth a retry, but only a few times. */
  #scheduleReload(api: string): void {
    const retries = this.#retries.get(api);
    clearTimeout(retries?.resetTimer);
    const resetTimer = setTimeout(() => this.#retries.delete(api), maxDelayMs).unref();
    const count = retries?.count ?? 0;
    if (retries?.reloadTimer !== undefined || count >= maxReloads) {
      this.#retries.set(api, { count, reloadTimer: retries?.reloadTimer, resetTimer });
      return;
    }
    const fireReload = (): void => {
      const current = this.#retries.get(api);
      if (current !== undefined) this.#retries.set(api, { ...current, reloadTimer: undefined });
      if (!this.#offline.has(api)) this.onDidChange.fire({ siteApi: api, isBack: true });
    };
    const reloadTimer = setTimeout(fireReload, minDelayMs * 2 ** count).unref();
    this.#retries.set(api, { count: count + 1, reloadTimer, resetTimer });
  }

  #markOffline(api: string, failure: Failure): void {
    this.#allowed.delete(api);
    const offlineSite = this.#offline.get(api);
    if (offlineSite !== undefined) {
      this.#offline.set(api, { ...offlineSite, failure });
      return;
    }
    this.#scheduleProbe(api, { failure, since: this.#options.now() }, minDelayMs);
    this.onDidChange.fire({ siteApi: api, isBack: false });
  }

  #scheduleProbe(api: string, state: OfflineState, delayMs: number): void {
    const timer = setTimeout(() => {
      void this.retryNow(api).then(() => {
        const offlineSite = this.#offline.get(api);
        if (offlineSite?.timer === timer) {
          this.#scheduleProbe(api, offlineSite, Math.min(2 * delayMs, maxDelayMs));
        }
      });
    }, delayMs);
    timer.unref();
    this.#offline.set(api, { failure: state.failure, since: state.since, timer });
  }
}
