import assert from "node:assert/strict";
import { placed, type PlacedRow } from "../../../../src/model/query/rows.ts";
import type { SavedQuery } from "../../../../src/model/query/savedQuery.ts";
import { Me } from "../../../../src/store/queries/currentUser.ts";
import { openQuery } from "../../../../src/store/queries/openQuery.ts";
import { mostRows, type RowsNews, TableRows } from "../../../../src/store/table.ts";
import { assertSoon } from "../../../support/wait.ts";
import { bugsId, dialects, memoryInProcess, QueryStage } from "../queries/stage.ts";

const everything: Omit<SavedQuery, "site"> = {
  name: "All",
  tracker: bugsId,
  where: [],
  openOnly: false,
  sort: undefined,
  group: undefined,
  text: undefined,
  report: undefined,
};

for (const dialect of dialects) {
  describe(`the rows of a table, on the ${dialect} dialect`, () => {
    let stage: QueryStage;
    let news: RowsNews[];
    let time: number;
    afterEach(() => stage.close());

    /** Where the oldest are listed first, the newest are at the end, which has to be found. */
    const firstRequests = dialect === "product" ? 1 : 2;

    function asked(): number {
      return stage.server.requests.filter(({ path }) => path.includes(`/trackers/${bugsId}/artifacts`))
        .length;
    }

    async function rowsOf(query: Partial<SavedQuery>, artifacts?: number): Promise<TableRows> {
      stage = await QueryStage.start(dialect, artifacts);
      return tableOf(query);
    }

    async function tableOf(query: Partial<SavedQuery>): Promise<TableRows> {
      news = [];
      time = 0;
      const { sites, catalog } = stage.store;
      const world = { sites, catalog, me: new Me(memoryInProcess()), now: () => new Date() };
      const opened = await openQuery(
        world,
        { ...everything, site: stage.site.api, ...query },
        { openOnly: true },
      );
      if (opened.kind !== "found") assert.fail(`opened: ${opened.kind}`);
      const { found, tracker } = opened;
      return new TableRows({
        found,
        place: (row) => placed(row, tracker),
        now: () => time,
        tell: (what) => news.push(what),
      });
    }

    /** What somebody has who puts together what was told. */
    function told(): readonly PlacedRow[] {
      let rows: readonly PlacedRow[] = [];
      for (const each of news) {
        if (each.kind === "cleared") rows = [];
        if (each.kind === "rows") rows = [...rows.slice(0, each.from), ...each.rows];
      }
      return rows;
    }

    it("are told page by page, the newest first, with where they belong", async () => {
      const table = await rowsOf({}, 700);
      await table.read();
      assert.deepEqual(table.state, { kind: "read", hasMore: false, rest: undefined });
      const ids = table.rows.map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => other - one),
      );
      assert.ok(ids.length > 500, `${ids.length} rows`);
      assert.ok(news.filter(({ kind }) => kind === "rows").length > 2);
      assert.deepEqual(told(), table.rows);
      assert.deepEqual(table.rows[0]?.tracker?.id, bugsId);
    });

    it("are no more than a table holds, and the rest is counted", async () => {
      const table = await rowsOf({}, mostRows + 400);
      await table.read();
      const { state } = table;
      assert.equal(table.count, mostRows);
      assert.equal(told().length, mostRows);
      if (state.kind !== "read") assert.fail(state.kind);
      assert.equal(state.hasMore, true);
      // Those that are hidden from us are among what was looked at.
      const { rest = 0 } = state;
      assert.ok(rest > 200 && rest <= (table.size ?? 0) - mostRows, `${rest} left`);
    });

    it("stay when the reading is stopped, and go on from there", async () => {
      const table = await rowsOf({}, 1000);
      stage.server.faults.add({
        method: "GET",
        path: `/trackers/${bugsId}/artifacts`,
        skip: firstRequests,
        times: 1,
        fault: { kind: "hang" },
      });
      const reading = table.read();
      await assertSoon(() => Promise.resolve(assert.ok(asked() > firstRequests)));
      const before = table.count;
      table.stop();
      await reading;
      assert.deepEqual(table.state, { kind: "stopped" });
      assert.ok(table.count >= before && table.count < 900);
      await table.read();
      assert.equal(table.state.kind, "read");
      assert.equal(new Set(told().map(({ id }) => id)).size, table.count);
      assert.deepEqual(told(), table.rows);
      assert.ok(table.count > 900);
    });

    it("stay when the server fails, and are read on when it is asked again", async () => {
      const table = await rowsOf({}, 600);
      stage.server.faults.add({
        method: "GET",
        path: `/trackers/${bugsId}/artifacts`,
        skip: firstRequests,
        times: 10,
        fault: { kind: "status", status: 404, body: "{}" },
      });
      await table.read();
      assert.equal(table.state.kind, "failed");
      const { count } = table;
      assert.ok(count > 0 && count < 500, `${count} rows`);
      stage.server.faults.clear();
      await table.read();
      assert.equal(table.state.kind, "read");
      assert.ok(table.count > 500);
    });

    it("are what was seen, and when, for whoever decides about them", async () => {
      const table = await rowsOf({});
      time = 7;
      await table.read();
      const [first] = table.rows;
      if (first === undefined) assert.fail("no rows");
      assert.deepEqual(table.selected([first.id, 999_999]), [{ row: first, trackerId: bugsId, seenAt: 7 }]);
      time = 50;
      table.replace([{ ...first, title: "Other" }], []);
      assert.deepEqual(table.selected([first.id])[0]?.seenAt, 50);
      assert.equal(table.rows[0]?.title, "Other");
      table.replace([], [first.id]);
      assert.equal(table.find(first.id), undefined);
    });

    if (dialect === "product") {
      it("are none once the server has passed over a condition, and those of before go", async () => {
        const table = await rowsOf({ where: [{ field: "status", operator: "is", values: ["New"] }] }, 2000);
        const rows = [{ id: 1, uri: "artifacts/1", title: "x", status: "Fixed" }];
        stage.server.faults.add({
          path: /artifacts\?/,
          skip: 3,
          fault: { kind: "status", status: 200, body: JSON.stringify(rows) },
        });
        await table.read();
        assert.deepEqual(table.state, { kind: "contradicted" });
        assert.ok(news.some(({ kind }) => kind === "rows") && news.some(({ kind }) => kind === "cleared"));
        assert.deepEqual([table.count, told()], [0, []]);
      });
    }
  });
}
