import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openArtifact } from "../support/window/form.ts";
import { signInWithKey } from "../support/window/signIn.ts";
import { assertSoon } from "../support/wait.ts";
import {
  artifactRows,
  expandRow,
  foldMyWork,
  hoverText,
  runRowCommand,
  treeRow,
  treeText,
} from "../support/window/tree.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";

const lighthouse = "🌊 Lighthouse Console";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`what a project has besides trackers, in the window (${dialect})`, () => {
    let server: Simulator;
    let window: VSCodeWindow;

    before(async () => {
      server = await startSimulator({ dialect });
      window = await openWindow({ settings: { "artifacts.sites": [{ url: server.url, label: "Demo" }] } });
      await window.showViews();
      const { admin } = server.accounts;
      await signInWithKey(window, admin.accessKey, dialect === "product" ? admin.realName : "signed in");
      await foldMyWork(window.page);
      await expandRow(treeRow(window.page, lighthouse));
    });
    after(async () => {
      await window.close();
      await server.close();
    });

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

    it("lists repositories, or says that the server can't", async () => {
      await expandRow(treeRow(window.page, "Subversion Repositories"));
      if (dialect === "documented") {
        const note = treeRow(window.page, "None known: create one…");
        assert.match(await hoverText(note), /^Demo can't list repositories\./);
        assert.deepEqual(await menuOf(treeRow(window.page, "Subversion Repositories")), [
          "Open in Browser",
          "New Subversion Repository…",
          "Inspect as JSON",
          "Copy as curl",
          "Refresh",
        ]);
        return;
      }
      await treeRow(window.page, "console").waitFor();
      const rows = (await treeText(window.page)).map((row) => row.trim());
      const at = rows.indexOf("Subversion Repositories");
      assert.deepEqual(
        rows.slice(at + 1, at + 3).map((row) => row.replace(/ \| https:.*\/svnplugin/, " | …")),
        ["charts-archive | …/lighthouse/charts-archive", "console | …/lighthouse/console"],
      );
      assert.match(await hoverText(treeRow(window.page, "console")), /\/svnplugin\/lighthouse\/console/);
      assert.deepEqual(await menuOf(treeRow(window.page, "console")), [
        "Subversion Settings…",
        "Open in Browser",
        "Copy Address",
        "Inspect as JSON",
        "Copy as curl",
      ]);
    });

    // The specification has no way to repositories but for those that were made from here, and tells no addresses.
    if (dialect === "product") {
      it("copies a repository's address and opens its page on the site", async () => {
        const row = treeRow(window.page, "console");
        await runRowCommand(row, "Copy Address");
        await window.page.waitForFunction(async () =>
          (await navigator.clipboard.readText()).endsWith("/svnplugin/lighthouse/console"),
        );
        const page = await window.opened(() => runRowCommand(row, "Open in Browser"));
        const address = "/plugins/svn/?roottype=svn&root=lighthouse/console";
        await page.waitForURL((url) => url.href.endsWith(address), { waitUntil: "commit" });
        await page.close();
      });
    }

    it("copies a request without the key", async () => {
      await runRowCommand(treeRow(window.page, lighthouse), "Copy as curl");
      await window.waitForClipboard(
        `curl --globoff --header "X-Auth-AccessKey: $TULEAP_ACCESS_KEY" --header 'Accept: application/json' --header 'Content-Type: application/json' '${server.url}/api/projects/101'`,
      );
      await window.page.getByText("the shell takes that from $TULEAP_ACCESS_KEY").first().waitFor();
      await window.runCommand("Notifications: Clear All Notifications");
    });

    it("shows what else the server lists, as JSON or as the reason why there is none", async () => {
      await expandRow(treeRow(window.page, "Other Resources"));
      await window.pictures(`resources-tree-${dialect}`);
      await treeRow(window.page, "tide_tables").click();
      await editorLike(/\/\/ Demo has nothing here that you may see/);
      await window.pictures(`resources-missing-${dialect}`);
      if (dialect === "documented") return;
      await treeRow(window.page, "user_groups").click();
      await editorLike(/"uri": "user_groups\//);
    });

    it("goes from one answer to the next by a click", async () => {
      await runRowCommand(treeRow(window.page, lighthouse), "Inspect as JSON");
      await editorLike(/"shortname": "lighthouse"/);
      const link = window.page
        .locator(".editor-instance .detected-link")
        .filter({ hasText: "projects/101/trackers" });
      await link.waitFor();
      await window.pictures(`resources-json-${dialect}`);
      await follow(link);
      await editorLike(/"uri": "trackers\/\d+"/);
      await window.page.locator(".tab.active").getByText("projects 101 trackers.json").waitFor();
      // Read-only, and nothing to complain about.
      await window.page.keyboard.type("x");
      await window.page
        .getByText(/read-only/i)
        .first()
        .waitFor();
      assert.equal(await window.page.locator(".squiggly-error").count(), 0);
    });

    it("reads it again", async () => {
      const before = server.requests.length;
      await window.runCommand("Artifacts: Read JSON Again");
      await assertSoon(() => {
        assert.ok(server.requests.length > before);
        return Promise.resolve();
      });
      const body = JSON.stringify([{ id: 1, uri: "trackers/1", label: "All new" }]);
      const headers = { "X-PAGINATION-SIZE": "70", "X-PAGINATION-LIMIT": "10", "X-PAGINATION-OFFSET": "0" };
      const fault = { kind: "status", status: 200, body, headers } as const;
      const heal = server.faults.add({ path: "/projects/101/trackers", fault });
      await window.page.locator(".editor-actions").getByRole("button", { name: "Read JSON Again" }).click();
      await editorLike(/\/\/ 60 more of at most 70 → [^]*"label": "All new"/);
      heal();
      await window.pictures(`resources-more-${dialect}`);
      assert.equal(await window.page.locator(".squiggly-error").count(), 0);
    });

    it("shows the artifact of the form in front", async () => {
      await expandRow(treeRow(window.page, "Tasks"));
      const row = artifactRows(window.page).first();
      const [, id = ""] = /#(\d+)/.exec((await row.textContent()) ?? "") ?? [];
      await openArtifact(window, Number(id));
      await window.runCommand("Artifacts: Inspect as JSON");
      await window.page.locator(".tab.active").getByText(`artifacts ${id}.json`).waitFor();
      await editorLike(new RegExp(`"uri": "artifacts/${id}"`));
    });
  });
}
