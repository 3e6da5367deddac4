import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableOptions } from "../../support/page/table/fakeTable.ts";
import { offer, people, row } from "../../support/page/table/samples.ts";

const search = { kind: "search", shortest: 3, takesMany: false, held: [] } as const;

describe("status and assignee in the table", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [row(1), row(2), row(3)], ...options });
  }

  function option(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  /** What stands there says so to those who don't see it. */
  function standing(name: string) {
    return window.popup.getByRole("option", { name }).and(window.popup.locator("[aria-selected=true]"));
  }

  it("are changed where they stand, and show the new value while it is on its way", async () => {
    await open();
    const gate = window.host.hold("set");
    await window.cell(2, "status").getByRole("button").click();
    await option("In progress").click();
    const cell = window.cell(2, "status");
    await cell.getByText("In progress").waitFor();
    assert.equal(await cell.getAttribute("aria-busy"), "true");
    assert.deepEqual(window.host.sets, [
      { id: 2, role: "status", values: [{ id: 2, label: "In progress" }] },
    ]);
    await window.host.tell("changed", { rows: [row(2, { status: "In progress" })], gone: [] });
    gate.open();
    await window.page.locator(`#${await cell.getAttribute("id")}[aria-busy=false]`).waitFor();
    assert.equal(await cell.innerText(), "In progress");
  });

  it("go back to what they were when the host could not do it", async () => {
    await open();
    const gate = window.host.hold("set");
    await window.press("s");
    await option("Verified").click();
    await window.cell(1, "status").getByText("Verified").waitFor();
    window.host.refusal = "Somebody else was faster.";
    gate.open();
    await window.page.getByRole("alert").getByText("Somebody else was faster.").waitFor();
    await window.cell(1, "status").getByText("New").waitFor();
  });

  for (const keys of [["s"], ["ArrowRight", "ArrowRight", "Enter"], ["ArrowRight", "ArrowRight", "F2"]]) {
    it(`are changed by keyboard alone: ${keys.join(", ")}`, async () => {
      await open();
      await window.press("ArrowDown", ...keys);
      await option("Verified").waitFor();
      // It begins at what stands there.
      await window.press("ArrowDown", "ArrowDown", "Enter");
      await window.until("set", () => window.host.sets.length === 1);
      assert.deepEqual(window.host.sets[0]?.values, [{ id: 3, label: "Verified" }]);
      assert.equal(window.host.sets[0].id, 2);
      await window.press("ArrowDown", "Space");
      await window.isSelected(3);
    });
  }

  it("stay as they are after Escape, and when somebody goes elsewhere", async () => {
    await open();
    await window.press("s");
    await option("Verified").waitFor();
    await window.press("ArrowDown", "Escape");
    await window.popup.waitFor({ state: "detached" });
    await window.press("a");
    await window.popup.waitFor();
    await window.cell(3, "title").click();
    await window.popup.waitFor({ state: "detached" });
    await window.isSelected(3);
    assert.deepEqual(window.host.sets, []);
  });

  it("say why nothing can be chosen", async () => {
    await open({ offers: { status: { kind: "none", text: "The workflow ends here." } } });
    await window.press("s");
    await window.popup.getByText("The workflow ends here.").waitFor();
    await window.press("Enter", "Escape");
    await window.popup.waitFor({ state: "detached" });
    window.host.refusal = "The server is away.";
    await window.press("s");
    await window.popup.getByText("The server is away.").waitFor();
  });

  it("show no list that was asked for before another one", async () => {
    await open({ offers: { assignee: { kind: "list", offers: [offer(7, "Kim Park")], takesMany: false } } });
    const gate = window.host.hold("offers");
    await window.press("s");
    await window.popup.getByText("Reading…").waitFor();
    await window.press("Escape");
    gate.open();
    await window.press("ArrowDown", "a");
    await option("Kim Park").waitFor();
    assert.equal(await option("Verified").count(), 0);
  });

  it("find people as their names are typed, in the order of the typing", async () => {
    await open({ offers: { assignee: search } });
    await window.press("a");
    await window.popup.getByText("Type at least 3 letters of a name").waitFor();
    const gate = window.host.hold("findPeople");
    await window.page.keyboard.type("lop");
    await window.asked("findPeople");
    await window.press("Control+a");
    await window.page.keyboard.type("par");
    await window.asked("findPeople", 2);
    gate.open();
    await option("Kim Park").waitFor();
    assert.equal(await option("Ana Lopes").count(), 0);
    await window.press("Enter");
    await window.until("set", () => window.host.sets.length === 1);
    assert.deepEqual(window.host.sets, [
      { id: 1, role: "assignee", values: [{ id: 102, label: "Kim Park" }] },
    ]);
  });

  it("take several where the field does, or none", async () => {
    const offers = [
      offer(undefined, "nobody"),
      ...people.map(({ id, label }) => offer(id, label, { isNow: id === 101 })),
    ];
    await open({ offers: { assignee: { kind: "list", offers, takesMany: true } } });
    await window.press("a");
    await option("Kim Park").click();
    await window.press("ArrowDown", "Space", "Enter");
    await window.until("set", () => window.host.sets.length === 1);
    assert.deepEqual(
      window.host.sets[0]?.values.map(({ id }) => id),
      [101, 102, 103],
    );
    await window.press("a");
    await option("Kim Park").waitFor();
    await window.press("Home", "Enter");
    await window.until("set", () => window.host.sets.length === 2);
    assert.deepEqual(window.host.sets[1]?.values, []);
  });

  it("of several values stay as they are after Enter on one of them, and take one more after Enter on another", async () => {
    const offers = people.map(({ id, label }) => offer(id, label, { isNow: id < 103 }));
    await open({ offers: { assignee: { kind: "list", offers, takesMany: true } } });
    await window.press("a");
    await standing("Kim Park").waitFor();
    await window.press("Enter");
    await window.popup.waitFor({ state: "detached" });
    await window.press("a");
    await standing("Kim Park").waitFor();
    await window.press("End", "Enter");
    await window.until("set", () => window.host.sets.length > 0);
    assert.deepEqual(
      window.host.sets.map(({ values }) => values.map(({ id }) => id)),
      [[101, 102, 104]],
    );
  });

  it("add people who are searched for to those who are there, until somebody takes them away", async () => {
    const held = people.slice(0, 2).map(({ id, label }) => offer(id, label, { isNow: true }));
    await open({ offers: { assignee: { ...search, takesMany: true, held } } });
    await window.press("a");
    await standing("Ana Lopes").waitFor();
    await window.press("Enter");
    await window.popup.waitFor({ state: "detached" });
    await window.press("a");
    await standing("Ana Lopes").waitFor();
    await window.page.keyboard.type("noor");
    await option("Noor Haddad").waitFor();
    await window.press("Enter");
    await window.until("set", () => window.host.sets.length === 1);
    await window.press("a");
    await standing("Ana Lopes").click();
    await window.popup.getByRole("button", { name: "Apply" }).click();
    await window.until("set", () => window.host.sets.length === 2);
    assert.deepEqual(
      window.host.sets.map(({ values }) => values.map(({ id }) => id)),
      [[101, 102, 103], [102]],
    );
  });

  for (const way of ["the bar", "the menu"]) {
    it(`are changed from ${way}, of one row where it stands and of several in the bar`, async () => {
      await open();
      const choose = async (name: string): Promise<void> => {
        if (way === "the bar") await window.bar.getByRole("button", { name, exact: true }).click();
        else {
          await window.cell(2, "title").click({ button: "right" });
          await option(name).click();
        }
      };
      await window.cell(2, "title").click();
      await choose("Set Status…");
      await option("Verified").click();
      await window.until("set", () => window.host.sets.length === 1);
      await choose("Assign…");
      await window.popup.waitFor();
      assert.deepEqual(window.host.sets, [{ id: 2, role: "status", values: [{ id: 3, label: "Verified" }] }]);
      assert.deepEqual(await window.asked("offers", 2), [
        { id: 2, role: "status" },
        { id: 2, role: "assignee" },
      ]);
      await window.press("Escape");
      await window.cell(3, "title").click({ modifiers: ["ControlOrMeta"] });
      await choose("Assign…");
      await window.bar.getByRole("button", { name: "Field: Assigned to" }).waitFor();
      await window.isSelected(2, 3);
    });
  }

  it("narrow a long list down by what is typed", async () => {
    const offers = Array.from({ length: 400 }, (_, index) => offer(index, `Value ${index}`));
    await open({ offers: { status: { kind: "list", offers, takesMany: false } } });
    await window.press("s");
    await option("Value 3").waitFor();
    await window.page.keyboard.type("value 317");
    await option("Value 317").waitFor();
    await window.press("Enter");
    await window.until("set", () => window.host.sets.length === 1);
    assert.deepEqual(window.host.sets[0]?.values, [{ id: 317, label: "Value 317" }]);
  });

  it("of several selected rows are changed in the bar", async () => {
    await open();
    await window.press("Space", "Shift+ArrowDown", "s");
    await window.bar.getByRole("button", { name: "Field: Status" }).waitFor();
    await option("Verified").click();
    assert.deepEqual(await window.asked("preview"), [
      {
        ids: [1, 2],
        field: "role status",
        value: { kind: "chosen", how: "set", values: [{ id: 3, label: "Verified" }] },
      },
    ]);
    assert.deepEqual(window.host.sets, []);
  });
});
