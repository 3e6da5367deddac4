// Artifacts to decide about, on a simulated server, seen by a member who may change them, and a time of our own that passes
// when it is waited for.
import assert from "node:assert/strict";
import type { ArtifactRow } from "../../../../src/model/artifact.ts";
import type { Wish } from "../../../../src/model/triage/wish.ts";
import type { Site } from "../../../../src/model/site.ts";
import type { Tracker } from "../../../../src/model/tracker.ts";
import type { Client } from "../../../../src/api/client.ts";
import type { PreviewItem, RunItem } from "../../../../src/store/triage/bulk.ts";
import { type Selected, States } from "../../../../src/store/triage/states.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../../simulator/state/people.ts";
import { openStore, signIn, type Store } from "../../../support/fixtures/openStore.ts";

export const { signal } = new AbortController();

export const bugs = 11;
export const requests = 12;

/** How many there are of each kind. */
export function kinds(items: readonly (PreviewItem | RunItem)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

export function idsOf(items: readonly { readonly selected: Selected }[]): readonly number[] {
  return items.map(({ selected }) => selected.row.id);
}

export class TriageStage {
  readonly server: Simulator;
  readonly store: Store;
  readonly site: Site;
  readonly states: States;
  /** What happens when something is waited for, before any time has passed. */
  beforePause: () => void = () => undefined;
  readonly #time: { at: number };

  private constructor(server: Simulator, store: Store, site: Site, time: { at: number }) {
    this.server = server;
    this.store = store;
    this.site = site;
    this.#time = time;
    this.states = new States({
      site,
      catalog: store.catalog,
      time: {
        now: () => time.at,
        // Where we wait, time passes at the server too.
        pause: (milliseconds) => {
          this.beforePause();
          this.pass(milliseconds);
          return Promise.resolve();
        },
      },
    });
  }

  static async open(options: SimulatorOptions, as?: "member"): Promise<TriageStage> {
    const server = await startSimulator(options);
    const store = openStore([{ url: server.url }]);
    const site = store.sites.list()[0] ?? assert.fail("the site is not known");
    await signIn(store, site.api, as === "member" ? server.accounts.member : server.accounts.admin);
    return new TriageStage(server, store, site, { at: 0 });
  }

  get now(): number {
    return this.#time.at;
  }

  /** Time passes, here and at the server. */
  pass(milliseconds: number): void {
    this.#time.at += milliseconds;
    this.server.clock.advance(milliseconds);
  }

  async client(): Promise<Client> {
    return (await this.store.catalog.of(this.site).connection()).client;
  }

  tracker(trackerId: number): Promise<Tracker> {
    return this.store.catalog.of(this.site).tracker(trackerId);
  }

  /** The newest artifacts of a tracker, as a list shows them. */
  async rows(trackerId: number, limit: number): Promise<readonly Selected[]> {
    const client = await this.client();
    const { items } = await client.artifacts(await this.tracker(trackerId), { offset: 0, limit });
    return items
      .filter((item): item is ArtifactRow => item.kind === "artifact")
      .slice(0, limit)
      .map((row) => ({ row, trackerId }));
  }

  async field(trackerId: number, name: string): Promise<number> {
    const { fields } = await this.tracker(trackerId);
    return fields.find((field) => field.name === name)?.id ?? assert.fail(`no field ${name}`);
  }

  /** To set a list to one of its values, by the names of both. */
  async choosing(
    trackerId: number,
    name: string,
    label: string,
  ): Promise<Wish & { readonly kind: "choices" }> {
    const { fields } = await this.tracker(trackerId);
    const field = fields.find((each) => each.name === name) ?? assert.fail(`no field ${name}`);
    const choice = field.choices?.find((each) => each.label === label) ?? assert.fail(`no value ${label}`);
    const values = [{ id: choice.id, label }];
    return { kind: "choices", field: { by: "id", fieldId: field.id }, how: "set", values };
  }

  /** Somebody else writes into a field, in the words of the API. */
  theyWrite(artifactId: number, entry: Readonly<Record<string, unknown>>, by?: SimulatedAccount): void {
    this.server.write(artifactId, { values: [entry as never], ...(by === undefined ? {} : { by }) });
  }

  /** What every field of an artifact holds, by its label. */
  async held(artifactId: number): Promise<Readonly<Record<string, unknown>>> {
    const { values } = await (await this.client()).artifact(artifactId);
    return Object.fromEntries(
      values.flatMap((each) =>
        each.kind === "entry" && !["lud", "luby"].includes(each.type) ? [[each.label, each.value]] : [],
      ),
    );
  }

  asked(method: string, path: RegExp = /./): number {
    return this.server.requests.filter((request) => request.method === method && path.test(request.path))
      .length;
  }

  async close(): Promise<void> {
    await this.store.connections.close();
    await this.server.close();
  }
}
