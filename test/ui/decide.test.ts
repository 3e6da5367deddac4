import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import { pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import { artifactRows, expandRow, runRowCommand, treeRow, treeText } from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("decisions about an artifact in the tree", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    await bug().waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  /** The first one that there is. */
  const bug = (): Locator => artifactRows(window.page).first();

  /** The first bug's number, and what its row says of its status. */
  async function shown(): Promise<readonly [id: number, status: string]> {
    const line = (await treeText(window.page)).find((each) => /#\d+ /.test(each)) ?? "";
    const [, id, status] = /#(\d+) .* \| (.*)$/.exec(line) ?? [];
    return [Number(id), status ?? ""];
  }

  /** The choices for its status, without the one that it has. */
  async function others(): Promise<readonly string[]> {
    await quickInputSaying(window.page, "Status of");
    const rows = window.page.locator(".quick-input-list .monaco-list-row");
    await rows.first().waitFor();
    const texts = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector(".label-name")?.textContent ?? "",
        row.querySelector(".label-description")?.textContent ?? "",
      ]),
    );
    return texts.filter(([, description]) => description === "").map(([label]) => label ?? "");
  }

  it("set its status to what the workflow allows, and take it back", async () => {
    const [id, before] = await shown();
    await runRowCommand(bug(), "Set Status…");
    const [other = ""] = await others();
    await window.screenshot("decide-status");
    await pickItem(window.page, other);
    const done = notification(window.page, `Status is now ${other}.`);
    await done.waitFor();
    await assertSoon(async () => assert.deepEqual(await shown(), [id, other]));
    await pressButton(done, "Undo");
    await assertSoon(async () => assert.deepEqual(await shown(), [id, before]));
  });

  it("ask first where someone has changed it since it was shown", async () => {
    const [id] = await shown();
    await runRowCommand(bug(), "Set Status…");
    const [other = "", another = other] = await others();
    await theyRetitle(id);
    await pickItem(window.page, another);
    const question = dialog(window.page, "was changed since it was shown to you");
    await question.waitFor();
    await window.screenshot("decide-changed");
    await pressButton(question, "Change It All the Same");
    await assertSoon(async () => assert.equal((await shown())[1], another));
  });

  it("give it to oneself", async () => {
    const [id] = await shown();
    await runRowCommand(bug(), "Assign to Me");
    // What is said of it may be one notification too many in a row for VS Code.
    await assertSoon(async () => {
      const [assignee] = (await assignees(id)) as readonly { readonly id: number }[];
      assert.equal(assignee?.id, server.accounts.admin.id);
    });
    // A row that is drawn anew just then takes its menu's command along.
    await artifactRows(window.page, "work")
      .filter({ hasText: `#${id} ` })
      .waitFor();
    await runRowCommand(bug(), "Assign…");
    await quickInputSaying(window.page, "Assign #");
    const now = window.page
      .locator(".quick-input-list .monaco-list-row")
      .filter({ has: window.page.locator(".label-description").getByText("now", { exact: true }) });
    await now.filter({ hasText: server.accounts.admin.realName }).waitFor();
    await window.screenshot("decide-assign");
    await pickItem(window.page, "Nobody");
    await assertSoon(async () => assert.deepEqual(await assignees(id), []));
  });
  /** Those that the server has for it. */
  async function assignees(artifactId: number): Promise<readonly unknown[]> {
    return ((await read(`artifacts/${artifactId}`)) as { assignees: readonly unknown[] }).assignees;
  }

  async function read(path: string): Promise<unknown> {
    const { accessKey } = server.accounts.admin;
    const headers = { "X-Auth-AccessKey": accessKey, Accept: "application/json" };
    return (await fetch(`${server.url}/api/${path}`, { headers })).json();
  }

  async function theyRetitle(artifactId: number): Promise<void> {
    const { fields } = (await read("trackers/11")) as {
      fields: readonly { readonly name: string; readonly field_id: number }[];
    };
    const { field_id = 0 } = fields.find(({ name }) => name === "title") ?? {};
    server.clock.advance(60_000);
    const values = [{ field_id, value: "Changed by someone else" }];
    server.write(artifactId, { by: server.accounts.member, values });
    server.clock.advance(60_000);
  }
});
