import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { createRows, createRow } from "../../support/page/table/samples.ts";

describe("table selection", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(count = 9): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => createRow(index + 1));
    // Wide enough for the heading to stay on one line.
    window = await openTablePage({ rows, width: 1_400 });
  }

  async function click(id: number, ...modifiers: ("Shift" | "ControlOrMeta")[]): Promise<void> {
    await window.getCell(id, "title").click({ modifiers });
  }

  it("changes by click, Shift+click and Ctrl+click", async () => {
    await open();
    await click(3);
    await window.waitForSelection(3);
    await click(6, "Shift");
    await window.waitForSelection(3, 4, 5, 6);
    await click(4, "Shift");
    await window.waitForSelection(3, 4);
    await click(8, "ControlOrMeta");
    await window.waitForSelection(3, 4, 8);
    await click(9, "Shift");
    await window.waitForSelection(3, 4, 8, 9);
    await window.getCell(1, "select").click();
    await window.waitForSelection(1, 3, 4, 8, 9);
    await window.getCell(3, "select").click();
    await window.waitForSelection(1, 4, 8, 9);
    assert.equal(await window.getRow(4).getAttribute("aria-selected"), "true");
    assert.equal(await window.getRow(3).getAttribute("aria-selected"), "false");
    await window.bulkEditBar.getByText("4 selected").waitFor();
    await click(2);
    await window.waitForSelection(2);
  });

  it("changes by keyboard", async () => {
    await open();
    await window.pressKeys("ArrowDown", "Space");
    await window.waitForSelection(2);
    await window.pressKeys("ArrowDown", "ArrowDown", "Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await window.waitForSelection(2, 4, 5, 6);
    await window.pressKeys("Shift+ArrowUp");
    await window.waitForSelection(2, 4, 5);
    await window.pressKeys("Escape");
    await window.waitForSelection(5);
    await window.bulkEditBar.waitFor({ state: "detached" });
    await window.pressKeys("Shift+ArrowDown");
    await window.waitForSelection(5, 6);
    await window.pressKeys("Control+Shift+End");
    await window.waitForSelection(5, 6, 7, 8, 9);
    await window.pressKeys("Control+a");
    await window.waitForSelection(1, 2, 3, 4, 5, 6, 7, 8, 9);
  });

  it("selects all rows that match the search, and keeps them when the search is cleared", async () => {
    await open(30);
    await window.pressKeys("/");
    await window.page.keyboard.type("#1");
    await window.pressKeys("Enter", "Control+a");
    await window.waitForSelection(1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    await window.page.getByRole("checkbox", { name: "Select all rows", checked: true }).waitFor();
    await window.pressKeys("/", "Escape");
    await window.waitForFirstRows(1, 2, 3);
    await window.bulkEditBar.getByText("11 selected").waitFor();
  });

  it("can have ten thousand rows", async () => {
    window = await openTablePage({ rows: createRows(10_000) });
    await window.pressKeys("Control+a");
    await window.bulkEditBar.getByText("10,000 selected").waitFor();
    await window.waitUntil(
      "all rows are reported",
      () => (window.host.getCalls("setSelection").at(-1) as { ids: readonly number[] }).ids.length === 10_000,
    );
    await window.pressKeys("Control+End", "Space");
    await window.bulkEditBar.getByText("9,999 selected").waitFor();
  });

  it("is what keys act on if the cursor is on a selected row, otherwise only the row with the cursor", async () => {
    await open();
    await click(2);
    await click(3, "ControlOrMeta");
    await window.pressKeys("m", "ArrowDown", "c", "l", "Delete");
    await window.waitUntil("all actions", () => window.host.getCalls("runRowAction").length === 4);
    assert.deepEqual(window.host.getCalls("runRowAction"), [
      { ids: [2, 3], action: "assignToMe" },
      { ids: [4], action: "comment" },
      { ids: [4], action: "link" },
      { ids: [4], action: "delete" },
    ]);
  });

  it("has its actions in the bar and in a context menu", async () => {
    await open();
    await click(2);
    await click(4, "ControlOrMeta");
    await window.bulkEditBar.getByRole("button", { name: "Add Comment…" }).click();
    await window.getRow(4).click({ button: "right" });
    await window.popup.getByRole("option", { name: "Copy Reference" }).click();
    await window.getRow(6).click({ button: "right" });
    await window.popup.getByRole("option", { name: "Open in Browser" }).click();
    await window.waitUntil("all actions", () => window.host.getCalls("runRowAction").length === 3);
    assert.deepEqual(window.host.getCalls("runRowAction"), [
      { ids: [2, 4], action: "comment" },
      { ids: [2, 4], action: "copyReference" },
      { ids: [6], action: "openInBrowser" },
    ]);
    await window.bulkEditBar.getByRole("button", { name: "Clear Selection" }).click();
    await window.bulkEditBar.waitFor({ state: "detached" });
    await window.pressKeys("Shift+F10");
    await window.popup.waitFor();
    await window.pressKeys("Escape");
    await window.popup.waitFor({ state: "detached" });
    await window.pressKeys("ArrowDown");
    await window.waitForSelection(7);
  });

  it("survives a refresh with the scroll position, without removed rows", async () => {
    await open(300);
    await window.pressKeys("ArrowDown", "Space");
    for (let index = 0; index < 5; index += 1) await window.pressKeys("PageDown");
    await window.pressKeys("Space", "ArrowDown", "Space");
    const [, middle = 0, last = 0] = await getSelection();
    const before = await window.getVisibleIds();
    const rows = window.host.rows;
    const loadId = window.host.loadNumber + 1;
    // The first chunk alone doesn't reach the visible rows.
    await window.host.updateState({ loadState: { kind: "loading", loadedCount: 10, totalCount: 299 } });
    await window.host.callPage("addRows", { loadId, offset: 0, rows: rows.slice(0, 10) });
    await window.page.getByText("Loading: 10 of 299").waitFor();
    await window.waitForFirstRows(...before.slice(0, 5));
    const remaining = rows.filter(({ id }) => id !== last);
    await window.host.callPage("addRows", { loadId, offset: 10, rows: remaining.slice(10) });
    await window.host.updateState({
      loadState: { kind: "loaded", loadedAt: new Date().toISOString(), notLoadedCount: undefined },
    });
    await window.waitForSelection(2, middle);
    await window.waitForFirstRows(...before.slice(0, 5));
  });

  async function getSelection(): Promise<readonly number[]> {
    const getReportedIds = (): readonly number[] =>
      (window.host.getCalls("setSelection").at(-1) as { ids: readonly number[] }).ids;
    await window.waitUntil("three rows are selected", () => getReportedIds().length === 3);
    return getReportedIds();
  }

  it("loses single rows that are removed", async () => {
    await open();
    await click(2);
    await click(3, "ControlOrMeta");
    await window.waitForSelection(2, 3);
    await window.host.callPage("updateRows", { rows: [createRow(3, { title: "New title" })], removed: [2] });
    await window.getCell(3, "title").getByText("New title").waitFor();
    await window.waitForSelection(3);
    await window.waitForFirstRows(1, 3, 4);
  });

  it("is restored with the scroll position after a reload", async () => {
    await open(300);
    for (let index = 0; index < 4; index += 1) await window.pressKeys("PageDown");
    const getScrollTop = (): Promise<number> => window.grid.evaluate((grid) => grid.scrollTop);
    const before = await getScrollTop();
    assert.ok(before > 500);
    await window.page.waitForFunction(
      (top) =>
        (JSON.parse(sessionStorage.getItem(location.href) ?? "{}") as { scroll?: number }).scroll === top,
      before,
    );
    const state = await window.page.evaluate(() => sessionStorage.getItem(location.href));
    assert.deepEqual(JSON.parse(state ?? ""), {
      source: { query: "mine" },
      scroll: before,
      chosen: { ids: [] },
    });
    await window.page.reload();
    await window.page.waitForFunction((top) => document.querySelector(".grid")?.scrollTop === top, before);
  });
});
