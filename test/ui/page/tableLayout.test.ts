import assert from "node:assert/strict";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { createRows, createOffer, createRow } from "../../support/page/table/samples.ts";
import { allThemes } from "../../support/window/themes.ts";
import { assertEventually } from "../../support/wait.ts";

const preview: FakeTableHostOptions["preview"] = ({ ids }) =>
  ids.map((id, index) => ({
    id,
    title: "Refund fails when the currency has no minor unit",
    kind: index === 2 ? "skipped" : "change",
    before: "New",
    after: "Verified",
    text: index === 2 ? "not allowed by the workflow" : "",
  }));

describe("table layout", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  function getOverflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  async function waitForValues(): Promise<void> {
    await window.page.locator(".grid-body .row:not([hidden]) .is-field:not(.is-loading)").first().waitFor();
  }

  async function startBulkEdit(field: string, value: string): Promise<void> {
    await window.pressKeys("e");
    await window.popup.getByRole("option", { name: field, exact: true }).click();
    await window.popup.getByRole("option", { name: value, exact: true }).click();
  }

  for (const theme of allThemes) {
    it(`has no accessibility problems and no browser errors in the theme ${theme}`, async () => {
      window = await openTablePage({ rows: createRows(200), theme, preview });
      await waitForValues();
      const [, second, third, , fifth] = await window.getVisibleIds();
      for (const id of [second, third, fifth]) await window.getCell(id ?? 0, "select").click();
      await startBulkEdit("Status", "Verified");
      await window.getButton("Change 2 Artifacts").waitFor();
      await window.screenshot(`page-table-${theme}`);
      assert.deepEqual(await findAccessibilityProblems(window.page), []);
      await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
      await window.pressKeys("s");
      await window.popup.getByRole("option", { name: "Verified", exact: true }).waitFor();
      await window.screenshot(`page-table-menu-${theme}`);
      assert.deepEqual(await findAccessibilityProblems(window.page), []);
      await window.pressKeys("Escape");
      await window.getButton("Columns").click();
      await window.popup.getByRole("checkbox", { name: "Show Effort" }).waitFor();
      await window.screenshot(`page-table-columns-${theme}`);
      assert.deepEqual(window.browserErrors, []);
    });
  }

  it("wraps its heading in a narrow tab, and scrolls its columns", async () => {
    window = await openTablePage({
      rows: createRows(200),
      width: 400,
      preview,
      heading: { openOnly: true, canSave: true },
      state: { notes: ["The server does not search by Severity: rows of any are shown."] },
    });
    await waitForValues();
    await window.pressKeys("Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await startBulkEdit("Status", "Verified");
    await window.getButton("Change 2 Artifacts").waitFor();
    await window.screenshot("page-table-narrow");
    assert.equal(await getOverflow(), 0);
    const getScrollLeft = (): Promise<number> => window.grid.evaluate((grid) => grid.scrollLeft);
    assert.equal(await getScrollLeft(), 0);
    await window.grid.focus();
    await window.pressKeys("End");
    assert.ok((await getScrollLeft()) > 100);
    const cursor = await window.page.locator(".grid-body .has-cursor").boundingBox();
    assert.ok(cursor !== null && cursor.x >= 0 && cursor.x + cursor.width <= 400);
  });

  it("aligns column headers with their columns at any width", async () => {
    window = await openTablePage({ rows: createRows(40), width: 900 });
    const getLeftEdges = (selector: string): Promise<readonly number[]> =>
      window.page
        .locator(selector)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const assertAligned = async (): Promise<void> =>
      assert.deepEqual(
        await getLeftEdges(".grid-head .cell"),
        await getLeftEdges(".grid-body .row[aria-rowindex='2'] .cell"),
      );
    await assertAligned();
    await window.page.setViewportSize({ width: 420, height: 500 });
    await assertAligned();
    await window.grid.evaluate((grid) => {
      grid.scrollLeft = 200;
    });
    await assertAligned();
  });

  it("has an accessible name for every control", async () => {
    window = await openTablePage({ rows: createRows(3), heading: { openOnly: false, canSave: true } });
    await window.pressKeys("Space");
    await window.bulkEditBar.waitFor();
    let snapshot = "";
    // Cells are empty until their values are loaded.
    await assertEventually(async () => {
      snapshot = await window.page.locator("main").ariaSnapshot();
      const nameless = snapshot
        .split("\n")
        .filter((line) =>
          /- (?:textbox|combobox|checkbox|button|switch|grid|gridcell|columnheader|group|search|link)(?:$| \[)/.test(
            line,
          ),
        );
      assert.deepEqual(nameless, []);
    });
    for (const role of [
      "textbox",
      "combobox",
      "checkbox",
      "button",
      "switch",
      "grid",
      "columnheader",
      "group",
    ]) {
      assert.ok(snapshot.includes(`- ${role} "`), role);
    }
    const rows = await window.page
      .getByRole("row")
      .evaluateAll((elements) => elements.map((element) => element.ariaRowIndex));
    assert.deepEqual(rows, ["1", "2", "3", "4"]);
  });

  it("has its rows in DOM order after scrolling, for screen readers", async () => {
    window = await openTablePage({ rows: createRows(500) });
    for (let index = 0; index < 3; index += 1) await window.pressKeys("PageDown");
    await window.page.waitForFunction(() => {
      const rowIndexes = [...document.querySelectorAll(".grid-body .row:not([hidden])")].map((row) =>
        Number(row.getAttribute("aria-rowindex")),
      );
      return (
        rowIndexes.length > 10 &&
        rowIndexes.every((rowIndex, index) => index === 0 || rowIndex > (rowIndexes[index - 1] ?? 0))
      );
    });
  });

  it("keeps popups inside the page, and the row with the cursor visible", async () => {
    const choices = Array.from({ length: 60 }, (_, index) => createOffer(index, `Value ${index}`));
    window = await openTablePage({
      rows: Array.from({ length: 60 }, (_, index) => createRow(index + 1)),
      offers: { status: { kind: "list", choices, allowsMultiple: false } },
      height: 420,
    });
    const last = (await window.getVisibleIds()).at(-2) ?? 0;
    await window.getCell(last, "title").click();
    await window.bulkEditBar.waitFor();
    await window.page.waitForFunction(() => {
      const cursor = document.querySelector(".grid-body .has-cursor")?.getBoundingClientRect();
      const bar = document.querySelector(".bulk")?.getBoundingClientRect();
      return cursor !== undefined && bar !== undefined && cursor.bottom <= bar.top;
    });
    await window.pressKeys("s");
    await window.popup.getByRole("option", { name: "Value 1", exact: true }).waitFor();
    const box = await window.popup.boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 420);
    await window.screenshot("page-table-long-list");
  });
});
