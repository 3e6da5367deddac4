import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { row } from "../../support/page/table/samples.ts";

const text = "Moved to the next release.\nSee you there.";

describe("a change for many rows, when the page comes back", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [1, 2, 3, 4].map((id) => row(id)), ...options });
    await window.press("Space", "Shift+ArrowDown");
    await window.bar.getByText("2 selected").waitFor();
  }

  function option(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  const comment: Partial<FakeTableOptions> = {
    bulkFields: [{ key: "comment", label: "Comment", ways: ["set"] }],
    bulkOffers: { kind: "write", look: "text" },
  };

  it("still has what was typed, also what nobody has looked at yet", async () => {
    await open(comment);
    await window.press("e");
    await option("Comment").click();
    const value = window.bar.getByRole("textbox", { name: "Value" });
    await value.fill(text);
    await window.page.reload();
    await window.button("Change 2").waitFor();
    assert.equal(await value.inputValue(), text);
    assert.deepEqual(window.host.asked("preview").at(-1), {
      ids: [1, 2],
      field: "comment",
      value: { kind: "written", text },
    });
    await window.isSelected(1, 2);
  });

  it("shows what was typed even if the server is away", async () => {
    await open(comment);
    await window.press("e");
    await option("Comment").click();
    const value = window.bar.getByRole("textbox", { name: "Value" });
    await value.fill(text);
    window.host.refusal = "The server is away.";
    await window.page.reload();
    await window.bar.getByRole("alert").getByText("The server is away.").waitFor();
    assert.equal(await value.inputValue(), text);
  });

  it("has a comment again that was not said to all, or was let go", async () => {
    await open(comment);
    const value = window.bar.getByRole("textbox", { name: "Value" });
    const choose = async (): Promise<void> => {
      await window.grid.focus();
      await window.press("e");
      await option("Comment").click();
      await value.waitFor();
    };
    await choose();
    await value.fill(text);
    await window.button("Change 2").click();
    await window.bar.getByText("Changing 0 of 2").waitFor();
    await window.host.bulk({ kind: "result", lines: [], summary: "2 refused", left: [1, 2], canUndo: false });
    await window.button("Close").click();
    await choose();
    await window.button("Change 2").waitFor();
    assert.equal(await value.inputValue(), text);
    await window.bar.getByRole("button", { name: "Cancel" }).click();
    await choose();
    assert.equal(await value.inputValue(), text);
    // The host has it from the first letter on, and what it holds is what counts.
    assert.deepEqual(window.host.asked("keepComment").at(-1), { text });
    window.host.comment = "";
    await window.bar.getByRole("button", { name: "Cancel" }).click();
    await choose();
    assert.equal(await value.inputValue(), "");
  });

  it("still has its field and value, for the rows that are still there", async () => {
    await open();
    await window.press("e");
    await option("Status").click();
    await option("Verified").click();
    await window.button("Change 2").waitFor();
    window.host.rows = [row(2), row(3)];
    await window.page.reload();
    await window.button("Change 1").waitFor();
    await window.bar.getByRole("button", { name: "Value: Verified" }).waitFor();
    await window.isSelected(2);
    assert.equal(await window.popup.count(), 0);
  });

  it("is no longer there once it was let go or made", async () => {
    await open();
    await window.press("e");
    await option("Status").click();
    await option("Verified").click();
    await window.bar.getByRole("button", { name: "Cancel" }).click();
    await window.page.reload();
    await window.bar.getByRole("button", { name: "Choose a field" }).waitFor();
    await window.grid.focus();
    await window.press("e");
    await option("Status").click();
    await option("Verified").click();
    await window.button("Change 2").click();
    await window.bar.getByText("Changing 0 of 2").waitFor();
    await window.page.reload();
    await window.bar.getByRole("button", { name: "Choose a field" }).waitFor();
    assert.deepEqual(window.complaints, []);
  });

  it("is not disturbed by keys while it is being made", async () => {
    await open();
    await window.press("e");
    await option("Status").click();
    await option("Verified").click();
    const gate = window.host.hold("run");
    await window.button("Change 2").click();
    await window.bar.getByText("Changing 0 of 2").waitFor();
    await window.grid.focus();
    const before = window.host.asked("bulkFields").length;
    await window.press("s", "a", "e");
    await window.host.bulk({ kind: "running", done: 1, of: 2 });
    await window.bar.getByText("Changing 1 of 2").waitFor();
    assert.deepEqual([window.host.asked("bulkFields").length, await window.popup.count()], [before, 0]);
    gate.open();
  });
});
