import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import { createRow } from "../../support/page/table/samples.ts";

const text = "Moved to the next release.\nSee you there.";

describe("bulk edit after a reload", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableHostOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [1, 2, 3, 4].map((id) => createRow(id)), ...options });
    await window.pressKeys("Space", "Shift+ArrowDown");
    await window.bulkEditBar.getByText("2 selected").waitFor();
  }

  function getOption(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  const commentOptions: Partial<FakeTableHostOptions> = {
    bulkFields: [{ key: "comment", label: "Comment", operations: ["set"] }],
    bulkOffers: { kind: "write", inputType: "text" },
  };

  it("keeps typed text that wasn't previewed yet", async () => {
    await open(commentOptions);
    await window.pressKeys("e");
    await getOption("Comment").click();
    const value = window.bulkEditBar.getByRole("textbox", { name: "Value" });
    await value.fill(text);
    await window.page.reload();
    await window.getButton("Change 2 Artifacts").waitFor();
    assert.equal(await value.inputValue(), text);
    assert.deepEqual(window.host.getCalls("previewBulkEdit").at(-1), {
      ids: [1, 2],
      field: "comment",
      value: { kind: "written", text },
    });
    await window.waitForSelection(1, 2);
  });

  it("keeps typed text of several lines from the state of an earlier version", async () => {
    await open(commentOptions);
    await window.pressKeys("e");
    await getOption("Comment").click();
    const value = window.bulkEditBar.getByRole("textbox", { name: "Value" });
    await value.fill(text);
    await window.page.evaluate(() => {
      const state = sessionStorage.getItem(location.href) ?? "";
      addEventListener("pagehide", () => {
        const oldState = state
          .replace('"inputType":', '"look":')
          .replace('"operations":', '"ways":')
          .replace('"operation":', '"how":');
        sessionStorage.setItem(location.href, oldState);
      });
    });
    await window.page.reload();
    await window.getButton("Change 2 Artifacts").waitFor();
    assert.equal(await value.inputValue(), text);
  });

  it("keeps typed text while the server is unavailable", async () => {
    await open(commentOptions);
    await window.pressKeys("e");
    await getOption("Comment").click();
    const value = window.bulkEditBar.getByRole("textbox", { name: "Value" });
    await value.fill(text);
    window.host.errorText = "The server is away.";
    await window.page.reload();
    await window.bulkEditBar.getByRole("alert").getByText("The server is away.").waitFor();
    assert.equal(await value.inputValue(), text);
  });

  it("restores a comment that was rejected or canceled", async () => {
    await open(commentOptions);
    const value = window.bulkEditBar.getByRole("textbox", { name: "Value" });
    const selectCommentField = async (): Promise<void> => {
      await window.grid.focus();
      await window.pressKeys("e");
      await getOption("Comment").click();
      await value.waitFor();
    };
    await selectCommentField();
    await value.fill(text);
    await window.getButton("Change 2 Artifacts").click();
    await window.bulkEditBar.getByText("Changing 0 of 2").waitFor();
    await window.host.sendBulkState({
      kind: "result",
      lines: [],
      summary: "2 refused",
      remainingIds: [1, 2],
      canUndo: false,
    });
    await window.getButton("Close").click();
    await selectCommentField();
    await window.getButton("Change 2 Artifacts").waitFor();
    assert.equal(await value.inputValue(), text);
    await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
    await selectCommentField();
    assert.equal(await value.inputValue(), text);
    // The host stores the comment draft while it is typed, and its draft counts.
    assert.deepEqual(window.host.getCalls("saveCommentDraft").at(-1), { text });
    window.host.comment = "";
    await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
    await selectCommentField();
    assert.equal(await value.inputValue(), "");
  });

  it("keeps field and value for the rows that still exist", async () => {
    await open();
    await window.pressKeys("e");
    await getOption("Status").click();
    await getOption("Verified").click();
    await window.getButton("Change 2 Artifacts").waitFor();
    window.host.rows = [createRow(2), createRow(3)];
    await window.page.reload();
    await window.getButton("Change 1 Artifact").waitFor();
    await window.bulkEditBar.getByRole("button", { name: "Value: Verified" }).waitFor();
    await window.waitForSelection(2);
    assert.equal(await window.popup.count(), 0);
  });

  it("is empty after the change was canceled or made", async () => {
    await open();
    await window.pressKeys("e");
    await getOption("Status").click();
    await getOption("Verified").click();
    await window.bulkEditBar.getByRole("button", { name: "Cancel" }).click();
    await window.page.reload();
    await window.bulkEditBar.getByRole("button", { name: "Select a field" }).waitFor();
    await window.grid.focus();
    await window.pressKeys("e");
    await getOption("Status").click();
    await getOption("Verified").click();
    await window.getButton("Change 2 Artifacts").click();
    await window.bulkEditBar.getByText("Changing 0 of 2").waitFor();
    await window.page.reload();
    await window.bulkEditBar.getByRole("button", { name: "Select a field" }).waitFor();
    assert.deepEqual(window.browserErrors, []);
  });

  it("ignores keys while the change is being made", async () => {
    await open();
    await window.pressKeys("e");
    await getOption("Status").click();
    await getOption("Verified").click();
    const gate = window.host.holdCalls("runBulkEdit");
    await window.getButton("Change 2 Artifacts").click();
    await window.bulkEditBar.getByText("Changing 0 of 2").waitFor();
    await window.grid.focus();
    const before = window.host.getCalls("listBulkFields").length;
    await window.pressKeys("s", "a", "e");
    await window.host.sendBulkState({ kind: "running", done: 1, total: 2 });
    await window.bulkEditBar.getByText("Changing 1 of 2").waitFor();
    assert.deepEqual(
      [window.host.getCalls("listBulkFields").length, await window.popup.count()],
      [before, 0],
    );
    gate.open();
  });
});
