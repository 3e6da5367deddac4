import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { TrackerHandle } from "../simulator/trackerAdministration.ts";
import { addInboxTracker, changeArtifact } from "../support/fixtures/inboxTracker.ts";
import { assertEventually } from "../support/wait.ts";
import { getForm, getTab, openArtifact } from "../support/window/form.ts";
import { getNotification, pressButton } from "../support/window/messages.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import {
  expandRow,
  getTreeRow,
  getTreeRows,
  pressRowButton,
  pressViewButton,
  readTreeText,
  runArtifactCommand,
  readContextMenu,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

describe("inbox", () => {
  let server: Simulator;
  let window: VSCodeWindow;
  let tracker: TrackerHandle;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    tracker = addInboxTracker(server);
    // The first refresh goes back a day from the current time.
    server.clock.advance(Date.now() - server.clock.now());
    window = await openWindow({
      settings: {
        "artifacts.sites": [{ url: server.url, label: "Demo" }],
        "artifacts.inbox.notifications": true,
      },
    });
    const { member } = server.accounts;
    await signInWithKey(window, member.accessKey, member.realName);
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  function getArtifact(index: number): number {
    return tracker.artifactIds[index] ?? 0;
  }

  function change(index: number, changes: Parameters<typeof changeArtifact>[3]): void {
    changeArtifact(server, tracker, getArtifact(index), changes);
  }

  it("lists changes of others, and opens the form at the first unread one", async () => {
    const { page } = window;
    const { member } = server.accounts;
    for (let count = 0; count < 25; count += 1) change(0, { comment: `Note ${count}\n\n\n\n\n\nend` });
    server.clock.advance(1000);
    change(0, { assignee: member.id });
    change(1, { assignee: member.id, comment: `@${member.username} have a look` });
    change(0, { status: "Review", comment: "Ready" });
    const header = page.locator('.sidebar .pane-header[aria-label^="Inbox"]');
    await header.click();
    await getTreeRow(page, `#${getArtifact(0)} Pier lamp`, "inbox").waitFor();
    await getTreeRow(page, `#${getArtifact(1)} Pier lamp`, "inbox").waitFor();
    const rows = await readTreeText(page, "inbox");
    assert.match(
      rows.find((row) => row.includes(`#${getArtifact(1)} `)) ?? "",
      /assigned it to you and mentioned you/,
    );
    await window.screenshotThemes("inbox");
    await getTreeRow(page, `#${getArtifact(0)} Pier lamp`, "inbox").click();
    await getTab(window, `#${getArtifact(0)}`).waitFor();
    const firstNew = getForm(window).locator(".entry").filter({ hasText: "Note 0" });
    await firstNew.getByText("New", { exact: true }).waitFor();
    await assertEventually(async () => {
      assert.ok(await firstNew.evaluate((entry) => entry.getBoundingClientRect().top < innerHeight));
    });
    await window.screenshotThemes("inbox-form");
    await getTreeRows(page, "inbox").and(page.locator('[aria-label^="read, "]')).first().waitFor();
  });

  it("marks rows as read, snoozes them, and follows artifacts", async () => {
    const { page } = window;
    await pressRowButton(getTreeRow(page, `#${getArtifact(1)} Pier lamp`, "inbox"), "Snooze Until Tomorrow");
    await getTreeRow(page, `#${getArtifact(1)} Pier lamp`, "inbox").waitFor({ state: "detached" });
    await window.runCommand("Artifacts: Follow");
    await getNotification(
      page,
      "The server has no such feature, so this is stored on this machine only.",
    ).waitFor();
    server.clock.advance(1000);
    // Its form isn't open.
    change(5, { assignee: server.accounts.member.id });
    await pressViewButton(page, "Inbox", "Refresh");
    const unread = getTreeRows(page, "inbox").and(page.locator('[aria-label^="unread, "]'));
    await unread.first().waitFor();
    await window.screenshotThemes("inbox-read-and-unread");
    await pressViewButton(page, "Inbox", "Mark All as Read");
    await unread.first().waitFor({ state: "detached" });
  });

  function getInboxRow(index: number, state: "read" | "unread"): Locator {
    const label = `[aria-label^="${state}, #${getArtifact(index)} "]`;
    return getTreeRows(window.page, "inbox").and(window.page.locator(label));
  }

  it("has no unread change that a form has shown before the refresh, or shows at once", async () => {
    change(3, { assignee: server.accounts.member.id });
    // Until then, another change may have the same time.
    server.clock.advance(5000);
    await openArtifact(window, getArtifact(3));
    await pressViewButton(window.page, "Inbox", "Refresh");
    await getInboxRow(3, "read").waitFor();
    change(3, { place: "Mole" });
    server.clock.advance(5000);
    await pressViewButton(window.page, "Inbox", "Refresh");
    await getForm(window).getByText("Mole").first().waitFor();
    await getInboxRow(3, "read").filter({ hasText: "changed Place" }).waitFor();
    await window.screenshot("inbox-read");
  });

  it("offers Stop Following only for followed artifacts, in the tree and in the form", async () => {
    const { page } = window;
    await pressViewButton(page, "Inbox", "Refresh");
    const stored = getNotification(page, "stored on this machine only").first();
    await window.runCommand("Notifications: Clear All Notifications");
    await stored.waitFor({ state: "detached" });
    await runArtifactCommand(window, getInboxRow(3, "read"), "Follow", stored);
    const readMenu = async (element: Locator): Promise<readonly string[]> =>
      (await readContextMenu(element)).filter((label) => label.includes("Follow"));
    const formHeader = getForm(window).locator(".origin");
    await assertEventually(async () => assert.deepEqual(await readMenu(formHeader), ["Stop Following"]));
    await openArtifact(window, getArtifact(4));
    await assertEventually(async () => assert.deepEqual(await readMenu(formHeader), ["Follow"]));
    await expandRow(getTreeRow(page, "Open Tides"));
    await expandRow(getTreeRow(page, "Lamps"));
    const followed = getTreeRow(page, `#${getArtifact(3)} Pier lamp`);
    await followed.waitFor();
    assert.deepEqual(await readMenu(followed), ["Stop Following"]);
    assert.deepEqual(await readMenu(getTreeRow(page, `#${getArtifact(4)} Pier lamp`)), ["Follow"]);
  });

  it("notifies of an assignment, and opens the artifact from there", async () => {
    const { page } = window;
    server.clock.advance(1000);
    change(2, { assignee: server.accounts.member.id });
    change(0, { place: "Quay" });
    await pressViewButton(page, "Inbox", "Refresh");
    const label = `#${getArtifact(2)} Pier lamp`;
    const text = `${label}: ${server.accounts.admin.realName} assigned it to you`;
    await getNotification(page, text).waitFor();
    await window.screenshot("inbox-notification");
    await pressButton(getNotification(page, text), "Open");
    await getTab(window, `#${getArtifact(2)}`).waitFor();
    const read = page.locator(`[aria-label^="read, ${label}"]`);
    await getTreeRows(page, "inbox").and(read).waitFor();
  });
});

describe("inbox of a server that can't search for changes", () => {
  it("says so in one sentence", async () => {
    const server = await startSimulator({ dialect: "documented" });
    const settings = { "artifacts.sites": [{ url: server.url, label: "Demo" }] };
    const window = await openWindow({ settings });
    try {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, "signed in");
      await window.page.locator('.sidebar .pane-header[aria-label^="Inbox"]').click();
      await window.page.getByText("Demo doesn't support searching for changes.").waitFor();
      await window.screenshot("inbox-unsupported");
      const [artifactId = 0] = addInboxTracker(server).artifactIds;
      await openArtifact(window, artifactId);
      await window.runCommand("Artifacts: Follow");
      await getNotification(
        window.page,
        "the Inbox can't show changes because the server doesn't support searching for them",
      ).waitFor();
    } finally {
      await window.close();
      await server.close();
    }
  });
});
