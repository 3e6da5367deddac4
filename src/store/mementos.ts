// What is kept in VS Code's mementos for each site and account.
import type { Project } from "../model/project.ts";
import type { Account, KeyExpiry } from "../model/site.ts";
import { Emitter } from "./emitter.ts";
import { isPlainHttp } from "./sites.ts";

/** The part of VS Code's Memento that is needed here. */
export interface Memory {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

// When the access keys end that somebody has signed in with, as the servers told it last.

interface KeptDate {
  readonly expiry: KeyExpiry | undefined;
  /** When the server was asked. */
  readonly askedAt: number;
}

const keyDatePrefix = "keyDate";

function keyDateKey(api: string, accountId: string): string {
  return `${keyDatePrefix} ${api} ${accountId}`;
}

function isKept(value: unknown): value is KeptDate {
  return typeof value === "object" && value !== null && "askedAt" in value;
}

export class KeyDates {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(api: string, accountId: string): KeptDate | undefined {
    const kept = this.#memory.get(keyDateKey(api, accountId));
    return isKept(kept) ? kept : undefined;
  }

  async note(api: string, accountId: string, date: KeptDate): Promise<void> {
    await this.#memory.update(keyDateKey(api, accountId), date);
  }

  /** Whoever signs in again may do so with another key. */
  async forget(api: string, accountId: string): Promise<void> {
    await this.#memory.update(keyDateKey(api, accountId), undefined);
  }

  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${keyDatePrefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }
}

// Projects that a person keeps at the top. Kept whole, so that showing them asks nothing of the server.

const pinPrefix = "pinnedProjects";

function pinKey(api: string, account: Account | undefined): string {
  return `${pinPrefix} ${api} ${account?.id ?? "anonymous"}`;
}

export class Pins {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  list(api: string, account: Account | undefined): readonly Project[] {
    const kept = this.#memory.get(pinKey(api, account));
    return Array.isArray(kept) ? (kept as readonly Project[]) : [];
  }

  /** Forgets those of everybody at a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${pinPrefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }

  async pin(api: string, account: Account | undefined, project: Project): Promise<void> {
    const others = this.list(api, account).filter(({ id }) => id !== project.id);
    await this.#memory.update(pinKey(api, account), [...others, project]);
  }

  async unpin(api: string, account: Account | undefined, projectId: number): Promise<void> {
    const kept = this.list(api, account).filter(({ id }) => id !== projectId);
    await this.#memory.update(pinKey(api, account), kept);
  }
}

// Hosts to which the user lets requests go unencrypted.

function consentKey(address: string): string {
  return `plainHttp ${new URL(address).origin}`;
}

export class PlainHttpConsents {
  /** Fires with an address of the host that the user has just consented to. */
  readonly changed = new Emitter<string>();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Whether requests to an address need no question: they're encrypted, stay on this machine, or the user has consented. */
  allows(address: string): boolean {
    return !isPlainHttp(address) || this.#memory.get(consentKey(address)) === true;
  }

  async add(address: string): Promise<void> {
    await this.#memory.update(consentKey(address), true);
    this.changed.announce(address);
  }

  async clear(address: string): Promise<void> {
    await this.#memory.update(consentKey(address), undefined);
  }
}

// Sites that have gone from the settings otherwise than by "Remove Site": by hand, while VS Code was closed, or elsewhere.

const key = "knownSites";

/**
 * A site counts as removed once its entry has been away for so long. Settings that are saved while they are being edited lack
 * entries for a moment, and an undo brings them back.
 */
const awayBeforeRemovedMs = 10 * 60 * 1000;

type KnownSites = Readonly<Record<string, { readonly awaySince?: number }>>;

export class RemovedSites {
  readonly #memory: Memory;
  readonly #now: () => number;

  constructor(memory: Memory, now: () => number) {
    this.#memory = memory;
    this.#now = now;
  }

  /** Compares the sites in the settings with those known before. `kept` are sites for which anything is kept. */
  async update(
    present: readonly string[],
    kept: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly nextInMs: number | undefined }> {
    const now = this.#now();
    const before = this.#known();
    const after: Record<string, { readonly awaySince?: number }> = {};
    const removed: string[] = [];
    let nextInMs: number | undefined;
    for (const api of present) after[api] = {};
    for (const api of [...Object.keys(before), ...kept]) {
      if (after[api] !== undefined) continue;
      const awaySince = before[api]?.awaySince ?? now;
      // A clock that was put back must not make it wait for longer.
      const leftMs = Math.min(awayBeforeRemovedMs, awaySince + awayBeforeRemovedMs - now);
      // Known until it is cleared, so that what an interrupted removal has left is removed next time.
      after[api] = { awaySince };
      if (leftMs <= 0) removed.push(api);
      else nextInMs = Math.min(nextInMs ?? leftMs, leftMs);
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) await this.#memory.update(key, after);
    return { removed, nextInMs };
  }

  async clear(api: string): Promise<void> {
    const { [api]: removed, ...others } = this.#known();
    if (removed === undefined) return;
    await this.#memory.update(key, Object.keys(others).length === 0 ? undefined : others);
  }

  #known(): KnownSites {
    const kept = this.#memory.get(key);
    return typeof kept === "object" && kept !== null ? (kept as KnownSites) : {};
  }
}

// Where somebody has signed in on this machine and not out. What they signed in with may be gone all the same: without
// a keyring VS Code keeps secrets in memory only.

const signInPrefix = "signedIn";

export class SignIns {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  has(api: string): boolean {
    return this.#memory.get(`${signInPrefix} ${api}`) === true;
  }

  async note(api: string): Promise<void> {
    await this.#memory.update(`${signInPrefix} ${api}`, true);
  }

  async clear(api: string): Promise<void> {
    await this.#memory.update(`${signInPrefix} ${api}`, undefined);
  }
}
