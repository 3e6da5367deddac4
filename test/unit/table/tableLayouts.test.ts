import assert from "node:assert/strict";
import fc from "fast-check";
import { type TableLayoutKey, TableLayouts } from "../../../src/features/table/tableLayouts.ts";
import {
  type StoredTable,
  parseStoredTable,
  toSourceKey,
  serializeStoredTable,
} from "../../../src/features/table/storedTable.ts";
import type { SavedQuery } from "../../../src/model/query/savedQuery.ts";
import type { TableColumn, TableLayout } from "../../../src/protocol/tableProtocol.ts";
import { createMemento } from "../store/queries/queryFixture.ts";

const query: SavedQuery = {
  name: "",
  site: "https://tuleap.example",
  tracker: 11,
  where: [{ field: "status", operator: "is", values: ["New", { id: 4, label: "Done" }] }],
  openOnly: undefined,
  sort: { by: "modified", direction: "descending" },
  group: undefined,
  text: undefined,
  report: undefined,
};

const tables: readonly StoredTable[] = [
  {
    view: "table",
    source: { kind: "saved", queryKey: "user 0 Mine" },
    unsavedQuery: undefined,
    openOnly: true,
    accountId: "7",
  },
  {
    view: "table",
    source: { kind: "saved", queryKey: "user 0 Mine" },
    unsavedQuery: { ...query, name: "Mine" },
    openOnly: false,
    accountId: "7",
  },
  {
    view: "table",
    source: { kind: "unsaved", query },
    unsavedQuery: undefined,
    openOnly: true,
    accountId: undefined,
  },
  {
    view: "table",
    source: {
      kind: "selection",
      siteApi: "https://tuleap.example/api",
      artifacts: [
        { artifactId: 4, trackerId: 11 },
        { artifactId: 3, trackerId: undefined },
      ],
    },
    unsavedQuery: undefined,
    openOnly: true,
    accountId: "7",
  },
  {
    view: "board",
    source: { kind: "milestone", siteApi: "https://tuleap.example/api", milestoneId: 54 },
    unsavedQuery: undefined,
    openOnly: true,
    accountId: "7",
  },
  {
    view: "board",
    source: { kind: "kanban", siteApi: "https://tuleap.example/api", kanbanId: 54, trackerId: 11 },
    unsavedQuery: undefined,
    openOnly: false,
    accountId: "7",
  },
];

/** VS Code stores state as JSON. */
function roundTrip(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("a stored table", () => {
  it("is restored unchanged", () => {
    for (const table of tables) {
      assert.deepEqual(parseStoredTable(roundTrip(serializeStoredTable(table))), table);
    }
  });

  it("is ignored if it is invalid", () => {
    fc.assert(
      fc.property(fc.anything(), (invalid) => {
        assert.equal(parseStoredTable(invalid), undefined);
        assert.equal(parseStoredTable({ view: "table", source: invalid }), undefined);
      }),
    );
    const sources = [
      { kind: "saved" },
      { kind: "saved", queryKey: 5 },
      { kind: "unsaved", name: "x", query: { name: "x", site: "https://a", tracker: "11" } },
      { kind: "selection", siteApi: "https://a/api", artifacts: [] },
      {
        kind: "selection",
        siteApi: "https://a/api",
        artifacts: [{ artifactId: -1 }, { artifactId: "4" }, null],
      },
      { kind: "selection", siteApi: 5, artifacts: [{ artifactId: 4 }] },
      { kind: "milestone", siteApi: "https://a/api", milestoneId: "4" },
      { kind: "milestone", milestoneId: 4 },
      { kind: "kanban", siteApi: "https://a/api", kanbanId: 4 },
      { kind: "kanban", siteApi: "https://a/api", kanbanId: 0, trackerId: 11 },
    ];
    for (const source of sources) {
      assert.equal(parseStoredTable({ source }), undefined, JSON.stringify(source));
    }
  });

  it("is truncated to the maximum selection", () => {
    const artifacts = Array.from({ length: 20_000 }, (_, index) => ({ artifactId: index + 1 }));
    const parsed = parseStoredTable({
      view: "table",
      source: { kind: "selection", siteApi: "https://a/api", artifacts },
    });
    assert.equal(parsed?.source.kind === "selection" && parsed.source.artifacts.length, 10_000);
  });

  it("has the same key for the same source only", () => {
    const keys = tables.map(({ source }) => toSourceKey(source));
    assert.equal(new Set(keys).size, 5);
    const selection = { kind: "selection", siteApi: "https://a/api" } as const;
    const artifacts = [4, 3].map((artifactId) => ({ artifactId, trackerId: 1 }));
    assert.equal(
      toSourceKey({ ...selection, artifacts }),
      toSourceKey({ ...selection, artifacts: artifacts.toReversed() }),
    );
  });
});

const columns: readonly TableColumn[] = (["id", "title", "status", "modified", "field:12"] as const).map(
  (key) => ({
    key,
    label: key,
    kind: "text",
  }),
);
const owner: TableLayoutKey = {
  view: "table",
  siteApi: "https://tuleap.example/api",
  accountId: "7",
  subject: "11",
};

describe("TableLayouts", () => {
  it("loads the default layout at first, then the one saved for the tracker and account", async () => {
    const memento = createMemento();
    const layouts = new TableLayouts(memento);
    const defaultLayout: TableLayout = {
      shown: ["id", "title", "status", "modified"],
      sort: undefined,
      widths: {},
    };
    assert.deepEqual(layouts.load(owner, columns), defaultLayout);
    const customLayout: TableLayout = {
      shown: ["field:12", "id"],
      sort: { by: "field:12", direction: "descending" },
      widths: { id: 80 },
    };
    await layouts.save(owner, customLayout);
    assert.deepEqual(new TableLayouts(memento).load(owner, columns), customLayout);
    for (const change of [{ subject: "12" }, { accountId: "8" }, { siteApi: "https://b/api" }]) {
      assert.deepEqual(layouts.load({ ...owner, ...change }, columns), defaultLayout);
    }
  });

  it("ignores removed columns and invalid data", async () => {
    const memento = createMemento();
    const layouts = new TableLayouts(memento);
    await layouts.save(owner, {
      shown: ["field:99", "title", "title"],
      sort: { by: "field:99", direction: "ascending" },
      widths: {},
    });
    assert.deepEqual(layouts.load(owner, columns), { shown: ["title"], sort: undefined, widths: {} });
    const [key = ""] = memento.keys();
    for (const invalid of [
      5,
      "x",
      null,
      [],
      { shown: [5, {}], sort: "id", widths: { id: "wide", x: 5, title: -1 } },
    ]) {
      await memento.update(key, invalid);
      assert.deepEqual(layouts.load(owner, columns), layouts.getDefault(columns, "table"));
    }
  });
});
