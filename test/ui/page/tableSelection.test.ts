import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { manyRows, row } from "../../support/page/table/samples.ts";

describe("rows of the table that are selected", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(count = 9): Promise<void> {
    const rows = Array.from({ length: count }, (_, index) => row(index + 1));
    // Wide enough for the heading to stay in one line, whatever it says.
    window = await openTablePage({ rows, width: 1_400 });
  }

  async function click(id: number, ...modifiers: ("Shift" | "ControlOrMeta")[]): Promise<void> {
    await window.cell(id, "title").click({ modifiers });
  }

  it("are chosen by mouse as in any list", async () => {
    await open();
    await click(3);
    await window.isSelected(3);
    await click(6, "Shift");
    await window.isSelected(3, 4, 5, 6);
    await click(4, "Shift");
    await window.isSelected(3, 4);
    await click(8, "ControlOrMeta");
    await window.isSelected(3, 4, 8);
    await click(9, "Shift");
    await window.isSelected(3, 4, 8, 9);
    await window.cell(1, "select").click();
    await window.isSelected(1, 3, 4, 8, 9);
    await window.cell(3, "select").click();
    await window.isSelected(1, 4, 8, 9);
    assert.equal(await window.row(4).getAttribute("aria-selected"), "true");
    assert.equal(await window.row(3).getAttribute("aria-selected"), "false");
    await window.bar.getByText("4 selected").waitFor();
    await click(2);
    await window.isSelected(2);
  });

  it("are chosen by keyboard", async () => {
    await open();
    await window.press("ArrowDown", "Space");
    await window.isSelected(2);
    await window.press("ArrowDown", "ArrowDown", "Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await window.isSelected(2, 4, 5, 6);
    await window.press("Shift+ArrowUp");
    await window.isSelected(2, 4, 5);
    await window.press("Escape");
    await window.isSelected(5);
    await window.bar.waitFor({ state: "detached" });
    await window.press("Shift+ArrowDown");
    await window.isSelected(5, 6);
    await window.press("Control+Shift+End");
    await window.isSelected(5, 6, 7, 8, 9);
    await window.press("Control+a");
    await window.isSelected(1, 2, 3, 4, 5, 6, 7, 8, 9);
  });

  it("are all of what a filter leaves, and stay so when it goes", async () => {
    await open(30);
    await window.press("/");
    await window.page.keyboard.type("#1");
    await window.press("Enter", "Control+a");
    await window.isSelected(1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
    await window.page.getByRole("checkbox", { name: "Select all rows", checked: true }).waitFor();
    await window.press("/", "Escape");
    await window.comesFirst(1, 2, 3);
    await window.bar.getByText("11 selected").waitFor();
  });

  it("can be ten thousand", async () => {
    window = await openTablePage({ rows: manyRows(10_000) });
    await window.press("Control+a");
    await window.bar.getByText("10,000 selected").waitFor();
    await window.until(
      "told",
      () => (window.host.asked("selection").at(-1) as { ids: readonly number[] }).ids.length === 10_000,
    );
    await window.press("Control+End", "Space");
    await window.bar.getByText("9,999 selected").waitFor();
  });

  it("are what keys act on if the cursor is among them, else its row", async () => {
    await open();
    await click(2);
    await click(3, "ControlOrMeta");
    await window.press("m", "ArrowDown", "c", "l", "Delete");
    await window.until("all", () => window.host.asked("act").length === 4);
    assert.deepEqual(window.host.asked("act"), [
      { ids: [2, 3], action: "assignToMe" },
      { ids: [4], action: "comment" },
      { ids: [4], action: "link" },
      { ids: [4], action: "delete" },
    ]);
  });

  it("have their actions in the bar, and in a menu at the row", async () => {
    await open();
    await click(2);
    await click(4, "ControlOrMeta");
    await window.bar.getByRole("button", { name: "Add Comment…" }).click();
    await window.row(4).click({ button: "right" });
    await window.popup.getByRole("option", { name: "Copy Reference" }).click();
    await window.row(6).click({ button: "right" });
    await window.popup.getByRole("option", { name: "Open in Browser" }).click();
    await window.until("all", () => window.host.asked("act").length === 3);
    assert.deepEqual(window.host.asked("act"), [
      { ids: [2, 4], action: "comment" },
      { ids: [2, 4], action: "copyReference" },
      { ids: [6], action: "openInBrowser" },
    ]);
    await window.bar.getByRole("button", { name: "Clear Selection" }).click();
    await window.bar.waitFor({ state: "detached" });
    await window.press("Shift+F10");
    await window.popup.waitFor();
    await window.press("Escape");
    await window.popup.waitFor({ state: "detached" });
    await window.press("ArrowDown");
    await window.isSelected(7);
  });

  it("outlive a refresh with the place in the table, without those that are gone", async () => {
    await open(300);
    await window.press("ArrowDown", "Space");
    for (let turn = 0; turn < 5; turn += 1) await window.press("PageDown");
    await window.press("Space", "ArrowDown", "Space");
    const [, middle = 0, last = 0] = await selection();
    const before = await window.idsInSight();
    const rows = window.host.rows;
    const reading = window.host.reading + 1;
    // The first page alone does not reach as far as what is in sight.
    await window.host.change({ reading: { kind: "reading", read: 10, size: 299 } });
    await window.host.tell("rows", { reading, from: 0, rows: rows.slice(0, 10) });
    await window.page.getByText("Reading, 10 of 299").waitFor();
    await window.comesFirst(...before.slice(0, 5));
    const left = rows.filter(({ id }) => id !== last);
    await window.host.tell("rows", { reading, from: 10, rows: left.slice(10) });
    await window.host.change({ reading: { kind: "read", at: new Date().toISOString(), rest: undefined } });
    await window.isSelected(2, middle);
    await window.comesFirst(...before.slice(0, 5));
  });

  async function selection(): Promise<readonly number[]> {
    const told = (): readonly number[] =>
      (window.host.asked("selection").at(-1) as { ids: readonly number[] }).ids;
    await window.until("three are selected", () => told().length === 3);
    return told();
  }

  it("drop out when they go one by one", async () => {
    await open();
    await click(2);
    await click(3, "ControlOrMeta");
    await window.isSelected(2, 3);
    await window.host.tell("changed", { rows: [row(3, { title: "Now so" })], gone: [2] });
    await window.cell(3, "title").getByText("Now so").waitFor();
    await window.isSelected(3);
    await window.comesFirst(1, 3, 4);
  });

  it("lets a page that comes back begin where it was left", async () => {
    await open(300);
    for (let turn = 0; turn < 4; turn += 1) await window.press("PageDown");
    const scroll = (): Promise<number> => window.grid.evaluate((grid) => grid.scrollTop);
    const before = await scroll();
    assert.ok(before > 500);
    await window.page.waitForFunction(
      (top) =>
        (JSON.parse(sessionStorage.getItem(location.href) ?? "{}") as { scroll?: number }).scroll === top,
      before,
    );
    const memory = await window.page.evaluate(() => sessionStorage.getItem(location.href));
    assert.deepEqual(JSON.parse(memory ?? ""), {
      source: { query: "mine" },
      scroll: before,
      chosen: { ids: [] },
    });
    await window.page.reload();
    await window.page.waitForFunction((top) => document.querySelector(".grid")?.scrollTop === top, before);
  });
});
