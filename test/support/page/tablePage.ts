// The page of a table in a real browser, with a host of the test's own at the other end.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { TableTexts } from "../../../src/protocol/tableTexts.ts";
import { BrowserPage, BrowserTab, type PageLook } from "./browserPage.ts";
import { waitLimitMs } from "../wait.ts";
import { tablePageAddress } from "./form/pageServer.ts";
import { englishTableTexts } from "./table/englishTableTexts.ts";
import { FakeTable, type FakeTableOptions } from "./table/fakeTable.ts";

interface TablePageOptions extends FakeTableOptions, PageLook {}

export class TablePageWindow extends BrowserPage {
  /** What the page talks to; after a reload another one, if the test wants so. */
  host: FakeTable;

  constructor(tab: BrowserTab, options: FakeTableOptions, texts: TableTexts) {
    super(tab);
    this.host = new FakeTable(options, texts, this.post);
  }

  get grid(): Locator {
    return this.page.getByRole("grid");
  }

  /** The bar below the rows. */
  get bar(): Locator {
    return this.page.locator(".bulk");
  }

  get popup(): Locator {
    return this.page.locator(".popup");
  }

  row(id: number): Locator {
    return this.page
      .locator(".grid-body .row:not([hidden])")
      .filter({ has: this.page.getByText(`#${id}`, { exact: true }) });
  }

  /** A cell by the name of its class: title, status, assignee, date, field. */
  cell(id: number, name: string): Locator {
    return this.row(id).locator(`.is-${name}`);
  }

  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Numbers of the rows in sight, from top to bottom. */
  idsInSight(): Promise<readonly number[]> {
    return this.grid.evaluate((grid) => {
      const { bottom } = grid.getBoundingClientRect();
      const top = grid.querySelector(".grid-head")?.getBoundingClientRect().bottom ?? 0;
      return [...grid.querySelectorAll(".grid-body .row:not([hidden])")]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top + 1 && box.top < bottom - 1)
        .sort((one, other) => one.box.top - other.box.top)
        .map(({ row }) => Number(row.querySelector(".is-id")?.textContent.slice(1)));
    });
  }

  /** Waits until these rows come first. */
  async comesFirst(...ids: readonly number[]): Promise<void> {
    const wanted = ids.join(" ");
    let seen = "";
    for (const end = Date.now() + waitLimitMs; Date.now() < end;) {
      seen = (await this.idsInSight()).slice(0, ids.length).join(" ");
      if (seen === wanted) return;
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    assert.equal(seen, wanted);
  }

  /** Waits until just these are selected, as the host knows it. */
  async isSelected(...ids: readonly number[]): Promise<void> {
    const wanted = JSON.stringify({ ids });
    const last = (): string => JSON.stringify(this.host.asked("selection").at(-1));
    await this.until(`selected: ${wanted}`, () => last() === wanted).catch(() =>
      assert.equal(last(), wanted),
    );
  }

  /** What it was asked with, once it was asked so many times. */
  async asked(method: string, count = 1): Promise<readonly unknown[]> {
    await this.until(`${method} ${count} times`, () => this.host.asked(method).length >= count);
    assert.equal(this.host.asked(method).length, count);
    return this.host.asked(method);
  }
}

export async function openTablePage(options: TablePageOptions): Promise<TablePageWindow> {
  const [address, texts] = await Promise.all([tablePageAddress(), englishTableTexts()]);
  const opened: { window?: TablePageWindow } = {};
  const tab = await BrowserTab.open({ height: 600, ...options }, async (message) =>
    opened.window?.host.receive(message),
  );
  const { page } = tab;
  const window = new TablePageWindow(tab, options, texts);
  opened.window = window;
  await tab.goto(address);
  await page.locator(".table-heading").waitFor();
  await window.until(
    "told what is selected",
    () => window.host.asked("selection").length > 0 || options.rows.length === 0,
  );
  await window.grid.focus();
  return window;
}
