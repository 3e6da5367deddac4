import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FrameLocator, Locator } from "playwright-core";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { draftsOnDisk } from "../support/fixtures/draftsOnDisk.ts";
import { box, formIn, kept, openArtifact, pressNewArtifact, tab } from "../support/window/form.ts";
import { notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  pressRowButton,
  pressViewButton,
  runRowCommand,
  treeRow,
  treeRows,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

// Fields of the tracker "Bugs".
const [title, details] = [1102, 1103];

// One window for all of these, in this order: opening another one takes longer than most of them together.
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

  function sent(method: "PUT" | "POST"): readonly unknown[] {
    return server.requests
      .filter((request) => request.method === method)
      .map(({ body }) => JSON.parse(body) as unknown);
  }

  function writes(): number {
    return sent("PUT").length + sent("POST").length;
  }

  describe("browsing", () => {
    function firstArtifact(): Locator {
      return artifactRows(window.page).first();
    }

    /** Waits until the rows in sight read like this. */
    async function rowsLike(expected: RegExp): Promise<readonly string[]> {
      await assertSoon(async () => assert.match((await treeText(window.page)).join("\n"), expected));
      return treeText(window.page);
    }

    it("goes from the public project to artifacts with number, title and status, and says how many there are at most", async () => {
      await window.showViews();
      await treeRow(window.page, "Open Tides").waitFor();
      assert.deepEqual(await treeText(window.page), [
        "Demo | not signed in",
        "  All Projects",
        "    Open Tides",
      ]);
      await expandRow(treeRow(window.page, "Open Tides"));
      await expandRow(treeRow(window.page, "Bugs"));
      const rows = await rowsLike(/#\d+ /);
      assert.match(rows.find((row) => row.includes("#")) ?? "", /^ {8}#\d+ .+ \| .+$/);
      await window.pictures("browse");
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

    it("opens an artifact in the browser, and in a tab", async () => {
      const id = /#(\d+)/.exec((await firstArtifact().textContent()) ?? "")?.[1] ?? "";
      const page = await window.opened(() => runRowCommand(firstArtifact(), "Open in Browser"));
      await page.waitForURL((url) => url.href.endsWith(`/plugins/tracker/?aid=${id}`), {
        waitUntil: "commit",
      });
      await page.close();
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

    it("filters all projects, and pins one to the top", async () => {
      await pressRowButton(treeRow(window.page, "All Projects"), "Filter Projects…");
      await quickInputSaying(window.page, "Part of a project's name");
      await answer(window.page, "nowhere");
      await treeRow(window.page, "No project matches").waitFor();
      await window.screenshot("tree-filtered");
      await pressRowButton(treeRow(window.page, "All Projects"), "Show All Projects");
      await treeRow(window.page, "Open Tides").waitFor();
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
  });

  describe("the form", () => {
    let bug: number;

    before(async () => {
      const { member } = server.accounts;
      await window.runCommand("View: Close All Editors");
      await signInWithKey(window, member.accessKey, member.realName);
    });

    async function typeInto(form: FrameLocator, target: number | "comment", text: string): Promise<void> {
      await box(form, target).click();
      await window.page.keyboard.press("ControlOrMeta+End");
      // At once, as one step: a busy machine types with pauses, each of which begins another.
      await window.page.keyboard.insertText(text);
    }

    it("opens from the tree with two requests, and once only", async () => {
      await expandRow(treeRow(window.page, "Open Tides"));
      await expandRow(treeRow(window.page, "Bugs"));
      const row = artifactRows(window.page).first();
      await row.waitFor();
      bug = Number(/#(\d+)/.exec((await row.textContent()) ?? "")?.[1]);
      // The other view reads by itself, and may be slower.
      await artifactRows(window.page, "work").first().waitFor();
      const before = server.requests.length;
      await row.click();
      await formIn(window).locator("artifact-activity").scrollIntoViewIfNeeded();
      await formIn(window).locator(".entry").first().waitFor();
      assert.deepEqual(
        server.requests.slice(before).map(({ path }) => path.replace(/\?.*/, "")),
        [`/api/artifacts/${bug}`, `/api/artifacts/${bug}/changesets`],
      );
      await row.click();
      assert.equal(await tab(window, `#${bug}`).count(), 1);
      await formIn(window).locator("h1").scrollIntoViewIfNeeded();
      await window.pictures("form");
      await window.narrowScreenshot("form-narrow", 400);
    });

    it("marks what is typed, keeps it on disk, and sends nothing by itself", async () => {
      const form = formIn(window);
      await typeInto(form, title, " and more");
      await typeInto(form, details, "\nA line more.");
      await kept(form);
      await tab(window, `● #${bug}`).waitFor();
      await form.getByText("Save 2 changes").waitFor();
      await assertSoon(async () => {
        const drafts = await draftsOnDisk(window.storage);
        assert.deepEqual(
          drafts.map(({ subject, draft }) => [subject.artifactId, draft.inputs.map(({ target }) => target)]),
          [[bug, [title, details]]],
        );
      });
      assert.equal(writes(), 0);
      await window.screenshot("form-changed");
    });

    it("takes steps back and forth over fields, by the keys of the editor", async () => {
      const form = formIn(window);
      await box(form, details).press("ControlOrMeta+z");
      await form.getByText("Save 1 change").waitFor();
      await box(form, details).press("ControlOrMeta+z");
      await tab(window, `● #${bug}`).waitFor({ state: "detached" });
      await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
      await window.page.keyboard.press("ControlOrMeta+y");
      await form.getByText("Save 1 change").waitFor();
      assert.match(await box(form, title).inputValue(), / and more$/);
    });

    it("saves with Ctrl+S what was changed and nothing else, on the revision that was seen", async () => {
      const form = formIn(window);
      await typeInto(form, "comment", "Seen again.");
      await box(form, title).press("ControlOrMeta+s");
      await tab(window, `● #${bug}`).waitFor({ state: "detached" });
      const [saved] = sent("PUT") as readonly {
        values: readonly { field_id: number }[];
        comment: { body: string };
      }[];
      assert.deepEqual(
        [saved?.values.map(({ field_id }) => field_id), saved?.comment.body],
        [[title], "Seen again."],
      );
      const put = server.requests.find(({ method }) => method === "PUT");
      assert.ok(put?.headers["if-match"] ?? put?.headers["if-unmodified-since"]);
      await assertSoon(async () => assert.deepEqual(await draftsOnDisk(window.storage), []));
      await form.locator(".entry").getByText("Seen again.").waitFor();
    });

    it("keeps what was typed when the key is no longer accepted, and saves it with the next one", async () => {
      const form = await openArtifact(window, bug);
      await typeInto(form, title, ", later");
      const heal = server.faults.add({
        method: "PUT",
        path: /artifacts/,
        fault: { kind: "status", status: 401 },
      });
      await box(form, title).press("ControlOrMeta+s");
      await form.getByRole("button", { name: "Sign In…" }).waitFor();
      await window.screenshot("form-key-refused");
      heal();
      await signInWithKey(window, server.accounts.member.accessKey, server.accounts.member.realName);
      await box(formIn(window), title).press("ControlOrMeta+s");
      await tab(window, `● #${bug}`).waitFor({ state: "detached" });
      assert.match(await box(formIn(window), title).inputValue(), /, later$/);
    });

    it("keeps what one person typed from another, and gives it back when they come again", async () => {
      const { admin, member } = server.accounts;
      const before = writes();
      await typeInto(formIn(window), title, ", of the member");
      await kept(formIn(window));
      await signInWithKey(window, admin.accessKey, admin.realName);
      const said = notification(window.page, "until you sign in with the same account again");
      await said.waitFor();
      assert.equal(await said.getByRole("button", { name: "Reopen" }).count(), 0);
      await tab(window, `#${bug}`).waitFor({ state: "detached" });
      await treeRow(window.page, "Unsent Drafts", "work").waitFor({ state: "detached" });
      await signInWithKey(window, member.accessKey, member.realName);
      await treeRow(window.page, "Unsent Drafts", "work").waitFor();
      const form = await openArtifact(window, bug);
      assert.match(await box(form, title).inputValue(), /, of the member$/);
      assert.equal(writes(), before);
    });
  });

  describe("a new artifact", () => {
    it("starts at its tracker, goes to what is missing, is created, and its tab becomes that artifact's", async () => {
      await expandRow(treeRow(window.page, "Open Tides"));
      await treeRow(window.page, "Bugs").waitFor();
      await pressNewArtifact(window, "Bugs");
      const form = formIn(window);
      await box(form, title).waitFor();
      assert.equal(await form.getByText("Create", { exact: true }).count(), 1);
      assert.equal(await form.locator("artifact-activity").count(), 0);
      await window.pictures("create");
      await window.narrowScreenshot("create-narrow", 400);
      const written = writes();
      await form.getByText("Create", { exact: true }).click();
      await form.locator(".problem").first().waitFor();
      await window.page.waitForFunction(() => document.activeElement?.tagName === "IFRAME");
      await box(form, title).and(form.locator(":focus")).waitFor();
      assert.equal(writes(), written);
      await box(form, title).fill("Found while testing");
      await kept(form);
      await box(form, title).press("ControlOrMeta+s");
      await tab(window, /^#\d+ Found while testing/).waitFor();
      assert.equal(await tab(window, "New in").count(), 0);
      const [created] = sent("POST").slice(-1) as readonly { values: readonly { field_id: number }[] }[];
      assert.ok(created?.values.some(({ field_id }) => field_id === title));
      await box(formIn(window), title).focus();
      await window.page.keyboard.press("End");
      await window.page.keyboard.type(", twice");
      await box(formIn(window), title).press("ControlOrMeta+s");
      await tab(window, /^#\d+ Found while testing, twice/).waitFor();
      // Created once, then changed.
      assert.equal(writes(), written + 2);
    });

    it("starts from a selection, with its first line as title and all of it quoted", async () => {
      await writeFile(join(window.folder, "tide.ts"), "// one\nexport function tide() {\n  return 1;\n}\n");
      await window.runCommand("View: Close All Editors");
      await window.page.keyboard.press("ControlOrMeta+p");
      await window.page.keyboard.type("tide.ts");
      await pickItem(window.page, "tide.ts");
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("export").first().click();
      await window.page.keyboard.press("Home");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.page.keyboard.press("Shift+ArrowDown");
      await window.runCommand("Artifacts: New Artifact from Selection…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, "Open Tides");
      await quickInputSaying(window.page, "In which tracker?");
      await pickItem(window.page, "Bugs");
      const form = formIn(window);
      await box(form, details).waitFor();
      assert.deepEqual(
        [await box(form, title).inputValue(), await box(form, details).inputValue()],
        [
          "export function tide() {",
          "`tide.ts:2-3`\n\n```typescript\nexport function tide() {\n  return 1;\n```\n",
        ],
      );
      await kept(form);
      await window.screenshot("create-from-selection");
    });
  });
});
