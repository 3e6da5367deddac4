import assert from "node:assert/strict";
import type { BulkLine, Offers } from "../../../src/protocol/table.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { columns, manyRows, offer } from "../../support/page/table/samples.ts";
import { Supply } from "../support/payloads.ts";
import { note, payloadCount, seed } from "../support/plan.ts";
import { poisoned } from "../support/poisoned.ts";
import { Watched } from "./watched.ts";

const rowsAtOnce = 60;

describe("hostile text in the page of a table", function () {
  this.timeout(20 * 60_000);
  const supply = new Supply(seed + 1, payloadCount);
  const next = (): string => supply.next();
  let window: TablePageWindow;
  let watched: Watched;

  afterEach(() => window.close());
  after(() => note("page payloads", supply.handedOut));

  async function open(options: Partial<Parameters<typeof openTablePage>[0]> = {}): Promise<void> {
    window = await openTablePage({ rows: manyRows(6), height: 2200, policy: "ignored", ...options });
    watched = await Watched.watch(window);
  }

  async function assertHarmless(what: string): Promise<void> {
    await watched.settled();
    assert.deepEqual(await watched.violations(), [], what);
  }

  it("does nothing in rows, columns, chips and notes", async () => {
    await open({ value: () => ({ text: next() }) });
    while (!supply.isUsedUp) {
      const rows = poisoned(manyRows(rowsAtOnce), { next, keep: ["submittedOn", "modifiedOn"] });
      await window.host.read(rows);
      const { heading } = window.host.state;
      await window.host.change({
        heading: poisoned(heading, { next }),
        columns: poisoned(columns, { next }),
        notes: [next(), next()],
      });
      await window.host.tell("announce", { text: next() });
      await window.page.locator(".grid-body .row:not([hidden])").nth(20).waitFor();
      await assertHarmless(`a table after ${supply.handedOut}`);
    }
    await window.host.change({ reading: { kind: "problem", text: next() } });
    await assertHarmless("a problem");
    await window.screenshot("hostile-table");
  });

  it("does nothing in dates that are none, and in addresses of rows", async () => {
    await open();
    await window.host.read(poisoned(manyRows(rowsAtOnce), { next }));
    await assertHarmless("dates");
  });

  it("does nothing in what can be chosen, in the preview of a change and in what came of it", async () => {
    const offers = (): Offers => ({
      kind: "list",
      takesMany: true,
      offers: Array.from({ length: 30 }, (_, id) => offer(id, next(), { detail: next() })),
    });
    await open({ offers: { status: offers(), assignee: offers() }, bulkOffers: offers() });
    for (const name of ["status", "assignee"]) {
      const cell = window.page.locator(`.grid-body .row:not([hidden]) .is-${name}`).first();
      await cell.getByRole("button").click();
      await window.popup.getByRole("option").first().waitFor();
      await assertHarmless(`offers of ${name}`);
      await window.page.keyboard.press("Escape");
    }
    await window.grid.focus();
    await window.press("Space", "Shift+ArrowDown");
    const kinds: readonly BulkLine["kind"][] = [
      "change",
      "alreadySo",
      "leftOut",
      "done",
      "conflict",
      "refused",
    ];
    for (let times = 0; times < 10; times += 1) {
      const lines = kinds.map((kind, id) => ({
        id,
        title: next(),
        kind,
        before: next(),
        after: next(),
        text: next(),
      }));
      await window.host.bulk({ kind: "preview", lines, count: 3 });
      await assertHarmless("a preview");
      await window.host.bulk({ kind: "result", lines, summary: next(), left: [1], canUndo: true });
      await assertHarmless("a result");
      await window.host.bulk({ kind: "problem", text: next() });
      await assertHarmless("a problem");
    }
  });
});
