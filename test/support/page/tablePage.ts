// Opens the page of a table or board in a real browser, connected to a FakeTableHost.
import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import type { TableTexts } from "../../../src/protocol/tableTexts.ts";
import { BrowserPage, BrowserTab, type PageOptions } from "./browserPage.ts";
import { waitTimeoutMs } from "../wait.ts";
import { getTablePageUrl } from "./form/pageServer.ts";
import { loadEnglishTableTexts } from "./table/englishTableTexts.ts";
import { FakeTableHost, type FakeTableHostOptions } from "./table/fakeTableHost.ts";

interface TablePageOptions extends FakeTableHostOptions, PageOptions {}

export class TablePageWindow extends BrowserPage {
  /** Tests may replace it before a reload. */
  host: FakeTableHost;

  constructor(tab: BrowserTab, options: FakeTableHostOptions, texts: TableTexts) {
    super(tab);
    this.host = new FakeTableHost(options, texts, this.post);
  }

  get grid(): Locator {
    return this.page.getByRole("grid");
  }

  /** The cards of a board. */
  get cards(): Locator {
    return this.page.getByRole("listbox").and(this.page.locator(".board-cards"));
  }

  getCard(id: number): Locator {
    return this.page.locator(`#card-${id}`);
  }

  get bulkEditBar(): Locator {
    return this.page.locator(".bulk");
  }

  get popup(): Locator {
    return this.page.locator(".popup");
  }

  getRow(id: number): Locator {
    return this.page
      .locator(".grid-body .row:not([hidden])")
      .filter({ has: this.page.getByText(`#${id}`, { exact: true }) });
  }

  /** `name` is the CSS class without `is-`: title, status, assignee, date, field. */
  getCell(id: number, name: string): Locator {
    return this.getRow(id).locator(`.is-${name}`);
  }

  getButton(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  async pressKeys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** IDs of the visible rows, from top to bottom. */
  getVisibleIds(): Promise<readonly number[]> {
    return this.grid.evaluate((grid) => {
      const { bottom } = grid.getBoundingClientRect();
      const top = grid.querySelector(".grid-head")?.getBoundingClientRect().bottom ?? 0;
      return [...grid.querySelectorAll(".grid-body .row:not([hidden])")]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top + 1 && box.top < bottom - 1)
        .sort((a, b) => a.box.top - b.box.top)
        .map(({ row }) => Number(row.querySelector(".is-id")?.textContent.slice(1)));
    });
  }

  async waitForFirstRows(...ids: readonly number[]): Promise<void> {
    const expected = ids.join(" ");
    let actual = "";
    for (const end = Date.now() + waitTimeoutMs; Date.now() < end;) {
      actual = (await this.getVisibleIds()).slice(0, ids.length).join(" ");
      if (actual === expected) return;
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    assert.equal(actual, expected);
  }

  /** Waits until exactly these rows are reported to the host as selected. */
  async waitForSelection(...ids: readonly number[]): Promise<void> {
    const expected = JSON.stringify({ ids });
    const last = (): string => JSON.stringify(this.host.getCalls("setSelection").at(-1));
    await this.waitUntil(`selected: ${expected}`, () => last() === expected).catch(() =>
      assert.equal(last(), expected),
    );
  }

  /** Waits for this number of calls of the method and returns their params. */
  async waitForCalls(method: string, count = 1): Promise<readonly unknown[]> {
    await this.waitUntil(`${method} ${count} times`, () => this.host.getCalls(method).length >= count);
    assert.equal(this.host.getCalls(method).length, count);
    return this.host.getCalls(method);
  }
}

export async function openTablePage(options: TablePageOptions): Promise<TablePageWindow> {
  const view = options.board === undefined ? "table" : "board";
  const [url, texts] = await Promise.all([getTablePageUrl(view), loadEnglishTableTexts(view)]);
  const opened: { window?: TablePageWindow } = {};
  const tab = await BrowserTab.open({ height: 600, ...options }, async (message) =>
    opened.window?.host.receive(message),
  );
  const { page } = tab;
  const window = new TablePageWindow(tab, options, texts);
  opened.window = window;
  await tab.goto(url);
  await page.locator(".table-heading").waitFor();
  await window.waitUntil(
    "the selection is reported",
    () => window.host.getCalls("setSelection").length > 0 || options.rows.length === 0,
  );
  await (options.board === undefined ? window.grid : window.cards).focus();
  return window;
}
