import assert from "node:assert/strict";
import { BoardRefresh } from "../../src/features/table/boardRefresh.ts";
import type { TableContext } from "../../src/features/table/tableContent.ts";
import { TableLayouts } from "../../src/features/table/tableLayouts.ts";
import { type TablePageClient, TableSession } from "../../src/features/table/tableSession.ts";
import type { Artifact } from "../../src/model/artifact.ts";
import type { Tracker } from "../../src/model/tracker.ts";
import type { TablePageMethods } from "../../src/protocol/tableProtocol.ts";
import type { TimerClock } from "../../src/store/periodicUpdater.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { SavedQueries } from "../../src/store/queries/savedQueries.ts";
import { createArtifactLoaderLookup } from "../../src/store/triage/artifactLoader.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";

const bugsId = 11;
const minute = 60_000;

/** Has the rows that the page of a board would have. */
class FakePage implements TablePageClient {
  needsFieldValues = false;
  readonly statuses = new Map<number, string | undefined>();
  reloadedIds: readonly number[] = [];
  messageCount = 0;
  #loadId = -1;

  notifyPage<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void {
    if (method === "addRows") {
      const { loadId, rows } = params as Parameters<TablePageMethods["addRows"]>[0];
      if (loadId !== this.#loadId) this.statuses.clear();
      this.#loadId = loadId;
      for (const { id, status } of rows) this.statuses.set(id, status);
      this.messageCount += 1;
    }
    if (method === "updateRows") {
      const { rows, removed } = params as Parameters<TablePageMethods["updateRows"]>[0];
      for (const { id, status } of rows) {
        assert.ok(this.statuses.has(id));
        this.statuses.set(id, status);
      }
      for (const id of removed) this.statuses.delete(id);
      this.messageCount += 1;
    }
  }

  handleReload(artifacts: readonly Artifact[]): void {
    this.reloadedIds = artifacts.map(({ id }) => id);
  }

  handleTableChange(): void {
    // The title isn't tested here.
  }
}

/** Runs what is scheduled only when the test says so. */
class FakeClock implements TimerClock {
  #now = 0;
  #timer: { readonly at: number; readonly action: () => void } | undefined;

  now = (): number => this.#now;

  schedule = (milliseconds: number, action: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, action };
    this.#timer = timer;
    return () => {
      if (this.#timer === timer) this.#timer = undefined;
    };
  };

