// Boards whose cards have a rank: of milestones, with a backlog, and kanbans, with limits.
import assert from "node:assert/strict";
import { createBoardColumns, rowColumnFieldId, toStatusKey } from "../../../src/model/board.ts";
import { createMilestoneColumns } from "../../../src/model/milestone.ts";
import type { RowWithTracker } from "../../../src/model/query/sortAndGroup.ts";
import type { BoardState } from "../../../src/protocol/tableProtocol.ts";
import { createChoice, createTracker } from "../../support/fixtures/formBuilders.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { createRow, sampleLayout } from "../../support/page/table/samples.ts";
import { openTablePage, type TablePageWindow } from "../../support/page/tablePage.ts";
import { allThemes } from "../../support/window/themes.ts";
import { assertEventually } from "../../support/wait.ts";

const cardwall = {
  columns: [
    { id: 1, label: "To be done", color: "chrome-silver" },
    { id: 2, label: "On going", color: "daphne-blue" },
    { id: 3, label: "Done", color: "acid-green" },
  ],
  columnIds: new Map<number, number>(),
};

function createMilestoneState(parts: Partial<BoardState> = {}): BoardState {
  return {
    fields: [{ id: rowColumnFieldId, label: "column", isEditable: true }],
    layout: { columnFieldId: rowColumnFieldId },
    problem: undefined,
    columns: createMilestoneColumns(cardwall, []),
    allowedMoves: undefined,
    statusField: undefined,
    lanes: undefined,
    hasFixedColumns: true,
    rank: { problem: undefined },
    ...parts,
  };
}

const kanbanTracker = createTracker(
  [
    {
      id: 10,
      type: "sb",
      label: "Status",
      choices: [
        createChoice(1, { label: "To do" }),
        createChoice(2, { label: "Doing" }),
        createChoice(3, { label: "Done" }),
      ],
    },
  ],
  { semantics: { status: { fieldId: 10, openIds: [1, 2] } } },
);

function createKanbanState(): BoardState {
  const limits = [
    { id: 1, label: "To do", limit: 3 },
    { id: 2, label: "Doing", limit: 1 },
  ];
  const columns = createBoardColumns(kanbanTracker, 10, { columns: limits });
  return createMilestoneState({
    fields: [{ id: 10, label: "Status", isEditable: true }],
    layout: { columnFieldId: 10 },
    columns,
    statusField: { id: 10, values: columns.flatMap(({ values }) => values) },
  });
}

const rows = [
  ...[1, 2, 3, 8].map((id) => createRow(id, { boardColumn: "column 0" })),
  ...[4, 5].map((id) => createRow(id, { boardColumn: "column 1" })),
  ...[6, 7].map((id) => createRow(id, { boardColumn: "backlog" })),
];
const rankedIds = [3, 2, 1, 8, 5, 4, 7, 6];

const kanbanRows = [
  createRow(1, { status: "To do" }),
  createRow(2, { status: "Doing" }),
  createRow(3, { status: "Doing" }),
  createRow(4, { status: undefined }),
  createRow(5, { status: "Done" }),
  createRow(6, { status: "Done" }),
];

