// One simulated server, and two people with accounts of their own who work on it: each with a client, and with two
// windows over one folder of drafts, so that one of them can go on when the other has crashed.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../../src/api/client.ts";
import type { Update } from "../../../src/api/artifacts.ts";
import { usualRetry } from "../../../src/api/network/retry.ts";
import type { Revision } from "../../../src/model/revision.ts";
import type { Site } from "../../../src/model/site.ts";
import type { Subject } from "../../../src/model/subject.ts";
import { Accounts } from "../../../src/store/accounts.ts";
import { Catalog } from "../../../src/store/catalog.ts";
import { type Connection, Connections } from "../../../src/store/connections.ts";
import { Drafts } from "../../../src/store/drafts.ts";
import type { Editing } from "../../../src/store/editing.ts";
import { Forms } from "../../../src/store/forms.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import type { SimulatedAccount } from "../../simulator/state/people.ts";
import { memorySecrets } from "../memorySecrets.ts";
import { openStore } from "../openStore.ts";
import { Errand } from "./errand.ts";
import { draftFields, fieldNames, Fields, start } from "./fields.ts";
import { forgetful } from "../svnForms.ts";

/** Told of every change that is about to go, by a person whose form is as it is now; it carries the change out. */
export type WriteWatch = (
  update: Update,
  revision: Revision | undefined,
) => <T>(carryOut: () => Promise<T>) => Promise<T>;

/** A folder that costs no disk, where the system has one: what is tested here is not the disk. */
const memory = "/dev/shm";

const unwatched: WriteWatch = () => (carryOut) => carryOut();

/** Requests about the artifact wait for the test; a tracker is asked for once, for all who want to know. */
function held(client: Client, watch: () => WriteWatch): Client {
  const { artifact, artifactWithStructure, changesets, outcomeOf, tracker, update, overwrite } = client;
  return {
    ...client,
    artifact: (...asked) => Errand.holding(() => artifact(...asked)),
    artifactWithStructure: (...asked) => Errand.holding(() => artifactWithStructure(...asked)),
    changesets: (...asked) => Errand.holding(() => changesets(...asked)),
    outcomeOf: (...asked) => Errand.holding(() => outcomeOf(...asked)),
    tracker: (...asked) => Errand.asking(() => tracker(...asked)),
    update: (id, change, revision, signal) => {
      const watched = watch()(change, revision);
      return Errand.holding(() => watched(() => update(id, change, revision, signal)));
    },
    overwrite: (id, change, signal) => {
      const watched = watch()(change, undefined);
      return Errand.holding(() => watched(() => overwrite(id, change, signal)));
    },
  };
}

/** What is wrong with a client, to see whether anybody notices. */
export type Spoil = (client: Client) => Client;

class HeldConnections extends Connections {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super(new Accounts(memorySecrets()), {
      siteAt: () => connection.site,
      allows: () => true,
      observe: () => undefined,
      noteJsonInstead: () => undefined,
      proxyFor: () => ({ proxy: undefined, noProxy: [], authorization: undefined }),
      renewToken: () => Promise.resolve(undefined),
    });
    this.#connection = connection;
  }

  override to(): Promise<Connection> {
    return Promise.resolve(this.#connection);
  }
}

interface SeatOptions {
  readonly folder: string;
  readonly spoil: Spoil;
}

export class Seat {
  readonly account: SimulatedAccount;
  readonly site: Site;
  readonly client: Client;
  watch: WriteWatch = unwatched;
  readonly #catalog: Catalog;
  readonly #windows: readonly Drafts[];
  readonly #now: () => number;
  #opened = 0;

  constructor(server: Simulator, site: Site, account: SimulatedAccount, { folder, spoil }: SeatOptions) {
    this.account = account;
    this.site = site;
    this.#now = () => server.clock.now();
    this.client = createClient({
      api: site.api,
      credential: { kind: "accessKey", key: account.accessKey },
      caFile: undefined,
      observe: () => undefined,
      // Between two tries is time for others, but none that passes.
      retry: { ...usualRetry, wait: () => Errand.hold() },
    });
    const connection = {
      site,
      account: { id: String(account.id), name: account.realName },
      client: held(spoil(this.client), () => this.watch),
    };
    this.#catalog = new Catalog(new HeldConnections(connection));
    // When one of them asks, the other has crashed.
    this.#windows = [1, 2].map((process) => new Drafts({ folder, process, isRunning: () => false }));
  }

  subject(artifactId: number): Subject {
    const { id } = this.account;
    return { kind: "artifact", siteApi: this.site.api, accountId: String(id), artifactId };
  }

  /** In the window that was not used last, as if it had just started. */
  openInNextWindow(artifactId: number, trackerId: number): Editing {
    this.#opened += 1;
    const drafts = this.#windows[this.#opened % this.#windows.length];
    if (drafts === undefined) throw new Error("there is no window");
    const catalog = this.#catalog;
    const siteAt = (): Site => this.site;
    const forms = new Forms({ catalog, drafts, siteAt, now: this.#now, svn: forgetful });
    return forms.hold(this.site, this.subject(artifactId), { trackerId }).editing;
  }

  /** Takes away what was typed about an artifact. */
  async forget(artifactId: number): Promise<void> {
    await this.#windows[0]?.discard(this.subject(artifactId));
  }

  async close(): Promise<void> {
    for (const window of this.#windows) window.dispose();
    await this.client.close();
  }
}

export class Table {
  readonly server: Simulator;
  readonly fields: Fields;
  readonly seats: readonly Seat[];
  readonly #folder: string;

  private constructor(server: Simulator, fields: Fields, seats: readonly Seat[], folder: string) {
    this.server = server;
    this.fields = fields;
    this.seats = seats;
    this.#folder = folder;
  }

  static async set(dialect: Dialect, spoil: Spoil = (client) => client): Promise<Table> {
    const server = await startSimulator({ dialect });
    const tracker = server.addTracker({ projectId: 102, label: "Buoys", fields: draftFields });
    const [site] = openStore([{ url: server.url }]).sites.list();
    if (site === undefined) throw new Error("the site is not known");
    const folder = await mkdtemp(join(existsSync(memory) ? memory : tmpdir(), "together-"));
    const seats = [server.accounts.admin, server.accounts.member].map(
      (account) => new Seat(server, site, account, { folder: join(folder, account.username), spoil }),
    );
    return new Table(server, new Fields(tracker), seats, folder);
  }

  /** An artifact that nobody has touched yet, made a while ago. */
  async freshArtifact(): Promise<number> {
    const [seat] = this.seats;
    if (seat === undefined) throw new Error("nobody is there");
    const changes = fieldNames.map((name) => this.fields.change(name, start[name]));
    const { id } = await seat.client.create(this.fields.trackerId, changes);
    this.server.clock.advance(5000);
    return id;
  }

  async close(): Promise<void> {
    await Promise.all(this.seats.map((seat) => seat.close()));
    await this.server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