  advance(milliseconds: number): void {
    this.#now += milliseconds;
    const timer = this.#timer;
    if (timer === undefined || timer.at > this.#now) return;
    this.#timer = undefined;
    timer.action();
  }
}

for (const dialect of ["product", "documented"] as const) {
  describe(`the refresh of a board on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: TestStore;
    let page: FakePage;
    let session: TableSession;
    let clock: FakeClock;
    let refresh: BoardRefresh;
    let running: Promise<unknown>;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url, label: "Demo" }]);
      await signIn(store, `${server.url}/api`, server.accounts.member);
      page = new FakePage();
      clock = new FakeClock();
      running = Promise.resolve();
      const context: Partial<TableContext> = {
        ...store,
        layouts: new TableLayouts(createMemento()),
        savedQueries: new SavedQueries({ read: () => [], write: () => Promise.resolve() }),
        currentUser: new CurrentUser(createMemento()),
        loaderFor: createArtifactLoaderLookup(store.catalog),
      };
      const errorHandler = {
        runInBackground: (_: string, action: () => Promise<void>) => {
          running = action();
        },
      };
      const fullContext = { ...context, errorHandler } as unknown as TableContext;
      const query = {
        name: "Bugs",
        site: server.url,
        tracker: bugsId,
        where: [],
        openOnly: undefined,
        sort: undefined,
        group: undefined,
        text: undefined,
        report: undefined,
      };
      const stored = {
        view: "board",
        source: { kind: "unsaved", query },
        unsavedQuery: undefined,
        openOnly: true,
        accountId: undefined,
      } as const;
      session = new TableSession(fullContext, stored, page);
      refresh = new BoardRefresh(fullContext, session, clock);
      refresh.setActive(true);
      await advance(0);
      await session.load("known");
    });
    afterEach(async () => {
      session.close();
      await running;
      await store.connections.close();
      await server.close();
    });

    async function advance(milliseconds: number): Promise<void> {
      server.clock.advance(milliseconds);
      clock.advance(milliseconds);
      await running;
    }

    function getTracker(): Tracker {
      return session.tracker ?? assert.fail("no tracker");
    }

    function setStatus(id: number, label: string): void {
      const field = getTracker().fields.find((each) => each.label === "Status");
      const choice = field?.choices?.find((each) => each.label === label);
      assert.ok(field !== undefined && choice !== undefined, label);
      server.updateArtifact(id, {
        by: server.accounts.admin,
        values: [{ field_id: field.id, bind_value_ids: [Number(choice.id)] }],
      });
    }

    function getClosedLabel(): string {
      const { fields, semantics } = getTracker();
      const choices = fields.find((each) => each.label === "Status")?.choices ?? [];
      const openIds = semantics.status?.openIds ?? [];
      return choices.find(({ id }) => !openIds.includes(id))?.label ?? assert.fail("no closed status");
    }

    function findWithStatus(label: string): number {
      const [id] = [...page.statuses].find(([, status]) => status === label) ?? [];
      return id ?? assert.fail(`no card in ${label}`);
    }

    async function countRequests(action: () => Promise<void>): Promise<number> {
      const before = server.requests.length;
      await action();
      return server.requests.length - before;
    }

    it("shows cards that others have moved, at every moment of a minute", async () => {
      for (const offset of [0, 1000, 30_000, 59_000]) {
        const id = findWithStatus("New");
        await advance(offset);
        setStatus(id, "In progress");
        await advance(minute - offset);
        await advance(minute);
        assert.equal(page.statuses.get(id), "In progress");
      }
    });

    it("doesn't send anything to the page if nothing has changed", async () => {
      await advance(minute);
      await advance(minute);
      const { messageCount } = page;
      const requestCount = await countRequests(() => advance(minute));
      assert.equal(page.messageCount, messageCount);
      if (dialect === "product") assert.equal(requestCount, 1);
    });

    it("removes cards that others have closed, and adds those that they have reopened", async () => {
      const id = findWithStatus("New");
      setStatus(id, getClosedLabel());
      await advance(minute);
      // The documented API doesn't report which artifacts are open.
      if (dialect === "product") assert.equal(page.statuses.has(id), false);
      setStatus(id, "New");
      await advance(minute);
      assert.equal(page.statuses.get(id), "New");
    });

    it("removes deleted cards with the tenth refresh at the latest", async () => {
      const id = findWithStatus("New");
      await advance(minute);
      server.deleteArtifact(id);
      await advance(minute);
      if (dialect === "product") assert.ok(page.statuses.has(id));
      for (let count = 0; count < 8; count += 1) await advance(minute);
      assert.equal(page.statuses.has(id), false);
    });

    it("sends no requests while the board isn't visible, and refreshes when it is again", async () => {
      const id = findWithStatus("New");
      await advance(minute);
      refresh.setActive(false);
      setStatus(id, "In progress");
      assert.equal(await countRequests(() => advance(20 * minute)), 0);
      refresh.setActive(true);
      await advance(0);
      assert.equal(page.statuses.get(id), "In progress");
    });

    it("keeps the cards while the server fails, and tries less often", async () => {
      const id = findWithStatus("New");
      await advance(minute);
      setStatus(id, "In progress");
      const removeFault = server.faults.add({ path: /./, fault: { kind: "status", status: 500 } });
      for (let count = 0; count < 12; count += 1) await advance(minute);
      assert.equal(page.statuses.get(id), "New");
      removeFault();
      for (let count = 0; count < 8; count += 1) await advance(minute);
      assert.equal(page.statuses.get(id), "In progress");
    });

    it("doesn't replace a card that was saved here meanwhile", async () => {
      const id = findWithStatus("New");
      const otherId = findWithStatus("In progress");
      setStatus(otherId, "New");
      const removeFault = server.faults.add({
        path: /trackers\/11\/artifacts/,
        times: 1,
        fault: { kind: "delay", ms: 300 },
      });
      const refreshing = session.refreshList(session.signal);
      setStatus(id, "In progress");
      await session.refreshRows([id]);
      assert.equal(await refreshing, "superseded");
      removeFault();
      assert.equal(page.statuses.get(id), "In progress");
      // The next one shows what others have changed.
      assert.equal(await session.refreshList(session.signal), "done");
      assert.equal(page.statuses.get(otherId), "New");
    });

    it("loads the values of changed cards for other columns", async () => {
      page.needsFieldValues = true;
      const id = findWithStatus("New");
      await advance(minute);
      setStatus(id, "In progress");
      await advance(minute);
      assert.ok(page.reloadedIds.includes(id));
    });

    it("stops when the board is closed", async () => {
      session.close();
      assert.equal(await countRequests(() => advance(20 * minute)), 0);
    });
  });
}
