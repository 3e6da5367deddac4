import assert from "node:assert/strict";
import { choice } from "../../support/fixtures/formParts.ts";
import { linked } from "../../support/page/form/samples.ts";
import { typing } from "../../support/page/form/typing.ts";

const fruits = [
  choice(1, { label: "Apple", color: "fiesta-red" }),
  choice(2, { label: "Banana" }),
  choice(3, { label: "Cherry" }),
];

const people = [
  { id: 501, label: "Ana Lopes", detail: "alopes" },
  { id: 502, label: "Ana Maria", detail: undefined },
];

describe("lists of the form, by keyboard alone", () => {
  const { window, openWith, press, type, becomes } = typing({ people, artifacts: linked });

  afterEach(() => window().close());

  it("one value of a list, and none", async () => {
    await openWith(
      { type: "sb", choices: fruits },
      { kind: "choices", chosen: [{ id: 2, label: "Banana" }] },
    );
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await press("Enter", "ArrowDown", "Enter");
    await becomes({ kind: "choices", chosen: [{ id: 3, label: "Cherry" }] });
    await press("Enter", "ArrowUp", "ArrowUp", "ArrowUp", "Enter");
    await becomes({ kind: "choices", chosen: [] });
    assert.match((await window().page.getByRole("combobox", { name: "Field" }).textContent()) ?? "", /None/);
  });

  it("one value of a long list, found by typing", async () => {
    const many = Array.from({ length: 40 }, (_, index) => choice(index + 1, { label: `Value ${index + 1}` }));
    await openWith({ type: "sb", choices: many }, { kind: "choices", chosen: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("37");
    await press("Enter");
    await becomes({ kind: "choices", chosen: [{ id: 37, label: "Value 37" }] });
    await type("12");
    await press("Enter");
    await becomes({ kind: "choices", chosen: [{ id: 12, label: "Value 12" }] });
  });

  it("radio buttons", async () => {
    await openWith({ type: "rb", choices: fruits }, { kind: "choices", chosen: [{ id: 1, label: "Apple" }] });
    await window().page.getByRole("radio", { name: "Apple" }).focus();
    await press("ArrowDown");
    await becomes({ kind: "choices", chosen: [{ id: 2, label: "Banana" }] });
    await press("ArrowUp", "ArrowUp");
    await becomes({ kind: "choices", chosen: [] });
    assert.ok(await window().page.getByRole("radio", { name: "None" }).isChecked());
  });

  it("checkboxes", async () => {
    await openWith({ type: "cb", choices: fruits }, { kind: "choices", chosen: [{ id: 1, label: "Apple" }] });
    await window().page.getByRole("checkbox", { name: "Apple" }).focus();
    await press("Tab", "Space");
    await becomes({
      kind: "choices",
      chosen: [
        { id: 1, label: "Apple" },
        { id: 2, label: "Banana" },
      ],
    });
    await press("Shift+Tab", "Space");
    await becomes({ kind: "choices", chosen: [{ id: 2, label: "Banana" }] });
  });

  it("several values of a list", async () => {
    await openWith(
      { type: "msb", choices: fruits },
      { kind: "choices", chosen: [{ id: 1, label: "Apple" }] },
    );
    const line = window().page.getByRole("combobox", { name: "Field" });
    await line.focus();
    await press("ArrowDown", "ArrowDown", "Enter");
    await becomes({
      kind: "choices",
      chosen: [
        { id: 1, label: "Apple" },
        { id: 2, label: "Banana" },
      ],
    });
    await press("Backspace", "Backspace");
    await becomes({ kind: "choices", chosen: [] });
    await press("ArrowDown");
    assert.equal(await line.getAttribute("aria-expanded"), "true");
    await press("Escape");
    assert.equal(await line.getAttribute("aria-expanded"), "false");
  });

  it("people, searched from three characters on", async () => {
    await openWith({ type: "msb", binding: "users" }, { kind: "choices", chosen: [] });
    const line = window().page.getByRole("combobox", { name: "Field" });
    await line.focus();
    await type("an");
    await window().page.getByText("Type at least 3 characters.").waitFor();
    await type("a");
    await window().page.getByRole("option", { name: "Ana Maria" }).waitFor();
    assert.deepEqual(window().host.asked("findPeople"), [{ query: "ana" }]);
    await press("ArrowDown", "Enter");
    await becomes({ kind: "choices", chosen: [{ id: 502, label: "Ana Maria" }] });
    await window().page.getByRole("button", { name: "Remove Ana Maria" }).press("Enter");
    await becomes(undefined);
  });

  it("an open list: its own values, and others", async () => {
    await openWith({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("che");
    await press("Enter");
    await becomes({ kind: "openList", entries: [{ id: 3, label: "Cherry" }] });
    await type("durian");
    await press("Enter");
    await becomes({
      kind: "openList",
      entries: [
        { id: 3, label: "Cherry" },
        { id: undefined, label: "durian" },
      ],
    });
  });

  it("an open list: what is being typed is not lost", async () => {
    await openWith({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    const line = window().page.getByRole("combobox", { name: "Field" });
    const chips = window().page.locator(".chip");
    await line.focus();
    await type("dur");
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "dur" }] });
    await window().page.getByRole("button", { name: "Save 1 change" }).waitFor();
    assert.equal(await chips.count(), 0);
    await type("ian ");
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "durian" }] });
    assert.equal(await line.inputValue(), "durian ");
    await press("Tab");
    await chips.getByText("durian").waitFor();
    await line.focus();
    await type("bANANA");
    const banana = { id: 2, label: "Banana" };
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    assert.equal(await chips.count(), 1);
    assert.equal(await window().page.getByRole("option").count(), 1);
    await press("Tab");
    await chips.getByText("Banana").waitFor();
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    await line.focus();
    await type("banana");
    await press("Shift+Tab");
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "durian" }, banana] });
    assert.equal(await chips.count(), 2);
  });

  it("an open list: what was being typed can be undone, and comes back with the page", async () => {
    await openWith({ type: "tbl", binding: "static", choices: fruits }, { kind: "openList", entries: [] });
    const line = window().page.getByRole("combobox", { name: "Field" });
    await line.focus();
    await type("half");
    await press("Backspace");
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "hal" }] });
    await window().host.undo();
    await window().page.getByRole("button", { name: "Save", exact: true }).waitFor();
    assert.equal(await line.inputValue(), "");
    await type("half");
    await becomes({ kind: "openList", entries: [{ id: undefined, label: "half" }] });
    await window().page.reload();
    await window().page.locator(".chip").getByText("half").waitFor();
  });

  it("an open list: the value that was typed in full is taken, not the first that contains it", async () => {
    const choices = [choice(1, { label: "Apple pie" }), choice(2, { label: "Apple" })];
    await openWith({ type: "tbl", binding: "static", choices }, { kind: "openList", entries: [] });
    await window().page.getByRole("combobox", { name: "Field" }).focus();
    await type("apple");
    await press("Enter");
    await becomes({ kind: "openList", entries: [{ id: 2, label: "Apple" }] });
  });

  it("many links: titles in portions, as they come into view", async () => {
    const ids = Array.from({ length: 150 }, (_, index) => 2000 + index);
    await openWith(
      { type: "art_link" },
      { kind: "links", forward: ids.map((artifactId) => ({ artifactId, type: "" })), reverse: [] },
    );
    const asked = (): readonly unknown[] => window().host.asked("describeArtifacts");
    await window().until("first", () => asked().length === 1);
    assert.deepEqual(asked(), [{ ids: ids.slice(0, 50) }]);
    await window().page.getByRole("button", { name: "#2149", exact: true }).scrollIntoViewIfNeeded();
    await window().until("last", () => asked().length === 2);
    assert.deepEqual(asked()[1], { ids: ids.slice(100) });
    assert.equal(await window().page.getByText("Not visible to you").count(), 0);
  });

  it("links: adding, removing, and titles once they are seen", async () => {
    const linkTypes = [{ name: "_is_child", forwardLabel: "Child of", reverseLabel: "Parent of" }];
    await openWith(
      { type: "art_link", linkTypes },
      {
        kind: "links",
        forward: [{ artifactId: 1101, type: "" }],
        reverse: [{ artifactId: 1198, type: "_is_child" }],
      },
    );
    await window().page.getByText("Rounding of partial refunds").waitFor();
    assert.deepEqual(window().host.asked("describeArtifacts"), [{ ids: [1101, 1198] }]);
    await window().page.getByText("Parent of").waitFor();
    await window().page.getByRole("button", { name: "Add link…" }).focus();
    await press("Enter", "Shift+Tab", "Enter");
    await window().page.getByRole("option", { name: "Child of" }).waitFor();
    await press("ArrowDown", "Enter");
    await window().page.getByRole("option", { name: "Child of" }).waitFor({ state: "hidden" });
    await press("Tab");
    await type("bank");
    await window().page.getByRole("option", { name: "task #1400 Ask the bank" }).waitFor();
    await press("Enter");
    const added = { artifactId: 1400, type: "_is_child" };
    await becomes({ kind: "links", forward: [{ artifactId: 1101, type: "" }, added] });
    await window().page.getByRole("button", { name: "Remove Linked to story #1101" }).press("Enter");
    await becomes({ kind: "links", forward: [added] });
    await window().page.getByRole("button", { name: "task #1400" }).first().press("Enter");
    await window().until("opened", () => window().host.asked("openArtifact").length === 1);
  });

  it("permissions", async () => {
    await openWith(
      { type: "perm", choices: [choice("2", { label: "Members" }), choice("3", { label: "Admins" })] },
      { kind: "permissions", groups: [] },
    );
    await window().page.getByRole("checkbox", { name: "Admins" }).press("Space");
    await becomes({ kind: "permissions", groups: [{ id: "3", label: "Admins" }] });
  });
});