describe("page of a board with a rank", () => {
  let window: TablePageWindow;

  afterEach(() => window.close());

  async function open(
    board = createMilestoneState(),
    all: readonly RowWithTracker[] = rows,
    options: Partial<Parameters<typeof openTablePage>[0]> = {},
  ): Promise<void> {
    window = await openTablePage({ rows: all, board, width: 1_300, height: 800, ...options });
    await window.cards.locator(".card").first().waitFor();
    await window.host.callPage("setRank", { ids: rankedIds });
    await settle();
  }

  /** Waits until no card glides. */
  async function settle(): Promise<void> {
    await window.page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
  }

  function getOrder(column: string): Promise<readonly number[]> {
    return window.cards.locator(".card").evaluateAll(
      (cards, label) =>
        cards
          .filter((card) => card.querySelector(".card-column")?.textContent === label)
          .sort((a, b) => Number(a.ariaPosInSet) - Number(b.ariaPosInSet))
          .map((card) => Number(card.id.slice("card-".length))),
      column,
    );
  }

  function waitForOrder(column: string, ...ids: readonly number[]): Promise<void> {
    return assertEventually(async () => assert.deepEqual(await getOrder(column), ids));
  }

  async function liftTo(id: number, x: number, y: number): Promise<void> {
    const { mouse } = window.page;
    const card = await window.getCard(id).boundingBox();
    assert.ok(card !== null);
    await mouse.move(card.x + 20, card.y + 20);
    await mouse.down();
    await mouse.move(card.x + 40, card.y + 30);
    await mouse.move(x, y, { steps: 5 });
  }

  /** Holds a card over the upper or the lower edge of another one. */
  async function drag(id: number, other: number, edge: "above" | "below"): Promise<void> {
    const box = await window.getCard(other).boundingBox();
    assert.ok(box !== null);
    await liftTo(id, box.x + 60, edge === "above" ? box.y + 5 : box.y + box.height - 5);
  }

  async function dragToColumn(id: number, column: string): Promise<void> {
    const title = window.page.getByText(column, { exact: true });
    const head = await window.page.locator(".column").filter({ has: title }).boundingBox();
    assert.ok(head !== null);
    await liftTo(id, head.x + head.width / 2, head.y + 300);
  }

  function waitForAlert(text: string): Promise<void> {
    return window.page.getByRole("alert").filter({ hasText: text }).waitFor();
  }

  function waitForAnnouncement(text: string): Promise<void> {
    return window.page.getByRole("status").filter({ hasText: text }).waitFor();
  }

  const notRanked = "Sort the cards by rank to change their order.";

  it("shows the backlog first, and cards by rank", async () => {
    await open();
    assert.deepEqual(await window.page.locator(".column bdi").allInnerTexts(), [
      "Backlog",
      "To be done",
      "On going",
      "Done",
    ]);
    await waitForOrder("To be done", 3, 2, 1, 8);
    await waitForOrder("On going", 5, 4);
    await waitForOrder("Backlog", 7, 6);
    await window.host.callPage("setRank", { ids: [8, 1, 2, 3] });
    await waitForOrder("To be done", 8, 1, 2, 3);
    await window.screenshot("ranked-board");
  });

  it("has columns that can't be selected, but swimlanes and an order", async () => {
    await open();
    const labels = await window.page.locator(".board-select span").allInnerTexts();
    assert.deepEqual(labels, ["Swimlanes", "Sort"]);
    const sort = window.page.getByLabel("Sort");
    assert.equal(await sort.inputValue(), "rank");
    await sort.selectOption("id");
    await waitForOrder("To be done", 8, 3, 2, 1);
    await sort.selectOption("rank");
    await waitForOrder("To be done", 3, 2, 1, 8);
    const layouts = await window.waitForCalls("saveLayout", 2);
    assert.deepEqual(
      layouts.map((layout) => (layout as typeof sampleLayout).sort),
      [{ by: "id", direction: "descending" }, undefined],
    );
  });

  it("ranks a card that is dragged within its column, and shows where", async () => {
    await open();
    await drag(1, 3, "above");
    const [line, card] = [
      await window.page.locator(".drop-line").boundingBox(),
      await window.getCard(3).boundingBox(),
    ];
    assert.ok(line !== null && card !== null);
    assert.ok(Math.abs(line.y - card.y) < 12 && Math.abs(line.x - card.x) < 12, JSON.stringify([line, card]));
    const gate = window.host.holdCalls("rankCards");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("rankCards"), [
      { ids: [1], position: { direction: "before", comparedTo: 3 } },
    ]);
    await waitForOrder("To be done", 1, 3, 2, 8);
    await window.page.locator(".drop-line").waitFor({ state: "hidden" });
    gate.open();
    await waitForAnnouncement("#1 is now at position 1.");
    assert.deepEqual(window.host.getCalls("moveCards"), []);
  });

  it("puts cards back that couldn't be ranked, unless the host has sent their rank", async () => {
    await open();
    window.host.errorText = "The server refused it.";
    await drag(3, 8, "below");
    await window.page.mouse.up();
    await waitForAlert("The server refused it.");
    await waitForOrder("To be done", 3, 2, 1, 8);
    await settle();
    const gate = window.host.holdCalls("rankCards");
    await drag(3, 8, "below");
    await window.page.mouse.up();
    await waitForOrder("To be done", 2, 1, 8, 3);
    await window.host.callPage("setRank", { ids: [8, 3, 2, 1] });
    gate.open();
    await window.waitForCalls("rankCards", 2);
    await waitForOrder("To be done", 8, 3, 2, 1);
  });

  it("doesn't call the host for a card that is dropped where it was", async () => {
    await open();
    await drag(2, 3, "below");
    await window.page.mouse.up();
    await window.page.locator(".board:not(.has-lifted)").waitFor();
    await drag(2, 1, "above");
    await window.page.mouse.up();
    await window.page.locator(".board:not(.has-lifted)").waitFor();
    assert.deepEqual(window.host.getCalls("rankCards"), []);
    await waitForOrder("To be done", 3, 2, 1, 8);
  });

  it("moves a card to a position in another column", async () => {
    await open();
    await drag(1, 4, "above");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      {
        ids: [1],
        value: { id: "column 1", label: "On going" },
        position: { direction: "before", comparedTo: 4 },
      },
    ]);
    await settle();
    await dragToColumn(2, "Done");
    await window.page.mouse.up();
    const [, toEmpty] = await window.waitForCalls("moveCards", 2);
    assert.deepEqual(toEmpty, { ids: [2], value: { id: "column 2", label: "Done" } });
  });

  it("ranks cards by keyboard, up to the edges of their column", async () => {
    await open();
    await window.getCard(2).click();
    await window.pressKeys("Control+ArrowDown");
    await waitForOrder("To be done", 3, 1, 2, 8);
    await waitForAnnouncement("#2 is now at position 3.");
    await window.pressKeys("Control+ArrowDown");
    await waitForOrder("To be done", 3, 1, 8, 2);
    await window.pressKeys("Control+ArrowDown");
    await window.pressKeys("Control+ArrowUp");
    assert.deepEqual(await window.waitForCalls("rankCards", 3), [
      { ids: [2], position: { direction: "before", comparedTo: 8 } },
      { ids: [2], position: { direction: "after", comparedTo: 8 } },
      { ids: [2], position: { direction: "before", comparedTo: 8 } },
    ]);
    assert.equal(await window.cards.getAttribute("aria-activedescendant"), "card-2");
  });

  it("keeps the order of several selected cards", async () => {
    await open();
    await window.getCard(1).click();
    await window.getCard(2).click({ modifiers: ["Control"] });
    await window.getCard(1).click({ modifiers: ["Control"] });
    await window.waitForSelection(1, 2);
    await window.pressKeys("Control+ArrowUp");
    assert.deepEqual(await window.waitForCalls("rankCards"), [
      { ids: [2, 1], position: { direction: "before", comparedTo: 3 } },
    ]);
    await waitForOrder("To be done", 2, 1, 3, 8);
    await settle();
    await drag(1, 4, "above");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      {
        ids: [2, 1],
        value: { id: "column 1", label: "On going" },
        position: { direction: "before", comparedTo: 4 },
      },
    ]);
  });

  it("moves only those of several cards that aren't in the column", async () => {
    await open();
    await window.getCard(1).click();
    for (const id of [1, 4]) await window.getCard(id).click({ modifiers: ["Control"] });
    await window.waitForSelection(1, 4);
    await drag(1, 5, "above");
    assert.equal(await window.page.locator(".column.is-drop bdi").innerText(), "On going");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      {
        ids: [1],
        value: { id: "column 1", label: "On going" },
        position: { direction: "before", comparedTo: 5 },
      },
    ]);
  });

  it("says that cards which are sorted otherwise can't be ranked", async () => {
    const sort = { by: "id", direction: "ascending" } as const;
    await open(createMilestoneState(), rows, { state: { layout: { ...sampleLayout, sort } } });
    await waitForOrder("To be done", 1, 2, 3, 8);
    await drag(8, 1, "above");
    assert.equal(await window.page.locator(".drop-line").isVisible(), false);
    await window.page.mouse.up();
    await waitForAlert(notRanked);
    await window.getButton("Dismiss").click();
    await window.getCard(1).click();
    await window.pressKeys("Control+ArrowDown");
    await waitForAlert(notRanked);
    await drag(8, 4, "above");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [8], value: { id: "column 1", label: "On going" } },
    ]);
    assert.deepEqual(window.host.getCalls("rankCards"), []);
  });

  it("moves cards from and to the backlog", async () => {
    await open();
    await window.getCard(3).click();
    await window.pressKeys("Control+ArrowLeft");
    await window.waitForCalls("moveCards");
    await window.getCard(7).click();
    await window.pressKeys("s");
    assert.deepEqual(await window.popup.getByRole("option").allInnerTexts(), [
      "To be done",
      "On going",
      "Done",
    ]);
    await window.popup.getByRole("option", { name: "On going" }).click();
    assert.deepEqual(await window.waitForCalls("moveCards", 2), [
      { ids: [3], value: { id: "backlog", label: "" } },
      { ids: [7], value: { id: "column 1", label: "On going" } },
    ]);
  });

  it("dims the columns that the workflow of a card's tracker forbids", async () => {
    const [first] = rows;
    const allowedColumns = { [toStatusKey(first ?? createRow(1))]: ["backlog", "column 0", "column 1"] };
    await open(createMilestoneState({ allowedColumns }));
    await dragToColumn(3, "On going");
    assert.deepEqual(await window.page.locator(".column.is-forbidden bdi").allInnerTexts(), [
      "To be done",
      "Done",
    ]);
    await window.page.keyboard.press("Escape");
    await window.page.mouse.up();
  });

  it("says why the plan can't be changed without permission, and still moves planned cards", async () => {
    const problem = "You don't have permission to change priorities.";
    await open(createMilestoneState({ rank: { problem } }));
    await drag(7, 3, "above");
    assert.equal(await window.page.locator(".column:not(.is-forbidden)").count(), 0);
    assert.equal(await window.page.locator(".drop-line").isVisible(), false);
    await window.page.mouse.up();
    await waitForAlert(problem);
    await window.getButton("Dismiss").click();
    await dragToColumn(3, "Backlog");
    await window.page.mouse.up();
    await waitForAlert(problem);
    await window.getButton("Dismiss").click();
    await window.getCard(7).click();
    await window.pressKeys("Control+ArrowRight");
    await waitForAlert(problem);
    await window.getButton("Dismiss").click();
    await window.cards.focus();
    await window.pressKeys("s");
    await window.popup.getByText(problem).waitFor();
    await window.pressKeys("Escape");
    await window.getCard(3).click();
    await window.pressKeys("Control+ArrowDown");
    await waitForAlert(problem);
    assert.deepEqual(window.host.getCalls("moveCards"), []);
    assert.deepEqual(window.host.getCalls("rankCards"), []);
    await drag(3, 4, "above");
    await window.page.mouse.up();
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [3], value: { id: "column 1", label: "On going" } },
    ]);
  });

  it("announces cards that others have moved, but not those that the user moves", async () => {
    await open();
    const move = (...ids: readonly number[]): Promise<unknown> =>
      window.host.callPage("updateRows", {
        rows: ids.map((id) => createRow(id, { boardColumn: "column 2" })),
        removed: [],
      });
    await move(4, 6);
    await waitForAnnouncement("#4 is now in Done. #6 is now in Done.");
    const gate = window.host.holdCalls("moveCards");
    await window.getCard(3).click();
    await window.pressKeys("Control+ArrowRight");
    await waitForAnnouncement("Moving #3 to On going…");
    await window.host.callPage("updateRows", {
      rows: [createRow(3, { boardColumn: "column 1" })],
      removed: [],
    });
    assert.equal(await window.page.getByRole("status").filter({ hasText: "is now in" }).count(), 0);
    gate.open();
    await waitForAnnouncement("#3 is now in On going.");
  });

  it("marks a column over its limit, also for screen readers", async () => {
    await open(createKanbanState(), kanbanRows, { heading: { openOnly: true } });
    assert.deepEqual(await window.page.locator(".column bdi").allInnerTexts(), [
      "Backlog",
      "To do",
      "Doing",
      "Closed",
    ]);
    const getCount = (column: string) =>
      window.page.locator(".column").filter({ hasText: column }).locator(".column-count");
    assert.equal(await getCount("To do").locator(".visually-hidden").textContent(), "Cards: 1, limit: 3");
    assert.equal(await getCount("To do").locator("[aria-hidden]").textContent(), "1/3");
    const over = getCount("Doing");
    assert.match((await over.getAttribute("class")) ?? "", /is-over/);
    assert.equal(await over.locator(".visually-hidden").textContent(), "Cards: 2, over the limit of 1");
    assert.equal(await over.getAttribute("title"), "Cards: 2, over the limit of 1");
    assert.equal(await getCount("Backlog").textContent(), "1");
    assert.equal(await window.getCard(5).count(), 0);
  });

  it("moves a card of a kanban to its backlog, and doesn't rank closed ones", async () => {
    await open(createKanbanState(), kanbanRows, { heading: { openOnly: false } });
    await window.getCard(1).click();
    await window.pressKeys("Control+ArrowLeft");
    assert.deepEqual(await window.waitForCalls("moveCards"), [
      { ids: [1], value: { id: "none", label: "" } },
    ]);
    await window.getCard(5).click();
    await window.pressKeys("Control+ArrowDown");
    await waitForAnnouncement("This can't be moved.");
    assert.deepEqual(window.host.getCalls("rankCards"), []);
  });

  for (const theme of allThemes) {
    it(`shows in the theme ${theme} where a card will be ranked`, async () => {
      await open(createMilestoneState(), rows, { theme });
      await drag(1, 4, "above");
      const { line, background } = await window.page.locator(".board").evaluate((board) => ({
        line: getComputedStyle(board.querySelector(".drop-line") ?? board).backgroundColor,
        background: getComputedStyle(document.body).backgroundColor,
      }));
      assert.notEqual(line, background);
      assert.notEqual(line, "rgba(0, 0, 0, 0)");
      await window.screenshot(`ranked-board-lifted-${theme}`);
      await window.page.mouse.up();
    });

    it(`marks a column over its limit in the theme ${theme}`, async () => {
      await open(createKanbanState(), kanbanRows, { heading: { openOnly: true }, theme });
      const [toDo, doing] = await window.page
        .locator(".column-count:has([aria-hidden])")
        .evaluateAll((counts) =>
          counts
            .map((count) => getComputedStyle(count))
            .map(({ color, outlineWidth }) => ({ color, outlineWidth })),
        );
      assert.notEqual(toDo?.color, doing?.color);
      assert.deepEqual(
        [toDo?.outlineWidth, doing?.outlineWidth].map((width) => width === "1px"),
        [false, true],
      );
      await window.screenshot(`kanban-${theme}`);
    });
  }

  it("is accessible", async () => {
    await open(createMilestoneState({ layout: { columnFieldId: rowColumnFieldId, laneField: "assignee" } }));
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
    await window.close();
    await open(createKanbanState(), kanbanRows, { heading: { openOnly: true } });
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
  });
});
