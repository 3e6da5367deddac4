import assert from "node:assert/strict";
import type { PlacedRow } from "../../../src/model/query/rows.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { columns, layout, manyRows, people, row } from "../../support/page/table/samples.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";

const [ana, kim] = people;

function three(): readonly PlacedRow[] {
  return [
    row(30, { title: "beta", status: "New", assignees: kim === undefined ? [] : [kim] }),
    row(20, { title: "Alpha 10", status: "Done", modifiedOn: "2026-03-03T10:00:00+01:00" }),
    row(10, { title: "alpha 9", status: undefined, assignees: ana === undefined ? [] : [ana] }),
  ];
}

describe("the table's page", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: three(), ...options });
  }

  function heading(name: string) {
    return window.page.getByRole("columnheader", { name });
  }

  it("draws of ten thousand rows those in sight, and says where they stand", async () => {
    await open({ rows: manyRows(10_000) });
    const drawn = (): Promise<number> => window.page.locator(".grid-body .row").count();
    assert.ok((await drawn()) < 60);
    assert.equal(await window.grid.getAttribute("aria-rowcount"), "10001");
    await window.press("Control+End");
    const last = window.host.rows.at(-1)?.id ?? 0;
    await window.row(last).waitFor();
    assert.equal(await window.row(last).getAttribute("aria-rowindex"), "10001");
    assert.ok((await drawn()) < 60);
    assert.match((await window.grid.getAttribute("aria-activedescendant")) ?? "", /^row-\d+-1$/);
    await window.page.getByText("10,000 rows · read").waitFor();
    assert.deepEqual(window.complaints, []);
  });

  it("sorts by what rows bring with them, both ways, those without it last", async () => {
    await open();
    await heading("Title").click();
    await window.comesFirst(10, 20, 30);
    assert.equal(await heading("Title").getAttribute("aria-sort"), "ascending");
    await heading("Title").click();
    await window.comesFirst(30, 20, 10);
    await heading("Status").click();
    await window.comesFirst(20, 30, 10);
    await heading("Status").click();
    await window.comesFirst(30, 20, 10);
    await heading("Changed").click();
    await window.comesFirst(20, 30, 10);
    assert.deepEqual(window.host.asked("layout").at(-1), {
      ...JSON.parse(JSON.stringify(layout)),
      sort: { by: "modified", direction: "descending" },
    });
  });

  it("sorts by keyboard", async () => {
    await open();
    await window.press("ArrowRight", "ArrowUp", "Enter");
    await window.comesFirst(10, 20, 30);
    assert.equal(await heading("Title").getAttribute("aria-sort"), "ascending");
  });

  it("narrows rows down by every word of what is typed", async () => {
    await open();
    await window.press("/");
    await window.page.keyboard.type("ALPHA");
    await window.comesFirst(20, 10);
    await window.page.keyboard.type(" ana");
    await window.comesFirst(10);
    await window.page.getByText("1 of 3").waitFor();
    await window.page.keyboard.type(" x");
    await window.page.getByText("No row has “ALPHA ana x” in it.").waitFor();
    await window.press("Escape");
    await window.comesFirst(30, 20, 10);
    await window.press("/");
    await window.page.keyboard.type("#20");
    await window.comesFirst(20);
  });

  it("looks into one column where that is wanted", async () => {
    await open({ rows: [row(1, { title: "New" }), row(2, { status: "Done" })] });
    await window.page.getByLabel("Where to find it").selectOption({ label: "Status" });
    await window.page.getByLabel("Find in the table").fill("new");
    await window.comesFirst(1);
    await window.page.getByLabel("Where to find it").selectOption({ label: "Title" });
    await window.page.getByLabel("Find in the table").fill("title of");
    await window.comesFirst(2);
  });

  it("shows other columns, in another order, and hands that to the host", async () => {
    await open();
    await window.button("Columns").click();
    await window.popup.getByRole("checkbox", { name: "Show Submitted by" }).click();
    await heading("Submitted by").waitFor();
    await window.popup.getByRole("checkbox", { name: "Hide Severity" }).click();
    await window.popup.getByRole("button", { name: "Move Submitted by up" }).click();
    await window.until("asked", () => window.host.asked("layout").length === 3);
    assert.deepEqual((window.host.asked("layout").at(-1) as typeof layout).shown, [
      "id",
      "title",
      "status",
      "assignee",
      "submittedBy",
      "modified",
    ]);
    await window.press("Escape");
    assert.equal(await window.popup.count(), 0);
    const labels = await window.page.getByRole("columnheader").allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.trim().toLowerCase()),
      ["", "id", "title", "status", "assigned to", "submitted by", "changed"],
    );
  });

  it("makes columns wider by keyboard and by dragging", async () => {
    await open();
    const status = heading("Status");
    const width = async (): Promise<number> => Math.round((await status.boundingBox())?.width ?? 0);
    const handle = status.getByRole("separator");
    await window.press("ArrowRight", "ArrowRight", "ArrowUp", "Tab");
    await window.press("ArrowRight", "ArrowRight", "ArrowLeft");
    await window.until("kept", () => window.host.asked("layout").length === 3);
    assert.equal(await width(), 160);
    assert.equal(await handle.getAttribute("aria-valuenow"), "160");
    const box = await handle.boundingBox();
    assert.ok(box !== null);
    await window.page.mouse.move(box.x + 3, box.y + 3);
    await window.page.mouse.down();
    await window.page.mouse.move(box.x + 43, box.y + 3, { steps: 4 });
    await window.page.mouse.up();
    await window.until("kept", () => window.host.asked("layout").length === 4);
    assert.equal(await width(), 200);
    assert.deepEqual((window.host.asked("layout").at(-1) as typeof layout).widths, { status: 200 });
    assert.equal(await heading("Status").getAttribute("aria-sort"), "none");
  });

  it("does not go back to a layout that was left since", async () => {
    await open();
    await heading("Title").click();
    await window.comesFirst(10, 20, 30);
    await window.host.change({ notes: ["Something to know."] });
    await window.page.getByText("Something to know.").waitFor();
    await window.comesFirst(10, 20, 30);
  });

  it("asks the host for whatever its heading offers", async () => {
    await open({ heading: { canSave: true, openOnly: true } });
    await window.button("Change condition: Status is open").click();
    await window.button("Remove condition: Assigned to me").click();
    await window.button("Filter").click();
    await window.page.getByRole("switch", { name: "Open only", checked: true }).click();
    await window.button("Save Query").click();
    await window.button("Read Table Again").click();
    await window.button("CSV").click();
    await window.until("all heard", () => window.host.asked("exportCsv").length === 1);
    const wanted = ["editFilter", "removeFilter", "addFilter", "openOnly", "saveQuery", "refresh"];
    assert.deepEqual(
      wanted.map((method) => window.host.asked(method)),
      [[{ id: "1" }], [{ id: "2" }], [null], [{ isOn: false }], [null], [null]],
    );
    assert.deepEqual(window.host.asked("exportCsv"), [{ ids: [30, 20, 10], keys: layout.shown }]);
  });

  it("offers no conditions where the query is in other words", async () => {
    await open({ heading: { canFilter: false } });
    await window.page.getByText("Status is open").waitFor();
    assert.equal(await window.button("Filter").count(), 0);
    assert.equal(await window.page.locator(".chip button").count(), 0);
  });

  it("tells how far reading has got, and stops it", async () => {
    await open({ state: { reading: { kind: "reading", read: 3, size: 1_284 } } });
    await window.page.getByText("Reading, 3 of 1,284").waitFor();
    await window.button("Stop").click();
    await window.asked("stopReading");
    await window.host.change({ reading: { kind: "stopped", read: 3, size: undefined } });
    await window.button("Read On").click();
    await window.asked("readOn");
    await window.host.change({ reading: { kind: "problem", text: "The server is away." } });
    await window.page.getByRole("alert").getByText("The server is away.").waitFor();
    await window.button("Try Again").click();
    await window.asked("refresh");
    await window.comesFirst(30, 20, 10);
    await window.host.change({ reading: { kind: "read", at: "2026-01-01T12:05:00Z", rest: 7_000 } });
    await window.page.getByText("3 of 7,003").waitFor();
    await window.page.getByText("Up to 7,000 older ones are not shown").waitFor();
  });

  it("says so when there is nothing", async () => {
    await open({ rows: [] });
    await window.page.getByText("Nothing meets all of this.").waitFor();
    await window.grid.focus();
    await window.press("ArrowDown", "Enter", "s", "Delete", "Control+a", "End");
    assert.deepEqual(window.host.asked("act"), []);
    assert.deepEqual(window.complaints, []);
  });

  it("shows server text as text, whatever is in it", async () => {
    const nasty = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    await open({
      rows: [
        row(1, { title: nasty, status: nasty, assignees: [{ id: 1, label: nasty }] }),
        row(2, { title: "W".repeat(100_000) }),
        row(3, { title: "one\ntwo", status: "S".repeat(500) }),
        row(4, { title: "مرحبا بالعالم" }),
        row(5, { title: undefined, modifiedOn: "no date" }),
      ],
      heading: { title: nasty, chips: [{ id: "1", label: nasty }] },
      state: { columns: columns.map((column) => ({ ...column, label: nasty })), notes: [nasty] },
      value: () => ({ text: nasty }),
    });
    await window.cell(1, "title").getByText(nasty).waitFor();
    await window.cell(1, "field").getByText(nasty).waitFor();
    await window.screenshot("page-table-hostile");
    assert.equal(await window.page.locator("main img, main script").count(), 0);
    assert.equal(await window.cell(5, "title").innerText(), "no title");
    const heights = await window.page
      .locator(".grid-body .row:not([hidden])")
      .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().height));
    assert.deepEqual(heights, [33, 33, 33, 33, 33]);
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(window.complaints, []);
  });

  it("opens a row by its number, by Enter and by two clicks, in the order of the table", async () => {
    await open();
    await heading("Title").click();
    await window.comesFirst(10, 20, 30);
    await window.cell(20, "id").getByText("#20").click();
    await window.cell(30, "title").dblclick();
    await window.press("ArrowUp", "Enter");
    const order = [10, 20, 30];
    await window.until("three", () => window.host.asked("act").length === 3);
    assert.deepEqual(
      window.host.asked("act"),
      [20, 30, 20].map((id) => ({ ids: [id], action: "open", order })),
    );
  });

  it("complains of what the host could not do, until that was read", async () => {
    await open();
    window.host.refusal = "Not today.";
    await window.button("Filter").click();
    await window.page.getByRole("alert").getByText("Not today.").waitFor();
    await window.button("Dismiss").click();
    await window.page.getByRole("alert").waitFor({ state: "detached" });
  });
});
