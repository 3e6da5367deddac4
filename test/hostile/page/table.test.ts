import assert from "node:assert/strict";
import type { BulkEditArtifact, ValueChoices } from "../../../src/protocol/tableProtocol.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { sampleColumns, createRows, createOffer } from "../../support/page/table/samples.ts";
import { PayloadSupply } from "../support/payloads.ts";
import { recordFigure, payloadCount, seed } from "../support/runSettings.ts";
import { withHostileStrings } from "../support/hostileStrings.ts";
import { PageWatcher } from "./pageWatcher.ts";

const rowCount = 60;

describe("hostile text in the table page", function () {
  this.timeout(20 * 60_000);
  const supply = new PayloadSupply(seed + 1, payloadCount);
  const next = (): string => supply.next();
  let window: TablePageWindow;
  let watcher: PageWatcher;

  afterEach(() => window.close());
  after(() => recordFigure("page payloads", supply.totalCount));

  async function open(options: Partial<Parameters<typeof openTablePage>[0]> = {}): Promise<void> {
    window = await openTablePage({
      rows: createRows(6),
      height: 2200,
      contentSecurityPolicy: "ignored",
      ...options,
    });
    watcher = await PageWatcher.watch(window);
  }

  async function assertHarmless(description: string): Promise<void> {
    await watcher.waitForFrames();
    assert.deepEqual(await watcher.findViolations(), [], description);
  }

  it("does nothing in rows, columns, chips and notes", async () => {
    await open({ getValue: () => ({ text: next() }) });
    while (!supply.isExhausted) {
      const rows = withHostileStrings(createRows(rowCount), { next, keep: ["submittedOn", "modifiedOn"] });
      await window.host.sendRows(rows);
      const { heading } = window.host.state;
      await window.host.updateState({
        heading: withHostileStrings(heading, { next }),
        columns: withHostileStrings(sampleColumns, { next }),
        notes: [next(), next()],
      });
      await window.host.callPage("announce", { text: next() });
      await window.page.locator(".grid-body .row:not([hidden])").nth(20).waitFor();
      await assertHarmless(`a table after ${supply.totalCount}`);
    }
    await window.host.updateState({ loadState: { kind: "problem", text: next() } });
    await assertHarmless("a problem");
    await window.screenshot("hostile-table");
  });

  it("does nothing in invalid dates and in URIs of rows", async () => {
    await open();
    await window.host.sendRows(withHostileStrings(createRows(rowCount), { next }));
    await assertHarmless("dates");
  });

  it("does nothing in choices, previews and results", async () => {
    const createOffers = (): ValueChoices => ({
      kind: "list",
      allowsMultiple: true,
      choices: Array.from({ length: 30 }, (_, id) => createOffer(id, next(), { detail: next() })),
    });
    await open({ offers: { status: createOffers(), assignee: createOffers() }, bulkOffers: createOffers() });
    for (const name of ["status", "assignee"]) {
      const cell = window.page.locator(`.grid-body .row:not([hidden]) .is-${name}`).first();
      await cell.getByRole("button").click();
      await window.popup.getByRole("option").first().waitFor();
      await assertHarmless(`offers of ${name}`);
      await window.page.keyboard.press("Escape");
    }
    await window.grid.focus();
    await window.pressKeys("Space", "Shift+ArrowDown");
    const kinds: readonly BulkEditArtifact["kind"][] = [
      "change",
      "unchanged",
      "skipped",
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
      await window.host.sendBulkState({ kind: "preview", lines, count: 3 });
      await assertHarmless("a preview");
      await window.host.sendBulkState({
        kind: "result",
        lines,
        summary: next(),
        remainingIds: [1],
        canUndo: true,
      });
      await assertHarmless("a result");
      await window.host.sendBulkState({ kind: "problem", text: next() });
      await assertHarmless("a problem");
    }
  });
});
