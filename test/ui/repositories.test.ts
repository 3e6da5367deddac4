import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { svnFields } from "../../src/model/svnForm.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SvnSettings } from "../simulator/state/svn.ts";
import { askedAbout, choose, saveMerged } from "../support/window/conflict.ts";
import { box, formIn, kept, openArtifact, tab } from "../support/window/form.ts";
import { notification } from "../support/window/messages.ts";
import { answer, pickItem, quickInputSaying } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon, until } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  foldMyWork,
  hoverText,
  pressRowButton,
  runRowCommand,
  treeRow,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const lighthouse = "🌊 Lighthouse Console";
/** The repository that has every setting set. */
const archive = 2;

describe("what a project has besides trackers", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await foldMyWork(window.page);
    await expandRow(treeRow(window.page, lighthouse));
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  describe("as rows and as JSON", () => {
    async function menuOf(row: Locator): Promise<readonly string[]> {
      await row.click({ button: "right" });
      const menu = window.page.locator(".monaco-menu:visible");
      await menu.waitFor();
      const labels = await menu.locator(".action-label:not(.separator)").allTextContents();
      await window.page.keyboard.press("Escape");
      await menu.waitFor({ state: "detached" });
      return labels;
    }

    /** The lines of the editor in front that are in sight. */
    async function editorText(): Promise<string> {
      const lines = window.page.locator(".editor-instance .view-line");
      return (await lines.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
    }

    async function editorLike(expected: RegExp): Promise<void> {
      await assertSoon(async () => assert.match(await editorText(), expected));
    }

    /** With the key down VS Code draws the line anew, so that what was to be clicked is another element. */
    async function follow(link: Locator): Promise<void> {
      const box = (await link.boundingBox()) ?? assert.fail("out of sight");
      await window.page.keyboard.down("ControlOrMeta");
      await window.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await window.page.keyboard.up("ControlOrMeta");
    }

    it("is listed, with what can be done to it", async () => {
      const folder = treeRow(window.page, "Subversion Repositories");
      await expandRow(folder);
      const row = treeRow(window.page, "console");
      await row.waitFor();
      const rows = (await treeText(window.page)).map((text) => text.trim());
      const at = rows.indexOf("Subversion Repositories");
      assert.deepEqual(
        rows.slice(at + 1, at + 3).map((text) => text.replace(/ \| https:.*\/svnplugin/, " | …")),
        ["charts-archive | …/lighthouse/charts-archive", "console | …/lighthouse/console"],
      );
      assert.match(await hoverText(row), /\/svnplugin\/lighthouse\/console/);
      assert.deepEqual(await menuOf(folder), [
        "Open in Browser",
        "New Subversion Repository…",
        "Inspect as JSON",
        "Copy as curl",
        "Refresh",
      ]);
      assert.deepEqual(await menuOf(row), [
        "Subversion Settings…",
        "Open in Browser",
        "Copy Address",
        "Inspect as JSON",
        "Copy as curl",
      ]);
      await runRowCommand(row, "Copy Address");
      await window.page.waitForFunction(async () =>
        (await navigator.clipboard.readText()).endsWith("/svnplugin/lighthouse/console"),
      );
      const page = await window.opened(() => runRowCommand(row, "Open in Browser"));
      const address = "/plugins/svn/?roottype=svn&root=lighthouse/console";
      await page.waitForURL((url) => url.href.endsWith(address), { waitUntil: "commit" });
      await page.close();
      await runRowCommand(treeRow(window.page, lighthouse), "Copy as curl");
      await window.waitForClipboard(
        `curl --globoff --header "X-Auth-AccessKey: $TULEAP_ACCESS_KEY" --header 'Accept: application/json' --header 'Content-Type: application/json' '${server.url}/api/projects/101'`,
      );
      await window.page.getByText("the shell takes that from $TULEAP_ACCESS_KEY").first().waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("is shown as JSON, or as the reason why there is none, and leads from one answer to the next", async () => {
      await expandRow(treeRow(window.page, "Other Resources"));
      await window.pictures("resources-tree");
      await treeRow(window.page, "tide_tables").click();
      await editorLike(/\/\/ Demo has nothing here that you may see/);
      await treeRow(window.page, "user_groups").click();
      await editorLike(/"uri": "user_groups\//);
      await runRowCommand(treeRow(window.page, lighthouse), "Inspect as JSON");
      await editorLike(/"shortname": "lighthouse"/);
      const link = window.page
        .locator(".editor-instance .detected-link")
        .filter({ hasText: "projects/101/trackers" });
      await link.waitFor();
      await window.pictures("resources-json");
      await follow(link);
      await editorLike(/"uri": "trackers\/\d+"/);
      await window.page.locator(".tab.active").getByText("projects 101 trackers.json").waitFor();
      // Read-only, and nothing to complain about.
      await window.page.keyboard.type("x");
      await window.page
        .getByText(/read-only/i)
        .first()
        .waitFor();
      const body = JSON.stringify([{ id: 1, uri: "trackers/1", label: "All new" }]);
      const headers = { "X-PAGINATION-SIZE": "70", "X-PAGINATION-LIMIT": "10", "X-PAGINATION-OFFSET": "0" };
      const fault = { kind: "status", status: 200, body, headers } as const;
      const heal = server.faults.add({ path: "/projects/101/trackers", fault });
      await window.page.locator(".editor-actions").getByRole("button", { name: "Read JSON Again" }).click();
      await editorLike(/\/\/ 60 more of at most 70 → [^]*"label": "All new"/);
      heal();
      await window.pictures("resources-more");
      await assertSoon(async () => assert.equal(await window.page.locator(".squiggly-error").count(), 0));
      await window.runCommand("Artifacts: Read JSON Again");
      await assertSoon(async () => assert.doesNotMatch(await editorText(), /All new/));
    });

    it("is left for the artifact of the form in front, from the palette", async () => {
      await expandRow(treeRow(window.page, "Tasks"));
      const row = artifactRows(window.page).first();
      const [, id = ""] = /#(\d+)/.exec((await row.textContent()) ?? "") ?? [];
      await openArtifact(window, Number(id));
      await window.runCommand("Artifacts: Inspect as JSON");
      await window.page.locator(".tab.active").getByText(`artifacts ${id}.json`).waitFor();
      await editorLike(new RegExp(`"uri": "artifacts/${id}"`));
      await window.runCommand("View: Close All Editors");
    });
  });

  describe("as a Subversion repository", () => {
    const settings = (id: number): SvnSettings => server.svn(id).settings;
    const asked = (method: string): number =>
      server.requests.filter((request) => request.method === method && request.path.includes("/svn")).length;

    function field(form: FrameLocator, key: keyof typeof svnFields): Locator {
      return form.locator("artifact-field").filter({ has: form.locator(`#field-${svnFields[key]}`) });
    }

    async function pick(form: FrameLocator, key: keyof typeof svnFields, label: string): Promise<void> {
      await field(form, key).locator("vscode-radio").getByText(label, { exact: true }).click();
    }

    /** Types an entry into a list. */
    async function add(form: FrameLocator, key: keyof typeof svnFields, entry: string): Promise<void> {
      const line = field(form, key).getByRole("combobox");
      await line.fill(entry);
      await line.press("Enter");
      await field(form, key).locator(".chip").getByText(entry, { exact: true }).waitFor();
    }

    it("is asked for, keeps what was typed where the name is no good or taken, and is made", async () => {
      await window.runCommand("Artifacts: New Subversion Repository…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, lighthouse);
      await tab(window, "New Subversion repository in 🌊 Lighthouse Console").waitFor();
      const form = formIn(window);
      await box(form, svnFields.name).fill("x y");
      await form.locator(".problem").getByText("A name begins with a letter").waitFor();
      await pick(form, "isReferenceMandatory", "Mandatory");
      await add(form, "immutablePaths", "/tags");
      await add(form, "layout", "/trunk");
      await kept(form);
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await form.locator(".visually-hidden").getByText("Name: A name begins with a letter").waitFor();
      assert.equal(asked("POST"), 0);
      const fault = { kind: "status", status: 409, body: "{}" } as const;
      server.faults.add({ method: "POST", path: "/svn", times: 1, fault });
      await box(form, svnFields.name).fill("depths");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await field(form, "name")
        .getByText("Demo doesn't take this name: something else may be called so.")
        .waitFor();
      await box(form, svnFields.name).fill("console");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await form.locator(".notice.is-error").waitFor();
      await field(form, "name").locator(".problem").waitFor();
      await window.pictures("svn-create");
      await box(form, svnFields.name).fill("soundings");
      await box(form, svnFields.name).press("ControlOrMeta+s");
      await notification(
        window.page,
        "Created soundings. It may take minutes until it can be used.",
      ).waitFor();
      await tab(window, "soundings").waitFor();
      assert.equal(server.svn(3).name, "soundings");
      assert.deepEqual(settings(3), {
        ...settings(1),
        isReferenceMandatory: true,
        immutablePaths: ["/tags"],
        hasDefaultPermissions: true,
      });
      // Where the server can't list them, those that were made from here are there.
      const heal = server.faults.add({
        method: "GET",
        path: "/projects/101/svn",
        fault: { kind: "status", status: 404 },
      });
      const folder = treeRow(window.page, "Subversion Repositories");
      await runRowCommand(folder, "Refresh");
      await treeRow(window.page, "Only those created or changed here").waitFor();
      await treeRow(window.page, "soundings").waitFor();
      heal();
      await runRowCommand(folder, "Refresh");
      await treeRow(window.page, "console").waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
      await window.runCommand("View: Close All Editors");
    });

    it("is found from the palette, and one change of its settings leaves all others as they were", async () => {
      await window.runCommand("Artifacts: Subversion Settings…");
      await quickInputSaying(window.page, "In which project?");
      await pickItem(window.page, lighthouse);
      await quickInputSaying(window.page, "Which repository?");
      await pickItem(window.page, "charts-archive");
      await tab(window, "charts-archive").waitFor();
      const form = formIn(window);
      await form.getByText(`Subversion repository #${archive}`).first().waitFor();
      await form.getByText("Chloé Perrault").waitFor();
      await window.pictures("svn-settings");
      const before = settings(archive);
      await add(form, "allowedPaths", "/tags/latest");
      await kept(form);
      await field(form, "allowedPaths").getByRole("combobox").press("ControlOrMeta+s");
      await until("the settings are sent", () => asked("PUT") === 1);
      await form.locator(".draft-state").waitFor({ state: "detached" });
      const immutableExceptions = [...before.immutableExceptions, "/tags/latest"];
      assert.deepEqual(settings(archive), { ...before, immutableExceptions });
    });

    it("asks about a setting that two have changed, and puts the others together", async () => {
      const form = formIn(window);
      const before = settings(archive);
      await pick(form, "isReferenceMandatory", "Not needed");
      await box(form, svnFields.accessFile).fill("[/]\nmine = rw\n");
      await kept(form);
      server.changeSvn(archive, { accessFile: "[/]\ntheirs = rw\n", immutablePaths: ["/releases"] });
      await box(form, svnFields.accessFile).press("ControlOrMeta+s");
      await assertSoon(async () => assert.deepEqual(await askedAbout(form), ["Access file"]));
      assert.deepEqual(settings(archive).accessFile, "[/]\ntheirs = rw\n");
      await window.pictures("svn-conflict");
      await choose(form, "Access file", "Yours");
      await saveMerged(form).click();
      await form.getByText("Saved, together with what someone changed meanwhile: Immutable paths.").waitFor();
      assert.deepEqual(settings(archive), {
        ...before,
        isReferenceMandatory: false,
        immutablePaths: ["/releases"],
        accessFile: "[/]\nmine = rw\n",
      });
    });

    it("has its access file in an editor of its own", async () => {
      const form = formIn(window);
      await form.getByRole("button", { name: "Open in Editor: Access file" }).click();
      await tab(window, "charts-archive Access file.ini").waitFor();
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("mine").click();
      await window.page.keyboard.press("ControlOrMeta+a");
      await window.page.keyboard.type("# nobody");
      await window.page.keyboard.press("ControlOrMeta+s");
      await assertSoon(async () =>
        assert.equal(await box(formIn(window), svnFields.accessFile).inputValue(), "# nobody"),
      );
      await window.runCommand("View: Close All Editors");
      await notification(window.page, "What you typed into charts-archive is kept, but not sent.").waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("that somebody else administers says first that it can only be read", async () => {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, member.realName);
      await expandRow(treeRow(window.page, lighthouse));
      await expandRow(treeRow(window.page, "Subversion Repositories"));
      await pressRowButton(treeRow(window.page, "console"), "Subversion Settings…");
      await tab(window, "console").waitFor();
      const form = formIn(window);
      await form.getByText("Only administrators of this repository can change its settings").waitFor();
      assert.equal(await form.locator("artifact-field input").count(), 0);
      await window.screenshot("svn-read-only");
      await window.runCommand("View: Close All Editors");
    });
  });

  describe("of an account", () => {
    it("is missed where VS Code has kept keys in memory only, and is there again after signing in", async () => {
      const { admin } = server.accounts;
      await window.reload();
      const gone = notification(window.page, "What you signed in to Demo with is gone");
      await gone.waitFor();
      await window.screenshot("accounts-key-gone");
      await gone.getByRole("button", { name: "Sign In…" }).click();
      await pickItem(window.page, "Sign in with an access key");
      await quickInputSaying(window.page, "shown there only once");
      await answer(window.page, admin.accessKey);
      await window.showViews();
      await treeRow(window.page, "Demo").getByText(admin.realName).waitFor();
    });
  });
});
