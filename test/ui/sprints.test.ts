import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { BoardTab } from "../support/window/board.ts";
import { getTab } from "../support/window/form.ts";
import { getQuickInput, submitInput, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import {
  collapseMyWork,
  collapseRow,
  expandRow,
  getArtifactRows,
  getTreeRow,
  readTreeText,
  runRowCommand,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const lighthouse = "🌊 Lighthouse Console";

/** Stories with tasks are in no column of the cardwall. */
const sprintColumns = ["Backlog", "No column", "To be done", "On going", "Review", "Done"];

describe("sprints and kanbans", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let board: BoardTab;

  before(async () => {
    server = await startSimulator({ dialect: "product", boards: true });
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "stored",
    });
    board = new BoardTab(window);
    // All columns are in sight.
    await window.page.setViewportSize({ width: 1900, height: 900 });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await collapseMyWork(window.page);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  const getRow = (label: string): Locator => getTreeRow(window.page, label);
  /** The tracker has the same name. */
  const getKanbanRow = (): Locator => getRow("Improvements").filter({ hasText: "kanban" });

  async function fetchJson(path: string): Promise<unknown> {
    const headers = { "X-Auth-AccessKey": server.accounts.member.accessKey, Accept: "application/json" };
    return (await fetch(`${server.url}/api/${path}`, { headers })).json();
  }

  async function fetchIds(path: string): Promise<readonly number[]> {
    const body = await fetchJson(`${path}${path.includes("?") ? "&" : "?"}limit=100`);
    const items = Array.isArray(body)
      ? body
      : (body as { readonly collection: readonly unknown[] }).collection;
    return (items as readonly { readonly id: number }[]).map(({ id }) => id);
  }

  async function fetchStatus(id: number): Promise<string | undefined> {
    return ((await fetchJson(`artifacts/${id}`)) as { readonly status?: string }).status;
  }

  /** The milestone with this label below another one, or in a project. */
  async function findMilestone(owner: string, label: string): Promise<number> {
    const found = (await fetchJson(`${owner}/milestones?limit=50`)) as readonly {
      readonly id: number;
      readonly label: string;
    }[];
    return found.find((each) => each.label === label)?.id ?? assert.fail(`no milestone ${label}`);
  }

  async function findSprint(): Promise<{ readonly content: string; readonly backlog: string }> {
    const release = await findMilestone("projects/101", "Spring 2026");
    const sprint = await findMilestone(`milestones/${release}`, "Sprint 13");
    return { content: `milestones/${sprint}/content`, backlog: `milestones/${release}/backlog` };
  }

  it("show open milestones with their dates and effort in the tree", async () => {
    await expandRow(getRow(lighthouse));
    await expandRow(getRow("Milestones"));
    await expandRow(getRow("Spring 2026"));
    await getRow("Sprint 13").waitFor();
    const lines = (await readTreeText(window.page)).map((line) => line.trim());
    const start = lines.indexOf("Milestones");
    const [, spring = "", sprint = "", next = "", ...others] = lines.slice(start);
    assert.match(
      spring,
      /^Spring 2026 \| \d+ days? (left|late) · .*Jan 26.* · remaining effort 96, capacity 150$/,
    );
    assert.match(sprint, /^Sprint 13 \| .*Feb 23.* · remaining effort 31, capacity 42$/);
    assert.match(next, /^Sprint 14 \|/);
    assert.equal(others[0], "Closed Milestones");
    await window.screenshotThemes("milestones");
  });

  it("open a sprint with the columns of its cardwall and the backlog beside it", async () => {
    await getRow("Sprint 13").click();
    await getTab(window, "Sprint 13").waitFor();
    await board.waitUntilLoaded();
    assert.deepEqual(await board.getColumnLabels(), sprintColumns);
    const { content, backlog } = await findSprint();
    const planned = await fetchIds(content);
    const shown = await Promise.all(sprintColumns.slice(1).map((each) => board.getIds(each)));
    assert.deepEqual(new Set(shown.flat()), new Set(planned));
    for (const ids of shown) {
      assert.deepEqual(
        ids,
        planned.filter((id) => ids.includes(id)),
        "cards are in the order of their rank",
      );
    }
    assert.deepEqual(await board.getIds("Backlog"), await fetchIds(backlog));
    await window.screenshotThemes("sprint");
  });

  it("plan a card of the backlog where it is dropped, and take it back", async () => {
    const { content, backlog } = await findSprint();
    const statuses = await Promise.all((await fetchIds(backlog)).map(fetchStatus));
    const id = (await board.getIds("Backlog"))[statuses.indexOf("On going")] ?? assert.fail(statuses.join());
    const [, next = 0] = await board.getIds("On going");
    await board.lift(board.getCard(id), { column: "On going", before: board.getCard(next) });
    await board.page.locator(".drop-line:visible").waitFor();
    await window.screenshotThemes("sprint-lifted");
    await board.drop();
    await assertEventually(async () => {
      const planned = await fetchIds(content);
      assert.equal(planned.indexOf(id), planned.indexOf(next) - 1, planned.join());
    });
    await board.waitForColumn(id, "On going");
    await assertEventually(async () => {
      const ids = await board.getIds("On going");
      assert.equal(ids.indexOf(id), ids.indexOf(next) - 1, ids.join());
    });
    assert.deepEqual(server.getChangesets(id), [], "planning changes the milestone, not the artifact");

    await board.drag(board.getCard(id), { column: "Backlog" });
    await assertEventually(async () => assert.ok((await fetchIds(backlog)).includes(id)));
    assert.ok(!(await fetchIds(content)).includes(id));
    await board.waitForColumn(id, "Backlog");
  });

  it("change the rank by dragging within a column", async () => {
    const { content } = await findSprint();
    const [first = 0, second = 0] = await board.getIds("On going");
    await board.drag(board.getCard(second), { column: "On going", before: board.getCard(first) });
    await assertEventually(async () => {
      const planned = await fetchIds(content);
      assert.ok(planned.indexOf(second) < planned.indexOf(first), planned.join());
    });
    await assertEventually(async () =>
      assert.deepEqual((await board.getIds("On going")).slice(0, 2), [second, first]),
    );
    assert.deepEqual(server.getChangesets(second), []);
  });

  it("change the status by dragging to another column, in one changeset", async () => {
    const [id = 0] = await board.getIds("On going");
    await board.drag(board.getCard(id), { column: "Review" });
    await assertEventually(async () => assert.equal(await fetchStatus(id), "Review"));
    await board.waitForColumn(id, "Review");
    assert.equal(server.getChangesets(id).length, 1);
  });

  it("say why a user who can't change priorities can't plan or rank", async () => {
    await collapseRow(getRow(lighthouse));
    await expandRow(getRow("Open Tides"));
    await expandRow(getRow("Milestones"));
    await expandRow(getRow("2.4"));
    await getRow("Iteration 8").click();
    await getTab(window, "Iteration 8").waitFor();
    await board.waitUntilLoaded();
    const notice = board.page.getByRole("alert").filter({ hasText: "permission to change priorities" });
    const requestCount = server.requests.filter(({ method }) => method === "PATCH").length;
    const [first = 0, second = 0] = await board.getIds("In work");
    await board.drag(board.getCard(second), { column: "In work", before: board.getCard(first) });
    await notice.waitFor();
    await window.screenshot("sprint-no-permission");
    await notice.getByRole("button").click();
    await notice.waitFor({ state: "detached" });
    await board.drag(board.getCard(first), { column: "Backlog" });
    await notice.waitFor();
    assert.deepEqual((await board.getIds("In work")).slice(0, 2), [first, second]);
    assert.equal(server.requests.filter(({ method }) => method === "PATCH").length, requestCount);
    await collapseRow(getRow("Open Tides"));
  });

  it("open a kanban by its URL, and say what is wrong with another one", async () => {
    await window.focusSideBar();
    await window.runCommand("Artifacts: Open Kanban…");
    const widget = await waitForQuickInput(window.page, "Paste the URL of the kanban");
    const sentences = {
      "https://kanban": "This isn't the URL of a kanban.",
      [`${server.url}/plugins/tracker/?tracker=27`]: "This isn't the URL of a kanban.",
      "https://other.example/kanban/4": "You aren't connected to other.example. Connect to the site first.",
      [`${server.url}/kanban/4711`]: "Demo has no such kanban, or you don't have access to it.",
    };
    for (const [url, sentence] of Object.entries(sentences)) {
      await submitInput(window.page, url);
      await widget.getByText(sentence).waitFor();
    }
    await window.screenshot("kanban-url");
    await submitInput(window.page, `${server.url}/kanban/4`);
    await getQuickInput(window.page).waitFor({ state: "hidden" });
    await getTab(window, "Improvements").waitFor();
    await board.waitUntilLoaded();
    assert.deepEqual(await board.getColumnLabels(), ["Backlog", "To do", "Doing", "Review", "Closed"]);
    await board.getColumn("Doing").locator(".column-count.is-over").getByText("4/2").waitFor();
    await expandRow(getRow(lighthouse));
    await getKanbanRow().waitFor();
    await window.screenshotThemes("kanban");
  });

  it("change the rank and the status of a kanban's cards", async () => {
    const { columns } = (await fetchJson("kanban/4")) as {
      readonly columns: readonly { readonly id: number; readonly label: string }[];
    };
    const toDo = columns.find(({ label }) => label === "To do")?.id;
    await assertEventually(async () =>
      assert.deepEqual(await board.getIds("To do"), await fetchIds(`kanban/4/items?column_id=${toDo}`)),
    );
    const [first = 0, second = 0, third = 0] = await board.getIds("To do");
    await board.drag(board.getCard(third), { column: "To do", before: board.getCard(first) });
    await assertEventually(async () => {
      const ids = await fetchIds(`kanban/4/items?column_id=${toDo}`);
      assert.deepEqual(ids.slice(0, 3), [third, first, second]);
    });
    const [fromBacklog = 0] = await board.getIds("Backlog");
    const changesetCount = server.getChangesets(fromBacklog).length;
    await board.drag(board.getCard(fromBacklog), { column: "To do", before: board.getCard(first) });
    await assertEventually(async () => {
      const ids = await fetchIds(`kanban/4/items?column_id=${toDo}`);
      assert.deepEqual(ids.slice(0, 3), [third, fromBacklog, first]);
    });
    assert.equal(server.getChangesets(fromBacklog).length, changesetCount + 1);
    await assertEventually(async () =>
      assert.deepEqual((await board.getIds("To do")).slice(0, 3), [third, fromBacklog, first]),
    );
  });

  it("keep boards with their own layouts, and the kanban in the tree, after a reload", async () => {
    const lanes = board.page.locator(".lane-title");
    await board.page.getByLabel("Swimlanes").selectOption({ label: "Assignee" });
    await lanes.first().waitFor();
    await getTab(window, "Sprint 13").click();
    await board.getCards("Review").first().waitFor();
    assert.equal(await lanes.count(), 0);
    await window.reload();
    await board.getCards("Review").first().waitFor();
    assert.deepEqual(await board.getColumnLabels(), sprintColumns);
    assert.equal(await lanes.count(), 0);
    await getTab(window, "Improvements").click();
    await lanes.first().waitFor();
    await board.getCards("Doing").first().waitFor();
    await window.showViews();
    await expandRow(getRow(lighthouse));
    await runRowCommand(getKanbanRow(), "Remove Kanban from View");
    await getKanbanRow().waitFor({ state: "detached" });
    // The board stays open.
    await board.getCards("Doing").first().waitFor();
    await collapseRow(getRow(lighthouse));
  });

  it("open selected artifacts as a board", async () => {
    await expandRow(getRow("Open Tides"));
    await expandRow(getRow("Bugs"));
    const rows = getArtifactRows(window.page);
    await rows.nth(2).waitFor();
    const labels = await rows.locator(".label-name").allInnerTexts();
    const ids = labels.slice(0, 3).map((label) => Number(/#(\d+)/.exec(label)?.[1]));
    for (const index of [0, 1, 2]) await rows.nth(index).click({ modifiers: ["ControlOrMeta"] });
    await runRowCommand(rows.nth(1), "Open as Board");
    await getTab(window, "3 artifacts").waitFor();
    for (const id of ids) await board.getCard(id).waitFor();
    assert.equal(await board.page.locator(".card").count(), 3);
    await window.screenshot("board-selection");
  });
});
