// An inbox with its own folder, and a tracker whose artifacts others change.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InboxEntry } from "../../../../src/model/inbox.ts";
import type { Site } from "../../../../src/model/site.ts";
import { Inbox, type RefreshResult } from "../../../../src/store/inbox/inbox.ts";
import { InboxFiles } from "../../../../src/store/inbox/inboxFiles.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { RecentArtifacts } from "../../../../src/store/queries/recentArtifacts.ts";
import { SavedChanges } from "../../../../src/store/triage/savedChanges.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import type { TrackerHandle } from "../../../simulator/trackerAdministration.ts";
import { addInboxTracker, changeArtifact, type TestChange } from "../../../support/fixtures/inboxTracker.ts";
import { createTestStore, signIn, type TestStore } from "../../../support/fixtures/testStore.ts";
import { createMemento } from "../queries/queryFixture.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Tom is signed in; Mara changes artifacts unless a test says otherwise. */
export class InboxFixture {
  readonly server: Simulator;
  readonly store: TestStore;
  readonly site: Site;
  readonly tracker: TrackerHandle;
  readonly recentlyOpened = new RecentArtifacts(createMemento());
  readonly savedChanges: SavedChanges;
  readonly #folder: string;

  private constructor(server: Simulator, store: TestStore, site: Site, folder: string) {
    this.server = server;
    this.store = store;
    this.site = site;
    this.#folder = folder;
    this.tracker = addInboxTracker(server);
    // The first refresh doesn't find the new artifacts.
    server.clock.advance(2 * dayMs);
    this.savedChanges = new SavedChanges({
      folder: join(folder, "changes"),
      isSignedIn: () => Promise.resolve(true),
    });
  }

  static async create(dialect: Dialect): Promise<InboxFixture> {
    const server = await startSimulator({ dialect });
    const store = createTestStore([{ url: server.url, label: "Demo" }]);
    const [site] = store.sites.list();
    if (site === undefined) throw new Error("The site is missing.");
    await signIn(store, site.api, server.accounts.member);
    return new InboxFixture(server, store, site, await mkdtemp(join(tmpdir(), "inbox-")));
  }

  /** Files and inbox of another window. */
  openWindow(): Inbox {
    const { catalog, accounts } = this.store;
    const getAccount = async (api: string): ReturnType<InboxOptions["getAccount"]> =>
      (await accounts.current(api))?.account;
    const now = (): number => this.server.clock.now();
    return new Inbox({
      files: new InboxFiles({
        folder: join(this.#folder, "inbox"),
        isSignedIn: async (api, accountId) => (await getAccount(api))?.id === accountId,
        now,
      }),
      catalog,
      currentUser: new CurrentUser(createMemento()),
      recentlyOpened: this.recentlyOpened,
      savedChanges: () => Promise.resolve(this.savedChanges),
      getAccount,
      now,
    });
  }

  /** One of the tracker's artifacts, which concern nobody. */
  getArtifact(index: number): number {
    return this.tracker.artifactIds[index] ?? 0;
  }

  /** Changes an artifact a minute later. */
  change(artifactId: number, change: TestChange): void {
    this.server.clock.advance(minuteMs);
    changeArtifact(this.server, this.tracker, artifactId, change);
  }

  refresh(inbox: Inbox, signal = new AbortController().signal): Promise<RefreshResult | undefined> {
    return inbox.refresh(this.site, signal);
  }

  async loadEntries(inbox: Inbox): Promise<readonly InboxEntry[]> {
    return (await inbox.load([this.site])).entries;
  }

  async loadEntry(inbox: Inbox, artifactId: number): Promise<InboxEntry | undefined> {
    return (await this.loadEntries(inbox)).find((entry) => entry.artifactId === artifactId);
  }

  /** Requests for the histories of an artifact. */
  countHistoryRequests(artifactId: number): number {
    return this.server.requests.filter(({ path }) => path.includes(`/artifacts/${artifactId}/changesets`))
      .length;
  }

  async close(): Promise<void> {
    await this.store.connections.close();
    await this.server.close();
    await rm(this.#folder, { recursive: true });
  }
}

type InboxOptions = ConstructorParameters<typeof Inbox>[0];
