// A board tab in the window.
import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { getForm } from "./form.ts";
import type { VSCodeWindow } from "./window.ts";

/** Where a card is dropped in a column: before another card, or as high as it was. */
interface DropTarget {
  readonly column: string;
  readonly before?: Locator;
}

export class BoardTab {
  readonly #window: VSCodeWindow;

  constructor(window: VSCodeWindow) {
    this.#window = window;
  }

  get page(): FrameLocator {
    return getForm(this.#window);
  }

  get columns(): Locator {
    return this.page.locator(".column");
  }

  getColumn(label: string): Locator {
    return this.columns.filter({ has: this.page.locator("bdi").getByText(label, { exact: true }) });
  }

  getColumnLabels(): Promise<string[]> {
    return this.columns.locator("bdi").allInnerTexts();
  }

  getCards(column: string): Locator {
    return this.page
      .locator(".card")
      .filter({ has: this.page.locator(".card-column").getByText(column, { exact: true }) });
  }

  getCard(id: number): Locator {
    return this.page.locator(`#card-${id}`);
  }

  /** Of the rendered cards of a column, from top to bottom. */
  getIds(column: string): Promise<readonly number[]> {
    return this.getCards(column).evaluateAll((cards) =>
      cards
        .map((card) => ({ top: card.getBoundingClientRect().top, id: Number(card.id.slice("card-".length)) }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ id }) => id),
    );
  }

  async getId(card: Locator): Promise<number> {
    return Number((await card.locator(".card-id").innerText()).slice(1));
  }

  /** Waits until all cards are loaded. */
  async waitUntilLoaded(): Promise<void> {
    await this.page.getByText(/loaded \d/).waitFor();
  }

  async waitForColumn(id: number, column: string): Promise<void> {
    const label = this.getCard(id).locator(".card-column").getByText(column, { exact: true });
    await label.waitFor({ state: "attached" });
  }

  /** Lifts a card, and holds it over a column. */
  async lift(card: Locator, { column, before }: DropTarget): Promise<void> {
    const { mouse } = this.#window.page;
    // Waits until the card has stopped gliding.
    await card.hover({ position: { x: 30, y: 30 } });
    const from = await card.boundingBox();
    const to = await this.getColumn(column).boundingBox();
    const next = await before?.boundingBox();
    assert.ok(from !== null && to !== null && next !== null);
    const y = next === undefined ? from.y + 40 : next.y + 5;
    await mouse.down();
    await mouse.move(from.x + 50, from.y + 40);
    await mouse.move(to.x + to.width / 2, y, { steps: 8 });
  }

  async drop(): Promise<void> {
    await this.#window.page.mouse.up();
  }

  async drag(card: Locator, target: DropTarget): Promise<void> {
    await this.lift(card, target);
    await this.drop();
  }
}
