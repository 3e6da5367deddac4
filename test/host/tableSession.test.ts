import assert from "node:assert/strict";
import type { TableContext } from "../../src/features/table/tableContent.ts";
import { TableLayouts } from "../../src/features/table/tableLayouts.ts";
import { type TablePageClient, TableSession } from "../../src/features/table/tableSession.ts";
import type { SavedQuery } from "../../src/model/query/savedQuery.ts";
import type { TableLayout, TablePageMethods } from "../../src/protocol/tableProtocol.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { SavedQueries } from "../../src/store/queries/savedQueries.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";

const byTitle = { by: "title", direction: "ascending" } as const;
const byStatus = { by: "status", direction: "descending" } as const;

type TableState = Parameters<TablePageMethods["setTableState"]>[0];

class FakePage implements TablePageClient {
  readonly needsFieldValues = false;
  state: TableState | undefined;

  notifyPage<K extends keyof TablePageMethods>(method: K, params: Parameters<TablePageMethods[K]>[0]): void {
    if (method === "setTableState") this.state = params as TableState;
  }

  handleReload(): void {
    // Only boards need the values.
  }

  handleTableChange(): void {
    // The title isn't tested here.
  }

  get layout(): TableLayout {
    return this.state?.layout ?? assert.fail("no state");
  }
}

describe("the sort of a table of several trackers", () => {
  let server: Simulator;
  let store: TestStore;
  let layouts: TableLayouts;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    store = createTestStore([{ url: server.url, label: "Demo" }]);
    await signIn(store, `${server.url}/api`, server.accounts.member);
  });
  beforeEach(() => {
    layouts = new TableLayouts(createMemento());
  });
  after(async () => {
    await store.connections.close();
    await server.close();
  });

  async function open(
    overrides: Partial<SavedQuery>,
  ): Promise<{ readonly page: FakePage; readonly session: TableSession }> {
    const query: SavedQuery = {
      name: "Mine",
      site: server.url,
      tracker: "all",
      where: [],
      openOnly: undefined,
      sort: undefined,
      group: undefined,
      text: undefined,
      report: undefined,
      ...overrides,
    };
    const settings = { read: () => [], write: () => Promise.resolve() };
    const context: Partial<TableContext> = {
      ...store,
      layouts,
      savedQueries: new SavedQueries(settings),
      currentUser: new CurrentUser(createMemento()),
    };
    const page = new FakePage();
    const stored = {
      view: "table",
      source: { kind: "unsaved", query },
      unsavedQuery: undefined,
      openOnly: true,
      accountId: undefined,
    } as const;
    const session = new TableSession(context as TableContext, stored, page);
    await session.load("known");
    return { page, session };
  }

  const text = "FROM @project = MY_PROJECTS() WHERE @status = OPEN() AND @assigned_to = MYSELF()";

  it("is that of the last table, but not if TQL has its own order", async () => {
    const first = await open({});
    assert.equal(first.page.layout.sort, undefined);
    await first.session.setLayout({ ...first.page.layout, sort: byTitle });
    assert.deepEqual((await open({ text })).page.layout.sort, byTitle);
    const ordered = await open({ text: `${text} ORDER BY @id ASC` });
    assert.equal(ordered.page.layout.sort, undefined);
    // A changed width doesn't change the sort of other tables.
    await ordered.session.setLayout({ ...ordered.page.layout, widths: { title: 300 } });
    assert.deepEqual((await open({})).page.layout.sort, byTitle);
  });

  it("is what the user selects, also after a reload", async () => {
    for (const query of [{ text: `${text} ORDER BY @id ASC` }, { sort: byTitle }]) {
      const { page, session } = await open(query);
      await session.setLayout({ ...page.layout, sort: byStatus });
      await session.load("fresh");
      assert.deepEqual(page.layout.sort, byStatus);
    }
  });
});
