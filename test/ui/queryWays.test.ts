import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import {
  addCondition,
  markItems,
  newQuery,
  prompt,
  rowSaying,
  statusesIn,
} from "../support/window/queryBuilder.ts";
import { answer, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { until } from "../support/wait.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugsId = 11;

describe("the query builder, with what only the product has or tells", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    await signInWithKey(window, server.accounts.admin.accessKey, server.accounts.admin.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });
  afterEach(() => server.faults.clear());

  const input = (): Locator => quickInput(window.page).locator("input:visible:not([type=checkbox])").first();
  const says = (text: string | RegExp): Promise<void> => prompt(window.page).getByText(text).waitFor();
  const row = (text: string | RegExp): Locator => rowSaying(window.page, text);

  async function turnAway(): Promise<void> {
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }

  it("does not take an answer to another question for a count", async () => {
    await newQuery(window);
    await says(/^At most \d+ artifacts/);
    const where = new RegExp(`/trackers/${bugsId}/artifacts`);
    // What was answered before, whatever is asked.
    server.faults.add({ path: where, fault: { kind: "stale" } });
    await addCondition(window.page, "Status");
    await markItems(window.page, "Confirmed");
    await says("does not heed these conditions");
    await turnAway();
  });

  it("searches for people on the server, and never shows the answer to an older text", async () => {
    const { page } = window;
    const { admin, member } = server.accounts;
    await newQuery(window);
    await addCondition(page, "Submitted by");
    await quickInputSaying(page, "Type at least 3 letters");
    server.faults.add({ path: /users\?query=.*mara/i, times: 1, fault: { kind: "delay", ms: 2500 } });
    await input().fill("mara");
    await until("it is asked", () => server.inFlight > 0);
    await input().fill(member.username.slice(0, 4));
    await row(member.realName).click();
    await input().fill(admin.username.slice(0, 4));
    // Who is chosen stays in sight.
    await row(member.realName).waitFor();
    await row(admin.realName).click();
    await window.screenshot("query-people");
    await input().press("Enter");
    await row(new RegExp(`Submitted by is ${member.realName}.* or ${admin.realName}`)).waitFor();
    await says(/^At most \d+ artifacts/);
    await turnAway();
  });

  it("takes the server's own language, and says in words what the server finds wrong with it", async () => {
    const { page } = window;
    await newQuery(window);
    await pickItem(page, "Write a TQL Query…");
    await answer(page, "nofield = 'a'");
    await quickInput(page).getByText("Demo refused the request").waitFor();
    await window.screenshot("query-tql");
    await answer(page, "status = 'New'");
    const all = await statusesIn(server, bugsId);
    await says(`At most ${all.filter((status) => status === "New").length} artifacts`);
    await row("status = 'New'").waitFor();
    await pickItem(page, "Use a Report of the Server…");
    await quickInputSaying(page, "Report of Bugs");
    await window.screenshot("query-reports");
    await input().press("Enter");
    await row("Ask by Conditions Instead").waitFor();
    await says(/^At most \d+ artifacts/);
    await pickItem(page, "Ask by Conditions Instead");
    await row("Add Condition…").waitFor();
    await turnAway();
  });

  it("can be read", async () => {
    const { page } = window;
    await newQuery(window);
    await addCondition(page, "Status");
    await markItems(page, "New");
    await says(/^At most \d+ artifacts/);
    await window.pictures("query-builder");
    await turnAway();
  });

  it("says that more is asked than an address holds", async () => {
    const { page } = window;
    await newQuery(window);
    for (const field of ["Title", "Steps to reproduce"]) {
      await addCondition(page, field);
      await quickInputSaying(page, "Words that all have to occur");
      await answer(page, "ä".repeat(999));
      await row(`${field} contains`).waitFor();
    }
    await says("This is more than Demo can be asked at once");
    await turnAway();
  });
});
