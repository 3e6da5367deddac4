import assert from "node:assert/strict";
import type { BulkEditArtifact } from "../../../src/protocol/tableProtocol.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import { createOffer, sampleUsers, createRow } from "../../support/page/table/samples.ts";

function createLine(id: number, kind: BulkEditArtifact["kind"], text = ""): BulkEditArtifact {
  return { id, title: `Title of ${id}`, kind, before: "New", after: "Verified", text };
}

const setToVerified = { kind: "chosen", how: "set", values: [{ id: 3, label: "Verified" }] } as const;

describe("bulk edit", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  /** Opens a table with rows 1 to 6 and selects the first three. */
  async function open(options: Partial<FakeTableHostOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [1, 2, 3, 4, 5, 6].map((id) => createRow(id)), ...options });
    await window.pressKeys("Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await window.bulkEditBar.getByText("3 selected").waitFor();
  }

  function getOption(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  async function startBulkEdit(field: string, value: string): Promise<void> {
    await window.pressKeys("e");
    await getOption(field).click();
    await getOption(value).click();
  }

  it("shows a preview with old and new values, unchanged and skipped rows", async () => {
    await open({
      preview: () => [
        createLine(1, "change"),
        { ...createLine(2, "unchanged"), before: "Verified" },
        createLine(3, "skipped", "not allowed by the workflow"),
      ],
    });
    await startBulkEdit("Status", "Verified");
    assert.deepEqual(await window.waitForCalls("previewBulkEdit"), [
      { ids: [1, 2, 3], field: "role status", value: setToVerified },
    ]);
    await window.bulkEditBar.getByRole("button", { name: "Change 1 Artifact", exact: true }).waitFor();
    const lines = await window.bulkEditBar.locator("li").allInnerTexts();
    assert.deepEqual(
      lines.map((text) => text.replaceAll(/\s+/g, " ").trim()),
      [
        "will be changed #1 New → becomes Verified Title of 1",
        "already set #2 Verified · already set Title of 2",
        "skipped #3 New → becomes Verified · not allowed by the workflow Title of 3",
      ],
    );
    await window.screenshot("page-table-preview");
    assert.deepEqual(window.host.getCalls("runBulkEdit"), []);
  });

  it("can be run, canceled and undone", async () => {
    await open();
    await startBulkEdit("Status", "Verified");
    const run = window.host.holdCalls("runBulkEdit");
    await window.getButton("Change 3 Artifacts").click();
    await window.bulkEditBar.getByText("Changing 0 of 3").waitFor();
    await window.host.sendBulkState({ kind: "running", done: 1, total: 3 });
    await window.bulkEditBar.getByText("Changing 1 of 3").waitFor();
    await window.screenshot("page-table-running");
    await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
    await window.waitForCalls("cancelBulkEdit");
    await window.host.sendBulkState({
      kind: "result",
      lines: [
        createLine(1, "done"),
        createLine(2, "conflict", "Kim Park has changed it"),
        createLine(3, "notTried"),
      ],
      summary: "1 changed, 1 conflict, 1 not tried.",
      remainingIds: [2, 3],
      canUndo: true,
    });
    run.open();
    await window.bulkEditBar.getByText("1 changed, 1 conflict, 1 not tried.").waitFor();
    await window.waitForSelection(2, 3);
    await window.screenshot("page-table-result");
    const undo = window.host.holdCalls("undoBulkEdit");
    await window.getButton("Undo").click();
    await window.bulkEditBar.getByText("Undoing 0 of 1").waitFor();
    await window.host.sendBulkState({
      kind: "result",
      lines: [createLine(1, "done")],
      summary: "1 changed back.",
      remainingIds: [],
      canUndo: false,
    });
    undo.open();
    await window.bulkEditBar.getByText("1 changed back.").waitFor();
    assert.equal(await window.getButton("Undo").count(), 0);
    await window.getButton("Close").click();
    await window.bulkEditBar.waitFor({ state: "detached" });
    assert.equal(window.host.getCalls("runBulkEdit").length, 1);
    assert.equal(window.host.getCalls("undoBulkEdit").length, 1);
    assert.deepEqual(window.browserErrors, []);
  });

  it("keeps the selection when it is canceled before it is run", async () => {
    await open();
    await startBulkEdit("Status", "Verified");
    await window.getButton("Change 3 Artifacts").waitFor();
    await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
    await window.bulkEditBar.getByRole("button", { name: "Select a field" }).waitFor();
    await window.waitForSelection(1, 2, 3);
    await startBulkEdit("Status", "Verified");
    await window.getButton("Change 3 Artifacts").waitFor();
    await window.grid.focus();
    await window.pressKeys("Escape");
    await window.bulkEditBar.getByRole("button", { name: "Select a field" }).waitFor();
    await window.pressKeys("Escape");
    await window.bulkEditBar.waitFor({ state: "detached" });
    assert.deepEqual(window.host.getCalls("runBulkEdit"), []);
  });

  it("is closed by Escape, also from its own buttons and lists", async () => {
    await open();
    await startBulkEdit("Status", "Verified");
    await window.getButton("Change 3 Artifacts").focus();
    await window.pressKeys("Escape");
    await window.bulkEditBar.getByRole("button", { name: "Select a field" }).waitFor();
    await window.waitForSelection(1, 2, 3);
    assert.deepEqual(await window.grid.evaluate((grid) => grid === document.activeElement), true);
    assert.deepEqual(window.host.getCalls("runBulkEdit"), []);
  });

  it("updates the preview when the selection changes", async () => {
    await open();
    const gate = window.host.holdCalls("previewBulkEdit");
    await startBulkEdit("Status", "Verified");
    await window.waitForCalls("previewBulkEdit");
    await window.getCell(5, "title").click({ modifiers: ["ControlOrMeta"] });
    await window.waitForCalls("cancelBulkEdit");
    assert.equal(await window.page.locator(".bulk-run").count(), 0);
    gate.open();
    await window.getButton("Change 4 Artifacts").waitFor();
    assert.deepEqual(
      (await window.waitForCalls("previewBulkEdit", 2)).map((params) => (params as { ids: unknown }).ids),
      [
        [1, 2, 3],
        [1, 2, 3, 5],
      ],
    );
    await window.host.sendBulkState({ kind: "previewing", done: 1, total: 4 });
    await window.bulkEditBar.getByText("Checking 1 of 4").waitFor();
  });

  it("adds values to lists and removes them", async () => {
    const choices = sampleUsers.map(({ id, label }) => createOffer(id, label));
    await open({ bulkOffers: { kind: "list", choices, allowsMultiple: true } });
    await window.pressKeys("e");
    await getOption("Assignee").click();
    await getOption("Ana Lopes").click();
    await getOption("Kim Park").click();
    await window.popup.getByRole("button", { name: "Apply" }).click();
    await window.waitForCalls("previewBulkEdit");
    await window.bulkEditBar.getByLabel("Action").selectOption({ label: "Remove from" });
    const [, second] = await window.waitForCalls("previewBulkEdit", 2);
    assert.deepEqual(second, {
      ids: [1, 2, 3],
      field: "role assignee",
      value: { kind: "chosen", how: "remove", values: sampleUsers.slice(0, 2) },
    });
    await window.bulkEditBar.getByRole("button", { name: "Value: Ana Lopes, Kim Park" }).waitFor();
  });

  it("previews a typed value after a pause, and an empty one after Enter", async () => {
    await open({ bulkOffers: { kind: "write", inputType: "number" } });
    await window.pressKeys("e");
    await getOption("Effort").click();
    const value = window.bulkEditBar.getByRole("textbox", { name: "Value" });
    await value.pressSequentially("13");
    assert.deepEqual(await window.waitForCalls("previewBulkEdit"), [
      { ids: [1, 2, 3], field: "id 21", value: { kind: "written", text: "13" } },
    ]);
    await value.fill("");
    await value.press("Enter");
    const [, second] = await window.waitForCalls("previewBulkEdit", 2);
    assert.deepEqual((second as { value: unknown }).value, { kind: "written", text: "" });
  });

  it("shows an error of the host", async () => {
    await open();
    await window.pressKeys("e");
    await getOption("Status").click();
    await getOption("Verified").waitFor();
    window.host.errorText = "The server is away.";
    await getOption("Verified").click();
    await window.bulkEditBar.getByRole("alert").getByText("The server is away.").waitFor();
    window.host.errorText = undefined;
    await window.bulkEditBar.getByRole("button", { name: "Value: Verified" }).click();
    await getOption("Verified").click();
    await window.getButton("Change 3 Artifacts").waitFor();
  });

  it("can be opened by the host, with a field or without", async () => {
    await open();
    await window.host.callPage("openBulkEdit", { ids: [4, 6], field: "role status" });
    await getOption("Verified").click();
    await window.getButton("Change 2 Artifacts").waitFor();
    await window.waitForSelection(4, 6);
    await window.host.callPage("openBulkEdit", { ids: [5], field: undefined });
    await getOption("Assignee").waitFor();
    await window.waitForSelection(5);
  });

  it("shows the preview if the host sends field and values", async () => {
    await open();
    const currentUser = { id: 102, label: "Kim Park" };
    await window.host.callPage("openBulkEdit", {
      ids: [4, 6],
      field: "role assignee",
      values: [currentUser],
    });
    await window.getButton("Change 2 Artifacts").waitFor();
    await window.bulkEditBar.getByRole("button", { name: "Value: Kim Park" }).waitFor();
    assert.equal(await window.popup.count(), 0);
    await window.host.callPage("openBulkEdit", { ids: [5], field: "role status", values: [currentUser] });
    await window.getButton("Change 1 Artifact").waitFor();
    assert.deepEqual(
      window.host.getCalls("previewBulkEdit").map((params) => (params as { value: unknown }).value),
      [
        { kind: "chosen", how: "add", values: [currentUser] },
        { kind: "chosen", how: "set", values: [currentUser] },
      ],
    );
    assert.deepEqual(window.host.getCalls("runBulkEdit"), []);
  });

  for (const [description, first] of [
    ["no value", createOffer(undefined, "No value")],
    ["the value None", createOffer(100, "None")],
    ["any value", createOffer(3, "Verified")],
  ] as const) {
    it(`preselects nothing in a list that starts with ${description}`, async () => {
      await open({
        bulkOffers: { kind: "list", choices: [first, createOffer(4, "Closed")], allowsMultiple: false },
      });
      await window.host.callPage("openBulkEdit", { ids: [4, 6], field: "role status" });
      await getOption("Closed").waitFor();
      assert.equal(await window.popup.locator(".is-active").count(), 0);
      await window.pressKeys("Enter");
      await window.pressKeys("ArrowDown", "ArrowDown", "Enter");
      await window.bulkEditBar.getByRole("button", { name: "Value: Closed" }).waitFor();
      assert.equal((await window.waitForCalls("previewBulkEdit")).length, 1);
    });
  }

  it("preselects a user and not Nobody in search results", async () => {
    const users = [createOffer(undefined, "Nobody"), createOffer(102, "Nobuko Park")];
    await open({
      users,
      bulkOffers: { kind: "search", minQueryLength: 3, allowsMultiple: false, current: [] },
    });
    await window.host.callPage("openBulkEdit", { ids: [4, 6], field: "role assignee" });
    await window.popup.getByRole("combobox").fill("nob");
    await getOption("Nobuko Park").waitFor();
    await window.pressKeys("Enter");
    await window.bulkEditBar.getByRole("button", { name: "Value: Nobuko Park" }).waitFor();
  });

  it("renders a long list of lines in batches", async () => {
    await open({ preview: () => Array.from({ length: 2_000 }, (_, index) => createLine(index, "change")) });
    await startBulkEdit("Status", "Verified");
    await window.getButton("Change 2,000 Artifacts").waitFor();
    assert.equal(await window.bulkEditBar.locator("li").count(), 101);
    await window.getButton("Show 1,900 More").click();
    await window.getButton("Show 900 More").waitFor();
    assert.equal(await window.bulkEditBar.locator("li").count(), 1_101);
  });
});
