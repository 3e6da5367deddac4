import assert from "node:assert/strict";
import fc from "fast-check";
import { Layouts } from "../../../src/features/table/layouts.ts";
import { type KeptTable, readTable, sourceKey, writtenTable } from "../../../src/features/table/source.ts";
import type { SavedQuery } from "../../../src/model/query/savedQuery.ts";
import type { Column, TableLayout } from "../../../src/protocol/table.ts";
import { memoryInProcess } from "../store/queries/stage.ts";

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

const tables: readonly KeptTable[] = [
  { source: { kind: "saved", queryKey: "user 0 Mine" }, changed: undefined, openOnly: true, accountId: "7" },
  {
    source: { kind: "saved", queryKey: "user 0 Mine" },
    changed: { ...query, name: "Mine" },
    openOnly: false,
    accountId: "7",
  },
  { source: { kind: "unsaved", query }, changed: undefined, openOnly: true, accountId: undefined },
  {
    source: {
      kind: "selection",
      siteApi: "https://tuleap.example/api",
      artifacts: [
        { artifactId: 4, trackerId: 11 },
        { artifactId: 3, trackerId: undefined },
      ],
    },
    changed: undefined,
    openOnly: true,
    accountId: "7",
  },
];

/** As VS Code keeps it. */
function throughMemory(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe("what a table remembers", () => {
  it("comes back as it was", () => {
    for (const table of tables) assert.deepEqual(readTable(throughMemory(writtenTable(table))), table);
  });

  it("is nobody's word: what is no table is none, and nothing fails", () => {
    fc.assert(
      fc.property(fc.anything(), (junk) => {
        assert.equal(readTable(junk), undefined);
        assert.equal(readTable({ source: junk }), undefined);
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
    ];
    for (const source of sources) assert.equal(readTable({ source }), undefined, JSON.stringify(source));
  });

  it("keeps of a selection no more than a table holds", () => {
    const artifacts = Array.from({ length: 20_000 }, (_, at) => ({ artifactId: at + 1 }));
    const kept = readTable({ source: { kind: "selection", siteApi: "https://a/api", artifacts } });
    assert.equal(kept?.source.kind === "selection" && kept.source.artifacts.length, 10_000);
  });

  it("has one key for one thing, and another for another", () => {
    const keys = tables.map(({ source }) => sourceKey(source));
    assert.equal(new Set(keys).size, 3);
    const selection = { kind: "selection", siteApi: "https://a/api" } as const;
    const chosen = [4, 3].map((artifactId) => ({ artifactId, trackerId: 1 }));
    assert.equal(
      sourceKey({ ...selection, artifacts: chosen }),
      sourceKey({ ...selection, artifacts: chosen.toReversed() }),
    );
  });
});

const columns: readonly Column[] = (["id", "title", "status", "modified", "field:12"] as const).map(
  (key) => ({
    key,
    label: key,
    kind: "text",
  }),
);
const owner = { siteApi: "https://tuleap.example/api", accountId: "7", trackerId: 11 };

describe("the layout of a tracker's tables", () => {
  it("is the usual one at first, and then what somebody made of it, for that tracker and account", async () => {
    const memory = memoryInProcess();
    const layouts = new Layouts(memory);
    const usual: TableLayout = { shown: ["id", "title", "status", "modified"], sort: undefined, widths: {} };
    assert.deepEqual(layouts.of(owner, columns), usual);
    const mine: TableLayout = {
      shown: ["field:12", "id"],
      sort: { by: "field:12", direction: "descending" },
      widths: { id: 80 },
    };
    await layouts.keep(owner, mine);
    assert.deepEqual(new Layouts(memory).of(owner, columns), mine);
    for (const other of [{ trackerId: 12 }, { accountId: "8" }, { siteApi: "https://b/api" }]) {
      assert.deepEqual(layouts.of({ ...owner, ...other }, columns), usual);
    }
  });

  it("leaves out columns that are gone, and whatever makes no sense", async () => {
    const memory = memoryInProcess();
    const layouts = new Layouts(memory);
    await layouts.keep(owner, {
      shown: ["field:99", "title", "title"],
      sort: { by: "field:99", direction: "ascending" },
      widths: {},
    });
    assert.deepEqual(layouts.of(owner, columns), { shown: ["title"], sort: undefined, widths: {} });
    const [key = ""] = memory.keys();
    for (const junk of [
      5,
      "x",
      null,
      [],
      { shown: [5, {}], sort: "id", widths: { id: "wide", x: 5, title: -1 } },
    ]) {
      await memory.update(key, junk);
      assert.deepEqual(layouts.of(owner, columns), layouts.usual(columns));
    }
  });
});
