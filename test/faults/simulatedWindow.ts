// A window of a user of the simulated server: the services of the extension without VS Code.
import { join } from "node:path";
import type { Site } from "../../src/model/site.ts";
import { AttachmentWriter } from "../../src/store/attachments/attachmentServices.ts";
import { Downloads } from "../../src/store/attachments/downloads.ts";
import { Catalog, type SiteCatalog } from "../../src/store/catalog.ts";
import type { MonotonicClock } from "../../src/store/monotonicClock.ts";
import { DraftStore } from "../../src/store/draftStore.ts";
import { FormSessions } from "../../src/store/formSessions.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { ArtifactLists } from "../../src/store/queries/artifactLists.ts";
import { ArtifactLoader } from "../../src/store/triage/artifactLoader.ts";
import type { Simulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import {
  type AttachmentToolsFixture,
  createAttachmentTools,
} from "../support/fixtures/pendingAttachmentsFixture.ts";
import { noSvnStorage } from "../support/fixtures/svnFormTexts.ts";
import { createOffsetClock } from "../unit/store/attachments/attachFixture.ts";
import { createMemento } from "../unit/store/attachments/downloadFixture.ts";
import { FastConnections, type ClientFault } from "./fastConnections.ts";

export interface SimulatedWindowOptions {
  readonly server: Simulator;
  /** Storage folder of the user with drafts and offline cache, shared by all windows. */
  readonly folder: string;
  readonly workspaceState: Map<string, string>;
  readonly clientFault: ClientFault;
  /** Counts the windows of a run; serves as process id. */
  readonly number: number;
}

export class SimulatedWindow {
  readonly site: Site;
  readonly catalog: Catalog;
  readonly forms: FormSessions;
  readonly artifactLoader: ArtifactLoader;
  readonly lists: ArtifactLists;
  readonly downloads: Downloads;
  readonly attachments: AttachmentWriter;
  readonly attachmentTools: AttachmentToolsFixture;
  readonly #drafts: DraftStore;
  readonly #connections: FastConnections;

  private constructor(
    { sites, accounts, pinnedProjects }: TestStore,
    site: Site,
    options: SimulatedWindowOptions,
  ) {
    const { server, folder, workspaceState, clientFault, number } = options;
    const findSite = (api: string): Site | undefined => sites.find(api);
    this.site = site;
    this.#connections = new FastConnections(accounts, {
      findSite,
      folder,
      clientFault,
    });
    this.catalog = new Catalog(this.#connections);
    // The windows before this one are closed.
    this.#drafts = new DraftStore({
      folder: join(folder, "drafts"),
      process: number,
      isRunning: () => false,
    });
    const { catalog } = this;
    const now = (): number => server.clock.now();
    const clock: MonotonicClock = createOffsetClock(server);
    const memento = createMemento(workspaceState);
    const tools = createAttachmentTools({ site, catalog, memento, folder: join(folder, "staging") });
    this.attachmentTools = tools;
    this.forms = new FormSessions({
      catalog,
      drafts: this.#drafts,
      findSite,
      now,
      clock,
      pendingAttachments: () => Promise.resolve(tools.pendingAttachments),
      svn: noSvnStorage,
    });
    this.artifactLoader = new ArtifactLoader({ site, catalog, clock });
    this.lists = new ArtifactLists({
      sites,
      catalog,
      currentUser: new CurrentUser(memento),
      now: () => new Date(now()),
      pinnedProjects,
    });
    this.downloads = new Downloads({ memento, now: clock.now, pause: clock.pause });
    this.attachments = new AttachmentWriter(memento, clock);
  }

  static async open(options: SimulatedWindowOptions): Promise<SimulatedWindow> {
    const { server } = options;
    const store = createTestStore([{ url: server.url }]);
    const [site] = store.sites.list();
    if (site === undefined) throw new Error("The site is missing");
    await signIn(store, site.api, server.accounts.admin);
    return new SimulatedWindow(store, site, options);
  }

  get siteCatalog(): SiteCatalog {
    return this.catalog.getSite(this.site);
  }

  /** As Refresh does: sends the next request even if the site is offline. */
  allowNextRequest(): void {
    this.#connections.connectivity.allowNextRequest(this.site.api);
  }

  /** Ends without writing pending drafts. */
  async crash(): Promise<void> {
    this.#drafts.dispose();
    await this.#connections.close();
  }

  async close(): Promise<void> {
    await this.forms.closeAll();
    await this.attachmentTools.whenIdle();
    await this.crash();
  }
}
