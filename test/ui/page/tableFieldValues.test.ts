import assert from "node:assert/strict";
import type { ColumnKey } from "../../../src/protocol/columns.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import { sampleLayout, createRows, createRow, severities } from "../../support/page/table/samples.ts";

interface ValuesRequest {
  readonly ids: readonly number[];
  readonly keys: readonly ColumnKey[];
}

describe("field values of the table", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableHostOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: createRows(1_000), ...options });
  }

  function getRequests(): readonly ValuesRequest[] {
    return window.host.getCalls("loadValues") as readonly ValuesRequest[];
  }

  function getHeader(name: string) {
    return window.page.getByRole("columnheader", { name });
  }

  /** Waits until each visible row has its value. */
  async function waitForVisibleValues(): Promise<void> {
    await window.page.waitForFunction(() => {
      const head = document.querySelector(".grid-head")?.getBoundingClientRect().bottom ?? 0;
      const end = document.querySelector(".grid")?.getBoundingClientRect().bottom ?? 0;
      const cells = [...document.querySelectorAll(".grid-body .row:not([hidden]) .is-field")].filter(
        (cell) => {
          const { top, bottom } = cell.getBoundingClientRect();
          return bottom > head + 1 && top < end - 1;
        },
      );
      return cells.length > 0 && cells.every((cell) => cell.textContent !== "");
    });
  }

  it("are requested once, and only for visible rows", async () => {
    await open();
    await waitForVisibleValues();
    const visibleIds = await window.getVisibleIds();
    assert.deepEqual(getRequests(), [{ ids: visibleIds, keys: ["field:20"] }]);
    await window.pressKeys("ArrowDown", "ArrowUp", "Space", "Escape");
    await window.pressKeys("Control+End");
    await waitForVisibleValues();
    const [, second] = getRequests();
    assert.equal(getRequests().length, 2);
    assert.deepEqual(second?.ids, await window.getVisibleIds());
    await window.pressKeys("Control+Home");
    await waitForVisibleValues();
    assert.equal(getRequests().length, 2);
    const id = visibleIds[0] ?? 0;
    assert.equal(await window.getCell(id, "field").innerText(), severities[id % 3]);
  });

  it("are not requested for rows that are scrolled past, nor before the last response", async () => {
    await open({ rows: createRows(10_000) });
    await waitForVisibleValues();
    const gate = window.host.holdCalls("loadValues");
    await window.grid.evaluate(async (grid) => {
      for (let top = 0; top < 200_000; top += 2_000) {
        grid.scrollTop = top;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await window.waitUntil("a request", () => getRequests().length >= 2);
    await window.pressKeys("Control+End");
    await window.getRow(window.host.rows.at(-1)?.id ?? 0).waitFor();
    gate.open();
    await waitForVisibleValues();
    assert.equal(window.host.maxPendingValueCalls, 1);
    assert.deepEqual(getRequests().at(-1)?.ids, await window.getVisibleIds());
    // A slow machine may have paused at some of the hundred scroll steps.
    assert.ok(getRequests().length < 15, `${getRequests().length} requests`);
  });

  it("that can't be read are marked, and not requested again", async () => {
    await open({ getValue: (id) => (id % 2 === 0 ? undefined : { text: "odd" }) });
    await waitForVisibleValues();
    const [first = 0, second = 0] = await window.getVisibleIds();
    const texts = await Promise.all([first, second].map((id) => window.getCell(id, "field").innerText()));
    assert.deepEqual(texts.toSorted(), ["can't be read", "odd"]);
    assert.equal(getRequests().length, 1);
  });

  it("are requested again when a row has changed, and stay visible meanwhile", async () => {
    let text = "before";
    await open({ rows: [createRow(1), createRow(2)], getValue: () => ({ text }) });
    await window.getCell(2, "field").getByText("before").waitFor();
    const gate = window.host.holdCalls("loadValues");
    text = "after";
    await window.host.callPage("updateRows", { rows: [createRow(2, { title: "New title" })], removed: [] });
    await window.waitUntil("a request", () => getRequests().length === 2);
    assert.deepEqual(getRequests()[1]?.ids, [2]);
    assert.equal(await window.getCell(2, "field").innerText(), "before");
    gate.open();
    await window.getCell(2, "field").getByText("after").waitFor();
    assert.equal(await window.getCell(1, "field").innerText(), "before");
  });

  it("are loaded for sorting only after the user accepts the offer", async () => {
    await open({ estimatedSeconds: 130 });
    await waitForVisibleValues();
    const before = getRequests().length;
    await getHeader("Severity").click();
    const missing = 1_000 - (getRequests()[0]?.ids.length ?? 0);
    await window.page
      .getByText(`To sort by Severity, load its values for ${missing} rows (about 3 minutes).`)
      .waitFor();
    await window.screenshot("page-table-offer");
    assert.equal(getRequests().length, before);
    assert.equal(await getHeader("Severity").getAttribute("aria-sort"), "none");
    await window.getButton("Load Values").click();
    await window.page.locator("[role=columnheader][aria-sort=ascending]").getByText("Severity").waitFor();
    const sizes = getRequests()
      .slice(before)
      .map(({ ids }) => ids.length);
    assert.ok(sizes.every((size) => size <= 100));
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      missing,
    );
    assert.equal(window.host.maxPendingValueCalls, 1);
    const [first = 0] = await window.getVisibleIds();
    assert.equal(severities[first % 3], "Critical");
    await getHeader("Severity").click();
    await window.page.locator("[role=columnheader][aria-sort=descending]").getByText("Severity").waitFor();
    assert.equal(getRequests().slice(before).length, sizes.length);
  });

  it("stay loaded when loading is canceled", async () => {
    await open();
    await waitForVisibleValues();
    const gate = window.host.holdCalls("loadValues");
    await getHeader("Severity").click();
    await window.getButton("Load Values").click();
    await window.waitUntil("a request", () => getRequests().length === 2);
    await window.page.getByText("Loading Severity: 0 of").waitFor();
    await window.screenshot("page-table-loading");
    await window.getButton("Cancel").click();
    gate.open();
    await window.page.getByText("Loading Severity").waitFor({ state: "detached" });
    await getHeader("Severity").click();
    const missing = 1_000 - (getRequests()[0]?.ids.length ?? 0) - 100;
    await window.page.getByText(`for ${missing} rows`).waitFor();
    assert.equal(getRequests().length, 2);
    await window.getButton("Not Now").click();
    await window.page.getByText(`for ${missing} rows`).waitFor({ state: "detached" });
    assert.equal(await getHeader("Severity").getAttribute("aria-sort"), "none");
  });

  it("are sorted as numbers in number columns", async () => {
    await open({
      rows: [createRow(1), createRow(2), createRow(3)],
      state: { layout: { ...sampleLayout, shown: ["id", "title", "field:21"] } },
      getValue: (id) => ({ text: ["9", "80", "700"][id - 1] ?? "", order: [9, 80, 700][id - 1] ?? 0 }),
    });
    await getHeader("Effort").click();
    await window.waitForFirstRows(3, 2, 1);
    await getHeader("Effort").click();
    await window.waitForFirstRows(1, 2, 3);
    assert.deepEqual(window.host.getCalls("estimateLoadTime"), []);
  });

  it("and dates of rows have the server's time in the tooltip", async () => {
    await open({
      rows: [createRow(1)],
      state: { layout: { ...sampleLayout, shown: ["id", "field:21", "modified"] } },
      getValue: () => ({ text: "Mar 2, 2026, 1:30 PM", serverTime: "2026-03-02 09:00 +01:00" }),
    });
    await window.getCell(1, "field").getByText("1:30 PM").hover();
    assert.equal(
      await window.getCell(1, "field").getAttribute("title"),
      "Mar 2, 2026, 1:30 PM\nServer time: 2026-03-02 09:00 +01:00",
    );
    await window.getCell(1, "date").hover();
    const tooltip = (await window.getCell(1, "date").getAttribute("title")) ?? "";
    // In the time zone of the extension host, not of the browser.
    assert.equal(
      tooltip.replaceAll("\u202f", " "),
      "Feb 3, 2026, 2:30 PM\nServer time: 2026-02-03 10:00 +01:00",
    );
  });

  it("are not loaded again for sorting after an export", async () => {
    await open();
    await waitForVisibleValues();
    const before = getRequests().length;
    await window.getButton("CSV").click();
    await window.waitUntil("the export", () => window.host.getCalls("exportCsv").length === 1);
    await getHeader("Severity").click();
    await window.page.locator("[role=columnheader][aria-sort=ascending]").getByText("Severity").waitFor();
    await waitForVisibleValues();
    await window.pressKeys("Control+End");
    await waitForVisibleValues();
    assert.deepEqual(getRequests().slice(before), []);
    assert.deepEqual(window.host.getCalls("estimateLoadTime"), []);
  });

  it("of an export are outdated if the row has changed meanwhile", async () => {
    await open({ rows: [createRow(1), createRow(2)] });
    await waitForVisibleValues();
    const gate = window.host.holdCalls("exportCsv");
    await window.getButton("CSV").click();
    await window.waitUntil("the export", () => window.host.getCalls("exportCsv").length === 1);
    const before = getRequests().length;
    const valuesGate = window.host.holdCalls("loadValues");
    await window.host.callPage("updateRows", { rows: [createRow(2, { title: "New title" })], removed: [] });
    await window.waitUntil("another request", () => getRequests().length === before + 1);
    await window.host.callPage("updateRows", { rows: [createRow(2, { title: "Newer title" })], removed: [] });
    gate.open();
    valuesGate.open();
    await window.waitUntil("a third request", () => getRequests().length === before + 2);
    assert.deepEqual(getRequests().at(-1)?.ids, [2]);
  });

  it("are searched after they are loaded", async () => {
    await open();
    await waitForVisibleValues();
    await window.page.getByLabel("Find in the table").fill("critical");
    await window.page.getByText("No rows contain “critical”.").waitFor();
    await window.page.getByLabel("Find in", { exact: true }).selectOption({ label: "Severity" });
    await window.page.getByText("To find text in Severity, load its values for").waitFor();
    await window.getButton("Load Values").click();
    await window.page.getByText("334 of 1,000").waitFor();
  });

  it("are offered to be loaded if the stored layout sorts by them", async () => {
    await open({ state: { layout: { ...sampleLayout, sort: { by: "field:20", direction: "descending" } } } });
    await window.getButton("Load Values").click();
    await window.page.locator("[role=columnheader][aria-sort=descending]").getByText("Severity").waitFor();
    // Values of a few new rows are loaded without an offer.
    await window.host.sendRows([createRow(9_003), ...window.host.rows]);
    await window.page.getByText("1,001 rows").waitFor();
    await window.waitUntil("a request", () => getRequests().some(({ ids }) => ids.includes(9_003)));
    assert.equal(await window.page.getByText("load its values for").count(), 0);
  });

  it("show an error once, and are requested again after a reload", async () => {
    await open();
    await waitForVisibleValues();
    window.host.errorText = "The server is away.";
    await window.pressKeys("Control+End");
    await window.page.getByRole("alert").getByText("The server is away.").waitFor();
    const before = getRequests().length;
    window.host.errorText = undefined;
    await window.host.sendRows(window.host.rows);
    await window.waitUntil("another request", () => getRequests().length > before);
    await waitForVisibleValues();
    const id = window.host.rows.at(-1)?.id ?? 0;
    assert.equal(await window.getCell(id, "field").innerText(), severities[id % 3]);
  });
});
