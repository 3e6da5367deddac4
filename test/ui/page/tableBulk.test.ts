import assert from "node:assert/strict";
import type { BulkLine } from "../../../src/protocol/table.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { offer, people, row } from "../../support/page/table/samples.ts";

function line(id: number, kind: BulkLine["kind"], text = ""): BulkLine {
  return { id, title: `Title of ${id}`, kind, before: "New", after: "Verified", text };
}

const verified = { kind: "chosen", how: "set", values: [{ id: 3, label: "Verified" }] } as const;

describe("one change for many rows of the table", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  /** Rows 1 to 6, of which the first three are selected. */
  async function open(options: Partial<FakeTableOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [1, 2, 3, 4, 5, 6].map((id) => row(id)), ...options });
    await window.press("Space", "Shift+ArrowDown", "Shift+ArrowDown");
    await window.bar.getByText("3 selected").waitFor();
  }

  function option(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  async function choose(field: string, value: string): Promise<void> {
    await window.press("e");
    await option(field).click();
    await option(value).click();
  }

  it("is shown before it is made: old and new, what is so already, what is left out and why", async () => {
    await open({
      preview: () => [
        line(1, "change"),
        { ...line(2, "alreadySo"), before: "Verified" },
        line(3, "leftOut", "not allowed by the workflow"),
      ],
    });
    await choose("Status", "Verified");
    assert.deepEqual(await window.asked("preview"), [
      { ids: [1, 2, 3], field: "role status", value: verified },
    ]);
    await window.bar.getByRole("button", { name: "Change 1", exact: true }).waitFor();
    const lines = await window.bar.locator("li").allInnerTexts();
    assert.deepEqual(
      lines.map((text) => text.replaceAll(/\s+/g, " ").trim()),
      [
        "will be changed #1 New → becomes Verified Title of 1",
        "is so already #2 Verified · is so already Title of 2",
        "left out #3 New → becomes Verified · not allowed by the workflow Title of 3",
      ],
    );
    await window.screenshot("page-table-preview");
    assert.deepEqual(window.host.asked("run"), []);
  });

  it("is made, called off in the middle, and taken back", async () => {
    await open();
    await choose("Status", "Verified");
    const run = window.host.hold("run");
    await window.button("Change 3").click();
    await window.bar.getByText("Changing 0 of 3").waitFor();
    await window.host.bulk({ kind: "running", done: 1, of: 3 });
    await window.bar.getByText("Changing 1 of 3").waitFor();
    await window.screenshot("page-table-running");
    await window.bar.getByRole("button", { name: "Cancel" }).click();
    await window.asked("cancelBulk");
    await window.host.bulk({
      kind: "result",
      lines: [line(1, "done"), line(2, "conflict", "Kim Park has changed it"), line(3, "notTried")],
      summary: "1 changed, 1 conflict, 1 not tried.",
      left: [2, 3],
      canUndo: true,
    });
    run.open();
    await window.bar.getByText("1 changed, 1 conflict, 1 not tried.").waitFor();
    await window.isSelected(2, 3);
    await window.screenshot("page-table-result");
    const undo = window.host.hold("undo");
    await window.button("Undo").click();
    await window.bar.getByText("Changing back 0 of 1").waitFor();
    await window.host.bulk({
      kind: "result",
      lines: [line(1, "done")],
      summary: "1 changed back.",
      left: [],
      canUndo: false,
    });
    undo.open();
    await window.bar.getByText("1 changed back.").waitFor();
    assert.equal(await window.button("Undo").count(), 0);
    await window.button("Close").click();
    await window.bar.waitFor({ state: "detached" });
    assert.equal(window.host.asked("run").length, 1);
    assert.equal(window.host.asked("undo").length, 1);
    assert.deepEqual(window.complaints, []);
  });

  it("is let go before it is made, while the rows stay selected", async () => {
    await open();
    await choose("Status", "Verified");
    await window.button("Change 3").waitFor();
    await window.bar.getByRole("button", { name: "Cancel" }).click();
    await window.bar.getByRole("button", { name: "Choose a field" }).waitFor();
    await window.isSelected(1, 2, 3);
    await choose("Status", "Verified");
    await window.button("Change 3").waitFor();
    await window.grid.focus();
    await window.press("Escape");
    await window.bar.getByRole("button", { name: "Choose a field" }).waitFor();
    await window.press("Escape");
    await window.bar.waitFor({ state: "detached" });
    assert.deepEqual(window.host.asked("run"), []);
  });

  it("is looked at again for another selection, and never made for an older one", async () => {
    await open();
    const gate = window.host.hold("preview");
    await choose("Status", "Verified");
    await window.asked("preview");
    await window.cell(5, "title").click({ modifiers: ["ControlOrMeta"] });
    await window.asked("cancelBulk");
    assert.equal(await window.page.locator(".bulk-run").count(), 0);
    gate.open();
    await window.button("Change 4").waitFor();
    assert.deepEqual(
      (await window.asked("preview", 2)).map((each) => (each as { ids: unknown }).ids),
      [
        [1, 2, 3],
        [1, 2, 3, 5],
      ],
    );
    await window.host.bulk({ kind: "previewing", done: 1, of: 4 });
    await window.bar.getByText("Looking at 1 of 4").waitFor();
  });

  it("adds to lists and takes from them", async () => {
    const offers = people.map(({ id, label }) => offer(id, label));
    await open({ bulkOffers: { kind: "list", offers, takesMany: true } });
    await window.press("e");
    await option("Assigned to").click();
    await option("Ana Lopes").click();
    await option("Kim Park").click();
    await window.popup.getByRole("button", { name: "Apply" }).click();
    await window.asked("preview");
    await window.bar.getByLabel("What to do").selectOption({ label: "Remove from" });
    const [, second] = await window.asked("preview", 2);
    assert.deepEqual(second, {
      ids: [1, 2, 3],
      field: "role assignee",
      value: { kind: "chosen", how: "remove", values: people.slice(0, 2) },
    });
    await window.bar.getByRole("button", { name: "Value: Ana Lopes, Kim Park" }).waitFor();
  });

  it("takes what is written, once that is over", async () => {
    await open({ bulkOffers: { kind: "write", look: "number" } });
    await window.press("e");
    await option("Effort").click();
    const value = window.bar.getByRole("textbox", { name: "Value" });
    await value.pressSequentially("13");
    assert.deepEqual(await window.asked("preview"), [
      { ids: [1, 2, 3], field: "id 21", value: { kind: "written", text: "13" } },
    ]);
    await value.fill("");
    await value.press("Enter");
    const [, second] = await window.asked("preview", 2);
    assert.deepEqual((second as { value: unknown }).value, { kind: "written", text: "" });
  });

  it("says what the host could not do", async () => {
    await open();
    await window.press("e");
    await option("Status").click();
    await option("Verified").waitFor();
    window.host.refusal = "The server is away.";
    await option("Verified").click();
    await window.bar.getByRole("alert").getByText("The server is away.").waitFor();
    window.host.refusal = undefined;
    await window.bar.getByRole("button", { name: "Value: Verified" }).click();
    await option("Verified").click();
    await window.button("Change 3").waitFor();
  });

  it("is begun from elsewhere, with a field or without", async () => {
    await open();
    await window.host.tell("openBulk", { ids: [4, 6], field: "role status" });
    await option("Verified").click();
    await window.button("Change 2").waitFor();
    await window.isSelected(4, 6);
    await window.host.tell("openBulk", { ids: [5], field: undefined });
    await option("Assigned to").waitFor();
    await window.isSelected(5);
  });

  it("arrives with its value chosen and the preview ready where both are known", async () => {
    await open();
    const me = { id: 102, label: "Kim Park" };
    await window.host.tell("openBulk", { ids: [4, 6], field: "role assignee", values: [me] });
    await window.button("Change 2").waitFor();
    await window.bar.getByRole("button", { name: "Value: Kim Park" }).waitFor();
    assert.equal(await window.popup.count(), 0);
    await window.host.tell("openBulk", { ids: [5], field: "role status", values: [me] });
    await window.button("Change 1").waitFor();
    assert.deepEqual(
      window.host.asked("preview").map((each) => (each as { value: unknown }).value),
      [
        { kind: "chosen", how: "add", values: [me] },
        { kind: "chosen", how: "set", values: [me] },
      ],
    );
    assert.deepEqual(window.host.asked("run"), []);
  });

  for (const [what, first] of [
    ["no value", offer(undefined, "No value")],
    ["the value None", offer(100, "None")],
    ["any value", offer(3, "Verified")],
  ] as const) {
    it(`has nothing preselected in a list that begins with ${what}`, async () => {
      await open({ bulkOffers: { kind: "list", offers: [first, offer(4, "Closed")], takesMany: false } });
      await window.host.tell("openBulk", { ids: [4, 6], field: "role status" });
      await option("Closed").waitFor();
      assert.equal(await window.popup.locator(".is-active").count(), 0);
      await window.press("Enter");
      await window.press("ArrowDown", "ArrowDown", "Enter");
      await window.bar.getByRole("button", { name: "Value: Closed" }).waitFor();
      assert.equal((await window.asked("preview")).length, 1);
    });
  }

  it("doesn't preselect nobody beside the people who were found", async () => {
    const found = [offer(undefined, "Nobody"), offer(102, "Nobuko Park")];
    await open({
      people: found,
      bulkOffers: { kind: "search", shortest: 3, takesMany: false, held: [] },
    });
    await window.host.tell("openBulk", { ids: [4, 6], field: "role assignee" });
    await window.popup.getByRole("combobox").fill("nob");
    await option("Nobuko Park").waitFor();
    await window.press("Enter");
    await window.bar.getByRole("button", { name: "Value: Nobuko Park" }).waitFor();
  });

  it("draws a long list of lines piece by piece", async () => {
    await open({ preview: () => Array.from({ length: 2_000 }, (_, index) => line(index, "change")) });
    await choose("Status", "Verified");
    await window.button("Change 2,000").waitFor();
    assert.equal(await window.bar.locator("li").count(), 101);
    await window.button("Show 1,900 more").click();
    await window.button("Show 900 more").waitFor();
    assert.equal(await window.bar.locator("li").count(), 1_101);
  });
});
