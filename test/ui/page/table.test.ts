import assert from "node:assert/strict";
import type { RowWithTracker } from "../../../src/model/query/sortAndGroup.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import {
  sampleColumns,
  sampleLayout,
  createRows,
  sampleUsers,
  createRow,
} from "../../support/page/table/samples.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";

const [ana, kim] = sampleUsers;

function createThreeRows(): readonly RowWithTracker[] {
  return [
    createRow(30, { title: "beta", status: "New", assignees: kim === undefined ? [] : [kim] }),
    createRow(20, { title: "Alpha 10", status: "Done", modifiedOn: "2026-03-03T10:00:00+01:00" }),
    createRow(10, { title: "alpha 9", status: undefined, assignees: ana === undefined ? [] : [ana] }),
  ];
}

describe("table page", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableHostOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: createThreeRows(), ...options });
  }

  function getHeader(name: string) {
    return window.page.getByRole("columnheader", { name });
  }

  it("renders only the visible rows of ten thousand, with their row index", async () => {
    await open({ rows: createRows(10_000) });
    const countRenderedRows = (): Promise<number> => window.page.locator(".grid-body .row").count();
    assert.ok((await countRenderedRows()) < 60);
    assert.equal(await window.grid.getAttribute("aria-rowcount"), "10001");
    await window.pressKeys("Control+End");
    const last = window.host.rows.at(-1)?.id ?? 0;
    await window.getRow(last).waitFor();
    assert.equal(await window.getRow(last).getAttribute("aria-rowindex"), "10001");
    assert.ok((await countRenderedRows()) < 60);
    assert.match((await window.grid.getAttribute("aria-activedescendant")) ?? "", /^row-\d+-1$/);
    await window.page.getByText("10,000 rows · loaded").waitFor();
    assert.deepEqual(window.browserErrors, []);
  });

  it("gets the keys as soon as it is shown", async () => {
    await open();
    await window.page.reload();
    await window.getRow(10).waitFor();
    await window.pressKeys("ArrowDown", " ");
    await window.waitForSelection(20);
    await window.pressKeys("/");
    await window.page.locator(".search-box input:focus").waitFor();
  });

  it("sorts by built-in columns in both directions, with empty values last", async () => {
    await open();
    await getHeader("Title").click();
    await window.waitForFirstRows(10, 20, 30);
    assert.equal(await getHeader("Title").getAttribute("aria-sort"), "ascending");
    await getHeader("Title").click();
    await window.waitForFirstRows(30, 20, 10);
    await getHeader("Status").click();
    await window.waitForFirstRows(20, 30, 10);
    await getHeader("Status").click();
    await window.waitForFirstRows(30, 20, 10);
    await getHeader("Changed").click();
    await window.waitForFirstRows(20, 30, 10);
    assert.deepEqual(window.host.getCalls("saveLayout").at(-1), {
      ...JSON.parse(JSON.stringify(sampleLayout)),
      sort: { by: "modified", direction: "descending" },
    });
  });

  it("sorts by keyboard", async () => {
    await open();
    await window.pressKeys("ArrowRight", "ArrowUp", "Enter");
    await window.waitForFirstRows(10, 20, 30);
    assert.equal(await getHeader("Title").getAttribute("aria-sort"), "ascending");
  });

  it("filters rows by all typed words", async () => {
    await open();
    await window.pressKeys("/");
    await window.page.keyboard.type("ALPHA");
    await window.waitForFirstRows(20, 10);
    await window.page.keyboard.type(" ana");
    await window.waitForFirstRows(10);
    await window.page.getByText("1 of 3").waitFor();
    await window.page.keyboard.type(" x");
    await window.page.getByText("No rows contain “ALPHA ana x”.").waitFor();
    await window.pressKeys("Escape");
    await window.waitForFirstRows(30, 20, 10);
    await window.pressKeys("/");
    await window.page.keyboard.type("#20");
    await window.waitForFirstRows(20);
  });

  it("shows a status in Tuleap's color or, without colors, in green if it is open", async () => {
    const rows = [
      createRow(3, { status: "New" }),
      createRow(2, { status: "In progress" }),
      createRow(1, { status: "constructor", isOpen: false }),
    ];
    await open({ rows, state: { statusColors: { New: "fiesta-red", "In progress": "deep-blue" } } });
    const getHues = async (): Promise<readonly string[]> => {
      const classes = await Promise.all(
        rows.map(({ id }) => window.getRow(id).locator(".pill").getAttribute("class")),
      );
      return classes.map((names) => /hue-\w+/.exec(names ?? "")?.[0] ?? "none");
    };
    assert.deepEqual(await getHues(), ["hue-red", "hue-blue", "none"]);
    await window.host.updateState({ statusColors: undefined });
    assert.deepEqual(await getHues(), ["hue-green", "hue-green", "none"]);
  });

  it("searches in a single column", async () => {
    await open({ rows: [createRow(1, { title: "New" }), createRow(2, { status: "Done" })] });
    await window.page.getByLabel("Find in", { exact: true }).selectOption({ label: "Status" });
    await window.page.getByLabel("Find in the table").fill("new");
    await window.waitForFirstRows(1);
    await window.page.getByLabel("Find in", { exact: true }).selectOption({ label: "Title" });
    await window.page.getByLabel("Find in the table").fill("title of");
    await window.waitForFirstRows(2);
  });

  it("shows, hides and moves columns, and saves the layout", async () => {
    await open();
    await window.getButton("Columns").click();
    await window.popup.getByRole("checkbox", { name: "Show Submitted by" }).click();
    await getHeader("Submitted by").waitFor();
    await window.popup.getByRole("checkbox", { name: "Hide Severity" }).click();
    await window.popup.getByRole("button", { name: "Move Submitted by up" }).click();
    await window.waitUntil("three layouts", () => window.host.getCalls("saveLayout").length === 3);
    assert.deepEqual((window.host.getCalls("saveLayout").at(-1) as typeof sampleLayout).shown, [
      "id",
      "title",
      "status",
      "assignee",
      "submittedBy",
      "modified",
    ]);
    await window.pressKeys("Escape");
    assert.equal(await window.popup.count(), 0);
    const labels = await window.page.getByRole("columnheader").allInnerTexts();
    assert.deepEqual(
      labels.map((label) => label.trim().toLowerCase()),
      ["", "id", "title", "status", "assignee", "submitted by", "changed"],
    );
  });

  it("resizes columns by keyboard and by dragging", async () => {
    await open();
    const status = getHeader("Status");
    const getWidth = async (): Promise<number> => Math.round((await status.boundingBox())?.width ?? 0);
    const handle = status.getByRole("separator");
    await window.pressKeys("ArrowRight", "ArrowRight", "ArrowUp", "Tab");
    await window.pressKeys("ArrowRight", "ArrowRight", "ArrowLeft");
    await window.waitUntil("three layouts", () => window.host.getCalls("saveLayout").length === 3);
    assert.equal(await getWidth(), 160);
    assert.equal(await handle.getAttribute("aria-valuenow"), "160");
    const box = await handle.boundingBox();
    assert.ok(box !== null);
    await window.page.mouse.move(box.x + 3, box.y + 3);
    await window.page.mouse.down();
    await window.page.mouse.move(box.x + 43, box.y + 3, { steps: 4 });
    await window.page.mouse.up();
    await window.waitUntil("four layouts", () => window.host.getCalls("saveLayout").length === 4);
    assert.equal(await getWidth(), 200);
    assert.deepEqual((window.host.getCalls("saveLayout").at(-1) as typeof sampleLayout).widths, {
      status: 200,
    });
    assert.equal(await getHeader("Status").getAttribute("aria-sort"), "none");
  });

  it("ignores an outdated layout of the host", async () => {
    await open();
    await getHeader("Title").click();
    await window.waitForFirstRows(10, 20, 30);
    await window.host.updateState({ notes: ["Something to know."] });
    await window.page.getByText("Something to know.").waitFor();
    await window.waitForFirstRows(10, 20, 30);
  });

  it("calls the host for the actions of its heading", async () => {
    await open({ heading: { canSave: true, openOnly: true } });
    await window.getButton("Edit Condition: Status is open").click();
    await window.getButton("Remove Condition: Assigned to me").click();
    await window.getButton("Add Condition").click();
    await window.page.getByRole("switch", { name: "Open only", checked: true }).click();
    await window.getButton("Save Query").click();
    await window.getButton("Refresh Table").click();
    await window.getButton("CSV").click();
    await window.waitUntil("all calls", () => window.host.getCalls("exportCsv").length === 1);
    const methods = [
      "editCondition",
      "removeCondition",
      "addCondition",
      "setOpenOnly",
      "saveQuery",
      "refresh",
    ];
    assert.deepEqual(
      methods.map((method) => window.host.getCalls(method)),
      [[{ id: "1" }], [{ id: "2" }], [null], [{ isOn: false }], [null], [null]],
    );
    assert.deepEqual(window.host.getCalls("exportCsv"), [{ ids: [30, 20, 10], keys: sampleLayout.shown }]);
  });

  it("has read-only conditions if the query can't be edited", async () => {
    await open({ heading: { canEditConditions: false } });
    await window.page.getByText("Status is open").waitFor();
    assert.equal(await window.getButton("Add Condition").count(), 0);
    assert.equal(await window.page.locator(".chip button").count(), 0);
  });

  it("shows the progress of loading, and stops and resumes it", async () => {
    await open({ state: { loadState: { kind: "loading", loadedCount: 3, totalCount: 1_284 } } });
    await window.page.getByText("Loading: 3 of 1,284").waitFor();
    await window.getButton("Stop").click();
    await window.waitForCalls("stopLoading");
    await window.host.updateState({ loadState: { kind: "stopped", loadedCount: 3, totalCount: undefined } });
    await window.getButton("Load More").click();
    await window.waitForCalls("loadMore");
    await window.host.updateState({ loadState: { kind: "problem", text: "The server is away." } });
    await window.page.getByRole("alert").getByText("The server is away.").waitFor();
    await window.getButton("Retry").click();
    await window.waitForCalls("refresh");
    await window.waitForFirstRows(30, 20, 10);
    await window.host.updateState({
      loadState: { kind: "loaded", loadedAt: "2026-01-01T12:05:00Z", notLoadedCount: 7_000 },
    });
    await window.page.getByText("3 of 7,003").waitFor();
    await window.page.getByText("Up to 7,000 older artifacts aren't shown").waitFor();
  });

  it("shows an empty state", async () => {
    await open({ rows: [] });
    await window.page.getByText("No artifacts match all conditions.").waitFor();
    await window.grid.focus();
    await window.pressKeys("ArrowDown", "Enter", "s", "Delete", "Control+a", "End");
    assert.deepEqual(window.host.getCalls("runRowAction"), []);
    assert.deepEqual(window.browserErrors, []);
  });

  it("shows hostile texts of the server as text", async () => {
    const hostileText = "<img src=x onerror=alert(1)><script>alert(2)</script>";
    await open({
      rows: [
        createRow(1, { title: hostileText, status: hostileText, assignees: [{ id: 1, label: hostileText }] }),
        createRow(2, { title: "W".repeat(100_000) }),
        createRow(3, { title: "one\ntwo", status: "S".repeat(500) }),
        createRow(4, { title: "مرحبا بالعالم" }),
        createRow(5, { title: undefined, modifiedOn: "no date" }),
      ],
      heading: { title: hostileText, chips: [{ id: "1", label: hostileText }] },
      state: {
        columns: sampleColumns.map((column) => ({ ...column, label: hostileText })),
        notes: [hostileText],
      },
      getValue: () => ({ text: hostileText }),
    });
    await window.getCell(1, "title").getByText(hostileText).waitFor();
    await window.getCell(1, "field").getByText(hostileText).waitFor();
    await window.screenshot("page-table-hostile");
    assert.equal(await window.page.locator("main img, main script").count(), 0);
    assert.equal(await window.getCell(5, "title").innerText(), "no title");
    const heights = await window.page
      .locator(".grid-body .row:not([hidden])")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    assert.deepEqual(heights, [33, 33, 33, 33, 33]);
    assert.equal(await window.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
    assert.deepEqual(window.browserErrors, []);
  });

  it("opens a row by its ID, by Enter and by double-click, with the order of the table", async () => {
    await open();
    await getHeader("Title").click();
    await window.waitForFirstRows(10, 20, 30);
    await window.getCell(20, "id").getByText("#20").click();
    await window.getCell(30, "title").dblclick();
    await window.pressKeys("ArrowUp", "Enter");
    const order = [10, 20, 30];
    await window.waitUntil("three actions", () => window.host.getCalls("runRowAction").length === 3);
    assert.deepEqual(
      window.host.getCalls("runRowAction"),
      [20, 30, 20].map((id) => ({ ids: [id], action: "open", order })),
    );
  });

  it("shows an error of the host until it is dismissed", async () => {
    await open();
    window.host.errorText = "Not today.";
    await window.getButton("Add Condition").click();
    await window.page.getByRole("alert").getByText("Not today.").waitFor();
    await window.getButton("Dismiss").click();
    await window.page.getByRole("alert").waitFor({ state: "detached" });
  });
});
