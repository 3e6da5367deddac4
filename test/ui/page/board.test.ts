import assert from "node:assert/strict";
import { createBoardColumns, findAllowedMoves } from "../../../src/model/board.ts";
import type { BoardState } from "../../../src/protocol/tableProtocol.ts";
import { createChoice, createTracker, createWorkflow } from "../../support/fixtures/formBuilders.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { createRow, createRows } from "../../support/page/table/samples.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";

const tracker = createTracker(
  [
    {
      id: 10,
      type: "sb",
      label: "Status",
      choices: [
        createChoice(1, { label: "New", color: "fiesta-red" }),
        createChoice(2, { label: "In progress", color: "daphne-blue" }),
        createChoice(3, { label: "Verified", color: "acid-green" }),
        createChoice(4, { label: "Closed" }),
        createChoice(5, { label: "Declined" }),
      ],
    },
    {
      id: 11,
      type: "sb",
      label: "Severity",
      choices: [createChoice(6, { label: "Minor" }), createChoice(7, { label: "Major" })],
    },
  ],
  {
    semantics: { status: { fieldId: 10, openIds: [1, 2, 3] } },
    workflow: createWorkflow({
      fieldId: 10,
      transitions: [
        { from: 1, to: 2 },
        { from: 2, to: 1 },
        { from: 2, to: 3 },
        { from: 3, to: 4 },
        { from: 3, to: 5 },
      ],
    }),
  },
);

function createState(parts: Partial<BoardState> = {}): BoardState {
  const columns = createBoardColumns(tracker, 10);
  return {
    fields: [
      { id: 10, label: "Status", isEditable: true },
      { id: 11, label: "Severity", isEditable: true },
    ],
    layout: { columnFieldId: 10 },
    problem: undefined,
    columns,
    allowedMoves: findAllowedMoves(tracker, 10, columns),
    statusField: { id: 10, values: columns.flatMap(({ values }) => values) },
    lanes: undefined,
    ...parts,
  };
}

const rows = [
  createRow(1),
  createRow(2, { assignees: [{ id: 101, label: "Ana Lopes" }] }),
  createRow(3, { status: "In progress" }),
  createRow(4, { status: "Verified" }),
];

