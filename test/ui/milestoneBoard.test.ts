import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { expandRow, getTreeRow } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

interface Item {
  readonly id: number;
  readonly label: string;
}

describe("the board of a milestone", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  async function fetchItems(path: string): Promise<readonly Item[]> {
    const headers = { "X-Auth-AccessKey": server.accounts.admin.accessKey };
    return (await (await fetch(`${server.url}/api/${path}?limit=50`, { headers })).json()) as readonly Item[];
  }

  async function findMilestone(owner: string, label: string): Promise<string> {
    const found = (await fetchItems(`${owner}/milestones`)).find((each) => each.label === label);
    return `milestones/${found?.id ?? assert.fail(`There is no milestone ${label}.`)}`;
  }

  async function fetchPlannedIds(): Promise<readonly number[]> {
    const iteration = await findMilestone(await findMilestone("projects/102", "2.4"), "Iteration 8");
    return (await fetchItems(`${iteration}/content`)).map(({ id }) => id);
  }

  before(async () => {
    server = await startSimulator({ dialect: "product", boards: true });
    window = await openWindow({
      settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] },
      secrets: "stored",
    });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  const getCards = (column: string): Locator =>
    getForm(window)
      .locator(".card")
      .filter({ has: getForm(window).locator(".card-column").getByText(column, { exact: true }) });

  async function getFirstCard(column: string): Promise<{ readonly id: number; readonly card: Locator }> {
    const id = Number((await getCards(column).first().getAttribute("id"))?.slice("card-".length));
    return { id, card: getForm(window).locator(`#card-${id}`) };
  }

  it("has the backlog beside the columns of the cardwall", async () => {
    for (const label of ["Open Tides", "Milestones", "2.4"]) {
      await expandRow(getTreeRow(window.page, label));
    }
    await getTreeRow(window.page, "Iteration 8").click();
    await getTab(window, "Iteration 8").waitFor();
    await getForm(window)
      .getByText(/loaded \d/)
      .waitFor();
    assert.deepEqual(await getForm(window).locator(".column bdi").allInnerTexts(), [
      "Backlog",
      "Open",
      "In work",
      "Closed",
    ]);
    await window.runCommand("View: Toggle Primary Side Bar Visibility");
    await window.screenshotThemes("milestone-board");
  });

  it("ranks a card by keyboard", async () => {
    const before = await fetchPlannedIds();
    const { id, card } = await getFirstCard("In work");
    await card.click();
    await window.page.keyboard.press("ControlOrMeta+ArrowDown");
    await assertEventually(async () => {
      const planned = await fetchPlannedIds();
      assert.ok(planned.indexOf(id) > before.indexOf(id), planned.join());
    });
  });

  it("takes a card out of the milestone by keyboard", async () => {
    const { id, card } = await getFirstCard("In work");
    assert.ok((await fetchPlannedIds()).includes(id));
    await card.click();
    await window.page.keyboard.press("s");
    await getForm(window).getByRole("option", { name: "Backlog", exact: true }).click();
    await card.locator(".card-column").getByText("Backlog", { exact: true }).waitFor({ state: "attached" });
    await assertEventually(async () => assert.ok(!(await fetchPlannedIds()).includes(id)));
  });
});
