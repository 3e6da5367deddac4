// The inbox of all signed-in accounts. Requests are sent by `refresh` only.
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import {
  type ArtifactInboxChange,
  type InboxChoice,
  type InboxEntry,
  sortInboxEntries,
  toInboxEntries,
} from "../../model/inbox.ts";
import type { Account, Site } from "../../model/site.ts";
import type { Catalog } from "../catalog.ts";
import type { Connection } from "../connections.ts";
import { Emitter } from "../emitter.ts";
import type { CurrentUser } from "../queries/currentUser.ts";
import type { RecentArtifacts } from "../queries/recentArtifacts.ts";
import type { SavedChanges } from "../triage/savedChanges.ts";
import { type InboxAccount, type InboxFiles, maxInboxAgeMs } from "./inboxFiles.ts";
import { type FailedHistory, loadChanges } from "./loadChanges.ts";

interface InboxOptions {
  readonly files: InboxFiles;
  readonly catalog: Catalog;
  readonly currentUser: CurrentUser;
  readonly recentlyOpened: RecentArtifacts;
  readonly savedChanges: () => Promise<SavedChanges>;
  readonly getAccount: (siteApi: string) => Promise<Account | undefined>;
  readonly now: () => number;
}

/** The result of the last refresh of a site. */
type InboxSiteState =
  /** The server has no query for changes, or doesn't report the current user. */
  | { readonly kind: "unsupported" }
  | { readonly kind: "failed"; readonly failure: Failure }
  | { readonly kind: "loaded" };

/** An artifact of the inbox, or any other that is followed or not. */
export interface InboxArtifact {
  readonly siteApi: string;
  readonly artifactId: number;
}

export interface RefreshResult {
  readonly state: InboxSiteState;
  /** Changes that no window has loaded before. */
  readonly newChanges: readonly ArtifactInboxChange[];
}

/** How far back the first refresh goes. */
const firstRangeMs = 86_400_000;
/** A gateway may answer 404 during maintenance, as servers without the query do. */
const unsupportedMs = 3_600_000;
/** Refreshes that load the history of an artifact again, before it is skipped until it changes. */
const maxHistoryFailures = 3;

/** What is remembered as long as a connection is used. */
interface ConnectionMemory {
  utcOffset: Promise<number | undefined> | undefined;
  /** Until when the server isn't asked again, because it has no query for changes. */
  unsupportedUntil: number;
  knownTimes: Map<number, number>;
  failedHistories: Map<number, { readonly modifiedAt: number; readonly count: number }>;
}

function recordFailedHistories(
  { failedHistories }: ConnectionMemory,
  failed: readonly FailedHistory[],
): void {
  for (const { artifactId, modifiedAt } of failed) {
    const previous = failedHistories.get(artifactId);
    const count = previous?.modifiedAt === modifiedAt ? previous.count + 1 : 1;
    failedHistories.set(artifactId, { modifiedAt, count });
  }
}

function getSkippedTimes({ failedHistories }: ConnectionMemory): ReadonlyMap<number, number> {
  const skipped = [...failedHistories].filter(([, { count }]) => count >= maxHistoryFailures);
  return new Map(skipped.map(([artifactId, { modifiedAt }]) => [artifactId, modifiedAt]));
}

export class Inbox {
  /** Fires when entries or states may have changed. */
  readonly onDidChange = new Emitter<void>();
  readonly #options: InboxOptions;
  readonly #memory = new WeakMap<Client, ConnectionMemory>();
  readonly #states = new Map<string, InboxSiteState>();

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  /** `undefined` until the site is refreshed. */
  getState(siteApi: string): InboxSiteState | undefined {
    return this.#states.get(siteApi);
  }

  /** Call when another account may have signed in. */
  forgetState(siteApi: string): void {
    this.#states.delete(siteApi);
    this.onDidChange.fire();
  }