describe("board page", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(parts: Partial<BoardState> = {}, all = rows): Promise<void> {
    window = await openTablePage({
      rows: all,
      board: createState(parts),
      heading: { openOnly: true },
      width: 1_300,
    });
    await window.cards.locator(".card").first().waitFor();
  }

  function getColumn(id: number): Promise<string> {
    return window.getCard(id).locator(".card-column").innerText();
  }

  async function waitForColumn(id: number, column: string): Promise<void> {
    await window
      .getCard(id)
      .locator(".card-column")
      .getByText(column, { exact: true })
      .waitFor({ state: "attached" });
  }

  async function drag(id: number, column: string): Promise<void> {
    const { mouse } = window.page;
    const card = await window.getCard(id).boundingBox();
    const head = await window.page.locator(".column").filter({ hasText: column }).boundingBox();
    assert.ok(card !== null && head !== null);
    await mouse.move(card.x + 20, card.y + 20);
    await mouse.down();
    await mouse.move(card.x + 40, card.y + 30);
    await mouse.move(head.x + head.width / 2, card.y + 40, { steps: 5 });
  }

  it("shows cards in the columns of their status, with the number of each column", async () => {
    await open();
    assert.deepEqual(await Promise.all([1, 2, 3, 4].map(getColumn)), [
      "New",
      "New",
      "In progress",
      "Verified",
    ]);
    assert.deepEqual(await window.page.locator(".column bdi").allInnerTexts(), [
      "New",
      "In progress",
      "Verified",
      "Closed",
    ]);
    assert.deepEqual(await window.page.locator(".column-count").allInnerTexts(), ["2", "1", "1"]);
    assert.equal(await window.getCard(2).locator(".avatar").innerText(), "AL");
    await window.screenshot("board");
  });

  it("moves a card by dragging it, and dims the columns that don't take it", async () => {
    await open();
    await drag(1, "In progress");
    assert.deepEqual(await window.page.locator(".column.is-forbidden bdi").allInnerTexts(), [
      "New",
      "Verified",
      "Closed",
    ]);
    await window.screenshot("board-lifted");
    const gate = window.host.holdCalls("moveCards");
    await window.page.mouse.up();
    await waitForColumn(1, "In progress");
    assert.equal(await window.getCard(1).getAttribute("aria-busy"), "true");
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [1], value: { id: 2, label: "In progress" } },
    ]);
    await window.host.callPage("updateRows", {
      rows: [createRow(1, { status: "In progress" })],
      removed: [],
    });
    gate.open();
    await window.page.getByRole("status").filter({ hasText: "#1 is now in In progress." }).waitFor();
    await waitForColumn(1, "In progress");
  });

  it("puts a card back that wasn't moved, or whose drag is canceled", async () => {
    await open();
    window.host.errorText = "The server refused it.";
    await drag(1, "In progress");
    await window.page.mouse.up();
    await window.page.getByRole("alert").filter({ hasText: "The server refused it." }).waitFor();
    await waitForColumn(1, "New");
    await drag(3, "Verified");
    await window.page.keyboard.press("Escape");
    await window.page.locator(".board:not(.has-lifted)").waitFor();
    await window.page.mouse.up();
    assert.equal(await getColumn(3), "In progress");
    assert.equal(window.host.getCalls("moveCards").length, 1);
  });

  it("moves nothing while a card is lifted, and then shows what others have changed", async () => {
    await open();
    await drag(1, "In progress");
    const before = await window.page
      .locator(".card:not(.is-lifted)")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).style.transform));
    await window.host.callPage("updateRows", {
      rows: [createRow(2, { status: "In progress" }), createRow(3, { status: "Verified" })],
      removed: [4],
    });
    await window.page.mouse.move(600, 300);
    const after = await window.page
      .locator(".card:not(.is-lifted)")
      .evaluateAll((cards) => cards.map((card) => (card as HTMLElement).style.transform));
    assert.deepEqual(after, before);
    await window.page.keyboard.press("Escape");
    await waitForColumn(2, "In progress");
    await waitForColumn(3, "Verified");
    await window.getCard(4).waitFor({ state: "detached" });
  });

  it("doesn't move a card that was changed or deleted while it was lifted", async () => {
    await open();
    await drag(1, "In progress");
    await window.host.callPage("updateRows", { rows: [createRow(1, { status: "Verified" })], removed: [] });
    await window.page.mouse.up();
    const problem = window.page.getByRole("alert");
    await problem.filter({ hasText: "#1 was changed by someone else, so it wasn't moved." }).waitFor();
    await waitForColumn(1, "Verified");
    await drag(2, "In progress");
    await window.host.callPage("updateRows", { rows: [], removed: [2] });
    await window.page.mouse.up();
    await problem.filter({ hasText: "#2 was changed by someone else" }).waitFor();
    await window.getCard(2).waitFor({ state: "detached" });
    assert.deepEqual(window.host.getCalls("moveCards"), []);
  });

  it("keeps cards, focus and scroll position while a reload isn't complete", async () => {
    await open({}, [...createRows(300)]);
    const getScroll = (): Promise<number> =>
      window.page.locator(".board").evaluate((board) => board.scrollTop);
    await window.page.locator(".board").evaluate((board) => {
      board.scrollTop = 2_000;
    });
    const count = await window.page.locator(".column-count").first().innerText();
    await window.host.callPage("addRows", { loadId: 99, offset: 0, rows: [...createRows(100)] });
    assert.equal(await getScroll(), 2_000);
    assert.equal(await window.page.locator(".column-count").first().innerText(), count);
    await window.host.callPage("addRows", { loadId: 99, offset: 100, rows: [...createRows(301)].slice(100) });
    await window.page
      .locator(".column-count")
      .first()
      .getByText(count, { exact: true })
      .waitFor({ state: "detached" });
    assert.equal(await getScroll(), 2_000);
    assert.equal(await window.cards.evaluate((cards) => document.activeElement === cards), true);
  });

  it("doesn't move a card to a column that the workflow forbids", async () => {
    await open();
    await drag(1, "Verified");
    await window.page.mouse.up();
    await window.page
      .getByRole("status")
      .filter({ hasText: "The workflow doesn't allow moving this to Verified." })
      .waitFor();
    assert.deepEqual(window.host.getCalls("moveCards"), []);
  });

  it("moves cards by keyboard, and asks for the value if a column has several", async () => {
    await open();
    await window.pressKeys("ArrowDown", "Control+ArrowRight");
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [2], value: { id: 2, label: "In progress" } },
    ]);
    await window.pressKeys("Control+z");
    await window.waitForCalls("undoMove");
    await window.getCard(4).click();
    await window.pressKeys("Control+ArrowRight");
    assert.deepEqual(await window.popup.getByRole("option").allInnerTexts(), ["Closed", "Declined"]);
    await window.pressKeys("ArrowDown", "ArrowDown", "Enter");
    assert.deepEqual((await window.waitForCalls("moveCards", 2)).at(-1), {
      ids: [4],
      value: { id: 5, label: "Declined" },
    });
  });

  it("can be used by keyboard alone", async () => {
    await open();
    const getCursor = (): Promise<string | null> => window.cards.getAttribute("aria-activedescendant");
    await window.pressKeys("ArrowDown");
    assert.equal(await getCursor(), "card-2");
    await window.pressKeys("ArrowRight");
    assert.equal(await getCursor(), "card-3");
    await window.pressKeys("ArrowRight", "ArrowLeft", "ArrowLeft", "Enter");
    assert.deepEqual(await window.waitForCalls("runRowAction"), [
      { ids: [1], action: "open", order: [1, 2, 3, 4] },
    ]);
    await window.pressKeys("Space", "ArrowDown", "Space");
    await window.waitForSelection(1, 2);
    await window.pressKeys("s");
    await window.popup.getByRole("option", { name: "In progress" }).click();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [1, 2], value: { id: 2, label: "In progress" } },
    ]);
  });

  it("has swimlanes by assignee, and by a list whose values the host sends", async () => {
    await open({ layout: { columnFieldId: 10, laneField: "assignee" } });
    assert.deepEqual(await window.page.locator(".lane-title bdi").allInnerTexts(), [
      "Ana Lopes",
      "unassigned",
    ]);
    await window.host.callPage("setBoard", {
      ...createState(),
      layout: { columnFieldId: 10, laneField: 11 },
      lanes: [
        { id: 6, label: "Minor" },
        { id: 7, label: "Major" },
      ],
    });
    await window.host.callPage("setCardValues", {
      fieldId: 11,
      values: [
        { key: "7", ids: [1, 3] },
        { key: "6", ids: [4] },
      ],
      isComplete: true,
    });
    await window.page.locator(".lane-title", { hasText: "Major" }).waitFor();
    assert.deepEqual(await window.page.locator(".lane-title bdi").allInnerTexts(), [
      "Minor",
      "Major",
      "(empty)",
    ]);
    await window.screenshot("board-lanes");
  });

  it("shows only cards in sight of five thousand", async () => {
    await open({}, [...createRows(5_000)]);
    assert.ok((await window.cards.locator(".card").count()) < 120);
    await window.page.locator(".board").evaluate((board) => {
      board.scrollTop = board.scrollHeight;
    });
    await window.cards.locator(".card").first().waitFor();
    assert.ok((await window.cards.locator(".card").count()) < 120);
  });

  it("is accessible", async () => {
    await open({ layout: { columnFieldId: 10, laneField: "assignee" } });
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
  });
});
