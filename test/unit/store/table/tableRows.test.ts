import assert from "node:assert/strict";
import { withTracker, type RowWithTracker } from "../../../../src/model/query/sortAndGroup.ts";
import type { SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { CurrentUser } from "../../../../src/store/queries/currentUser.ts";
import { RowList } from "../../../../src/store/queries/rowList.ts";
import { openQuery } from "../../../../src/store/queries/openQuery.ts";
import { maxTableRows, type TableRowsEvent, TableRows } from "../../../../src/store/tableRows.ts";
import { assertEventually } from "../../../support/wait.ts";
import { bugsTrackerId, dialects, createMemento, QueryFixture } from "../queries/queryFixture.ts";
import { createRow, createRowSource } from "../queries/rowBuilders.ts";

const everything: Omit<SavedQuery, "site"> = {
  name: "All",
  tracker: bugsTrackerId,
  where: [],
  openOnly: false,
  sort: undefined,
  group: undefined,
  text: undefined,
  report: undefined,
};

for (const dialect of dialects) {
  describe(`TableRows on the ${dialect} dialect`, () => {
    let fixture: QueryFixture;
    let news: TableRowsEvent[];
    let time: number;
    afterEach(() => fixture.close());

    /** If the oldest rows come first, the end must be found. */
    const firstRequests = dialect === "product" ? 1 : 2;

    function countRequests(): number {
      return fixture.server.requests.filter(({ path }) =>
        path.includes(`/trackers/${bugsTrackerId}/artifacts`),
      ).length;
    }

    async function getRows(query: Partial<SavedQuery>, artifacts?: number): Promise<TableRows> {
      fixture = await QueryFixture.start(dialect, artifacts);
      return tableOf(query);
    }

    async function tableOf(query: Partial<SavedQuery>): Promise<TableRows> {
      news = [];
      time = 0;
      const { sites, catalog } = fixture.store;
      const context = {
        sites,
        catalog,
        currentUser: new CurrentUser(createMemento()),
        now: () => new Date(),
      };
      const opened = await openQuery(
        context,
        { ...everything, site: fixture.site.api, ...query },
        { openOnly: true },
      );
      if (opened.kind !== "found") assert.fail(`opened: ${opened.kind}`);
      const { source, tracker = assert.fail("no tracker") } = opened;
      return new TableRows({
        list: new RowList(source),
        toTableRow: (row) => withTracker(row, tracker),
        now: () => time,
        onEvent: (what) => news.push(what),
      });
    }

    /** The rows of all events combined. */
    function summarize(): readonly RowWithTracker[] {
      let rows: readonly RowWithTracker[] = [];
      for (const each of news) {
        if (each.kind === "cleared") rows = [];
        if (each.kind === "rows") rows = [...rows.slice(0, each.from), ...each.rows];
      }
      return rows;
    }

    it("reports rows page by page, newest first, with their trackers", async () => {
      const table = await getRows({}, 700);
      await table.load();
      assert.deepEqual(table.state, { kind: "loaded", hasMore: false, remaining: undefined });
      const ids = table.rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      assert.ok(ids.length > 500, `${ids.length} rows`);
      assert.ok(news.filter(({ kind }) => kind === "rows").length > 2);
      assert.deepEqual(summarize(), table.rows);
      assert.deepEqual(table.rows[0]?.tracker?.id, bugsTrackerId);
    });

    it("stops at the limit and counts the rest", async () => {
      const table = await getRows({}, maxTableRows + 400);
      await table.load();
      const { state } = table;
      assert.equal(table.count, maxTableRows);
      assert.equal(summarize().length, maxTableRows);
      if (state.kind !== "loaded") assert.fail(state.kind);
      assert.equal(state.hasMore, true);
      // Inaccessible rows count as loaded.
      const { remaining = 0 } = state;
      assert.ok(remaining > 200 && remaining <= (table.size ?? 0) - maxTableRows, `${remaining} left`);
    });

    it("keeps rows when loading is stopped, and continues from there", async () => {
      const table = await getRows({}, 1000);
      fixture.server.faults.add({
        method: "GET",
        path: `/trackers/${bugsTrackerId}/artifacts`,
        skip: firstRequests,
        times: 1,
        fault: { kind: "hang" },
      });
      const loading = table.load();
      await assertEventually(() => Promise.resolve(assert.ok(countRequests() > firstRequests)));
      const before = table.count;
      table.stop();
      await loading;
      assert.deepEqual(table.state, { kind: "stopped" });
      assert.ok(table.count >= before && table.count < 900);
      await table.load();
      assert.equal(table.state.kind, "loaded");
      assert.equal(new Set(summarize().map(({ id }) => id)).size, table.count);
      assert.deepEqual(summarize(), table.rows);
      assert.ok(table.count > 900);
    });

    it("keeps rows when the server fails, and continues later", async () => {
      const table = await getRows({}, 600);
      fixture.server.faults.add({
        method: "GET",
        path: `/trackers/${bugsTrackerId}/artifacts`,
        skip: firstRequests,
        times: 10,
        fault: { kind: "status", status: 404, body: "{}" },
      });
      await table.load();
      assert.equal(table.state.kind, "failed");
      const { count } = table;
      assert.ok(count > 0 && count < 500, `${count} rows`);
      fixture.server.faults.clear();
      await table.load();
      assert.equal(table.state.kind, "loaded");
      assert.ok(table.count > 500);
    });

    it("returns selected rows as they were shown, with the time", async () => {
      const table = await getRows({});
      time = 7;
      await table.load();
      const [first] = table.rows;
      if (first === undefined) assert.fail("no rows");
      assert.deepEqual(table.getSelected([first.id, 999_999]), [
        { row: first, trackerId: bugsTrackerId, seenAt: 7 },
      ]);
      time = 50;
      table.replace([{ ...first, title: "Other" }], []);
      assert.deepEqual(table.getSelected([first.id])[0]?.seenAt, 50);
      assert.equal(table.rows[0]?.title, "Other");
      table.replace([], [first.id]);
      assert.equal(table.find(first.id), undefined);
    });

    if (dialect === "product") {
      it("clears rows if the server ignored a condition", async () => {
        const table = await getRows({ where: [{ field: "status", operator: "is", values: ["New"] }] }, 2000);
        const rows = [{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }];
        fixture.server.faults.add({
          path: /artifacts\?/,
          skip: 3,
          fault: { kind: "status", status: 200, body: JSON.stringify(rows) },
        });
        await table.load();
        assert.deepEqual(table.state, { kind: "contradicted" });
        assert.ok(news.some(({ kind }) => kind === "rows") && news.some(({ kind }) => kind === "cleared"));
        assert.deepEqual([table.count, summarize()], [0, []]);
      });
    }
  });
}

describe("TableRows of a list that starts with its newest rows", () => {
  it("has a row that entered the list after them", async () => {
    const allIds = [1, 2, 3, 4, 5, 6, 7];
    const rows: number[][] = [];
    const table = new TableRows({
      list: new RowList({
        ...createRowSource(allIds),
        fetchNewest: () =>
          Promise.resolve({ rows: [7, 5, 4].map((id) => createRow(id)), isComplete: false, asOf: undefined }),
      }),
      toTableRow: (row) => ({ ...row, tracker: undefined }),
      now: () => 0,
      onEvent: (event) => {
        if (event.kind === "rows") rows.push(event.rows.map(({ id }) => id));
      },
    });
    await table.load();
    assert.deepEqual(rows, [
      [7, 5, 4],
      [6, 3, 2, 1],
    ]);
    assert.deepEqual(table.state, { kind: "loaded", hasMore: false, remaining: undefined });
    assert.equal(table.count, allIds.length);
  });
});
