// A table in a tab of the window, as a person works with it.
import type { FrameLocator, Locator } from "playwright-core";
import { formIn, tab } from "./form.ts";
import { pickItem, quickInputSaying } from "./quickInput.ts";
import type { VSCodeWindow } from "./window.ts";

/** Opens the table of a saved query, from the palette. */
export async function openQueryTable(window: VSCodeWindow, name: string): Promise<void> {
  const { page } = window;
  // A page that has just come takes the focus late, which would close what the command asks.
  await page.keyboard.press("ControlOrMeta+0");
  await page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  await window.runCommand("Artifacts: Open as Table");
  await quickInputSaying(page, "Which query?");
  await pickItem(page, name);
  await tab(window, name).waitFor();
}

export class TableTab {
  readonly #window: VSCodeWindow;

  constructor(window: VSCodeWindow) {
    this.#window = window;
  }

  get page(): FrameLocator {
    return formIn(this.#window);
  }

  get grid(): Locator {
    return this.page.getByRole("grid");
  }

  get rows(): Locator {
    return this.page.locator(".grid-body .row:not([hidden])");
  }

  /** The bar below the rows. */
  get bar(): Locator {
    return this.page.locator(".bulk");
  }

  row(id: number): Locator {
    return this.rows.filter({ has: this.page.getByText(`#${id}`, { exact: true }) });
  }

  /** A cell by the name of its class: title, status, assignee, date, field. */
  cell(id: number, name: string): Locator {
    return this.row(id).locator(`.is-${name}`);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  }

  /** The entries of the list that is open. */
  get options(): Locator {
    return this.page.locator(".popup").getByRole("option");
  }

  /** Opens the list of a cell that can be changed where it stands; what is offered but for what it has. */
  async edit(id: number, role: "status" | "assignee"): Promise<readonly string[]> {
    await this.cell(id, role).locator(".edit").click();
    await this.options.nth(1).waitFor();
    const others = this.options.and(this.page.locator("[aria-selected=false]"));
    return others.locator("bdi").allInnerTexts();
  }

  /** Chooses from the list that is open. */
  async choose(label: string): Promise<void> {
    await this.options
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .first()
      .click();
  }

  /** Waits until all rows are read. */
  async isRead(): Promise<void> {
    await this.page.getByText(/read \d/).waitFor();
  }

  /** Numbers of the artifacts that the bar tells of, those of one kind or all. */
  lines(kind?: string): Promise<readonly number[]> {
    const lines = this.bar.locator(`.bulk-lines li${kind === undefined ? "" : `.is-${kind}`} .open-link`);
    return lines.evaluateAll((links) => links.map((link) => Number(link.textContent.trim().slice(1))));
  }

  /** Numbers of the selected rows among those that are drawn. */
  selectedInSight(): Promise<readonly number[]> {
    return this.rows
      .and(this.page.locator("[aria-selected=true]"))
      .evaluateAll((rows) => rows.map((row) => Number(row.querySelector(".is-id")?.textContent.slice(1))));
  }

  /** Numbers of the rows that are drawn, from top to bottom. */
  ids(): Promise<readonly number[]> {
    return this.rows.evaluateAll((rows) =>
      rows
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          id: Number(row.querySelector(".is-id")?.textContent.slice(1)),
        }))
        .toSorted((one, other) => one.top - other.top)
        .map(({ id }) => id),
    );
  }
}
