import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { temporaryFolder } from "../support/ending.ts";
import { someBugs } from "../support/simulator/someBugs.ts";
import { formIn, tab } from "../support/window/form.ts";
import { dialog, notification, pressButton } from "../support/window/messages.ts";
import {
  addCondition,
  assertQueries,
  keptQueries,
  markItems,
  newQuery,
  prompt,
  rowSaying,
} from "../support/window/queryBuilder.ts";
import { answer, pickable, pickItem, quickInput, quickInputSaying } from "../support/window/quickInput.ts";
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

const bugsId = 11;

/** One window for all that lists and finds artifacts: which rows there are, and what is asked, is shown in `unit` and `host`. */
describe("queries, my work and searching in the window", () => {
  let server: Simulator;
  let other: Simulator;
  let window: VSCodeWindow;
  let broken: { readonly name: string };

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    other = await startSimulator({ dialect: "documented" });
    const about = { site: server.url, tracker: bugsId };
    const query = (name: string, more: object = {}): typeof broken => ({ name, ...about, ...more });
    broken = query("From old times", { where: [{ field: "flavour", operator: "is", value: "Salty" }] });
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
          broken,
        ],
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await row("Charts").waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
    await other.close();
  });
  afterEach(() => server.faults.clear());

  const row = (label: string): Locator => treeRow(window.page, label, "tree");
  const work = (label: string): Locator => treeRow(window.page, label, "work");
  const mine = (): Locator => artifactRows(window.page, "work");
  const header = (view: string): Locator =>
    window.page.locator(`.sidebar .pane-header[aria-label^="${view}"]`);
  /** The number at the icon, as a person sees it. */
  const badge = (): Locator => window.page.locator(".activitybar .badge-content:visible");
  const input = (): Locator => quickInput(window.page).locator("input:visible:not([type=checkbox])").first();
  const says = (text: string | RegExp): Promise<void> => prompt(window.page).getByText(text).waitFor();

  async function treeLike(expected: RegExp, view: "tree" | "work" = "tree"): Promise<void> {
    await assertSoon(async () => assert.match((await treeText(window.page, view)).join("\n"), expected));
  }

  async function fold(folded: Locator): Promise<void> {
    await folded.locator(".monaco-tl-twistie").click();
    await folded.and(window.page.locator("[aria-expanded=false]")).waitFor();
  }

  async function turnAway(): Promise<void> {
    await window.page.keyboard.press("Escape");
    await quickInput(window.page).waitFor({ state: "hidden" });
  }

  /** From a page the palette would give the focus back to it some time later, which would close the box. */
  async function leavePage(): Promise<void> {
    await window.page.keyboard.press("ControlOrMeta+0");
    await window.page.waitForFunction(() => document.activeElement?.tagName !== "IFRAME");
  }

  async function choose(view: string, command: string, title: string, choice: string): Promise<void> {
    await runViewCommand(window.page, view, command);
    await quickInputSaying(window.page, title);
    await pickItem(window.page, choice);
  }

  it("queries stand above the site, say in a row what is wrong with them, and lead to editing", async () => {
    await treeLike(
      /^Charts\nOpen, by status\nFrom old times\nOurs \| workspace\nElsewhere \| workspace\n {2}You aren't connected to https:\/\/trap\.example: connect to it, or edit the query\.\nHalf a query \| workspace\n {2}“tracker” is missing: edit the query\.\nDemo/,
    );
    await expandRow(row("From old times"));
    const wrong = row("The tracker has no field “flavour” that you may see: edit the query.");
    await wrong.waitFor();
    await window.screenshot("queries-broken");
    assert.ok(server.requests.every(({ path }) => !path.includes("trap")));
    await wrong.click();
    await quickInputSaying(window.page, "Bugs");
    await turnAway();
    for (const label of ["From old times", "Elsewhere", "Half a query"]) await fold(row(label));
  });

  it("queries show what they find, then where, and are counted at the icon", async () => {
    await expandRow(row("Charts"));
    await treeLike(/^Charts \| Bugs\n {2}#\d+ .*chart/i);
    await runRowCommand(row("Charts"), "Count at the Icon");
    // While it is read the badge is a sign of progress.
    await assertSoon(async () => assert.match((await badge().textContent()) ?? "", /^[1-9]\d*$/));
    await treeLike(/^Charts \| counted at the icon · Bugs\n/);
    await runRowCommand(row("Charts"), "Stop Counting at the Icon");
    await badge().waitFor({ state: "detached" });
    await fold(row("Charts"));
    await expandRow(row("Open, by status"));
    await treeLike(/^Charts.*\nOpen, by status \| Bugs.*\n {2}\S.* \| \d+\n {4}#/);
    await window.pictures("queries");
    await fold(row("Open, by status"));
  });

  it("queries follow the settings", async () => {
    const renamed = [{ name: "Renamed", site: server.url, tracker: bugsId }];
    const text = JSON.stringify({ "artifacts.queries": renamed });
    await writeFile(join(window.folder, ".vscode", "settings.json"), text);
    await row("Renamed").waitFor();
    await row("Ours").waitFor({ state: "detached" });
  });

  it("the rest of the tree has the switch, the order and the groups of the view, and several can be selected", async () => {
    await expandRow(row("Open Tides"));
    await expandRow(row("Bugs"));
    const artifacts = artifactRows(window.page, "tree");
    await artifacts.first().waitFor();
    const icons = treeRows(window.page).locator(".codicon-pass");
    assert.equal(await icons.count(), 0);
    await pressViewButton(window.page, "Projects", "Show Closed Artifacts Too");
    await icons.first().waitFor();
    await pressViewButton(window.page, "Projects", "Show Open Artifacts Only");
    await icons.first().waitFor({ state: "detached" });
    await choose("Projects", "Group By…", "Group Artifacts By", "Status");
    await treeLike(/Bugs.*\n +\S[^#]* \| \d+\n +#\d+ /);
    await choose("Projects", "Sort By…", "Sort Artifacts By", "Oldest first");
    await assertSoon(async () => {
      const rows = (await treeText(window.page)).map((each) => Number(/ #(\d+) /.exec(each)?.[1] ?? 0));
      const [first = 0, second = 0] = rows.filter((id) => id > 0);
      assert.ok(first > 0 && first < second);
    });
    await header("Projects").getByText("open only · Oldest first · by Status").waitFor();
    await window.screenshot("tree-grouped");
    for (const at of [0, 2]) await artifacts.nth(at).click({ modifiers: ["ControlOrMeta"] });
    const selected = artifacts.and(window.page.locator(".selected"));
    await assertSoon(async () => assert.equal(await selected.count(), 2));
    // Menus of other rows would be those of several.
    await window.page.keyboard.press("Escape");
    await selected.first().waitFor({ state: "detached" });
    await choose("Projects", "Group By…", "Group Artifacts By", "No groups");
    await choose("Projects", "Sort By…", "Sort Artifacts By", "Newest first");
    await fold(row("Open Tides"));
  });

  it("my work is what is assigned to me, at once, and what was opened", async () => {
    await mine().first().waitFor();
    await treeLike(/^Assigned to Me\n {2}#\d+ .* \| \S/, "work");
    await window.pictures("my-work-product");
    const name = (await mine().first().locator(".label-name").textContent()) ?? "";
    await mine().first().locator(".label-name").click();
    await formIn(window).locator("h1, .title").first().waitFor();
    await fold(work("Assigned to Me"));
    await expandRow(work("Recently Opened"));
    await assertSoon(async () => {
      const rows = await treeText(window.page, "work");
      assert.ok(rows.slice(rows.indexOf("Recently Opened")).some((each) => each.includes(name)));
    });
    await fold(work("Recently Opened"));
    await expandRow(work("Assigned to Me"));
    await leavePage();
    await window.runCommand("View: Close All Editors");
  });

  it("my work is sorted and grouped from the title of the view, which says so, with closed ones where that is wanted", async () => {
    const { page } = window;
    await choose("My Work", "Group By…", "Group Artifacts By", "Tracker");
    await treeLike(/^Assigned to Me\n {2}Bugs \| \d+\n {4}#\d+ /, "work");
    await choose("My Work", "Sort By…", "Sort Artifacts By", "Title, Z to A");
    await header("My Work").getByText("Title, Z to A · by Tracker").waitFor();
    await assertSoon(async () => {
      const titles = (await treeText(page, "work")).flatMap(
        (each) => /^ {4}#\d+ (.*?) \| /.exec(each)?.[1] ?? [],
      );
      const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
      assert.ok(titles.length > 3);
      assert.deepEqual(
        titles,
        titles.toSorted((one, another) => compare(another, one)),
      );
    });
    await choose("My Work", "Group By…", "Group Artifacts By", "No groups");
    await choose("My Work", "Sort By…", "Sort Artifacts By", "Newest first");
    await treeLike(/^Assigned to Me\n {2}#\d+ /, "work");
    const closed = artifactRows(page, "work").locator(".codicon-pass");
    await header("My Work").getByText("open only").waitFor();
    await pressViewButton(page, "My Work", "Show Closed Artifacts Too");
    await treeLike(
      /Demo lists only what is open: pin a project, and its trackers are searched for the rest\./,
      "work",
    );
    assert.equal(await closed.count(), 0);
    await pressRowButton(row("Open Tides"), "Pin Project");
    await closed.first().waitFor();
    await header("My Work").getByText("open only").waitFor({ state: "detached" });
    await pressViewButton(page, "My Work", "Show Open Artifacts Only");
    await header("My Work").getByText("open only").waitFor();
    await closed.first().waitFor({ state: "detached" });
    await mine().first().waitFor();
  });

  it("my work is counted at the icon, as it was while the server is in trouble", async () => {
    assert.equal(await badge().count(), 0);
    await runRowCommand(work("Assigned to Me"), "Count at the Icon");
    await assertSoon(async () => assert.match((await badge().textContent()) ?? "", /^\d+$/));
    const count = (await badge().textContent()) ?? "";
    await treeLike(/^Assigned to Me \| counted at the icon\n/, "work");
    const heal = server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
    await pressViewButton(window.page, "My Work", "Refresh");
    await treeLike(/Demo refuses this|Demo doesn't allow/, "work");
    await assertSoon(async () => assert.equal(await badge().textContent(), count));
    const icon = window.page.locator(".activitybar").getByRole("tab", { name: /^Artifacts/ });
    await assertSoon(async () =>
      assert.match((await icon.getAttribute("aria-label")) ?? "", /, as it was now\. Demo /),
    );
    await window.screenshot("my-work-trouble-product");
    heal();
    await pressViewButton(window.page, "My Work", "Refresh");
    await assertSoon(async () =>
      assert.match((await icon.getAttribute("aria-label")) ?? "", /Assigned to me on Demo: \d+$/),
    );
    await runRowCommand(work("Assigned to Me"), "Stop Counting at the Icon");
    await badge().waitFor({ state: "detached" });
  });

  it("a search finds by title as one types, and opens what is chosen, here or in the browser", async () => {
    const [{ id, title } = assert.fail()] = await someBugs(server);
    await window.runCommand("Artifacts: Search Artifacts…");
    await quickInputSaying(window.page, "Search Artifacts");
    await input().fill(title);
    const found = pickable(window.page, `#${id}`);
    await found.filter({ hasText: new RegExp(`${title} · Bugs · \\w`) }).waitFor();
    await window.pictures("search-found");
    await found.hover();
    const page = await window.opened(() => found.getByRole("button", { name: "Open in Browser" }).click());
    assert.ok(page.url().endsWith(`/plugins/tracker/?aid=${id}`), page.url());
    await page.close();
    await found.click();
    await tab(window, `#${id}`).waitFor();
    await formIn(window).locator("artifact-field").first().waitFor();
    // Forms take the focus, which would close what is asked next.
    await leavePage();
    await window.runCommand("View: Close All Editors");
  });

  it("one goes to an artifact by the address of its page", async () => {
    const [, { id } = assert.fail()] = await someBugs(server);
    await window.runCommand("Artifacts: Go to Artifact…");
    await quickInputSaying(window.page, "the address of its page");
    await answer(window.page, `${server.url}/plugins/tracker/?aid=${id}`);
    await tab(window, `#${id}`).waitFor();
    await formIn(window).locator("artifact-field").first().waitFor();
    await leavePage();
    await window.runCommand("View: Close All Editors");
  });

  it("a query is put together, shown as a table and kept", async () => {
    const { page } = window;
    await newQuery(window);
    await addCondition(page, "Severity");
    await quickInputSaying(page, "Severity is any of");
    await quickInput(page).getByRole("button", { name: "Back" }).click();
    await quickInputSaying(page, "Which field?");
    await pickItem(page, "Severity");
    await markItems(page, "Critical");
    await says(/^At most \d+ artifacts/);
    await window.pictures("query-builder");
    await pickItem(page, "Show as Table");
    await formIn(window).getByText("Severity is Critical").first().waitFor();
    await leavePage();
    await window.runCommand("View: Close All Editors");

    await newQuery(window);
    await pickItem(page, "Save…");
    await quickInputSaying(page, "A name for it");
    await answer(page, "All of them");
    await quickInputSaying(page, "Where is it kept?");
    await pickItem(page, "For me");
    await notification(page, "“All of them” is kept").waitFor();
    await row("All of them").waitFor();
    const kept = { name: "All of them", site: server.url, tracker: bugsId, openOnly: true };
    assert.deepEqual((await keptQueries(window.userSettings)).at(-1), kept);
  });

  it("a query is changed and deleted from its row", async () => {
    const { page } = window;
    const before = await keptQueries(window.userSettings);
    await runRowCommand(row("From old times"), "Edit Query…");
    await says("It can't be asked like this");
    const wrong = rowSaying(page, /flavour is Salty.*no field “flavour”/s);
    await wrong.hover();
    await wrong.getByRole("button", { name: "Remove" }).click();
    await wrong.waitFor({ state: "detached" });
    await says(/^At most \d+ artifacts/);
    await turnAway();
    await notification(page, "The query was not saved.").waitFor();
    await runRowCommand(row("From old times"), "Delete Query…");
    await pressButton(dialog(page, "Delete the query “From old times”?"), "Cancel");
    await assertQueries(window.userSettings, before);
    await runRowCommand(row("From old times"), "Delete Query…");
    await pressButton(dialog(page, "Delete the query “From old times”?"), "Delete");
    await assertQueries(
      window.userSettings,
      before.filter((each) => (each as typeof broken).name !== broken.name),
    );
  });

  describe("on a server that tells less", () => {
    before(async () => {
      await writeFile(join(window.folder, ".vscode", "settings.json"), "{}");
      const settings = JSON.parse(await readFile(window.userSettings, "utf8")) as Record<string, unknown>;
      const sites = [{ url: other.url, label: "Demo" }];
      const changed = { ...settings, "artifacts.sites": sites, "artifacts.queries": [] };
      await writeFile(window.userSettings, JSON.stringify(changed));
      // Nothing is known of the other server then.
      await window.reload();
      await row("Charts").waitFor({ state: "detached" });
      await signInWithKey(window, other.accounts.member.accessKey, "signed in");
    });

    it("my work asks who somebody is, and has no switch for what is closed", async () => {
      await work("Say who you are…").waitFor();
      await window.screenshot("my-work-nobody");
      await pressRowButton(row("Open Tides"), "Pin Project");
      await work("Say who you are…").click();
      await quickInputSaying(window.page, "Who are you on Demo?");
      const { username } = other.accounts.member;
      await quickInput(window.page).locator(".monaco-list-row").filter({ hasText: username }).click();
      await mine().first().waitFor();
      await treeLike(
        /^Assigned to Me\n {2}Demo doesn't tell what is open: closed ones are among these\.\n {2}#/,
        "work",
      );
      await header("My Work").hover();
      await header("My Work").getByRole("button", { name: "Refresh" }).waitFor();
      await header("My Work")
        .getByRole("button", { name: /Artifacts (Only|Too)/ })
        .waitFor({ state: "detached" });
    });

    it("my work says where it looked, and what to do where there is nothing to look through", async () => {
      await fold(work("Assigned to Me"));
      await expandRow(work("Submitted by Me"));
      await treeLike(/Can't be searched by submitter: Bugs/, "work");
      await treeLike(/Searched in pinned projects: Open Tides/, "work");
      await window.screenshot("my-work-where");
      await pressRowButton(row("Open Tides"), "Unpin Project");
      await treeLike(
        /Demo can't list your work by itself: pin a project, and its trackers are searched\./,
        "work",
      );
    });
  });
});
