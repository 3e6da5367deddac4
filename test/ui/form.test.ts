import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { readDraftFiles } from "../support/fixtures/readDraftFiles.ts";
import {
  editText,
  getFieldInput,
  getForm,
  waitUntilDraftSaved,
  openArtifact,
  pressNewArtifact,
  getTab,
} from "../support/window/form.ts";
import { getNotification } from "../support/window/messages.ts";
import { submitInput, pickItem, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import {
  expandRows,
  getArtifactRows,
  expandRow,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  getTreeRow,
  getTreeRows,
  readTreeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

// Fields of the tracker "Bugs".
const [titleId, detailsId] = [1102, 1103];

// These tests share one window and depend on their order, because opening a window takes long.
describe("in the window", () => {
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

  /** Full-text search is a POST request, too, but changes nothing. */
  function getSentBodies(method: "PUT" | "POST"): readonly unknown[] {
    return server.requests
      .filter((request) => request.method === method && !/\/search(?:\?|$)/.test(request.path))
      .map(({ body }) => JSON.parse(body) as unknown);
  }

  function countWrites(): number {
    return getSentBodies("PUT").length + getSentBodies("POST").length;
  }

  describe("browsing", () => {
    function getFirstArtifactRow(): Locator {
      return getArtifactRows(window.page).first();
    }

    /** Waits until the visible rows match. */
    async function waitForRows(expected: RegExp): Promise<readonly string[]> {
      await assertEventually(async () =>
        assert.match((await readTreeText(window.page)).join("\n"), expected),
      );
      return readTreeText(window.page);
    }

    it("shows artifacts of a public project with id, title and status, and loads more", async () => {
      await window.showViews();
      await getTreeRow(window.page, "Open Tides").waitFor();
      assert.deepEqual(await readTreeText(window.page), [
        "Demo | not signed in",
        "  All Projects",
        "    Open Tides",
      ]);
      await expandRows(window.page, "Open Tides", "Bugs");
      const rows = await waitForRows(/#\d+ /);
      assert.match(rows.find((row) => row.includes("#")) ?? "", /^ {8}#\d+ .+ \| .+$/);
      await window.screenshotThemes("browse");
      await window.page.keyboard.press("End");
      await getTreeRow(window.page, "Load More").waitFor();
      // Closed artifacts are hidden by default; the number of open ones is known with the second page.
      await getTreeRow(window.page, "Load More").click();
      await getTreeRow(window.page, "Load More").waitFor({ state: "detached" });
      await window.page.keyboard.press("End");
      const more = (await waitForRows(/Load More \| \d+ of up to \d+/)).join("\n");
      const [, openCount = ""] = /Load More \| \d+ of up to (\d+)/.exec(more) ?? [];
      assert.ok(Number(openCount) > 50 && Number(openCount) < 820);
      await pressViewButton(window.page, "Projects", "Show Closed Artifacts");
      await window.page.keyboard.press("End");
      await waitForRows(/Load More \| 50 of up to 820/);
      await getTreeRow(window.page, "Load More").click();
      await getTreeRow(window.page, "Load More").waitFor({ state: "detached" });
      await window.page.keyboard.press("End");
      await waitForRows(/Load More \| 100 of up to 820/);
    });

    it("keeps expanded and selected rows on refresh and shows new artifacts", async () => {
      await window.page.keyboard.press("Home");
      await getTreeRow(window.page, "Bugs").locator(".label-name").click();
      await expandRow(getTreeRow(window.page, "Bugs"));
      const before = await waitForRows(/#\d+ /);
      const selectedRow = getTreeRows(window.page).and(window.page.locator(".selected"));
      const newest = { id: 9999, uri: "artifacts/9999", title: "Came while you looked", status: "New" };
      const removeFault = server.faults.add({
        path: /trackers\/\d+\/artifacts/,
        fault: { kind: "status", status: 200, body: JSON.stringify([newest]) },
      });
      await window.runCommand("Artifacts: Refresh");
      const newRow = getTreeRow(window.page, "#9999 Came while you looked");
      await newRow.waitFor();
      assert.match((await selectedRow.textContent()) ?? "", /Bugs/);
      removeFault();
      await window.runCommand("Artifacts: Refresh");
      await newRow.waitFor({ state: "detached" });
      assert.deepEqual((await waitForRows(/#\d+ /)).slice(0, 10), before.slice(0, 10));
      assert.match((await selectedRow.textContent()) ?? "", /Bugs/);
    });

    it("opens an artifact in the browser and in a tab", async () => {
      const id = /#(\d+)/.exec((await getFirstArtifactRow().textContent()) ?? "")?.[1] ?? "";
      const page = await window.waitForPopup(() => runRowCommand(getFirstArtifactRow(), "Open in Browser"));
      await page.waitForURL((url) => url.href.endsWith(`/plugins/tracker/?aid=${id}`), {
        waitUntil: "commit",
      });
      await page.close();
      const name = (await getFirstArtifactRow().locator(".label-name").textContent()) ?? "";
      await getFirstArtifactRow().locator(".label-name").click();
      const form = getForm(window);
      await form.getByText(/submitted by /).waitFor();
      // The form is read-only without signing in, so the title is text.
      await form
        .locator("h1")
        .getByText(name.replace(/^#\d+ /, ""))
        .waitFor();
      await window.screenshot("artifact-tab");
    });

    it("filters projects and pins one", async () => {
      await pressRowButton(getTreeRow(window.page, "All Projects"), "Filter Projects…");
      await waitForQuickInput(window.page, "Enter part of a project name");
      await submitInput(window.page, "nowhere");
      await getTreeRow(window.page, "No other matching projects").waitFor();
      await window.screenshot("tree-filtered");
      await pressRowButton(getTreeRow(window.page, "All Projects"), "Show All Projects");
      await getTreeRow(window.page, "Open Tides").waitFor();
      await pressRowButton(getTreeRow(window.page, "Open Tides"), "Pin Project");
      await waitForRows(/Open Tides[^]*All Projects/);
      await pressRowButton(getTreeRow(window.page, "Open Tides"), "Unpin Project");
      await waitForRows(/All Projects[^]*Open Tides/);
    });

    it("shows a failure in the tree, keeps the loaded rows, and retries", async () => {
      await expandRow(getTreeRow(window.page, "Open Tides"));
      await getTreeRow(window.page, "Bugs").waitFor();
      const removeFault = server.faults.add({ path: /trackers/, fault: { kind: "status", status: 500 } });
      await runRowCommand(getTreeRow(window.page, "Open Tides"), "Refresh");
      const message = "Demo returned an error (HTTP 500). Try again later.";
      await getTreeRow(window.page, message).waitFor();
      await getTreeRow(window.page, "Bugs").waitFor();
      await window.screenshot("tree-problem");
      removeFault();
      const before = server.requests.length;
      await pressRowButton(getTreeRow(window.page, message), "Retry");
      await getTreeRow(window.page, message).waitFor({ state: "detached" });
      await getTreeRow(window.page, "Bugs").waitFor();
      // A server error makes the site reload a little later, which the next tests must not count.
      await waitUntil("the site has reloaded", () =>
        server.requests.slice(before).some(({ path }) => path.startsWith("/api/projects?")),
      );
      assert.equal(await window.page.locator(".notification-toast").count(), 0);
    });
  });

  describe("the form", () => {
    let bugId: number;

    before(async () => {
      const { member } = server.accounts;
      await window.closeEditors();
      await signInWithKey(window, member.accessKey, member.realName);
    });

    async function typeInto(form: FrameLocator, target: number | "comment", text: string): Promise<void> {
      await editText(form, target);
      await getFieldInput(form, target).click();
      await window.page.keyboard.press("ControlOrMeta+End");
      // Insert the text at once, because pauses between keys would create several undo steps.
      await window.page.keyboard.insertText(text);
    }

    it("opens once from the tree, with two requests", async () => {
      await expandRows(window.page, "Open Tides", "Bugs");
      const row = getArtifactRows(window.page).first();
      await row.waitFor();
      bugId = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
      // Wait for My Work, which loads independently.
      await getArtifactRows(window.page, "work").first().waitFor();
      const before = server.requests.length;
      await row.click();
      await getForm(window).locator("artifact-activity").scrollIntoViewIfNeeded();
      await getForm(window).locator(".entry").first().waitFor();
      assert.deepEqual(
        server.requests.slice(before).map(({ path }) => path.replace(/\?.*/, "")),
        [`/api/artifacts/${bugId}`, `/api/artifacts/${bugId}/changesets`],
      );
      await row.click();
      assert.equal(await getTab(window, `#${bugId}`).count(), 1);
      await getForm(window).locator("h1").scrollIntoViewIfNeeded();
      await window.screenshotThemes("form");
      await window.narrowScreenshot("form-narrow", 400);
    });

    it("marks edits, saves them as a draft and does not send them", async () => {
      const form = getForm(window);
      await typeInto(form, titleId, " and more");
      await typeInto(form, detailsId, "\nA line more.");
      await waitUntilDraftSaved(form);
      await getTab(window, `● #${bugId}`).waitFor();
      await form.getByText("Save 2 Changes").waitFor();
      await assertEventually(async () => {
        const drafts = await readDraftFiles(window.storage);
        assert.deepEqual(
          drafts.map(({ subject, draft }) => [subject.artifactId, draft.inputs.map(({ target }) => target)]),
          [[bugId, [titleId, detailsId]]],
        );
      });
      assert.equal(countWrites(), 0);
      await window.screenshot("form-changed");
    });

    it("undoes and redoes edits across fields with the keys of the editor", async () => {
      const form = getForm(window);
      await getFieldInput(form, detailsId).press("ControlOrMeta+z");
      await form.getByText("Save 1 Change").waitFor();
      await getFieldInput(form, detailsId).press("ControlOrMeta+z");
      await getTab(window, `● #${bugId}`).waitFor({ state: "detached" });
      await assertEventually(async () => assert.deepEqual(await readDraftFiles(window.storage), []));
      await window.page.keyboard.press("ControlOrMeta+y");
      await form.getByText("Save 1 Change").waitFor();
      assert.match(await getFieldInput(form, titleId).inputValue(), / and more$/);
    });

    it("saves only changed fields with Ctrl+S, with a precondition", async () => {
      const form = getForm(window);
      await typeInto(form, "comment", "Seen again.");
      const before = server.requests.length;
      await getFieldInput(form, titleId).press("ControlOrMeta+s");
      await getTab(window, `● #${bugId}`).waitFor({ state: "detached" });
      const [saved] = getSentBodies("PUT") as readonly {
        values: readonly { field_id: number }[];
        comment: { body: string };
      }[];
      assert.deepEqual(
        [saved?.values.map(({ field_id }) => field_id), saved?.comment.body],
        [[titleId], "Seen again."],
      );
      const put = server.requests.find(({ method }) => method === "PUT");
      assert.ok(put?.headers["if-match"] ?? put?.headers["if-unmodified-since"]);
      await assertEventually(async () => assert.deepEqual(await readDraftFiles(window.storage), []));
      await form.locator(".entry").getByText("Seen again.").waitFor();
      // The rows of the views need no request of their own.
      await getArtifactRows(window.page).filter({ hasText: " and more" }).waitFor();
      const paths = server.requests.slice(before).map(({ path }) => path.replace(/\?.*/, ""));
      const ownPaths = [`/api/artifacts/${bugId}`, `/api/artifacts/${bugId}/changesets`];
      assert.deepEqual([...new Set(paths)].toSorted(), ownPaths);
    });

    it("adds a comment alone, and keeps other changes in the draft", async () => {
      const form = getForm(window);
      await typeInto(form, titleId, ", soon");
      await typeInto(form, "comment", "Ask @");
      await window.page.keyboard.type("mli");
      await form.locator("artifact-text-completions [role=option]").getByText("Mara Lindqvist").waitFor();
      await window.page.keyboard.press("Enter");
      const before = getSentBodies("PUT").length;
      // The activity shows changes of another second.
      server.clock.advance(60_000);
      await window.page.keyboard.press("ControlOrMeta+Enter");
      await form.locator(".entry").getByText("Ask @").waitFor();
      await form.getByText("Save 1 Change").waitFor();
      const [sent] = getSentBodies("PUT").slice(before) as readonly {
        values: readonly unknown[];
        comment: { body: string };
      }[];
      assert.deepEqual([sent?.values, /^Ask @\w+ $/.test(sent?.comment.body ?? "")], [[], true]);
      await getTab(window, `● #${bugId}`).waitFor();
      await window.screenshot("form-comment-added");
      await getFieldInput(form, titleId).press("ControlOrMeta+z");
      await getTab(window, `● #${bugId}`).waitFor({ state: "detached" });
    });

    it("keeps the draft when the key is rejected and saves it after signing in again", async () => {
      const form = await openArtifact(window, bugId);
      await typeInto(form, titleId, ", later");
      const removeFault = server.faults.add({
        method: "PUT",
        path: /artifacts/,
        fault: { kind: "status", status: 401 },
      });
      await getFieldInput(form, titleId).press("ControlOrMeta+s");
      await form.getByRole("button", { name: "Sign In…" }).waitFor();
      await window.screenshot("form-key-refused");
      removeFault();
      await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
      await getFieldInput(getForm(window), titleId).press("ControlOrMeta+s");
      await getTab(window, `● #${bugId}`).waitFor({ state: "detached" });
      assert.match(await getFieldInput(getForm(window), titleId).inputValue(), /, later$/);
    });

    it("hides the draft of one account from another and restores it for its owner", async () => {
      const { admin, member } = server.accounts;
      const before = countWrites();
      await typeInto(getForm(window), titleId, ", of the member");
      await waitUntilDraftSaved(getForm(window));
      await signInWithKey(window, admin.accessKey, admin.realName);
      const notification = getNotification(window.page, "until you sign in with the same account again");
      await notification.waitFor();
      assert.equal(await notification.getByRole("button", { name: "Reopen" }).count(), 0);
      await getTab(window, `#${bugId}`).waitFor({ state: "detached" });
      await getTreeRow(window.page, "Drafts", "work").waitFor({ state: "detached" });
      await signInWithKey(window, member.accessKey, member.realName);
      await getTreeRow(window.page, "Drafts", "work").waitFor();
      const form = await openArtifact(window, bugId);
      assert.match(await getFieldInput(form, titleId).inputValue(), /, of the member$/);
      assert.equal(countWrites(), before);
    });
  });

  describe("a new artifact", () => {
    it("is created from its tracker after required fields are filled in, and its tab shows the created artifact", async () => {
      await expandRow(getTreeRow(window.page, "Open Tides"));
      await getTreeRow(window.page, "Bugs").waitFor();
      await pressNewArtifact(window, "Bugs");
      const form = getForm(window);
      await getFieldInput(form, titleId).waitFor();
      assert.equal(await form.getByText("Create", { exact: true }).count(), 1);
      assert.equal(await form.locator("artifact-activity").count(), 0);
      await window.screenshotThemes("create");
      await window.narrowScreenshot("create-narrow", 400);
      const writesBefore = countWrites();
      await form.getByText("Create", { exact: true }).click();
      await form.locator(".problem").first().waitFor();
      await window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
      await getFieldInput(form, titleId).and(form.locator(":focus")).waitFor();
      assert.equal(countWrites(), writesBefore);
      await getFieldInput(form, titleId).fill("Found while testing");
      await waitUntilDraftSaved(form);
      await getFieldInput(form, titleId).press("ControlOrMeta+s");
      await getTab(window, /^#\d+ Found while testing/).waitFor();
      assert.equal(await getTab(window, "New artifact in").count(), 0);
      const [created] = getSentBodies("POST").slice(-1) as readonly {
        values: readonly { field_id: number }[];
      }[];
      assert.ok(created?.values.some(({ field_id }) => field_id === titleId));
      await getFieldInput(getForm(window), titleId).focus();
      await window.page.keyboard.press("End");
      await window.page.keyboard.type(", twice");
      await getFieldInput(getForm(window), titleId).press("ControlOrMeta+s");
      await getTab(window, /^#\d+ Found while testing, twice/).waitFor();
      // Created once, then changed.
      assert.equal(countWrites(), writesBefore + 2);
    });

    it("is created from a selection, with its first line as title and a quote of it", async () => {
      await writeFile(join(window.folder, "tide.ts"), "// one\nexport function tide() {\n  return 1;\n}\n");
      await window.closeEditors();
      await window.openFile("tide.ts");
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("export").first().click();
      await window.page.keyboard.press("Home");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.runCommand("Artifacts: New Artifact from Selection…");
      await waitForQuickInput(window.page, "Select a project");
      await pickItem(window.page, "Open Tides");
      await waitForQuickInput(window.page, "Select a tracker");
      await pickItem(window.page, "Bugs");
      const form = getForm(window);
      await getFieldInput(form, detailsId).waitFor();
      assert.deepEqual(
        [await getFieldInput(form, titleId).inputValue(), await getFieldInput(form, detailsId).inputValue()],
        [
          "export function tide() {",
          "`tide.ts:2-3`\n\n```typescript\nexport function tide() {\n  return 1;\n```\n",
        ],
      );
      await waitUntilDraftSaved(form);
      await window.screenshot("create-from-selection");
    });
  });
});
