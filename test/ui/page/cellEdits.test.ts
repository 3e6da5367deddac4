import assert from "node:assert/strict";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import type { FakeTableHostOptions } from "../../support/page/table/fakeTableHost.ts";
import { createOffer, sampleUsers, createRow } from "../../support/page/table/samples.ts";

const search = { kind: "search", minQueryLength: 3, allowsMultiple: false, current: [] } as const;

describe("cell edits of status and assignee", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(options: Partial<FakeTableHostOptions> = {}): Promise<void> {
    window = await openTablePage({ rows: [createRow(1), createRow(2), createRow(3)], ...options });
  }

  function getOption(name: string) {
    return window.popup.getByRole("option", { name, exact: true });
  }

  /** The accessible name of a current value has a suffix. */
  function getCurrentOption(name: string) {
    return window.popup.getByRole("option", { name }).and(window.popup.locator("[aria-selected=true]"));
  }

  it("show the new value while it is being saved", async () => {
    await open();
    const gate = window.host.holdCalls("setCellValue");
    await window.getCell(2, "status").getByRole("button").click();
    await getOption("In progress").click();
    const cell = window.getCell(2, "status");
    await cell.getByText("In progress").waitFor();
    assert.equal(await cell.getAttribute("aria-busy"), "true");
    assert.deepEqual(window.host.cellEdits, [
      { id: 2, role: "status", values: [{ id: 2, label: "In progress" }] },
    ]);
    await window.host.callPage("updateRows", {
      rows: [createRow(2, { status: "In progress" })],
      removed: [],
    });
    gate.open();
    await window.page.locator(`#${await cell.getAttribute("id")}[aria-busy=false]`).waitFor();
    assert.equal(await cell.innerText(), "In progress");
  });

  it("are reverted if the host can't save them", async () => {
    await open();
    const gate = window.host.holdCalls("setCellValue");
    await window.pressKeys("s");
    await getOption("Verified").click();
    await window.getCell(1, "status").getByText("Verified").waitFor();
    window.host.errorText = "Somebody else was faster.";
    gate.open();
    await window.page.getByRole("alert").getByText("Somebody else was faster.").waitFor();
    await window.getCell(1, "status").getByText("New").waitFor();
  });

  for (const keys of [["s"], ["ArrowRight", "ArrowRight", "Enter"], ["ArrowRight", "ArrowRight", "F2"]]) {
    it(`are made by keyboard: ${keys.join(", ")}`, async () => {
      await open();
      await window.pressKeys("ArrowDown", ...keys);
      await getOption("Verified").waitFor();
      // The current value is active at first.
      await window.pressKeys("ArrowDown", "ArrowDown", "Enter");
      await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
      assert.deepEqual(window.host.cellEdits[0]?.values, [{ id: 3, label: "Verified" }]);
      assert.equal(window.host.cellEdits[0].id, 2);
      await window.pressKeys("ArrowDown", "Space");
      await window.waitForSelection(3);
    });
  }

  it("are canceled by Escape and by a click elsewhere", async () => {
    await open();
    await window.pressKeys("s");
    await getOption("Verified").waitFor();
    await window.pressKeys("ArrowDown", "Escape");
    await window.popup.waitFor({ state: "detached" });
    await window.pressKeys("a");
    await window.popup.waitFor();
    await window.getCell(3, "title").click();
    await window.popup.waitFor({ state: "detached" });
    await window.waitForSelection(3);
    assert.deepEqual(window.host.cellEdits, []);
  });

  it("show why there are no choices", async () => {
    await open({ offers: { status: { kind: "none", text: "The workflow ends here." } } });
    await window.pressKeys("s");
    await window.popup.getByText("The workflow ends here.").waitFor();
    await window.pressKeys("Enter", "Escape");
    await window.popup.waitFor({ state: "detached" });
    window.host.errorText = "The server is away.";
    await window.pressKeys("s");
    await window.popup.getByText("The server is away.").waitFor();
  });

  it("ignore an outdated list of choices", async () => {
    await open({
      offers: { assignee: { kind: "list", choices: [createOffer(7, "Kim Park")], allowsMultiple: false } },
    });
    const gate = window.host.holdCalls("listChoices");
    await window.pressKeys("s");
    await window.popup.getByText("Loading…").waitFor();
    await window.pressKeys("Escape");
    gate.open();
    await window.pressKeys("ArrowDown", "a");
    await getOption("Kim Park").waitFor();
    assert.equal(await getOption("Verified").count(), 0);
  });

  it("search users while the name is typed, and ignore outdated results", async () => {
    await open({ offers: { assignee: search } });
    await window.pressKeys("a");
    await window.popup.getByText("Enter at least 3 characters.").waitFor();
    const gate = window.host.holdCalls("findPeople");
    await window.page.keyboard.type("lop");
    await window.waitForCalls("findPeople");
    await window.pressKeys("Control+a");
    await window.page.keyboard.type("par");
    await window.waitForCalls("findPeople", 2);
    gate.open();
    await getOption("Kim Park").waitFor();
    assert.equal(await getOption("Ana Lopes").count(), 0);
    await window.pressKeys("Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
    assert.deepEqual(window.host.cellEdits, [
      { id: 1, role: "assignee", values: [{ id: 102, label: "Kim Park" }] },
    ]);
  });

  it("set several values or none in a multi-value field", async () => {
    const choices = [
      createOffer(undefined, "nobody"),
      ...sampleUsers.map(({ id, label }) => createOffer(id, label, { isCurrent: id === 101 })),
    ];
    await open({ offers: { assignee: { kind: "list", choices, allowsMultiple: true } } });
    await window.pressKeys("a");
    await getOption("Kim Park").click();
    await window.pressKeys("ArrowDown", "Space", "Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
    assert.deepEqual(
      window.host.cellEdits[0]?.values.map(({ id }) => id),
      [101, 102, 103],
    );
    await window.pressKeys("a");
    await getOption("Kim Park").waitFor();
    await window.pressKeys("Home", "Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 2);
    assert.deepEqual(window.host.cellEdits[1]?.values, []);
  });

  it("of several values change nothing by Enter on a current value, and add one by Enter on another", async () => {
    const choices = sampleUsers.map(({ id, label }) => createOffer(id, label, { isCurrent: id < 103 }));
    await open({ offers: { assignee: { kind: "list", choices, allowsMultiple: true } } });
    await window.pressKeys("a");
    await getCurrentOption("Kim Park").waitFor();
    await window.pressKeys("Enter");
    await window.popup.waitFor({ state: "detached" });
    await window.pressKeys("a");
    await getCurrentOption("Kim Park").waitFor();
    await window.pressKeys("End", "Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length > 0);
    assert.deepEqual(
      window.host.cellEdits.map(({ values }) => values.map(({ id }) => id)),
      [[101, 102, 104]],
    );
  });

  it("add users that were found to the current ones, which can be removed", async () => {
    const current = sampleUsers
      .slice(0, 2)
      .map(({ id, label }) => createOffer(id, label, { isCurrent: true }));
    await open({ offers: { assignee: { ...search, allowsMultiple: true, current } } });
    await window.pressKeys("a");
    await getCurrentOption("Ana Lopes").waitFor();
    await window.pressKeys("Enter");
    await window.popup.waitFor({ state: "detached" });
    await window.pressKeys("a");
    await getCurrentOption("Ana Lopes").waitFor();
    await window.page.keyboard.type("noor");
    await getOption("Noor Haddad").waitFor();
    await window.pressKeys("Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
    await window.pressKeys("a");
    await getCurrentOption("Ana Lopes").click();
    await window.popup.getByRole("button", { name: "Apply" }).click();
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 2);
    assert.deepEqual(
      window.host.cellEdits.map(({ values }) => values.map(({ id }) => id)),
      [[101, 102, 103], [102]],
    );
  });

  for (const origin of ["the bar", "the context menu"]) {
    it(`are started from ${origin} for one row, and a bulk edit for several`, async () => {
      await open();
      const runAction = async (name: string): Promise<void> => {
        if (origin === "the bar") await window.bulkEditBar.getByRole("button", { name, exact: true }).click();
        else {
          await window.getCell(2, "title").click({ button: "right" });
          await getOption(name).click();
        }
      };
      await window.getCell(2, "title").click();
      await runAction("Set Status…");
      await getOption("Verified").click();
      await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
      await runAction("Assign…");
      await window.popup.waitFor();
      assert.deepEqual(window.host.cellEdits, [
        { id: 2, role: "status", values: [{ id: 3, label: "Verified" }] },
      ]);
      assert.deepEqual(await window.waitForCalls("listChoices", 2), [
        { id: 2, role: "status" },
        { id: 2, role: "assignee" },
      ]);
      await window.pressKeys("Escape");
      await window.getCell(3, "title").click({ modifiers: ["ControlOrMeta"] });
      await runAction("Assign…");
      await window.bulkEditBar.getByRole("button", { name: "Field: Assignee" }).waitFor();
      await window.waitForSelection(2, 3);
    });
  }

  it("filter a long list of choices by the typed text", async () => {
    const choices = Array.from({ length: 400 }, (_, index) => createOffer(index, `Value ${index}`));
    await open({ offers: { status: { kind: "list", choices, allowsMultiple: false } } });
    await window.pressKeys("s");
    await getOption("Value 3").waitFor();
    await window.page.keyboard.type("value 317");
    await getOption("Value 317").waitFor();
    await window.pressKeys("Enter");
    await window.waitUntil("a cell edit", () => window.host.cellEdits.length === 1);
    assert.deepEqual(window.host.cellEdits[0]?.values, [{ id: 317, label: "Value 317" }]);
  });

  it("of several selected rows are made by a bulk edit", async () => {
    await open();
    await window.pressKeys("Space", "Shift+ArrowDown", "s");
    await window.bulkEditBar.getByRole("button", { name: "Field: Status" }).waitFor();
    await getOption("Verified").click();
    assert.deepEqual(await window.waitForCalls("previewBulkEdit"), [
      {
        ids: [1, 2],
        field: "role status",
        value: { kind: "chosen", how: "set", values: [{ id: 3, label: "Verified" }] },
      },
    ]);
    assert.deepEqual(window.host.cellEdits, []);
  });
});
