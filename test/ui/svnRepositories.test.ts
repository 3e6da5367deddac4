import assert from "node:assert/strict";
import type { FrameLocator, Locator } from "playwright-core";
import { svnFieldIds } from "../../src/model/svnForm.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import type { SvnSettings } from "../simulator/state/svn.ts";
import { getConflictLabels, chooseSide, getSaveMergedButton } from "../support/window/conflict.ts";
import { getFieldInput, getForm, waitUntilDraftSaved, openArtifact, getTab } from "../support/window/form.ts";
import { getNotification } from "../support/window/messages.ts";
import { submitInput, pickItem, waitForQuickInput } from "../support/window/quickInput.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import {
  getArtifactRows,
  expandRow,
  collapseMyWork,
  readHoverText,
  pressRowButton,
  runRowCommand,
  getTreeRow,
  readTreeText,
  readContextMenu,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const projectLabel = "🌊 Lighthouse Console";
/** A repository with a value for every setting. */
const archiveId = 2;

describe("resources of a project", () => {
  let server: Simulator;
  let window: VSCodeWindow;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
    const { admin } = server.accounts;
    await signInWithKey(window, admin.accessKey, admin.realName);
    await collapseMyWork(window.page);
    await expandRow(getTreeRow(window.page, projectLabel));
  });
  after(async () => {
    await window.close();
    await server.close();
  });

  describe("in the tree and as JSON", () => {
    /** Visible lines of the active editor. */
    async function readEditorText(): Promise<string> {
      const lines = window.page.locator(".editor-instance .view-line");
      return (await lines.allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
    }

    async function waitForEditorText(expected: RegExp): Promise<void> {
      await assertEventually(async () => assert.match(await readEditorText(), expected));
    }

    /** Clicks by position, because VS Code re-renders the line while the key is pressed. */
    async function followLink(link: Locator): Promise<void> {
      const box = (await link.boundingBox()) ?? assert.fail("the link is not visible");
      await window.page.keyboard.down("ControlOrMeta");
      await window.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await window.page.keyboard.up("ControlOrMeta");
    }

    it("are listed with their commands", async () => {
      const folder = getTreeRow(window.page, "Subversion Repositories");
      await expandRow(folder);
      const row = getTreeRow(window.page, "console");
      await row.waitFor();
      const rows = (await readTreeText(window.page)).map((text) => text.trim());
      const index = rows.indexOf("Subversion Repositories");
      assert.deepEqual(
        rows.slice(index + 1, index + 3).map((text) => text.replace(/ \| https:.*\/svnplugin/, " | …")),
        ["charts-archive | …/lighthouse/charts-archive", "console | …/lighthouse/console"],
      );
      assert.match(await readHoverText(row), /\/svnplugin\/lighthouse\/console/);
      assert.deepEqual(await readContextMenu(folder), [
        "Open in Browser",
        "New Subversion Repository…",
        "Inspect as JSON",
        "Copy as cURL",
        "Refresh",
      ]);
      assert.deepEqual(await readContextMenu(row), [
        "Edit Subversion Settings…",
        "Open in Browser",
        "Copy URL",
        "Inspect as JSON",
        "Copy as cURL",
      ]);
      await runRowCommand(row, "Copy URL");
      await window.page.waitForFunction(async () =>
        (await navigator.clipboard.readText()).endsWith("/svnplugin/lighthouse/console"),
      );
      const page = await window.waitForPopup(() => runRowCommand(row, "Open in Browser"));
      const urlPath = "/plugins/svn/?roottype=svn&root=lighthouse/console";
      await page.waitForURL((url) => url.href.endsWith(urlPath), { waitUntil: "commit" });
      await page.close();
      await runRowCommand(getTreeRow(window.page, projectLabel), "Copy as cURL");
      await window.waitForClipboard(
        `curl --globoff --header "X-Auth-AccessKey: $TULEAP_ACCESS_KEY" --header 'Accept: application/json' --header 'Content-Type: application/json' '${server.url}/api/projects/101'`,
      );
      await window.page.getByText("Set $TULEAP_ACCESS_KEY before you run the command").first().waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("are shown as JSON or as an error, with links to other resources", async () => {
      await expandRow(getTreeRow(window.page, "Other Resources"));
      await window.screenshotThemes("resources-tree");
      await getTreeRow(window.page, "tide_tables").click();
      await waitForEditorText(/\/\/ This item wasn't found on Demo/);
      await getTreeRow(window.page, "user_groups").click();
      await waitForEditorText(/"uri": "user_groups\//);
      await runRowCommand(getTreeRow(window.page, projectLabel), "Inspect as JSON");
      await waitForEditorText(/"shortname": "lighthouse"/);
      const link = window.page
        .locator(".editor-instance .detected-link")
        .filter({ hasText: "projects/101/trackers" });
      await link.waitFor();
      await window.screenshotThemes("resources-json");
      await followLink(link);
      await waitForEditorText(/"uri": "trackers\/\d+"/);
      await window.page.locator(".tab.active").getByText("projects 101 trackers.json").waitFor();
      // The editor is read-only and shows no errors.
      await window.page.keyboard.type("x");
      await window.page
        .getByText(/read-only/i)
        .first()
        .waitFor();
      const body = JSON.stringify([{ id: 1, uri: "trackers/1", label: "All new" }]);
      const headers = { "X-PAGINATION-SIZE": "70", "X-PAGINATION-LIMIT": "10", "X-PAGINATION-OFFSET": "0" };
      const fault = { kind: "status", status: 200, body, headers } as const;
      const removeFault = server.faults.add({ path: "/projects/101/trackers", fault });
      await window.page.locator(".editor-actions").getByRole("button", { name: "Refresh JSON" }).click();
      await waitForEditorText(/\/\/ 60 more of up to 70 → [^]*"label": "All new"/);
      removeFault();
      await window.screenshotThemes("resources-more");
      await assertEventually(async () =>
        assert.equal(await window.page.locator(".squiggly-error").count(), 0),
      );
      await window.runCommand("Artifacts: Refresh JSON");
      await assertEventually(async () => assert.doesNotMatch(await readEditorText(), /All new/));
    });

    it("are shown as JSON for the artifact of the active form", async () => {
      await expandRow(getTreeRow(window.page, "Tasks"));
      const row = getArtifactRows(window.page).first();
      const [, id = ""] = /#(\d+)/.exec((await row.textContent()) ?? "") ?? [];
      await openArtifact(window, Number(id));
      await window.runCommand("Artifacts: Inspect as JSON");
      await window.page.locator(".tab.active").getByText(`artifacts ${id}.json`).waitFor();
      await waitForEditorText(new RegExp(`"uri": "artifacts/${id}"`));
      await window.closeEditors();
    });
  });

  describe("that are Subversion repositories", () => {
    const getSettings = (id: number): SvnSettings => server.getSvnRepository(id).settings;
    const countRequests = (method: string): number =>
      server.requests.filter((request) => request.method === method && request.path.includes("/svn")).length;

    function getField(form: FrameLocator, key: keyof typeof svnFieldIds): Locator {
      return form.locator("artifact-field").filter({ has: form.locator(`#field-${svnFieldIds[key]}`) });
    }

    async function pickOption(
      form: FrameLocator,
      key: keyof typeof svnFieldIds,
      label: string,
    ): Promise<void> {
      await getField(form, key).locator("vscode-radio").getByText(label, { exact: true }).click();
    }

    async function addEntry(form: FrameLocator, key: keyof typeof svnFieldIds, entry: string): Promise<void> {
      const input = getField(form, key).getByRole("combobox");
      await input.fill(entry);
      await input.press("Enter");
      await getField(form, key).locator(".chip").getByText(entry, { exact: true }).waitFor();
    }

    it("are created after an invalid name and a name in use were rejected", async () => {
      await window.runCommand("Artifacts: New Subversion Repository…");
      await waitForQuickInput(window.page, "Select a project");
      await pickItem(window.page, projectLabel);
      await getTab(window, "New Subversion repository in 🌊 Lighthouse Console").waitFor();
      const form = getForm(window);
      await getFieldInput(form, svnFieldIds.name).fill("x y");
      await form.locator(".problem").getByText("The name must start with a letter").waitFor();
      await pickOption(form, "isReferenceMandatory", "Required");
      await addEntry(form, "immutablePaths", "/tags");
      await addEntry(form, "layout", "/trunk");
      await waitUntilDraftSaved(form);
      await getFieldInput(form, svnFieldIds.name).press("ControlOrMeta+s");
      await form.locator(".visually-hidden").getByText("Name: The name must start with a letter").waitFor();
      assert.equal(countRequests("POST"), 0);
      const fault = { kind: "status", status: 409, body: "{}" } as const;
      server.faults.add({ method: "POST", path: "/svn", times: 1, fault });
      await getFieldInput(form, svnFieldIds.name).fill("depths");
      await getFieldInput(form, svnFieldIds.name).press("ControlOrMeta+s");
      await getField(form, "name")
        .getByText("Demo rejected this name. It might already be in use.")
        .waitFor();
      await getFieldInput(form, svnFieldIds.name).fill("console");
      await getFieldInput(form, svnFieldIds.name).press("ControlOrMeta+s");
      await form.locator(".notice.is-error").waitFor();
      await getField(form, "name").locator(".problem").waitFor();
      await window.screenshotThemes("svn-create");
      await getFieldInput(form, svnFieldIds.name).fill("soundings");
      await getFieldInput(form, svnFieldIds.name).press("ControlOrMeta+s");
      await getNotification(
        window.page,
        "Created soundings. It might take a few minutes before you can use it.",
      ).waitFor();
      await getTab(window, "soundings").waitFor();
      assert.equal(server.getSvnRepository(3).name, "soundings");
      assert.deepEqual(getSettings(3), {
        ...getSettings(1),
        isReferenceMandatory: true,
        immutablePaths: ["/tags"],
        hasDefaultPermissions: true,
      });
      // If the server can't list repositories, those created in VS Code are listed.
      const removeFault = server.faults.add({
        method: "GET",
        path: "/projects/101/svn",
        fault: { kind: "status", status: 404 },
      });
      const folder = getTreeRow(window.page, "Subversion Repositories");
      await runRowCommand(folder, "Refresh");
      await getTreeRow(window.page, "Showing only repositories created or changed in VS Code").waitFor();
      await getTreeRow(window.page, "soundings").waitFor();
      removeFault();
      await runRowCommand(folder, "Refresh");
      await getTreeRow(window.page, "console").waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
      await window.closeEditors();
    });

    it("can be edited from the command palette, and a change keeps all other settings", async () => {
      await window.runCommand("Artifacts: Edit Subversion Settings…");
      await waitForQuickInput(window.page, "Select a project");
      await pickItem(window.page, projectLabel);
      await waitForQuickInput(window.page, "Select a repository");
      await pickItem(window.page, "charts-archive");
      await getTab(window, "charts-archive").waitFor();
      const form = getForm(window);
      await form.getByText(`Subversion repository #${archiveId}`).first().waitFor();
      await form.getByText("Chloé Perrault").waitFor();
      await window.screenshotThemes("svn-settings");
      const before = getSettings(archiveId);
      await addEntry(form, "allowedPaths", "/tags/latest");
      await waitUntilDraftSaved(form);
      await getField(form, "allowedPaths").getByRole("combobox").press("ControlOrMeta+s");
      await waitUntil("the settings are sent", () => countRequests("PUT") === 1);
      await form.locator(".draft-state").waitFor({ state: "detached" });
      const immutableExceptions = [...before.immutableExceptions, "/tags/latest"];
      assert.deepEqual(getSettings(archiveId), { ...before, immutableExceptions });
    });

    it("show a conflict for a setting that both have changed and merge the others", async () => {
      const form = getForm(window);
      const before = getSettings(archiveId);
      await pickOption(form, "isReferenceMandatory", "Optional");
      await getFieldInput(form, svnFieldIds.accessFile).fill("[/]\nmine = rw\n");
      await waitUntilDraftSaved(form);
      server.updateSvnSettings(archiveId, {
        accessFile: "[/]\ntheirs = rw\n",
        immutablePaths: ["/releases"],
      });
      await getFieldInput(form, svnFieldIds.accessFile).press("ControlOrMeta+s");
      await assertEventually(async () => assert.deepEqual(await getConflictLabels(form), ["Access file"]));
      assert.deepEqual(getSettings(archiveId).accessFile, "[/]\ntheirs = rw\n");
      await window.screenshotThemes("svn-conflict");
      await chooseSide(form, "Access file", "Yours");
      await getSaveMergedButton(form).click();
      await form
        .getByText("Saved. Changes made by someone in the meantime were merged: Immutable paths.")
        .waitFor();
      assert.deepEqual(getSettings(archiveId), {
        ...before,
        isReferenceMandatory: false,
        immutablePaths: ["/releases"],
        accessFile: "[/]\nmine = rw\n",
      });
    });

    it("have an access file that can be opened in a text editor", async () => {
      const form = getForm(window);
      await form.getByRole("button", { name: "Open in Editor: Access file" }).click();
      await getTab(window, "charts-archive Access file.ini").waitFor();
      const editor = window.page.locator(".editor-instance .monaco-editor");
      await editor.locator(".view-line").getByText("mine").click();
      await window.page.keyboard.press("ControlOrMeta+a");
      await window.page.keyboard.type("# nobody");
      await window.page.keyboard.press("ControlOrMeta+s");
      await assertEventually(async () =>
        assert.equal(await getFieldInput(getForm(window), svnFieldIds.accessFile).inputValue(), "# nobody"),
      );
      await window.closeEditors();
      await getNotification(
        window.page,
        "Your changes to charts-archive are in a local draft. They haven't been saved to the server.",
      ).waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("are read-only for users who are not administrators", async () => {
      const { member } = server.accounts;
      await signInWithKey(window, member.accessKey, member.realName);
      await expandRow(getTreeRow(window.page, projectLabel));
      await expandRow(getTreeRow(window.page, "Subversion Repositories"));
      await pressRowButton(getTreeRow(window.page, "console"), "Edit Subversion Settings…");
      await getTab(window, "console").waitFor();
      const form = getForm(window);
      await form.getByText("Only administrators of this repository can change its settings").waitFor();
      assert.equal(await form.locator("artifact-field input").count(), 0);
      await window.screenshot("svn-read-only");
      await window.closeEditors();
    });
  });

  describe("after a restart without stored credentials", () => {
    it("are available again after signing in", async () => {
      const { admin } = server.accounts;
      await window.reload();
      const notification = getNotification(window.page, "Your credentials for Demo were lost");
      await notification.waitFor();
      await window.screenshot("accounts-key-gone");
      await notification.getByRole("button", { name: "Sign In…" }).click();
      await pickItem(window.page, "Sign in with an access key");
      await waitForQuickInput(window.page, "The key is shown only once");
      await submitInput(window.page, admin.accessKey);
      await window.showViews();
      await getTreeRow(window.page, "Demo").getByText(admin.realName).waitFor();
    });
  });
});
