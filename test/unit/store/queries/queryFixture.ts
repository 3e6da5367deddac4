import assert from "node:assert/strict";
import type { Credential } from "../../../../src/api/network/credential.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { TrackerSummary } from "../../../../src/model/tracker.ts";
import type { SiteCatalog } from "../../../../src/store/catalog.ts";
import type { Connection } from "../../../../src/store/connections.ts";
import type { Memento } from "../../../../src/store/mementos.ts";
import type { SearchServices } from "../../../../src/store/queries/artifactSearch.ts";
import { RecentArtifacts } from "../../../../src/store/queries/recentArtifacts.ts";
import { SearchScopeStore } from "../../../../src/store/queries/searchedTrackers.ts";
import {
  type Dialect,
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from "../../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../../simulator/state/user.ts";
import { createTestStore, type TestStore } from "../../../support/fixtures/testStore.ts";

export const dialects = ["product", "documented"] as const satisfies readonly Dialect[];

export const bugsTrackerId = 11;
export const requestsTrackerId = 12;
export const epicsTrackerId = 21;

export function createMemento(): Memento & { readonly kept: Map<string, unknown> } {
  const stored = new Map<string, unknown>();
  return {
    kept: stored,
    keys: () => [...stored.keys()],
    get: (key) => stored.get(key),
    update: (key, value) => {
      if (value === undefined) stored.delete(key);
      else stored.set(key, value);
      return Promise.resolve();
    },
  };
}

/** A server and its store, signed in as the member, for the dialect. */
export class QueryFixture {
  readonly server: Simulator;
  readonly store: TestStore;
  readonly site: Site;
  readonly recentlyOpened: RecentArtifacts;
  readonly searchServices: SearchServices;

  private constructor(server: Simulator) {
    this.server = server;
    this.store = createTestStore([{ url: server.url }]);
    this.site = this.store.sites.list()[0] ?? assert.fail("no site");
    const { catalog, pinnedProjects } = this.store;
    const memento = createMemento();
    this.recentlyOpened = new RecentArtifacts(memento);
    const scope = new SearchScopeStore(memento);
    this.searchServices = { catalog, pinnedProjects, recentlyOpened: this.recentlyOpened, scope };
  }

  static async start(
    dialect: Dialect,
    artifacts?: number,
    options: Pick<SimulatorOptions, "fullTextSearch"> = {},
  ): Promise<QueryFixture> {
    const fixture = new QueryFixture(
      await startSimulator({ dialect, ...options, ...(artifacts !== undefined && { artifacts }) }),
    );
    const { accessKey: key } = fixture.server.accounts.member;
    await fixture.signIn({ kind: "accessKey", key });
    return fixture;
  }

  async signIn(
    credential: Credential,
    { id, realName }: SimulatedAccount = this.server.accounts.member,
  ): Promise<void> {
    const isKnown = this.server.dialect === "product";
    await this.store.accounts.signIn(this.site.api, {
      account: isKnown ? { id: String(id), name: realName } : { id: "key", name: "" },
      credential,
    });
  }

  get catalog(): SiteCatalog {
    return this.store.catalog.getSite(this.site);
  }

  readonly connect = (): Promise<Connection> => this.catalog.connect();

  createTrackerSummary(id: number): TrackerSummary {
    const uri = `trackers/${id}`;
    const label = `Tracker ${id}`;
    return { kind: "tracker", id, uri, label, color: undefined, artifactsUri: `${uri}/artifacts` };
  }

  async countRequests(work: () => Promise<unknown>): Promise<number> {
    const before = this.server.requests.length;
    await work();
    return this.server.requests.length - before;
  }

  async close(): Promise<void> {
    await this.store.connections.close();
    await this.server.close();
  }
}
