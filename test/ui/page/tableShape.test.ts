import assert from "node:assert/strict";
import { barriers } from "../../support/page/barriers.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { manyRows, offer, row } from "../../support/page/table/samples.ts";
import { allThemes } from "../../support/window/themes.ts";

const preview: FakeTableOptions["preview"] = ({ ids }) =>
  ids.map((id, index) => ({
    id,
    title: "Refund fails when the currency has no minor unit",
    kind: index === 2 ? "leftOut" : "change",
    before: "New",
    after: "Verified",
    text: index === 2 ? "not allowed by the workflow" : "",
  }));

describe("the shape of the table", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  function overflow(): Promise<number> {
    return window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }

  async function valuesAreThere(): Promise<void> {
    await window.page.locator(".grid-body .row:not([hidden]) .is-field:not(.is-waiting)").first().waitFor();
  }

  async function choose(field: string, value: string): Promise<void> {
    await window.press("e");
    await window.popup.getByRole("option", { name: field, exact: true }).click();
    await window.popup.getByRole("option", { name: value, exact: true }).click();
  }

  for (const theme of allThemes) {
    it(`is right in the theme ${theme}`, async () => {
      window = await openTablePage({ rows: manyRows(200), theme, preview });
      await valuesAreThere();
      const [, second, third, , fifth] = await window.idsInSight();
      for (const id of [second, third, fifth]) await window.cell(id ?? 0, "select").click();
      await choose("Status", "Verified");
      await window.button("Change 2").waitFor();
      await window.screenshot(`page-table-${theme}`);
      assert.deepEqual(await barriers(window.page), []);
      await window.bar.getByRole("button", { name: "Cancel" }).click();
      await window.press("s");
      await window.popup.getByRole("option", { name: "Verified", exact: true }).waitFor();
      await window.screenshot(`page-table-menu-${theme}`);
      assert.deepEqual(await barriers(window.page), []);
      await window.press("Escape");
      await window.button("Columns").click();
      await window.popup.getByRole("checkbox", { name: "Show Effort" }).waitFor();
      await window.screenshot(`page-table-columns-${theme}`);
      assert.deepEqual(window.complaints, []);
    });
  }

  it("folds its heading in a narrow tab, and scrolls its columns", async () => {
    window = await openTablePage({
      rows: manyRows(200),
      width: 400,
      preview,
      heading: { openOnly: true, canSave: true },
      state: { notes: ["The server does not search by Severity: rows of any are shown."] },
    });
    await valuesAreThere();
    await window.press("Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await choose("Status", "Verified");
    await window.button("Change 2").waitFor();
    await window.screenshot("page-table-narrow");
    assert.equal(await overflow(), 0);
    const scroll = (): Promise<number> => window.grid.evaluate((grid) => grid.scrollLeft);
    assert.equal(await scroll(), 0);
    await window.grid.focus();
    await window.press("End");
    assert.ok((await scroll()) > 100);
    const cursor = await window.page.locator(".grid-body .has-cursor").boundingBox();
    assert.ok(cursor !== null && cursor.x >= 0 && cursor.x + cursor.width <= 400);
  });

  it("keeps headings above their columns, however wide", async () => {
    window = await openTablePage({ rows: manyRows(40), width: 900 });
    const edges = (selector: string): Promise<readonly number[]> =>
      window.page
        .locator(selector)
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    const together = async (): Promise<void> =>
      assert.deepEqual(
        await edges(".grid-head .cell"),
        await edges(".grid-body .row[aria-rowindex='2'] .cell"),
      );
    await together();
    await window.page.setViewportSize({ width: 420, height: 500 });
    await together();
    await window.grid.evaluate((grid) => {
      grid.scrollLeft = 200;
    });
    await together();
  });

  it("has a name for everything that can be filled in or pressed", async () => {
    window = await openTablePage({ rows: manyRows(3), heading: { openOnly: false, canSave: true } });
    await window.press("Space");
    await window.bar.waitFor();
    const snapshot = await window.page.locator("main").ariaSnapshot();
    const nameless = snapshot
      .split("\n")
      .filter((line) =>
        /- (?:textbox|combobox|checkbox|button|switch|grid|gridcell|columnheader|group|search|link)(?:$| \[)/.test(
          line,
        ),
      );
    assert.deepEqual(nameless, []);
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
      .evaluateAll((all) => all.map((each) => each.ariaRowIndex));
    assert.deepEqual(rows, ["1", "2", "3", "4"]);
  });

  it("has its rows in their order also for those who do not see them, once they stand still", async () => {
    window = await openTablePage({ rows: manyRows(500) });
    for (let turn = 0; turn < 3; turn += 1) await window.press("PageDown");
    await window.page.waitForFunction(() => {
      const places = [...document.querySelectorAll(".grid-body .row:not([hidden])")].map((each) =>
        Number(each.getAttribute("aria-rowindex")),
      );
      return (
        places.length > 10 && places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))
      );
    });
  });

  it("keeps what opens inside of the page, and the row with the cursor in sight", async () => {
    const offers = Array.from({ length: 60 }, (_, index) => offer(index, `Value ${index}`));
    window = await openTablePage({
      rows: Array.from({ length: 60 }, (_, index) => row(index + 1)),
      offers: { status: { kind: "list", offers, takesMany: false } },
      height: 420,
    });
    const last = (await window.idsInSight()).at(-2) ?? 0;
    await window.cell(last, "title").click();
    await window.bar.waitFor();
    await window.page.waitForFunction(() => {
      const cursor = document.querySelector(".grid-body .has-cursor")?.getBoundingClientRect();
      const bar = document.querySelector(".bulk")?.getBoundingClientRect();
      return cursor !== undefined && bar !== undefined && cursor.bottom <= bar.top;
    });
    await window.press("s");
    await window.popup.getByRole("option", { name: "Value 1", exact: true }).waitFor();
    const box = await window.popup.boundingBox();
    assert.ok(box !== null && box.y >= 0 && box.y + box.height <= 420);
    await window.screenshot("page-table-long-list");
  });
});
