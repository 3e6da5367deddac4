import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { temporaryFolder } from "../support/ending.ts";
import { pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  runViewCommand,
  treeRow,
  treeRows,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugs = 11;

describe("saved queries in the tree", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    const query = (name: string, more: object = {}): object => ({
      name,
      site: server.url,
      tracker: bugs,
      ...more,
    });
    const folder = temporaryFolder();
    await mkdir(join(folder, ".vscode"));
    const ours = [
      query("Ours", { openOnly: false }),
      { name: "Elsewhere", site: "https://trap.example", tracker: 1 },
      { name: "Half a query", site: server.url },
    ];
    await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify({ "artifacts.queries": ours }));
    window = await openWindow({
      folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [
          query("Charts", {
            where: [{ field: "title", operator: "contains", value: "chart" }],
            openOnly: false,
          }),
          query("Open, by status", { openOnly: true, group: "status", sort: "title" }),
          query("From old times", { where: [{ field: "flavour", operator: "is", value: "Salty" }] }),
        ],
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await treeRow(window.page, "Charts").waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  const row = (label: string): Locator => treeRow(window.page, label);

  async function treeLike(expected: RegExp): Promise<void> {
    await assertSoon(async () => assert.match((await treeText(window.page)).join("\n"), expected));
  }

  async function fold(label: string): Promise<void> {
    await row(label).locator(".monaco-tl-twistie").click();
    await row(label).and(window.page.locator("[aria-expanded=false]")).waitFor();
  }

  it("stand above the site, and say in a row what is wrong with them", async () => {
    await treeLike(
      /^Charts\nOpen, by status\nFrom old times\nOurs \| workspace\nElsewhere \| workspace\n {2}You aren't connected to https:\/\/trap\.example: connect to it, or edit the query\.\nHalf a query \| workspace\n {2}“tracker” is missing: edit the query\.\nDemo/,
    );
    await expandRow(row("From old times"));
    await row("The tracker has no field “flavour” that you may see: edit the query.").waitFor();
    await window.screenshot("queries-broken");
    assert.ok(server.requests.every(({ path }) => !path.includes("trap")));
    await fold("From old times");
    await fold("Elsewhere");
    await fold("Half a query");
  });

  it("show what they find, and then where", async () => {
    await expandRow(row("Charts"));
    await treeLike(/^Charts \| Bugs\n {2}#\d+ .*chart/i);
    await runRowCommand(row("Charts"), "Count at the Icon");
    const badge = window.page.locator(".activitybar .badge-content:visible");
    // While it is read the badge is a sign of progress.
    await assertSoon(async () => assert.match((await badge.textContent()) ?? "", /^[1-9]\d*$/));
    await treeLike(/^Charts \| counted at the icon · Bugs\n/);
    await window.screenshot("queries-found");
    await runRowCommand(row("Charts"), "Stop Counting at the Icon");
    await badge.waitFor({ state: "detached" });
    await fold("Charts");
  });

  it("have groups and an order of their own", async () => {
    await expandRow(row("Open, by status"));
    await treeLike(new RegExp(`^Charts.*\nOpen, by status \\| Bugs.*\n {2}\\S.* \\| \\d+\n {4}#`));
    await window.screenshot("queries-grouped");
    await fold("Open, by status");
  });

  it("lead to editing where something is wrong", async () => {
    await expandRow(row("From old times"));
    await row("The tracker has no field “flavour” that you may see: edit the query.").click();
    await quickInputSaying(window.page, "Bugs");
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
    await fold("From old times");
  });

  it("say why they can't be read, and try again", async () => {
    const heal = server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 500 } });
    await expandRow(row("Ours"));
    const sentence = "Demo has trouble answering (HTTP 500): try again later.";
    await row(sentence).waitFor();
    heal();
    await pressRowButton(row(sentence), "Retry");
    await row(sentence).waitFor({ state: "detached" });
    await artifactRows(window.page).first().waitFor();
    await fold("Ours");
  });

  it("follow the settings", async () => {
    const text = JSON.stringify({
      "artifacts.queries": [{ name: "Renamed", site: server.url, tracker: bugs }],
    });
    await writeFile(join(window.folder, ".vscode", "settings.json"), text);
    await row("Renamed").waitFor();
    await row("Ours").waitFor({ state: "detached" });
  });

  it("leave the rest of the tree to the switch, the order and the groups of the view", async () => {
    await expandRow(row("Open Tides"));
    await expandRow(row("Bugs"));
    await artifactRows(window.page).first().waitFor();
    const icons = treeRows(window.page).locator(".codicon-pass");
    assert.equal(await icons.count(), 0);
    await pressViewButton(window.page, "Projects", "Show Closed Artifacts Too");
    await icons.first().waitFor();
    await pressViewButton(window.page, "Projects", "Show Open Artifacts Only");
    await icons.first().waitFor({ state: "detached" });
    await runViewCommand(window.page, "Projects", "Group By…");
    await quickInputSaying(window.page, "Group Artifacts By");
    await pickItem(window.page, "Status");
    await treeLike(/Bugs.*\n +\S[^#]* \| \d+\n +#\d+ /);
    await runViewCommand(window.page, "Projects", "Sort By…");
    await quickInputSaying(window.page, "Sort Artifacts By");
    await window.screenshot("tree-sort");
    await pickItem(window.page, "Oldest first");
    await assertSoon(async () => {
      const rows = (await treeText(window.page)).map((each) => Number(/ #(\d+) /.exec(each)?.[1] ?? 0));
      const [first = 0, second = 0] = rows.filter((id) => id > 0);
      assert.ok(first > 0 && first < second);
    });
    await window.screenshot("tree-grouped");
  });

  it("let several be selected", async () => {
    const [first, third] = [artifactRows(window.page).nth(0), artifactRows(window.page).nth(2)];
    await first.click({ modifiers: ["ControlOrMeta"] });
    await third.click({ modifiers: ["ControlOrMeta"] });
    await assertSoon(async () =>
      assert.equal(await artifactRows(window.page).and(window.page.locator(".selected")).count(), 2),
    );
  });

  it("keep what was chosen about the view over a reload", async () => {
    await window.reload();
    await window.showViews();
    await window.page
      .locator('.sidebar .pane-header[aria-label^="Projects"]')
      .getByText("open only · Oldest first · by Status")
      .waitFor();
  });

  it("can be read", async () => {
    await row("Charts").waitFor();
    await expandRow(row("Open, by status"));
    await artifactRows(window.page).first().waitFor();
    await window.pictures("queries");
  });
});
