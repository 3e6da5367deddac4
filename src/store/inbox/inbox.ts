// The inbox of all signed-in accounts. Requests are sent by `refresh` only.
import type { Client } from "../../api/client.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import {
  type ArtifactInboxChange,
  type InboxArtifact,
  type InboxChoice,
  type InboxEntry,
  type SeenChanges,
  sortInboxEntries,
  toInboxEntries,
} from "../../model/inbox.ts";
import { allMyProjects } from "../../model/query/crossTracker.ts";
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

export interface InboxContent {
  /** Newest first. */
  readonly entries: readonly InboxEntry[];
  readonly followed: readonly InboxArtifact[];
}

export interface RefreshResult {
  readonly state: InboxSiteState;
  /** Changes that this window was the first to load. */
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

  /** What is stored for the signed-in accounts. Sends no requests. */
  async load(sites: readonly Site[]): Promise<InboxContent> {
    const contents = await Promise.all(
      sites.map(async ({ api: siteApi }) => {
        const account = await this.#getInboxAccount(siteApi);
        if (account === undefined) return [];
        const { changes, choices } = await this.#options.files.load(account);
        const entries = toInboxEntries(siteApi, changes, choices, this.#options.now());
        const following = [...choices].filter(([, { follow }]) => follow === "following");
        return [{ entries, followed: following.map(([artifactId]) => ({ siteApi, artifactId })) }];
      }),
    );
    return {
      entries: sortInboxEntries(contents.flat().flatMap(({ entries }) => entries)),
      followed: contents.flat().flatMap(({ followed }) => followed),
    };
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

  markRead(entries: readonly InboxEntry[]): Promise<void> {
    const unread = entries.filter((entry) => entry.unread.length > 0);
    return this.#updateChoices(unread, ({ changes }) => ({ seenChangesetId: changes[0]?.changesetId }));
  }

  /** Call when a form has shown an artifact, whether the inbox has changes of it or not: they may be loaded later. */
  async markSeen(artifact: InboxArtifact, seen: SeenChanges): Promise<void> {
    const { files, now } = this.#options;
    const isOld = seen.seenUntil !== undefined && seen.seenUntil < now() - maxInboxAgeMs;
    const account = isOld ? undefined : await this.#getInboxAccount(artifact.siteApi);
    // Not for a site that has never been refreshed, where nothing would remove it.
    const isUsed = account !== undefined && (await files.loadProgress(account)) !== undefined;
    if (isUsed) await this.#updateChoices([artifact], () => seen);
  }

  snooze(artifacts: readonly InboxArtifact[], snoozedUntil: number): Promise<void> {
    return this.#updateChoices(artifacts, () => ({ snoozedUntil }));
  }

  setFollow(artifacts: readonly InboxArtifact[], follow: "following" | "stopped"): Promise<void> {
    return this.#updateChoices(artifacts, () => ({ follow }));
  }

  /**
   * Whether refreshes find the changes of an artifact: only if the server has such a query, and the user is a member of the
   * project. Sends one request.
   */
  async isSearched(site: Site, artifactId: number, signal: AbortSignal): Promise<boolean | "unsupported"> {
    const { client } = await this.#options.catalog.getSite(site).connect();
    const query = { from: allMyProjects, where: `@id = ${artifactId}`, orderBy: undefined };
    const page = await client.findAcrossTrackers(query, { offset: 0, signal });
    return page === undefined ? "unsupported" : page.items.length > 0;
  }

  async #getInboxAccount(siteApi: string): Promise<InboxAccount | undefined> {
    const account = await this.#options.getAccount(siteApi);
    return account && { siteApi, accountId: account.id };
  }

  async #updateChoices<T extends InboxArtifact>(
    artifacts: readonly T[],
    getUpdate: (artifact: T) => InboxChoice,
  ): Promise<void> {
    const siteApis = [...new Set(artifacts.map(({ siteApi }) => siteApi))];
    // Some files may be written if others can't be.
    let isChanged = true;
    try {
      const results = await Promise.all(
        siteApis.map(async (siteApi) => {
          const account = await this.#getInboxAccount(siteApi);
          const own = artifacts.filter((artifact) => artifact.siteApi === siteApi);
          const updates = new Map(own.map((artifact) => [artifact.artifactId, getUpdate(artifact)]));
          return account !== undefined && this.#options.files.updateChoices(account, updates);
        }),
      );
      isChanged = results.includes(true);
    } finally {
      if (isChanged) this.onDidChange.fire();
    }
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
    const newChanges = await files.addChanges(inboxAccount, loaded.changes, loaded.progress);
    for (const [artifactId, at] of loaded.knownTimes) memory.knownTimes.set(artifactId, at);
    const hasOld = stored.changes.some(({ at }) => at < now() - maxInboxAgeMs);
    if (hasOld || loaded.changes.length > 0) await files.removeOld(inboxAccount);
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
