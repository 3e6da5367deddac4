// A window of somebody who works on the simulated server: everything that the extension wires, without VS Code.
import { join } from "node:path";
import type { Site } from "../../src/model/site.ts";
import { Attachments } from "../../src/store/attachments/attachments.ts";
import { Downloads } from "../../src/store/attachments/downloads.ts";
import { Catalog, type SiteCatalog } from "../../src/store/catalog.ts";
import type { OwnTime } from "../../src/store/clock.ts";
import { Drafts } from "../../src/store/drafts.ts";
import { Forms } from "../../src/store/forms.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { Lists } from "../../src/store/queries/lists.ts";
import { States } from "../../src/store/triage/states.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { forgetful } from "../support/fixtures/svnForms.ts";
import { timeBeside } from "../unit/store/attachments/attachStage.ts";
import { memoryOf } from "../unit/store/attachments/downloadStage.ts";
import { QuickConnections, type Spoil } from "./quickConnections.ts";

export interface WindowOptions {
  readonly server: Simulator;
  /** Of the person: drafts and what was seen last are in it, whichever window they come from. */
  readonly folder: string;
  /** What VS Code keeps for the workspace. */
  readonly kept: Map<string, string>;
  readonly spoil: Spoil;
  /** Which of those that there ever were. */
  readonly number: number;
}

export class OfficeWindow {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly forms: Forms;
  readonly states: States;
  readonly lists: Lists;
  readonly downloads: Downloads;
  readonly attachments: Attachments;
  readonly #drafts: Drafts;
  readonly #connections: QuickConnections;

  private constructor({ sites, accounts, pins }: Store, site: Site, options: WindowOptions) {
    const { server, folder, kept, spoil, number } = options;
    const siteAt = (api: string): Site | undefined => sites.find(api);
    this.site = site;
    this.#connections = new QuickConnections(accounts, {
      siteAt,
      folder,
      spoil,
    });
    this.catalog = new Catalog(this.#connections);
    // Whoever was there before is gone by now, in whichever way.
    this.#drafts = new Drafts({ folder: join(folder, "drafts"), process: number, isRunning: () => false });
    const { catalog } = this;
    const now = (): number => server.clock.now();
    const time: OwnTime = timeBeside(server);
    this.forms = new Forms({ catalog, drafts: this.#drafts, siteAt, now, time, svn: forgetful });
    this.states = new States({ site, catalog, time });
    const memory = memoryOf(kept);
    this.lists = new Lists({ sites, catalog, me: new Me(memory), now: () => new Date(now()), pins });
    this.downloads = new Downloads({ memory, now: time.now, pause: time.pause });
    this.attachments = new Attachments(memory, time);
  }

  static async open(options: WindowOptions): Promise<OfficeWindow> {
    const { server } = options;
    const store = openStore([{ url: server.url }]);
    const [site] = store.sites.list();
    if (site === undefined) throw new Error("the site is not known");
    await signIn(store, site.api, server.accounts.admin);
    return new OfficeWindow(store, site, options);
  }

  get siteCatalog(): SiteCatalog {
    return this.catalog.of(this.site);
  }

  /** What Refresh does first: whoever did not answer the last time is asked all the same. */
  hope(): void {
    this.#connections.reach.hope(this.site.api);
  }

  /** It is gone at once: what is not on disk by now never will be. */
  async crash(): Promise<void> {
    this.#drafts.dispose();
    await this.#connections.close();
  }

  async close(): Promise<void> {
    await this.forms.close();
    await this.crash();
  }
}
