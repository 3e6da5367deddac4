import assert from "node:assert/strict";
import type { ColumnKey } from "../../../src/protocol/columns.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { layout, manyRows, row, severities } from "../../support/page/table/samples.ts";

interface Asked {
  readonly ids: readonly number[];
  readonly keys: readonly ColumnKey[];
}

describe("values that rows of the table don't bring with them", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: manyRows(1_000), ...options });
  }

  function asked(): readonly Asked[] {
    return window.host.asked("values") as readonly Asked[];
  }

  function heading(name: string) {
    return window.page.getByRole("columnheader", { name });
  }

  /** Waits until each row in sight has its value. */
  async function areShown(): Promise<void> {
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

  it("are asked for the rows in sight only, each once", async () => {
    await open();
    await areShown();
    const inSight = await window.idsInSight();
    assert.deepEqual(asked(), [{ ids: inSight, keys: ["field:20"] }]);
    await window.press("ArrowDown", "ArrowUp", "Space", "Escape");
    await window.press("Control+End");
    await areShown();
    const [, second] = asked();
    assert.equal(asked().length, 2);
    assert.deepEqual(second?.ids, await window.idsInSight());
    await window.press("Control+Home");
    await areShown();
    assert.equal(asked().length, 2);
    const id = inSight[0] ?? 0;
    assert.equal(await window.cell(id, "field").innerText(), severities[id % 3]);
  });

  it("are not asked for what is scrolled past, nor before the last question is answered", async () => {
    await open({ rows: manyRows(10_000) });
    await areShown();
    const gate = window.host.hold("values");
    await window.grid.evaluate(async (grid) => {
      for (let top = 0; top < 200_000; top += 2_000) {
        grid.scrollTop = top;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await window.until("asked", () => asked().length >= 2);
    await window.press("Control+End");
    await window.row(window.host.rows.at(-1)?.id ?? 0).waitFor();
    gate.open();
    await areShown();
    assert.equal(window.host.mostAsking, 1);
    assert.deepEqual(asked().at(-1)?.ids, await window.idsInSight());
    // A hundred steps went past; a slow machine may have stood still at some of them.
    assert.ok(asked().length < 15, `${asked().length} questions`);
  });

  it("that could not be read are marked, and not asked for again", async () => {
    await open({ value: (id) => (id % 2 === 0 ? undefined : { text: "odd" }) });
    await areShown();
    const [first = 0, second = 0] = await window.idsInSight();
    const texts = await Promise.all([first, second].map((id) => window.cell(id, "field").innerText()));
    assert.deepEqual(texts.toSorted(), ["can't be read", "odd"]);
    assert.equal(asked().length, 1);
  });

  it("are asked for again when a row has changed, and kept in sight meanwhile", async () => {
    let text = "before";
    await open({ rows: [row(1), row(2)], value: () => ({ text }) });
    await window.cell(2, "field").getByText("before").waitFor();
    const gate = window.host.hold("values");
    text = "after";
    await window.host.tell("changed", { rows: [row(2, { title: "New title" })], gone: [] });
    await window.until("asked", () => asked().length === 2);
    assert.deepEqual(asked()[1]?.ids, [2]);
    assert.equal(await window.cell(2, "field").innerText(), "before");
    gate.open();
    await window.cell(2, "field").getByText("after").waitFor();
    assert.equal(await window.cell(1, "field").innerText(), "before");
  });

  it("are loaded to sort by them only after it was said what that takes", async () => {
    await open({ seconds: 130 });
    await areShown();
    const before = asked().length;
    await heading("Severity").click();
    const missing = 1_000 - (asked()[0]?.ids.length ?? 0);
    await window.page
      .getByText(`To sort by Severity, its values have to be loaded for ${missing} rows: about 3 minutes.`)
      .waitFor();
    await window.screenshot("page-table-offer");
    assert.equal(asked().length, before);
    assert.equal(await heading("Severity").getAttribute("aria-sort"), "none");
    await window.button("Load").click();
    await window.page.locator("[role=columnheader][aria-sort=ascending]").getByText("Severity").waitFor();
    const sizes = asked()
      .slice(before)
      .map(({ ids }) => ids.length);
    assert.ok(sizes.every((size) => size <= 100));
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      missing,
    );
    assert.equal(window.host.mostAsking, 1);
    const [first = 0] = await window.idsInSight();
    assert.equal(severities[first % 3], "Critical");
    await heading("Severity").click();
    await window.page.locator("[role=columnheader][aria-sort=descending]").getByText("Severity").waitFor();
    assert.equal(asked().slice(before).length, sizes.length);
  });

  it("stay loaded when loading is called off", async () => {
    await open();
    await areShown();
    const gate = window.host.hold("values");
    await heading("Severity").click();
    await window.button("Load").click();
    await window.until("asked", () => asked().length === 2);
    await window.page.getByText("Loading Severity: 0 of").waitFor();
    await window.screenshot("page-table-loading");
    await window.button("Cancel").click();
    gate.open();
    await window.page.getByText("Loading Severity").waitFor({ state: "detached" });
    await heading("Severity").click();
    const missing = 1_000 - (asked()[0]?.ids.length ?? 0) - 100;
    await window.page.getByText(`for ${missing} rows`).waitFor();
    assert.equal(asked().length, 2);
    await window.button("Not Now").click();
    await window.page.getByText(`for ${missing} rows`).waitFor({ state: "detached" });
    assert.equal(await heading("Severity").getAttribute("aria-sort"), "none");
  });

  it("are numbers in the order of numbers", async () => {
    await open({
      rows: [row(1), row(2), row(3)],
      state: { layout: { ...layout, shown: ["id", "title", "field:21"] } },
      value: (id) => ({ text: ["9", "80", "700"][id - 1] ?? "", order: [9, 80, 700][id - 1] ?? 0 }),
    });
    await heading("Effort").click();
    await window.comesFirst(3, 2, 1);
    await heading("Effort").click();
    await window.comesFirst(1, 2, 3);
    assert.deepEqual(window.host.asked("estimate"), []);
  });

  it("have the server's time in the hover of times, as the dates of rows do", async () => {
    await open({
      rows: [row(1)],
      state: { layout: { ...layout, shown: ["id", "field:21", "modified"] } },
      value: () => ({ text: "Mar 2, 2026, 1:30 PM", serverTime: "2026-03-02 09:00 +01:00" }),
    });
    await window.cell(1, "field").getByText("1:30 PM").hover();
    assert.equal(
      await window.cell(1, "field").getAttribute("title"),
      "Mar 2, 2026, 1:30 PM\nServer time: 2026-03-02 09:00 +01:00",
    );
    await window.cell(1, "date").hover();
    const hover = (await window.cell(1, "date").getAttribute("title")) ?? "";
    // In the zone of the extension host, not in that of the browser.
    assert.equal(
      hover.replaceAll("\u202f", " "),
      "Feb 3, 2026, 2:30 PM\nServer time: 2026-02-03 10:00 +01:00",
    );
  });

  it("are not read again to sort by them after they were read for an export", async () => {
    await open();
    await areShown();
    const before = asked().length;
    await window.button("CSV").click();
    await window.until("it is exported", () => window.host.asked("exportCsv").length === 1);
    await heading("Severity").click();
    await window.page.locator("[role=columnheader][aria-sort=ascending]").getByText("Severity").waitFor();
    await areShown();
    await window.press("Control+End");
    await areShown();
    assert.deepEqual(asked().slice(before), []);
    assert.deepEqual(window.host.asked("estimate"), []);
  });

  it("that were read for an export are old where their row has changed meanwhile", async () => {
    await open({ rows: [row(1), row(2)] });
    await areShown();
    const gate = window.host.hold("exportCsv");
    await window.button("CSV").click();
    await window.until("it is asked for", () => window.host.asked("exportCsv").length === 1);
    const before = asked().length;
    const held = window.host.hold("values");
    await window.host.tell("changed", { rows: [row(2, { title: "New title" })], gone: [] });
    await window.until("asked again", () => asked().length === before + 1);
    await window.host.tell("changed", { rows: [row(2, { title: "Newer title" })], gone: [] });
    gate.open();
    held.open();
    await window.until("asked once more", () => asked().length === before + 2);
    assert.deepEqual(asked().at(-1)?.ids, [2]);
  });

  it("are searched once they are loaded", async () => {
    await open();
    await areShown();
    await window.page.getByLabel("Find in the table").fill("critical");
    await window.page.getByText("No row has “critical” in it.").waitFor();
    await window.page.getByLabel("Where to find it").selectOption({ label: "Severity" });
    await window.page.getByText("To find in Severity, its values have to be loaded for").waitFor();
    await window.button("Load").click();
    await window.page.getByText("334 of 1,000").waitFor();
  });

  it("are offered to be loaded where the table was last sorted by them", async () => {
    await open({ state: { layout: { ...layout, sort: { by: "field:20", direction: "descending" } } } });
    await window.button("Load").click();
    await window.page.locator("[role=columnheader][aria-sort=descending]").getByText("Severity").waitFor();
    // New rows of a later reading come in without a question, if they are few.
    await window.host.read([row(9_003), ...window.host.rows]);
    await window.page.getByText("1,001 rows").waitFor();
    await window.until("asked", () => asked().some(({ ids }) => ids.includes(9_003)));
    assert.equal(await window.page.getByText("have to be loaded").count(), 0);
  });

  it("tell of a failure once, and go on when there is something new", async () => {
    await open();
    await areShown();
    window.host.refusal = "The server is away.";
    await window.press("Control+End");
    await window.page.getByRole("alert").getByText("The server is away.").waitFor();
    const before = asked().length;
    window.host.refusal = undefined;
    await window.host.read(window.host.rows);
    await window.until("asked again", () => asked().length > before);
    await areShown();
    const id = window.host.rows.at(-1)?.id ?? 0;
    assert.equal(await window.cell(id, "field").innerText(), severities[id % 3]);
  });
});
