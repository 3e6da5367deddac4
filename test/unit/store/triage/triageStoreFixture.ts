// Artifacts on a simulated server, with a member who can change them, and a clock that advances when it is awaited.
import assert from "node:assert/strict";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import type { FieldEditRequest } from "../../../../src/model/triage/fieldEditRequest.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import type { Client } from "../../../../src/api/client.ts";
import type { BulkPreviewItem, BulkResultItem } from "../../../../src/store/triage/bulkEdit.ts";
import { type SelectedArtifact, ArtifactLoader } from "../../../../src/store/triage/artifactLoader.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../../simulator/state/user.ts";
import { createTestStore, signIn, type TestStore } from "../../../support/fixtures/testStore.ts";

export const { signal: neverAborted } = new AbortController();

export const bugsTrackerId = 11;
export const requestsTrackerId = 12;

/** Counts items by kind. */
export function countKinds(
  items: readonly (BulkPreviewItem | BulkResultItem)[],
): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function getIds(items: readonly { readonly selected: SelectedArtifact }[]): readonly number[] {
  return items.map(({ selected }) => selected.row.id);
}

export class TriageStoreFixture {
  readonly server: Simulator;
  readonly store: TestStore;
  readonly site: Site;
  readonly artifactLoader: ArtifactLoader;
  /** Called before each pause. */
  beforePause: () => void = () => undefined;
  readonly #time: { at: number };

  private constructor(server: Simulator, store: TestStore, site: Site, time: { at: number }) {
    this.server = server;
    this.store = store;
    this.site = site;
    this.#time = time;
    this.artifactLoader = new ArtifactLoader({
      site,
      catalog: store.catalog,
      clock: {
        now: () => time.at,
        // Time passes on the server too.
        pause: (milliseconds) => {
          this.beforePause();
          this.advanceTime(milliseconds);
          return Promise.resolve();
        },
      },
    });
  }

  static async open(options: SimulatorOptions, as?: "member"): Promise<TriageStoreFixture> {
    const server = await startSimulator(options);
    const store = createTestStore([{ url: server.url }]);
    const site = store.sites.list()[0] ?? assert.fail("the site is not known");
    await signIn(store, site.api, as === "member" ? server.accounts.member : server.accounts.admin);
    return new TriageStoreFixture(server, store, site, { at: 0 });
  }

  get now(): number {
    return this.#time.at;
  }

  /** Advances the clocks of the client and the server. */
  advanceTime(milliseconds: number): void {
    this.#time.at += milliseconds;
    this.server.clock.advance(milliseconds);
  }

  async getClient(): Promise<Client> {
    return (await this.store.catalog.getSite(this.site).connect()).client;
  }

  loadTracker(trackerId: number): Promise<Tracker> {
    return this.store.catalog.getSite(this.site).loadTracker(trackerId);
  }

  /** The newest artifacts of a tracker, as rows. */
  async loadRows(trackerId: number, limit: number): Promise<readonly SelectedArtifact[]> {
    const client = await this.getClient();
    const { items } = await client.artifacts(await this.loadTracker(trackerId), { offset: 0, limit });
    return items
      .filter((item): item is ArtifactRow => item.kind === "artifact")
      .slice(0, limit)
      .map((row) => ({ row, trackerId }));
  }

  async getFieldId(trackerId: number, name: string): Promise<number> {
    const { fields } = await this.loadTracker(trackerId);
    return fields.find((field) => field.name === name)?.id ?? assert.fail(`no field ${name}`);
  }

  /** Creates a request that sets a list field, by the names of field and value. */
  async createChoiceEdit(
    trackerId: number,
    name: string,
    label: string,
  ): Promise<FieldEditRequest & { readonly kind: "choices" }> {
    const { fields } = await this.loadTracker(trackerId);
    const field = fields.find((each) => each.name === name) ?? assert.fail(`no field ${name}`);
    const choice = field.choices?.find((each) => each.label === label) ?? assert.fail(`no value ${label}`);
    const values = [{ id: choice.id, label }];
    return { kind: "choices", field: { by: "id", fieldId: field.id }, operation: "set", values };
  }

  /** Changes a field as another user, in API format. */
  changeAsOther(artifactId: number, entry: Readonly<Record<string, unknown>>, by?: SimulatedAccount): void {
    this.server.updateArtifact(artifactId, { values: [entry as never], ...(by === undefined ? {} : { by }) });
  }

  /** Returns all field values by label. */
  async loadValues(artifactId: number): Promise<Readonly<Record<string, unknown>>> {
    const { values } = await (await this.getClient()).artifact(artifactId);
    return Object.fromEntries(
      values.flatMap((each) =>
        each.kind === "entry" && !["lud", "luby"].includes(each.type) ? [[each.label, each.value]] : [],
      ),
    );
  }

  countRequests(method: string, path: RegExp = /./): number {
    return this.server.requests.filter((request) => request.method === method && path.test(request.path))
      .length;
  }

  async close(): Promise<void> {
    await this.store.connections.close();
    await this.server.close();
  }
}