  /** The stored entries of the signed-in accounts, newest first. Sends no requests. */
  async loadEntries(sites: readonly Site[]): Promise<readonly InboxEntry[]> {
    const entries = await Promise.all(
      sites.map(async ({ api }) => {
        const account = await this.#getInboxAccount(api);
        if (account === undefined) return [];
        const { changes, choices } = await this.#options.files.load(account);
        return toInboxEntries(api, changes, choices, this.#options.now());
      }),
    );
    return sortInboxEntries(entries.flat());
  }

  /** `undefined` if nobody is signed in. A failure becomes the state of the site. */
  async refresh(site: Site, signal: AbortSignal): Promise<RefreshResult | undefined> {
    try {
      const result = await this.#refresh(site, signal);
      if (result === undefined) this.#states.delete(site.api);
      else this.#states.set(site.api, result.state);
      return result;
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      if (failure.kind === "canceled") return undefined;
      const state = { kind: "failed", failure } as const;
      this.#states.set(site.api, state);
      return { state, newChanges: [] };
    } finally {
      this.onDidChange.fire();
    }
  }

  async markRead(entries: readonly InboxEntry[]): Promise<void> {
    for (const entry of entries) {
      const [newest] = entry.changes;
      if (newest === undefined || entry.unread.length === 0) continue;
      await this.#updateChoice(entry, { seenChangesetId: newest.changesetId });
    }
    this.onDidChange.fire();
  }

  async snooze(artifacts: readonly InboxArtifact[], snoozedUntil: number): Promise<void> {
    for (const artifact of artifacts) await this.#updateChoice(artifact, { snoozedUntil });
    this.onDidChange.fire();
  }

  async setFollow(artifacts: readonly InboxArtifact[], follow: "following" | "stopped"): Promise<void> {
    for (const artifact of artifacts) await this.#updateChoice(artifact, { follow });
    this.onDidChange.fire();
  }

  async #getInboxAccount(siteApi: string): Promise<InboxAccount | undefined> {
    const account = await this.#options.getAccount(siteApi);
    return account && { siteApi, accountId: account.id };
  }

  async #updateChoice({ siteApi, artifactId }: InboxArtifact, update: InboxChoice): Promise<void> {
    const account = await this.#getInboxAccount(siteApi);
    if (account !== undefined) await this.#options.files.updateChoice(account, artifactId, update);
  }

  async #refresh(site: Site, signal: AbortSignal): Promise<RefreshResult | undefined> {
    const { catalog, currentUser, files, now } = this.#options;
    const siteCatalog = catalog.getSite(site);
    const connection = await siteCatalog.connect();
    const { client, account } = connection;
    if (account === undefined) return undefined;
    const memory = this.#getMemory(connection);
    const unsupported = { state: { kind: "unsupported" }, newChanges: [] } as const;
    if (now() < memory.unsupportedUntil) return unsupported;
    const user = await currentUser.getFromServer(await siteCatalog.connectForReading());
    const inboxAccount = { siteApi: site.api, accountId: account.id };
    const stored = await files.load(inboxAccount);
    const startAt = now() - firstRangeMs;
    const progress = (await files.loadProgress(inboxAccount)) ?? {
      loadedUntil: startAt,
      changesSince: startAt,
    };
    const loaded =
      user &&
      (await loadChanges(progress, {
        client,
        utcOffset: await this.#loadUtcOffset(client, memory),
        interests: { user, usedIds: await this.#loadUsedIds(site, account), choices: stored.choices },
        knownTimes: memory.knownTimes,
        skippedTimes: getSkippedTimes(memory),
        signal,
      }));
    if (loaded === undefined) {
      memory.unsupportedUntil = now() + unsupportedMs;
      return unsupported;
    }
    await files.addChanges(inboxAccount, loaded.changes, loaded.progress);
    for (const [artifactId, at] of loaded.knownTimes) memory.knownTimes.set(artifactId, at);
    const hasOld = stored.changes.some(({ at }) => at < now() - maxInboxAgeMs);
    if (hasOld || loaded.changes.length > 0) await files.removeOld(inboxAccount);
    const storedIds = new Set(stored.changes.map(({ changesetId }) => changesetId));
    const newChanges = loaded.changes.filter(({ changesetId }) => !storedIds.has(changesetId));
    recordFailedHistories(memory, loaded.failedHistories);
    const [failed] = loaded.failedHistories;
    const state: InboxSiteState =
      failed === undefined ? { kind: "loaded" } : { kind: "failed", failure: failed.failure };
    return { state, newChanges };
  }

  #getMemory({ client }: Connection): ConnectionMemory {
    const known = this.#memory.get(client);
    if (known !== undefined) return known;
    const memory: ConnectionMemory = {
      utcOffset: undefined,
      unsupportedUntil: Number.NEGATIVE_INFINITY,
      knownTimes: new Map(),
      failedHistories: new Map(),
    };
    this.#memory.set(client, memory);
    return memory;
  }

  /** Requested once per connection; failures are retried. A later clock change of the server is allowed for. */
  #loadUtcOffset(client: Client, memory: ConnectionMemory): Promise<number | undefined> {
    memory.utcOffset ??= client.utcOffset().catch((failure: unknown) => {
      memory.utcOffset = undefined;
      throw failure;
    });
    return memory.utcOffset;
  }

  /** Artifacts that were opened lately, or commented from this machine. */
  async #loadUsedIds(site: Site, account: Account): Promise<ReadonlySet<number>> {
    const { recentlyOpened, savedChanges } = this.#options;
    const changes = await (await savedChanges()).loadAll(site.api, account.id);
    const commented = changes.flatMap(({ artifacts }) => artifacts.filter(({ hasComment }) => hasComment));
    return new Set([...recentlyOpened.list(site.api, account), ...commented].map(({ id }) => id));
  }
}
