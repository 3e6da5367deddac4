import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTemporaryFolder } from "../support/cleanup.ts";
import { fetchOpenBugs } from "../support/simulator/fetchOpenBugs.ts";
import { getForm, getTab } from "../support/window/form.ts";
import { getDialog, getNotification, pressButton } from "../support/window/messages.ts";
import {
  addCondition,
  waitForSavedQueries,
  readSavedQueries,
  markItems,
  startNewQuery,
  getPrompt,
  getRow,
} from "../support/window/queryBuilder.ts";
import {
  submitInput,
  getPickItem,
  pickItem,
  getQuickInput,
  waitForQuickInput,
  dismissQuickInput,
} from "../support/window/quickInput.ts";
import { retryUntilVisible } from "../support/window/retry.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually } from "../support/wait.ts";
import {
  getArtifactRows,
  expandRow,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  runViewCommand,
  getTreeRow,
  getTreeRows,
  readTreeText,
  collapseRow,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const bugsId = 11;

/** These tests share one window; results and requests are tested in `unit` and `host`. */
describe("in the window", () => {
  let server: Simulator;
  let documentedServer: Simulator;
  let window: VSCodeWindow;
  let invalidQuery: { readonly name: string };

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    documentedServer = await startSimulator({ dialect: "documented" });
    const source = { site: server.url, tracker: bugsId };
    const createQuery = (name: string, more: object = {}): typeof invalidQuery => ({
      name,
      ...source,
      ...more,
    });
    invalidQuery = createQuery("From old times", {
      where: [{ field: "flavour", operator: "is", value: "Salty" }],
    });
    const folder = createTemporaryFolder();
    await mkdir(join(folder, ".vscode"));
    const workspaceQueries = [
      createQuery("Ours", { openOnly: false }),
      { name: "Elsewhere", site: "https://trap.example", tracker: 1 },
      { name: "Half a query", site: server.url },
    ];
    await writeFile(
      join(folder, ".vscode", "settings.json"),
      JSON.stringify({ "artifacts.queries": workspaceQueries }),
    );
    window = await openWindow({
      folder,
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.queries": [
          createQuery("Charts", {
            where: [{ field: "title", operator: "contains", value: "chart" }],
            openOnly: false,
          }),
          createQuery("Open, by status", { openOnly: true, group: "status", sort: "title" }),
          invalidQuery,
        ],
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
    await getProjectsRow("Charts").waitFor();
  });
  after(async () => {
    await window.close();
    await server.close();
    await documentedServer.close();
  });
  afterEach(() => server.faults.clear());

  const getProjectsRow = (label: string): Locator => getTreeRow(window.page, label, "tree");
  const getMyWorkRow = (label: string): Locator => getTreeRow(window.page, label, "work");
  const getMyArtifactRows = (): Locator => getArtifactRows(window.page, "work");
  const getViewHeader = (view: string): Locator =>
    window.page.locator(`.sidebar .pane-header[aria-label^="${view}"]`);
  /** Visible badge of the view container. */
  const getBadge = (): Locator => window.page.locator(".activitybar .badge-content:visible");
  const getInput = (): Locator =>
    getQuickInput(window.page).locator("input:visible:not([type=checkbox])").first();
  const waitForPrompt = (text: string | RegExp): Promise<void> =>
    getPrompt(window.page).getByText(text).waitFor();

  async function waitForTree(expected: RegExp, view: "tree" | "work" = "tree"): Promise<void> {
    await assertEventually(async () =>
      assert.match((await readTreeText(window.page, view)).join("\n"), expected),
    );
  }

  async function chooseOption(view: string, command: string, title: string, choice: string): Promise<void> {
    await runViewCommand(window.page, view, command);
    await waitForQuickInput(window.page, title);
    await pickItem(window.page, choice);
  }

  it("queries are listed above the site and show errors that open the query builder", async () => {
    await waitForTree(
      /^Charts\nOpen, by status\nFrom old times\nOurs \| workspace\nElsewhere \| workspace\n {2}You aren't connected to https:\/\/trap\.example\. Connect to the site or edit the query\.\nHalf a query \| workspace\n {2}“tracker” is missing\. Edit the query\.\nDemo/,
    );
    await expandRow(getProjectsRow("From old times"));
    const errorRow = getProjectsRow(
      "The tracker has no field “flavour”, or you don't have access to it. Edit the query.",
    );
    await errorRow.waitFor();
    await window.screenshot("queries-broken");
    assert.ok(server.requests.every(({ path }) => !path.includes("trap")));
    await errorRow.click();
    await waitForQuickInput(window.page, "Bugs");
    await dismissQuickInput(window.page);
    for (const label of ["From old times", "Elsewhere", "Half a query"]) {
      await collapseRow(getProjectsRow(label));
    }
  });

  it("queries show their artifacts and tracker, and their count in the badge", async () => {
    await expandRow(getProjectsRow("Charts"));
    await waitForTree(/^Charts \| Bugs\n {2}#\d+ .*chart/i);
    await runRowCommand(getProjectsRow("Charts"), "Show Count in Badge");
    // While the count is loaded, the badge shows progress.
    await assertEventually(async () => assert.match((await getBadge().textContent()) ?? "", /^[1-9]\d*$/));
    await waitForTree(/^Charts \| shown in badge · Bugs\n/);
    await runRowCommand(getProjectsRow("Charts"), "Hide Count in Badge");
    await getBadge().waitFor({ state: "detached" });
    await collapseRow(getProjectsRow("Charts"));
    await expandRow(getProjectsRow("Open, by status"));
    await waitForTree(/^Charts.*\nOpen, by status \| Bugs.*\n {2}\S.* \| \d+\n {4}#/);
    await window.screenshotThemes("queries");
    await collapseRow(getProjectsRow("Open, by status"));
  });

  it("queries are updated when the settings change", async () => {
    const renamed = [{ name: "Renamed", site: server.url, tracker: bugsId }];
    const text = JSON.stringify({ "artifacts.queries": renamed });
    await writeFile(join(window.folder, ".vscode", "settings.json"), text);
    await getProjectsRow("Renamed").waitFor();
    await getProjectsRow("Ours").waitFor({ state: "detached" });
  });

  it("trackers are filtered, sorted and grouped as the view, and several rows can be selected", async () => {
    await expandRow(getProjectsRow("Open Tides"));
    await expandRow(getProjectsRow("Bugs"));
    const artifacts = getArtifactRows(window.page, "tree");
    await artifacts.first().waitFor();
    const icons = getTreeRows(window.page).locator(".codicon-pass");
    assert.equal(await icons.count(), 0);
    await pressViewButton(window.page, "Projects", "Show Closed Artifacts");
    await icons.first().waitFor();
    await pressViewButton(window.page, "Projects", "Hide Closed Artifacts");
    await icons.first().waitFor({ state: "detached" });
    await chooseOption("Projects", "Group By…", "Group Artifacts By", "Status");
    await waitForTree(/Bugs.*\n +\S[^#]* \| \d+\n +#\d+ /);
    await chooseOption("Projects", "Sort By…", "Sort Artifacts By", "Oldest first");
    await assertEventually(async () => {
      const rows = (await readTreeText(window.page)).map((text) => Number(/ #(\d+) /.exec(text)?.[1] ?? 0));
      const [first = 0, second = 0] = rows.filter((id) => id > 0);
      assert.ok(first > 0 && first < second);
    });
    await getViewHeader("Projects").getByText("open only · Oldest first · grouped by Status").waitFor();
    await window.screenshot("tree-grouped");
    for (const index of [0, 2]) await artifacts.nth(index).click({ modifiers: ["ControlOrMeta"] });
    const selected = artifacts.and(window.page.locator(".selected"));
    await assertEventually(async () => assert.equal(await selected.count(), 2));
    // Clear the selection, because it changes the menus of other rows.
    await window.page.keyboard.press("Escape");
    await selected.first().waitFor({ state: "detached" });
    await chooseOption("Projects", "Group By…", "Group Artifacts By", "No grouping");
    await chooseOption("Projects", "Sort By…", "Sort Artifacts By", "Newest first");
    await collapseRow(getProjectsRow("Open Tides"));
  });

  it("My Work lists assigned and recently opened artifacts", async () => {
    await getMyArtifactRows().first().waitFor();
    await waitForTree(/^Assigned to Me\n {2}#\d+ .* \| \S/, "work");
    await window.screenshotThemes("my-work-product");
    const name = (await getMyArtifactRows().first().locator(".label-name").textContent()) ?? "";
    await getMyArtifactRows().first().locator(".label-name").click();
    await getForm(window).locator("h1, .title").first().waitFor();
    await collapseRow(getMyWorkRow("Assigned to Me"));
    await expandRow(getMyWorkRow("Recently Opened"));
    await assertEventually(async () => {
      const rows = await readTreeText(window.page, "work");
      assert.ok(rows.slice(rows.indexOf("Recently Opened")).some((text) => text.includes(name)));
    });
    await collapseRow(getMyWorkRow("Recently Opened"));
    await expandRow(getMyWorkRow("Assigned to Me"));
    await window.closeEditors();
  });

  it("My Work is sorted, grouped and filtered by the options in the title of the view", async () => {
    const { page } = window;
    await chooseOption("My Work", "Group By…", "Group Artifacts By", "Tracker");
    await waitForTree(/^Assigned to Me\n {2}Bugs \| \d+\n {4}#\d+ /, "work");
    await chooseOption("My Work", "Sort By…", "Sort Artifacts By", "Title, Z to A");
    await getViewHeader("My Work").getByText("Title, Z to A · grouped by Tracker").waitFor();
    await assertEventually(async () => {
      const titles = (await readTreeText(page, "work")).flatMap(
        (text) => /^ {4}#\d+ (.*?) \| /.exec(text)?.[1] ?? [],
      );
      const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
      assert.ok(titles.length > 3);
      assert.deepEqual(
        titles,
        titles.toSorted((one, another) => compare(another, one)),
      );
    });
    await chooseOption("My Work", "Group By…", "Group Artifacts By", "No grouping");
    await chooseOption("My Work", "Sort By…", "Sort Artifacts By", "Newest first");
    await waitForTree(/^Assigned to Me\n {2}#\d+ /, "work");
    const closed = getArtifactRows(page, "work").locator(".codicon-pass");
    await getViewHeader("My Work").getByText("open only").waitFor();
    await pressViewButton(page, "My Work", "Show Closed Artifacts");
    await waitForTree(
      /Demo lists only open artifacts\. Pin a project to search its trackers for closed ones\./,
      "work",
    );
    assert.equal(await closed.count(), 0);
    await pressRowButton(getProjectsRow("Open Tides"), "Pin Project");
    await closed.first().waitFor();
    await getViewHeader("My Work").getByText("open only").waitFor({ state: "detached" });
    await pressViewButton(page, "My Work", "Hide Closed Artifacts");
    await getViewHeader("My Work").getByText("open only").waitFor();
    await closed.first().waitFor({ state: "detached" });
    await getMyArtifactRows().first().waitFor();
  });

  it("My Work shows its count in the badge and keeps it when the server fails", async () => {
    // While a view is loaded, the badge shows progress.
    await getBadge().waitFor({ state: "detached" });
    await runRowCommand(getMyWorkRow("Assigned to Me"), "Show Count in Badge");
    await assertEventually(async () => assert.match((await getBadge().textContent()) ?? "", /^\d+$/));
    const count = (await getBadge().textContent()) ?? "";
    await waitForTree(/^Assigned to Me \| shown in badge\n/, "work");
    const removeFault = server.faults.add({ path: /artifacts/, fault: { kind: "status", status: 403 } });
    await pressViewButton(window.page, "My Work", "Refresh");
    await waitForTree(/You don't have permission to (view|do) this on Demo/, "work");
    await assertEventually(async () => assert.equal(await getBadge().textContent(), count));
    const icon = window.page.locator(".activitybar").getByRole("tab", { name: /^Artifacts/ });
    await assertEventually(async () =>
      assert.match(
        (await icon.getAttribute("aria-label")) ?? "",
        / \(updated now\)\. You don't have permission .*on Demo/,
      ),
    );
    await window.screenshot("my-work-trouble-product");
    removeFault();
    await pressViewButton(window.page, "My Work", "Refresh");
    await assertEventually(async () =>
      assert.match((await icon.getAttribute("aria-label")) ?? "", /Assigned to me on Demo: \d+$/),
    );
    await runRowCommand(getMyWorkRow("Assigned to Me"), "Hide Count in Badge");
    await getBadge().waitFor({ state: "detached" });
  });

  it("a search finds artifacts by title and opens them in a form or in the browser", async () => {
    const [{ id, title } = assert.fail()] = await fetchOpenBugs(server);
    await window.runCommand("Artifacts: Search Artifacts…");
    await waitForQuickInput(window.page, "Search Artifacts");
    await getInput().fill(title);
    const item = getPickItem(window.page, `#${id}`);
    await item.filter({ hasText: new RegExp(`${title} · Bugs · \\w`) }).waitFor();
    await waitForPrompt("Searches titles and descriptions in all your projects");
    await getInput().fill("the");
    await waitForPrompt(/\d+ more artifacts match/);
    const firstRow = getQuickInput(window.page).locator(".quick-input-list .monaco-list-row").first();
    await firstRow.filter({ hasText: /^#\d/ }).waitFor();
    await window.screenshotThemes("search-more");
    await getInput().fill(title);
    await item.waitFor();
    await window.screenshotThemes("search-found");
    await item.hover();
    const page = await window.waitForPopup(() =>
      item.getByRole("button", { name: "Open in Browser" }).click(),
    );
    assert.ok(page.url().endsWith(`/plugins/tracker/?aid=${id}`), page.url());
    await page.close();
    await item.click();
    await getTab(window, `#${id}`).waitFor();
    await getForm(window).locator("artifact-field").first().waitFor();
    await window.closeEditors();
  });

  it("Go to Artifact opens an artifact by words and by its URL", async () => {
    const [found = assert.fail(), { id } = assert.fail()] = await fetchOpenBugs(server);
    await window.runCommand("Artifacts: Go to Artifact…");
    await waitForQuickInput(window.page, "the URL of the artifact");
    await getInput().fill(found.title);
    await getPickItem(window.page, `#${found.id}`)
      .filter({ hasText: new RegExp(`${found.title} · Bugs · \\w`) })
      .waitFor();
    await window.screenshotThemes("go-to-found");
    await dismissQuickInput(window.page);
    await window.runCommand("Artifacts: Go to Artifact…");
    await waitForQuickInput(window.page, "the URL of the artifact");
    await submitInput(window.page, `${server.url}/plugins/tracker/?aid=${id}`);
    await getTab(window, `#${id}`).waitFor();
    await getForm(window).locator("artifact-field").first().waitFor();
    await window.closeEditors();
  });

  it("a query is built, shown as a table and saved", async () => {
    const { page } = window;
    await startNewQuery(window);
    await addCondition(page, "Severity");
    await waitForQuickInput(page, "Severity is any of");
    await getQuickInput(page).getByRole("button", { name: "Back" }).click();
    await waitForQuickInput(page, "Select a field");
    await pickItem(page, "Severity");
    await markItems(page, "Critical");
    await waitForPrompt(/^Up to \d+ artifacts/);
    await window.screenshotThemes("query-builder");
    await pickItem(page, "Open as Table");
    await getForm(window).getByText("Severity is Critical").first().waitFor();
    await window.closeEditors();

    await startNewQuery(window);
    await pickItem(page, "Save…");
    await waitForQuickInput(page, "Enter a name for the query");
    await submitInput(page, "All of them");
    await waitForQuickInput(page, "Select where to save the query");
    await pickItem(page, "User Settings");
    await getNotification(page, "Saved query “All of them”").waitFor();
    await getProjectsRow("All of them").waitFor();
    const savedQuery = { name: "All of them", site: server.url, tracker: bugsId, openOnly: true };
    assert.deepEqual((await readSavedQueries(window.userSettings)).at(-1), savedQuery);
  });

  it("a query is edited and deleted from its row", async () => {
    const { page } = window;
    const before = await readSavedQueries(window.userSettings);
    await runRowCommand(getProjectsRow("From old times"), "Edit Query…");
    await waitForPrompt("This query can't be run");
    const conditionRow = getRow(page, /flavour is Salty.*no field “flavour”/s);
    await conditionRow.hover();
    await conditionRow.getByRole("button", { name: "Remove" }).click();
    await conditionRow.waitFor({ state: "detached" });
    await waitForPrompt(/^Up to \d+ artifacts/);
    await dismissQuickInput(window.page);
    await getNotification(page, "The query wasn't saved.").waitFor();
    await runRowCommand(getProjectsRow("From old times"), "Delete Query…");
    await pressButton(getDialog(page, "Delete the query “From old times”?"), "Cancel");
    await waitForSavedQueries(window.userSettings, before);
    await runRowCommand(getProjectsRow("From old times"), "Delete Query…");
    await pressButton(getDialog(page, "Delete the query “From old times”?"), "Delete");
    await waitForSavedQueries(
      window.userSettings,
      before.filter((query) => (query as typeof invalidQuery).name !== invalidQuery.name),
    );
  });

  describe("with a server of the documented dialect", () => {
    before(async () => {
      await writeFile(join(window.folder, ".vscode", "settings.json"), "{}");
      const settings = JSON.parse(await readFile(window.userSettings, "utf8")) as Record<string, unknown>;
      const sites = [{ url: documentedServer.url, label: "Demo" }];
      const changed = { ...settings, "artifacts.sites": sites, "artifacts.queries": [] };
      await writeFile(window.userSettings, JSON.stringify(changed));
      // The reload clears cached data of the first server.
      await window.reload();
      await getProjectsRow("Charts").waitFor({ state: "detached" });
      await signInWithKey(window, documentedServer.accounts.member.accessKey, "signed in");
    });

    it("My Work asks for the current user and has no filter for closed artifacts", async () => {
      await getMyWorkRow("Select Your User…").waitFor();
      await window.screenshot("my-work-nobody");
      // The tree is loaded again after signing in; VS Code then runs the command without its row.
      const pinned = getProjectsRow("Open Tides").and(window.page.locator("[aria-level='2']"));
      await retryUntilVisible(pinned, () => pressRowButton(getProjectsRow("Open Tides"), "Pin Project"));
      await getMyWorkRow("Select Your User…").click();
      await waitForQuickInput(window.page, "Select Your User on Demo");
      const { username } = documentedServer.accounts.member;
      await getQuickInput(window.page).locator(".monaco-list-row").filter({ hasText: username }).click();
      await getMyArtifactRows().first().waitFor();
      await waitForTree(
        /^Assigned to Me\n {2}Demo doesn't report which artifacts are open, so closed artifacts are included\.\n {2}#/,
        "work",
      );
      await getViewHeader("My Work").hover();
      await getViewHeader("My Work").getByRole("button", { name: "Refresh" }).waitFor();
      await getViewHeader("My Work")
        .getByRole("button", { name: /(Show|Hide) Closed Artifacts/ })
        .waitFor({ state: "detached" });
    });

    it("My Work names the searched projects and explains how to add one", async () => {
      await collapseRow(getMyWorkRow("Assigned to Me"));
      await expandRow(getMyWorkRow("Submitted by Me"));
      await waitForTree(/These trackers can't be searched by submitter: Bugs/, "work");
      await waitForTree(/Searched pinned projects: Open Tides/, "work");
      await window.screenshot("my-work-where");
      await pressRowButton(getProjectsRow("Open Tides"), "Unpin Project");
      await waitForTree(
        /Demo can't list your work across projects\. Pin a project to search its trackers\./,
        "work",
      );
    });
  });
});
