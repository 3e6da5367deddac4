import assert from "node:assert/strict";
import { createChoice } from "../../support/fixtures/formBuilders.ts";
import { linkTargets } from "../../support/page/form/samples.ts";
import { createSingleFieldPage } from "../../support/page/form/singleFieldPage.ts";

const fruits = [
  createChoice(1, { label: "Apple", color: "fiesta-red" }),
  createChoice(2, { label: "Banana" }),
  createChoice(3, { label: "Cherry" }),
];

const users = [
  { id: 501, label: "Ana Lopes", detail: "alopes" },
  { id: 502, label: "Ana Maria", detail: undefined },
];

describe("list controls, used by keyboard", () => {
  const { window, openField, press, type, waitForInput } = createSingleFieldPage({
    users,
    artifacts: linkTargets,
  });

  afterEach(() => window().close());

  it("select one value of a list, or none", async () => {
    await openField(
      { type: "sb", choices: fruits },
      { kind: "choices", chosen: [{ id: 2, label: "Banana" }] },
    );
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await press("Enter", "ArrowDown", "Enter");
    await waitForInput({ kind: "choices", chosen: [{ id: 3, label: "Cherry" }] });
    await press("Enter", "ArrowUp", "ArrowUp", "ArrowUp", "Enter");
    await waitForInput({ kind: "choices", chosen: [] });
    assert.match(
      (await window().page.getByRole("combobox", { name: "Field" }).textContent()) ?? "",
      /No value/,
    );
  });

  it("find a value of a long list by typing", async () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      createChoice(index + 1, { label: `Value ${index + 1}` }),
    );
    await openField({ type: "sb", choices: many }, { kind: "choices", chosen: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("37");
    await press("Enter");
    await waitForInput({ kind: "choices", chosen: [{ id: 37, label: "Value 37" }] });
    await type("12");
    await press("Enter");
    await waitForInput({ kind: "choices", chosen: [{ id: 12, label: "Value 12" }] });
  });

  it("select a radio button", async () => {
    await openField(
      { type: "rb", choices: fruits },
      { kind: "choices", chosen: [{ id: 1, label: "Apple" }] },
    );
    await window().page.getByRole("radio", { name: "Apple" }).focus();
    await press("ArrowDown");
    await waitForInput({ kind: "choices", chosen: [{ id: 2, label: "Banana" }] });
    await press("ArrowUp", "ArrowUp");
    await waitForInput({ kind: "choices", chosen: [] });
    assert.ok(await window().page.getByRole("radio", { name: "No value" }).isChecked());
  });

  it("toggle checkboxes", async () => {
    await openField(
      { type: "cb", choices: fruits },
      { kind: "choices", chosen: [{ id: 1, label: "Apple" }] },
    );
    await window().page.getByRole("checkbox", { name: "Apple" }).focus();
    await press("Tab", "Space");
    await waitForInput({
      kind: "choices",
      chosen: [
        { id: 1, label: "Apple" },
        { id: 2, label: "Banana" },
      ],
    });
    await press("Shift+Tab", "Space");
    await waitForInput({ kind: "choices", chosen: [{ id: 2, label: "Banana" }] });
  });

  it("add and remove values of a multi-value list", async () => {
    await openField(
      { type: "msb", choices: fruits },
      { kind: "choices", chosen: [{ id: 1, label: "Apple" }] },
    );
    const input = window().page.getByRole("combobox", { name: "Field" });
    await input.focus();
    await press("ArrowDown", "ArrowDown", "Enter");
    await waitForInput({
      kind: "choices",
      chosen: [
        { id: 1, label: "Apple" },
        { id: 2, label: "Banana" },
      ],
    });
    await press("Backspace", "Backspace");
    await waitForInput({ kind: "choices", chosen: [] });
    await press("ArrowDown");
    assert.equal(await input.getAttribute("aria-expanded"), "true");
    await press("Escape");
    assert.equal(await input.getAttribute("aria-expanded"), "false");
  });

  it("search users from three characters on", async () => {
    await openField({ type: "msb", binding: "users" }, { kind: "choices", chosen: [] });
    const input = window().page.getByRole("combobox", { name: "Field" });
    await input.focus();
    await type("an");
    await window().page.getByText("Enter at least 3 characters.").waitFor();
    await type("a");
    await window().page.getByRole("option", { name: "Ana Maria" }).waitFor();
    assert.deepEqual(window().host.getCalls("findPeople"), [{ query: "ana" }]);
    await press("ArrowDown", "Enter");
    await waitForInput({ kind: "choices", chosen: [{ id: 502, label: "Ana Maria" }] });
    await window().page.getByRole("button", { name: "Remove Ana Maria" }).press("Enter");
    await waitForInput(undefined);
  });

  it("add listed and typed values to an open list", async () => {
    await openField({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("che");
    await press("Enter");
    await waitForInput({ kind: "openList", entries: [{ id: 3, label: "Cherry" }] });
    await type("durian");
    await press("Enter");
    await waitForInput({
      kind: "openList",
      entries: [
        { id: 3, label: "Cherry" },
        { id: undefined, label: "durian" },
      ],
    });
  });

  it("keep text that is being typed into an open list", async () => {
    await openField({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    const input = window().page.getByRole("combobox", { name: "Field" });
    const chips = window().page.locator(".chip");
    await input.focus();
    await type("dur");
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "dur" }] });
    await window().page.getByRole("button", { name: "Save 1 Change" }).waitFor();
    assert.equal(await chips.count(), 0);
    await type("ian ");
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "durian" }] });
    assert.equal(await input.inputValue(), "durian ");
    await press("Tab");
    await chips.getByText("durian").waitFor();
    await input.focus();
    await type("bANANA");
    const banana = { id: 2, label: "Banana" };
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    assert.equal(await chips.count(), 1);
    assert.equal(await window().page.getByRole("option").count(), 1);
    await press("Tab");
    await chips.getByText("Banana").waitFor();
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    await input.focus();
    await type("banana");
    await press("Shift+Tab");
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    assert.equal(await chips.count(), 2);
  });

  it("undo text that is being typed into an open list, and restore it after a reload", async () => {
    await openField({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    const input = window().page.getByRole("combobox", { name: "Field" });
    await input.focus();
    await type("half");
    await press("Backspace");
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "hal" }] });
    await window().host.undo();
    await window().page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await input.inputValue(), "");
    await type("half");
    await waitForInput({ kind: "openList", entries: [{ id: undefined, label: "half" }] });
    await window().page.reload();
    await window().page.locator(".chip").getByText("half").waitFor();
  });

  it("prefer an exact match in an open list", async () => {
    const choices = [createChoice(1, { label: "Apple pie" }), createChoice(2, { label: "Apple" })];
    await openField({ type: "tbl", binding: "static", choices }, { kind: "openList", entries: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("apple");
    await press("Enter");
    await waitForInput({ kind: "openList", entries: [{ id: 2, label: "Apple" }] });
  });

  it("load titles of many links in batches, as they become visible", async () => {
    const ids = Array.from({ length: 150 }, (_, index) => 2000 + index);
    await openField(
      { type: "art_link" },
      { kind: "links", forward: ids.map((artifactId) => ({ artifactId, type: "" })), reverse: [] },
    );
    const getRequests = (): readonly unknown[] => window().host.getCalls("describeArtifacts");
    await window().waitUntil("first batch", () => getRequests().length === 1);
    assert.deepEqual(getRequests(), [{ ids: ids.slice(0, 50) }]);
    await window().page.getByRole("button", { name: "#2149", exact: true }).scrollIntoViewIfNeeded();
    await window().waitUntil("last batch", () => getRequests().length === 2);
    assert.deepEqual(getRequests()[1], { ids: ids.slice(100) });
    assert.equal(await window().page.getByText("You don't have access to this artifact").count(), 0);
  });

  it("add and remove links, and load titles of visible links", async () => {
    const linkTypes = [{ name: "_is_child", forwardLabel: "Child of", reverseLabel: "Parent of" }];
    await openField(
      { type: "art_link", linkTypes },
      {
        kind: "links",
        forward: [{ artifactId: 1101, type: "" }],
        reverse: [{ artifactId: 1198, type: "_is_child" }],
      },
    );
    await window().page.getByText("Rounding of partial refunds").waitFor();
    assert.deepEqual(window().host.getCalls("describeArtifacts"), [{ ids: [1101, 1198] }]);
    await window().page.getByText("Parent of").waitFor();
    await window().page.getByRole("button", { name: "Add Link…" }).focus();
    await press("Enter", "Shift+Tab", "Enter");
    await window().page.getByRole("option", { name: "Child of" }).waitFor();
    await press("ArrowDown", "Enter");
    await window().page.getByRole("option", { name: "Child of" }).waitFor({ state: "hidden" });
    await press("Tab");
    await type("bank");
    await window().page.getByRole("option", { name: "task #1400 Ask the bank" }).waitFor();
    await press("Enter");
    const added = { artifactId: 1400, type: "_is_child" };
    await waitForInput({ kind: "links", forward: [{ artifactId: 1101, type: "" }, added] });
    await window().page.getByRole("button", { name: "Remove Linked to story #1101" }).press("Enter");
    await waitForInput({ kind: "links", forward: [added] });
    await window().page.getByRole("button", { name: "task #1400" }).first().press("Enter");
    await window().waitUntil(
      "the artifact is opened",
      () => window().host.getCalls("openArtifact").length === 1,
    );
  });

  it("select groups of a permissions field", async () => {
    await openField(
      {
        type: "perm",
        choices: [createChoice("2", { label: "Members" }), createChoice("3", { label: "Admins" })],
      },
      { kind: "permissions", groups: [] },
    );
    await window().page.getByRole("checkbox", { name: "Admins" }).press("Space");
    await waitForInput({ kind: "permissions", groups: [{ id: "3", label: "Admins" }] });
  });
});
