import assert from "node:assert/strict";
import { columnsOf } from "../../src/features/table/columns.ts";
import { type Content, contentOf } from "../../src/features/table/content.ts";
import { headingOf, readingOf, type Shown } from "../../src/features/table/tableState.ts";
import { parseSavedQuery } from "../../src/model/query/savedQuery.ts";
import { rowFacts } from "../../src/protocol/columns.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { TableRows } from "../../src/store/table.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, type Store } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const) {
  describe(`the table of a query, on the ${dialect} dialect`, () => {
    let server: Simulator;
    let store: Store;

    before(async () => {
      server = await startSimulator({ dialect });
      store = openStore([{ url: server.url, label: "Demo" }]);
    });
    after(async () => {
      await store.connections.close();
      await server.close();
    });

    /** What its page is told of the table of a query in the settings. */
    async function shown(entry: object): Promise<Shown> {
      const parsed = parseSavedQuery({ name: "Mine", site: server.url, tracker: bugs, ...entry });
      assert.ok(parsed.kind === "query");
      const wanted = { kind: "query", query: parsed.query } as const;
      const { sites, catalog } = store;
      const statesOf = (): never => assert.fail("no states are needed");
      const me = new Me(memoryInProcess());
      const content = await contentOf({ sites, catalog, me, statesOf }, wanted, { openOnly: true });
      const rows = await rowsOf(content);
      return { wanted, content, rows, openOnly: true, isUnsaved: false, readAt: "", isOpening: false };
    }

    async function rowsOf(content: Content): Promise<TableRows | undefined> {
      if (content.kind === "problem") return undefined;
      const rows = new TableRows({ ...content, now: () => 0, tell: () => undefined });
      await rows.read();
      return rows;
    }

    async function problem(entry: object): Promise<string> {
      const reading = readingOf(await shown(entry));
      assert.ok(reading.kind === "problem", reading.kind);
      return reading.text;
    }

    it("has columns for what rows of this server tell, and for the fields of its tracker", async () => {
      const { content, rows } = await shown({});
      const columns = columnsOf(content?.tracker, rows?.first);
      const facts = columns.map(({ key }) => key).filter((key) => rowFacts.some((fact) => fact === key));
      assert.deepEqual(
        facts,
        dialect === "product" ? rowFacts.filter((fact) => fact !== "tracker") : ["id", "title", "status"],
      );
      assert.ok(columns.some(({ label }) => label === "Severity"));
    });

    it("says which field and which value is gone, and still has the conditions, to be removed", async () => {
      const table = await shown({
        where: [
          { field: "no_such_field", operator: "contains", value: "x" },
          { field: "severity", operator: "is", value: "No Such Value" },
        ],
      });
      assert.deepEqual(readingOf(table), {
        kind: "problem",
        text: "The tracker has no field “no_such_field” that you may see: edit the query. The field “severity” has no value “No Such Value” any more: edit the query.",
      });
      const { chips, canFilter } = headingOf(table);
      assert.deepEqual(
        [chips.map(({ label }) => label), canFilter],
        [["no_such_field contains “x”", "Severity is No Such Value"], true],
      );
    });

    it("says that its tracker or its site is not there", async () => {
      assert.match(await problem({ tracker: 98_765 }), /^Tracker #98765 can't be read any more: /);
      assert.match(
        await problem({ site: "https://elsewhere.example" }),
        /^You are not connected to https:\/\/elsewhere\.example: /,
      );
    });

    it("says that its conditions are too long to be asked", async () => {
      const where = ["title", "details"].map((field) => ({
        field,
        operator: "contains",
        value: "é".repeat(999),
      }));
      assert.match(await problem({ where }), /^This is more than Demo can be asked at once: /);
    });
  });
}
