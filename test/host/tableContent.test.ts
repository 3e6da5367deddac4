import assert from "node:assert/strict";
import { listColumns } from "../../src/features/table/tableColumns.ts";
import { type TableContent, openTableContent } from "../../src/features/table/tableContent.ts";
import {
  createTableHeading,
  listTableNotes,
  toLoadingState,
  type TableSnapshot,
} from "../../src/features/table/tableState.ts";
import { parseSavedQuery } from "../../src/model/query/savedQuery.ts";
import { getBuiltInColumnText } from "../../src/model/table.ts";
import { builtInColumns } from "../../src/protocol/columns.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { TableRows } from "../../src/store/tableRows.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const) {
  describe(`the table of a query, on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: TestStore;

    before(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url, label: "Demo" }]);
      await signIn(store, `${server.url}/api`, server.accounts.member);
    });
    after(async () => {
      await store.connections.close();
      await server.close();
    });

    /** The state of a table of a saved query. */
    async function openTable(entry: object): Promise<TableSnapshot> {
      const parsed = parseSavedQuery({ name: "Mine", site: server.url, tracker: bugs, ...entry });
      assert.ok(parsed.kind === "query");
      const source = { kind: "query", query: parsed.query } as const;
      const { sites, catalog } = store;
      const loaderFor = (): never => assert.fail("no artifact has to be loaded");
      const currentUser = new CurrentUser(createMemento());
      const content = await openTableContent({ sites, catalog, currentUser, loaderFor }, source, {
        openOnly: true,
      });
      const rows = await loadRows(content);
      return { source, content, rows, openOnly: true, isUnsaved: false, loadedAt: "", isOpening: false };
    }

    async function loadRows(content: TableContent): Promise<TableRows | undefined> {
      if (content.kind === "problem") return undefined;
      const rows = new TableRows({ ...content, now: () => 0, onEvent: () => undefined });
      await rows.load();
      return rows;
    }

    async function getProblemText(entry: object): Promise<string> {
      const loadState = toLoadingState(await openTable(entry));
      assert.ok(loadState.kind === "problem", loadState.kind);
      return loadState.text;
    }

    it("has columns for what the server reports in rows, and for the fields of the tracker", async () => {
      const { content, rows } = await openTable({});
      const columns = listColumns(content?.tracker, rows?.firstRow);
      const builtInKeys = columns
        .map(({ key }) => key)
        .filter((key) => builtInColumns.some((column) => column === key));
      assert.deepEqual(
        builtInKeys,
        dialect === "product"
          ? builtInColumns.filter((column) => column !== "tracker" && column !== "project")
          : ["id", "title", "status"],
      );
      assert.ok(columns.some(({ label }) => label === "Severity"));
    });

    it("has a column for the tracker if there are several, and conditions on what all of them have", async () => {
      const snapshot = await openTable({
        tracker: [bugs, 12],
        where: [{ field: "status", operator: "is", value: "closed" }],
      });
      const { chips, breadcrumbs, canEditConditions, openOnly } = createTableHeading(snapshot);
      assert.deepEqual(
        [chips.map(({ label }) => label), breadcrumbs, canEditConditions, openOnly],
        [["Status is closed"], ["Demo", "2 trackers"], true, undefined],
      );
      if (dialect === "documented") {
        assert.deepEqual(toLoadingState(snapshot), {
          kind: "problem",
          text: "Demo doesn't support queries over several trackers. Edit the query to search one tracker.",
        });
        return;
      }
      const { content, rows } = snapshot;
      const keys = listColumns(content?.tracker, rows?.firstRow).map(({ key }) => key);
      assert.deepEqual(
        keys,
        builtInColumns.filter((column) => column !== "project"),
      );
      assert.deepEqual(new Set(rows?.rows.map(({ tracker }) => tracker?.id)), new Set([bugs, 12]));
    });

    if (dialect === "product") {
      it("has a column for the project if there are several", async () => {
        const { content, rows } = await openTable({ tracker: "all" });
        const keys = listColumns(content?.tracker, rows?.firstRow).map(({ key }) => key);
        assert.deepEqual(keys, builtInColumns);
        const projects = new Set(rows?.rows.map((row) => getBuiltInColumnText(row, "project")));
        assert.ok(projects.has("Open Tides") && projects.size > 1, [...projects].join());
      });

      it("names trackers that can't be searched any more", async () => {
        const snapshot = await openTable({ tracker: [bugs, 98_765] });
        assert.equal(toLoadingState(snapshot).kind, "loaded");
        assert.ok((snapshot.rows?.count ?? 0) > 0);
        assert.deepEqual(listTableNotes(snapshot), [
          "Tracker #98765 was deleted on Demo, or you no longer have access to it. Edit the query to remove it.",
        ]);
        const [note] = listTableNotes(await openTable({ tracker: [98_765, 98_766] }));
        assert.match(note ?? "", /^Trackers #98765, #98766 were deleted on Demo/);
      });
    }

    it("shows which field or value no longer exists, and keeps the conditions", async () => {
      const snapshot = await openTable({
        where: [
          { field: "no_such_field", operator: "contains", value: "x" },
          { field: "severity", operator: "is", value: "No Such Value" },
        ],
      });
      assert.deepEqual(toLoadingState(snapshot), {
        kind: "problem",
        text: "The tracker has no field “no_such_field”, or you don't have access to it. Edit the query. The field “severity” no longer has the value “No Such Value”. Edit the query.",
      });
      const { chips, canEditConditions } = createTableHeading(snapshot);
      assert.deepEqual(
        [chips.map(({ label }) => label), canEditConditions],
        [["no_such_field contains “x”", "Severity is No Such Value"], true],
      );
    });

    it("shows that its tracker or site is missing", async () => {
      assert.match(
        await getProblemText({ tracker: 98_765 }),
        /^Tracker #98765 was deleted on Demo, or you no longer have access to it\. /,
      );
      assert.match(
        await getProblemText({ site: "https://elsewhere.example" }),
        /^You aren't connected to https:\/\/elsewhere\.example\. /,
      );
    });

    it("shows that its conditions are too long", async () => {
      const where = ["title", "details"].map((field) => ({
        field,
        operator: "contains",
        value: "é".repeat(999),
      }));
      assert.match(await getProblemText({ where }), /^The query is too long for Demo\. /);
    });
  });
}
