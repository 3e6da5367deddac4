import assert from "node:assert/strict";
import { createBoardColumns, findAllowedMoves } from "../../../src/model/board.ts";
import type { BoardState } from "../../../src/protocol/tableProtocol.ts";
import { createChoice, createTracker, createWorkflow } from "../../support/fixtures/formBuilders.ts";
import { findAccessibilityProblems } from "../../support/page/accessibility.ts";
import { createRow, createRows } from "../../support/page/table/samples.ts";
import { assertEventually } from "../../support/wait.ts";
import { allThemes } from "../../support/window/themes.ts";
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
    hasFixedColumns: false,
    rank: undefined,
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
    const details = (await window.getCard(2).getAttribute("title"))?.split("\n") ?? [];
    assert.equal(details[0], "#2 Title of 2");
    assert.ok(details.includes("Status: New"), details.join("; "));
    assert.ok(
      details.some((line) => line.endsWith(": Ana Lopes")),
      details.join("; "),
    );
    // The listbox has the focus, which must not scroll the first cards behind the head.
    assert.equal(await window.page.locator(".board").evaluate((board) => board.scrollTop), 0);
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

  it("frames the card that was clicked and then moved by keyboard", async () => {
    await open();
    await window.page.locator(".search-box input").click();
    await window.getCard(2).click();
    const getOutline = (card: Element): string => getComputedStyle(card).outlineStyle;
    await window.pressKeys("Control+ArrowRight");
    assert.equal(await window.getCard(2).evaluate(getOutline), "solid");
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

  it("hides a card that was moved to the folded column", async () => {
    await open();
    const gate = window.host.holdCalls("moveCards");
    await drag(4, "Closed");
    await window.page.mouse.up();
    await window.popup.getByRole("option", { name: "Declined" }).click();
    await window.getCard(4).waitFor({ state: "detached" });
    await window.host.callPage("updateRows", { rows: [createRow(4, { status: "Declined" })], removed: [] });
    gate.open();
    await window.page.getByRole("status").filter({ hasText: "#4 is now in Declined." }).waitFor();
    assert.equal(await window.getCard(4).count(), 0);
  });

  it("doesn't move a card that is dropped beside the columns", async () => {
    await open();
    await drag(4, "Closed");
    await window.page.mouse.move(1_250, 300);
    await window.page.mouse.up();
    await window.page.locator(".board:not(.has-lifted)").waitFor();
    assert.equal(await window.popup.count(), 0);
    assert.equal(await getColumn(4), "Verified");
  });

  it("scrolls while a card is held at the edge, and keeps it under the pointer", async () => {
    await open({}, [...createRows(100)]);
    const [id] = await window.cards
      .locator(".card")
      .evaluateAll((cards) => cards.map((card) => Number(card.id.slice("card-".length))));
    const card = window.getCard(id ?? 0);
    const box = await card.boundingBox();
    assert.ok(box !== null);
    const { mouse } = window.page;
    await mouse.move(box.x + 20, box.y + 20);
    await mouse.down();
    await mouse.move(box.x + 40, 300);
    await mouse.move(box.x + 40, 590);
    await assertEventually(async () =>
      assert.ok((await window.page.locator(".board").evaluate((board) => board.scrollTop)) > 1_000),
    );
    await mouse.move(box.x + 40, 300);
    const lifted = await window.page.locator(".card.is-lifted").boundingBox();
    assert.ok(lifted !== null && lifted.y < 300 && lifted.y + lifted.height > 300, JSON.stringify(lifted));
    // What has come into sight has cards, too.
    const { clientHeight, lastBottom } = await window.page.locator(".board").evaluate((board) => ({
      clientHeight: board.getBoundingClientRect().bottom,
      lastBottom: Math.max(
        ...[...board.querySelectorAll(".card")].map((each) => each.getBoundingClientRect().bottom),
      ),
    }));
    assert.ok(lastBottom >= clientHeight);
    await window.page.keyboard.press("Escape");
    await mouse.up();
    await window.page.locator(".board:not(.has-lifted)").waitFor();
  });

  it("keeps the title of the swimlane in sight", async () => {
    await open({ layout: { columnFieldId: 10, laneField: "assignee" } }, [...createRows(100)]);
    await window.page.locator(".board").evaluate((board) => {
      board.scrollTop = 1_000;
    });
    const { headBottom, titleTops } = await window.page.locator(".board").evaluate((board) => ({
      headBottom: board.querySelector(".board-head")?.getBoundingClientRect().bottom ?? 0,
      titleTops: [...board.querySelectorAll(".lane-title")].map((title) => title.getBoundingClientRect().top),
    }));
    assert.ok(
      titleTops.some((top) => Math.abs(top - headBottom) < 2),
      `${headBottom}: ${titleTops.join()}`,
    );
    await window.screenshot("board-lane-scrolled");
  });

  it("stays usable with hostile titles, many columns and a workflow that allows nothing", async () => {
    const choices = Array.from({ length: 60 }, (_, index) =>
      createChoice(index + 1, {
        label: index === 0 ? "New" : `\u202eState <b>${index}</b> ${"x".repeat(200)}`,
      }),
    );
    const many = createTracker([{ id: 10, type: "sb", label: "Status", choices }], {
      semantics: { status: { fieldId: 10, openIds: choices.map(({ id }) => id) } },
      workflow: createWorkflow({ fieldId: 10, transitions: [] }),
    });
    const columns = createBoardColumns(many, 10);
    await open(
      {
        columns,
        allowedMoves: findAllowedMoves(many, 10, columns),
        statusField: { id: 10, values: columns.flatMap(({ values }) => values) },
      },
      [
        createRow(1, { title: "<img src=x onerror=alert(1)>\u202egnirts" }),
        createRow(2, {
          title: "x".repeat(5_000),
          assignees: [{ id: 1, label: "\u202eMallory <b>".repeat(30) }],
        }),
        createRow(3, { title: "" }),
      ],
    );
    assert.equal(await window.page.locator(".card img, .card b, .column b").count(), 0);
    const sizes = await window.cards.locator(".card").evaluateAll((cards) =>
      cards.map((card) => ({
        isWide: card.scrollWidth > card.clientWidth + 1,
        width: card.getBoundingClientRect().width,
      })),
    );
    assert.ok(
      sizes.every(({ isWide, width }) => !isWide && width < 341),
      JSON.stringify(sizes),
    );
    assert.equal(await window.getCard(2).locator(".avatar").innerText(), "M");
    await window.screenshot("board-hostile");
    await window.pressKeys("Control+ArrowRight");
    await window.page.getByRole("status").filter({ hasText: "This can't be moved." }).waitFor();
    await window.pressKeys("s");
    await window.popup.getByText("This can't be moved.").waitFor();
    assert.deepEqual(window.host.getCalls("moveCards"), []);
  });

  it("fits a narrow window and a large zoom", async () => {
    await open();
    await window.page.setViewportSize({ width: 320, height: 500 });
    await window.getCard(1).waitFor();
    assert.equal(
      await window.page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
      true,
    );
    await window.screenshot("board-narrow");
    await window.pressKeys("ArrowRight", "ArrowRight");
    const box = await window.getCard(4).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 321, JSON.stringify(box));
  });

  for (const theme of allThemes) {
    it(`shows in the theme ${theme} which cards are selected and where they can be dropped`, async () => {
      window = await openTablePage({
        rows,
        board: createState({ layout: { columnFieldId: 10, laneField: "assignee" } }),
        heading: { openOnly: true },
        width: 1_300,
        theme,
      });
      await window.getCard(3).waitFor();
      await window.getCard(3).click();
      await window.pressKeys("Space");
      await drag(1, "In progress");
      await window.screenshot(`board-lifted-${theme}`);
      const { dropColor, otherColor } = await window.page.locator(".board").evaluate((board) => {
        const getBorder = (query: string): string | undefined => {
          const element = board.querySelector(query);
          return element === null ? undefined : getComputedStyle(element).borderBottomColor;
        };
        return { dropColor: getBorder(".column.is-drop"), otherColor: getBorder(".column:not(.is-drop)") };
      });
      assert.notEqual(dropColor, undefined);
      assert.notEqual(dropColor, otherColor);
      await window.page.mouse.up();
    });
  }

  it("is accessible", async () => {
    await open({ layout: { columnFieldId: 10, laneField: "assignee" } });
    assert.deepEqual(await findAccessibilityProblems(window.page), []);
  });
});
