import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { formIn } from "../support/window/form.ts";
import { answer, quickInputSaying } from "../support/window/quickInput.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  hoverText,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  treeRow,
  treeRows,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("browsing in the window", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function firstArtifact(): Locator {
    return artifactRows(window.page).first();
  }

  /** Waits until the rows in sight read like this. */
  async function rowsLike(expected: RegExp): Promise<readonly string[]> {
    await assertSoon(async () => assert.match((await treeText(window.page)).join("\n"), expected));
    return treeText(window.page);
  }

  it("asks nothing of the server before somebody looks", async () => {
    await window.page.locator(".explorer-folders-view").first().waitFor();
    assert.equal(server.requests.length, 0);
  });

  it("shows the public project at once, without signing in", async () => {
    await window.showViews();
    await treeRow(window.page, "Open Tides").waitFor();
    assert.deepEqual(await treeText(window.page), [
      "Demo | not signed in",
      "  All Projects",
      "    Open Tides",
    ]);
  });

  it("goes down to artifacts with number, title and status, and says how many there are at most", async () => {
    await expandRow(treeRow(window.page, "Open Tides"));
    await expandRow(treeRow(window.page, "Bugs"));
    const rows = await rowsLike(/#\d+ /);
    assert.match(rows.find((row) => row.includes("#")) ?? "", /^ {8}#\d+ .+ \| .+$/);
    await window.screenshot("tree-artifacts");
    await window.page.keyboard.press("End");
    await treeRow(window.page, "Load More").waitFor();
    // Those that are closed are not among them until somebody asks for them.
    const [, open = ""] =
      /Load More \| 50 of at most (\d+)/.exec((await treeText(window.page)).join("\n")) ?? [];
    assert.ok(Number(open) > 50 && Number(open) < 820);
    await pressViewButton(window.page, "Projects", "Show Closed Artifacts Too");
    await window.page.keyboard.press("End");
    await rowsLike(/Load More \| 50 of at most 820/);
    await treeRow(window.page, "Load More").click();
    await treeRow(window.page, "Load More").waitFor({ state: "detached" });
    await window.page.keyboard.press("End");
    await rowsLike(/Load More \| 100 of at most 820/);
  });

  it("keeps what is open and chosen over a refresh, which shows what is new", async () => {
    await window.page.keyboard.press("Home");
    await treeRow(window.page, "Bugs").locator(".label-name").click();
    await expandRow(treeRow(window.page, "Bugs"));
    const before = await rowsLike(/#\d+ /);
    const chosen = treeRows(window.page).and(window.page.locator(".selected"));
    const newest = { id: 9999, uri: "artifacts/9999", title: "Came while you looked", status: "New" };
    const heal = server.faults.add({
      path: /trackers\/\d+\/artifacts/,
      fault: { kind: "status", status: 200, body: JSON.stringify([newest]) },
    });
    await window.runCommand("Artifacts: Refresh");
    const came = treeRow(window.page, "#9999 Came while you looked");
    await came.waitFor();
    assert.match((await chosen.textContent()) ?? "", /Bugs/);
    heal();
    await window.runCommand("Artifacts: Refresh");
    await came.waitFor({ state: "detached" });
    assert.deepEqual((await rowsLike(/#\d+ /)).slice(0, 10), before.slice(0, 10));
    assert.match((await chosen.textContent()) ?? "", /Bugs/);
  });

  it("tells more of an artifact in its tooltip", async () => {
    const text = (await hoverText(firstArtifact())).replaceAll("\u00a0", " ");
    assert.match(text, /#\d+[^]*Demo › Bugs[^]*Status: /);
    await window.screenshot("tree-tooltip");
  });

  it("copies the reference and the address of an artifact", async () => {
    const id = /#(\d+)/.exec((await firstArtifact().textContent()) ?? "")?.[1] ?? "";
    await runRowCommand(firstArtifact(), "Copy Reference");
    await window.waitForClipboard(`art #${id}`);
    await runRowCommand(firstArtifact(), "Copy Link");
    await window.waitForClipboard(`${server.url}/plugins/tracker/?aid=${id}`);
  });

  it("opens the page of an artifact in the browser", async () => {
    const id = /#(\d+)/.exec((await firstArtifact().textContent()) ?? "")?.[1] ?? "";
    const page = await window.opened(() => runRowCommand(firstArtifact(), "Open in Browser"));
    await page.waitForURL((url) => url.href.endsWith(`/plugins/tracker/?aid=${id}`), { waitUntil: "commit" });
    await page.close();
  });

  it("opens an artifact in a tab", async () => {
    const name = (await firstArtifact().locator(".label-name").textContent()) ?? "";
    await firstArtifact().locator(".label-name").click();
    const form = formIn(window);
    await form.getByText("opened by").waitFor();
    // Without signing in nothing can be changed: the title is a text.
    await form
      .locator("h1")
      .getByText(name.replace(/^#\d+ /, ""))
      .waitFor();
    await window.screenshot("artifact-tab");
  });

  it("shows the fields of an artifact below it", async () => {
    await expandRow(firstArtifact());
    await expandRow(treeRow(window.page, "Fields"));
    await treeRow(window.page, "Severity").waitFor();
    await window.screenshot("tree-fields");
  });

  it("filters all projects", async () => {
    await pressRowButton(treeRow(window.page, "All Projects"), "Filter Projects…");
    await quickInputSaying(window.page, "Part of a project's name");
    await answer(window.page, "nowhere");
    await treeRow(window.page, "No project matches").waitFor();
    await window.screenshot("tree-filtered");
    await pressRowButton(treeRow(window.page, "All Projects"), "Show All Projects");
    await treeRow(window.page, "Open Tides").waitFor();
  });

  it("pins a project to the top", async () => {
    await pressRowButton(treeRow(window.page, "Open Tides"), "Pin Project");
    await rowsLike(/Open Tides[^]*All Projects/);
    await pressRowButton(treeRow(window.page, "Open Tides"), "Unpin Project");
    await rowsLike(/All Projects[^]*Open Tides/);
  });

  it("says in the tree what went wrong, keeps what was there, and tries again", async () => {
    await expandRow(treeRow(window.page, "Open Tides"));
    await treeRow(window.page, "Bugs").waitFor();
    const heal = server.faults.add({ path: /trackers/, fault: { kind: "status", status: 500 } });
    await runRowCommand(treeRow(window.page, "Open Tides"), "Refresh");
    const sentence = "Demo has trouble answering (HTTP 500): try again later.";
    await treeRow(window.page, sentence).waitFor();
    await treeRow(window.page, "Bugs").waitFor();
    await window.screenshot("tree-problem");
    heal();
    await pressRowButton(treeRow(window.page, sentence), "Retry");
    await treeRow(window.page, sentence).waitFor({ state: "detached" });
    await treeRow(window.page, "Bugs").waitFor();
    assert.equal(await window.page.locator(".notification-toast").count(), 0);
  });

  it("can be read", async () => {
    await expandRow(treeRow(window.page, "Bugs"));
    await rowsLike(/#\d+ /);
    await window.pictures("browse");
  });
});
