// Data in VS Code's mementos, by site and account.
import type { Project } from "../model/project.ts";
import type { Account, KeyExpiry } from "../model/site.ts";
import { Emitter } from "./emitter.ts";
import { isRemotePlainHttp } from "./sites.ts";

export interface Memento {
  keys(): readonly string[];
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

// Expiry dates of access keys, as last reported by the servers.

interface StoredKeyExpiry {
  readonly expiry: KeyExpiry | undefined;
  readonly askedAt: number;
}

const keyExpiryPrefix = "keyDate";

function keyExpiryKey(api: string, accountId: string): string {
  return `${keyExpiryPrefix} ${api} ${accountId}`;
}

function isStoredKeyExpiry(value: unknown): value is StoredKeyExpiry {
  return typeof value === "object" && value !== null && "askedAt" in value;
}

export class KeyExpiryStore {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  get(api: string, accountId: string): StoredKeyExpiry | undefined {
    const stored = this.#memento.get(keyExpiryKey(api, accountId));
    return isStoredKeyExpiry(stored) ? stored : undefined;
  }

  async set(api: string, accountId: string, stored: StoredKeyExpiry): Promise<void> {
    await this.#memento.update(keyExpiryKey(api, accountId), stored);
  }

  /** The next sign-in may use another key. */
  async delete(api: string, accountId: string): Promise<void> {
    await this.#memento.update(keyExpiryKey(api, accountId), undefined);
  }

  async clear(api: string): Promise<void> {
    const keys = this.#memento.keys().filter((key) => key.startsWith(`${keyExpiryPrefix} ${api} `));
    for (const key of keys) await this.#memento.update(key, undefined);
  }
}

// Pinned projects. Stored completely, so that displaying them takes no request.

const pinPrefix = "pinnedProjects";

function pinKey(api: string, account: Account | undefined): string {
  return `${pinPrefix} ${api} ${account?.id ?? "anonymous"}`;
}

/** Earlier versions didn't store whether a project has milestones. */
function withMilestones(
  project: Omit<Project, "hasMilestones"> & Partial<Pick<Project, "hasMilestones">>,
): Project {
  const { hasMilestones = project.resources.some(({ type }) => type === "milestones") } = project;
  return { ...project, hasMilestones };
}

export class PinnedProjects {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  list(api: string, account: Account | undefined): readonly Project[] {
    const stored = this.#memento.get(pinKey(api, account));
    const projects = Array.isArray(stored) ? (stored as readonly Project[]) : [];
    return projects.map(withMilestones);
  }

  /** Removes the pins of all accounts of a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memento.keys().filter((key) => key.startsWith(`${pinPrefix} ${api} `));
    for (const key of keys) await this.#memento.update(key, undefined);
  }

  async pin(api: string, account: Account | undefined, project: Project): Promise<void> {
    const otherPins = this.list(api, account).filter(({ id }) => id !== project.id);
    await this.#memento.update(pinKey(api, account), [...otherPins, project]);
  }

  async unpin(api: string, account: Account | undefined, projectId: number): Promise<void> {
    const remaining = this.list(api, account).filter(({ id }) => id !== projectId);
    await this.#memento.update(pinKey(api, account), remaining);
  }
}

// Hosts for which the user allows unencrypted requests.

function consentKey(address: string): string {
  return `plainHttp ${new URL(address).origin}`;
}

export class PlainHttpConsents {
  /** Fires with an address of the host that the user has just consented to. */
  readonly onDidChange = new Emitter<string>();
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Whether requests to an address need no question: they're encrypted, stay on this machine, or the user has consented. */
  isAllowed(address: string): boolean {
    return !isRemotePlainHttp(address) || this.#memento.get(consentKey(address)) === true;
  }

  async add(address: string): Promise<void> {
    await this.#memento.update(consentKey(address), true);
    this.onDidChange.fire(address);
  }

  async clear(address: string): Promise<void> {
    await this.#memento.update(consentKey(address), undefined);
  }
}

// Sites that disappeared from the settings other than by "Remove Site": edited by hand, while VS Code was closed, or
// elsewhere.

const knownSitesKey = "knownSites";

/**
 * A site counts as removed after its entry has been missing for this time, because entries are missing for a moment
 * while settings are edited, and undo restores them.
 */
const removalDelayMs = 10 * 60 * 1000;

type KnownSites = Readonly<Record<string, { readonly awaySince?: number }>>;

export class RemovedSiteDetector {
  readonly #memento: Memento;
  readonly #now: () => number;

  constructor(memento: Memento, now: () => number) {
    this.#memento = memento;
    this.#now = now;
  }

  /** Compares the sites in the settings with those known before. `stored` are sites with stored data. */
  async update(
    present: readonly string[],
    stored: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly nextInMs: number | undefined }> {
    const now = this.#now();
    const before = this.#getKnownSites();
    const after: Record<string, { readonly awaySince?: number }> = {};
    const removed: string[] = [];
    let nextInMs: number | undefined;
    for (const api of present) after[api] = {};
    for (const api of [...Object.keys(before), ...stored]) {
      if (after[api] !== undefined) continue;
      const awaySince = before[api]?.awaySince ?? now;
      // A clock that was set back must not extend the delay.
      const remainingMs = Math.min(removalDelayMs, awaySince + removalDelayMs - now);
      // Kept until `clear`, so that an interrupted removal is continued next time.
      after[api] = { awaySince };
      if (remainingMs <= 0) removed.push(api);
      else nextInMs = Math.min(nextInMs ?? remainingMs, remainingMs);
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) await this.#memento.update(knownSitesKey, after);
    return { removed, nextInMs };
  }

  async clear(api: string): Promise<void> {
    const { [api]: removed, ...remaining } = this.#getKnownSites();
    if (removed === undefined) return;
    await this.#memento.update(knownSitesKey, Object.keys(remaining).length === 0 ? undefined : remaining);
  }

  #getKnownSites(): KnownSites {
    const stored = this.#memento.get(knownSitesKey);
    return typeof stored === "object" && stored !== null ? (stored as KnownSites) : {};
  }
}

// Sites the user has signed in to. The credentials may be lost: without a keyring VS Code keeps secrets in memory only.

const signedInPrefix = "signedIn";

export class SignedInSites {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  has(api: string): boolean {
    return this.#memento.get(`${signedInPrefix} ${api}`) === true;
  }

  async add(api: string): Promise<void> {
    await this.#memento.update(`${signedInPrefix} ${api}`, true);
  }

  async clear(api: string): Promise<void> {
    await this.#memento.update(`${signedInPrefix} ${api}`, undefined);
  }
}
