// A table tab in the window.
import type { FrameLocator, Locator } from "playwright-core";
import { getForm, getTab } from "./form.ts";
import { pickItem, waitForQuickInput } from "./quickInput.ts";
import { retryUntilVisible } from "./retry.ts";
import type { VSCodeWindow } from "./window.ts";

/** Opens the table of a saved query with the command. */
export async function openQueryTable(window: VSCodeWindow, name: string): Promise<void> {
  const { page } = window;
  // A page that was just opened takes the focus late, which would close the quick input of the command.
  await window.focusSideBar();
  await window.runCommand("Artifacts: Open as Table");
  await waitForQuickInput(page, "Select a query");
  await pickItem(page, name);
  await getTab(window, name).waitFor();
}

export class TableTab {
  readonly #window: VSCodeWindow;

  constructor(window: VSCodeWindow) {
    this.#window = window;
  }

  get page(): FrameLocator {
    return getForm(this.#window);
  }

  get grid(): Locator {
    return this.page.getByRole("grid");
  }

  get rows(): Locator {
    return this.page.locator(".grid-body .row:not([hidden])");
  }

  /** The bulk edit bar below the rows. */
  get bulkEditBar(): Locator {
    return this.page.locator(".bulk");
  }

  getRow(id: number): Locator {
    return this.rows.filter({ has: this.page.getByText(`#${id}`, { exact: true }) });
  }

  /** A cell by its class name: title, status, assignee, date, field. */
  getCell(id: number, name: string): Locator {
    return this.getRow(id).locator(`.is-${name}`);
  }

  getButton(name: string | RegExp): Locator {
    return this.page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  }

  /** The options of the open list. */
  get options(): Locator {
    return this.page.locator(".popup").getByRole("option");
  }

  /** Opens the list of an editable cell; returns the options except the current value. */
  async openCellEditor(id: number, role: "status" | "assignee"): Promise<readonly string[]> {
    const others = this.options.and(this.page.locator("[aria-selected=false]")).locator("bdi");
    let labels: readonly string[] = [];
    // A page that was just opened takes the focus late, which closes the list.
    while (labels.length === 0) {
      await retryUntilVisible(this.options.nth(1), () =>
        this.getCell(id, role).locator(".edit-button").click(),
      );
      labels = await others.allInnerTexts();
    }
    return labels;
  }

  /** Selects an option of the open list. */
  async choose(label: string): Promise<void> {
    await this.options
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .first()
      .click();
  }

  /** Waits until all rows are loaded. */
  async waitUntilLoaded(): Promise<void> {
    await this.page.getByText(/loaded \d/).waitFor();
  }

  /** Ids of the artifacts in the bar, of one kind or all. */
  getBulkEditIds(kind?: string): Promise<readonly number[]> {
    const lines = this.bulkEditBar.locator(
      `.bulk-lines li${kind === undefined ? "" : `.is-${kind}`} .open-link`,
    );
    return lines.evaluateAll((links) => links.map((link) => Number(link.textContent.trim().slice(1))));
  }

  /** Ids of the selected rows among the rendered ones. */
  getSelectedIds(): Promise<readonly number[]> {
    return this.rows
      .and(this.page.locator("[aria-selected=true]"))
      .evaluateAll((rows) => rows.map((row) => Number(row.querySelector(".is-id")?.textContent.slice(1))));
  }

  /** Ids of the rendered rows, from top to bottom. */
  getIds(): Promise<readonly number[]> {
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
