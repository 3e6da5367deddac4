import assert from "node:assert/strict";
import type { Credential } from "../../../../src/api/network/credential.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { TrackerSummary } from "../../../../src/model/tracker.ts";
import type { SiteCatalog } from "../../../../src/store/catalog.ts";
import type { Connection } from "../../../../src/store/connections.ts";
import type { Memory } from "../../../../src/store/mementos.ts";
import { type Dialect, type Simulator, startSimulator } from "../../../simulator/simulator.ts";
import { openStore, type Store } from "../../../support/fixtures/openStore.ts";

export const dialects = ["product", "documented"] as const satisfies readonly Dialect[];

export const bugsId = 11;
export const requestsId = 12;
export const epicsId = 21;

export function memoryInProcess(): Memory & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return {
    kept,
    keys: () => [...kept.keys()],
    get: (key) => kept.get(key),
    update: (key, value) => {
      if (value === undefined) kept.delete(key);
      else kept.set(key, value);
      return Promise.resolve();
    },
  };
}

/** A server and the store over it, signed in as the member, as the dialect would know them. */
export class QueryStage {
  readonly server: Simulator;
  readonly store: Store;
  readonly site: Site;

  private constructor(server: Simulator) {
    this.server = server;
    this.store = openStore([{ url: server.url }]);
    this.site = this.store.sites.list()[0] ?? assert.fail("no site");
  }

  static async start(dialect: Dialect, artifacts?: number): Promise<QueryStage> {
    const stage = new QueryStage(
      await startSimulator({ dialect, ...(artifacts !== undefined && { artifacts }) }),
    );
    const { accessKey: key } = stage.server.accounts.member;
    await stage.signIn({ kind: "accessKey", key });
    return stage;
  }

  async signIn(credential: Credential): Promise<void> {
    const { id, realName } = this.server.accounts.member;
    const isKnown = this.server.dialect === "product";
    await this.store.accounts.signIn(this.site.api, {
      account: isKnown ? { id: String(id), name: realName } : { id: "key", name: "" },
      credential,
    });
  }

  get catalog(): SiteCatalog {
    return this.store.catalog.of(this.site);
  }

  readonly connect = (): Promise<Connection> => this.catalog.connection();

  summary(id: number): TrackerSummary {
    const uri = `trackers/${id}`;
    const label = `Tracker ${id}`;
    return { kind: "tracker", id, uri, label, color: undefined, artifactsUri: `${uri}/artifacts` };
  }

  /** How many requests something takes. */
  async requestsOf(work: () => Promise<unknown>): Promise<number> {
    const before = this.server.requests.length;
    await work();
    return this.server.requests.length - before;
  }

  async close(): Promise<void> {
    await this.store.connections.close();
    await this.server.close();
  }
}
