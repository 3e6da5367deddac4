import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import * as vscode from "vscode";
import type { Fault } from "../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { setSites, clearSites, activateExtension, type TreeRow } from "./extensionUnderTest.ts";

/** The tree items at a path of labels. */
async function loadItems(...path: readonly string[]): Promise<readonly vscode.TreeItem[]> {
  const { tree } = await activateExtension();
  // Lazy items are created asynchronously.
  const createItem = (row: TreeRow): Promise<vscode.TreeItem> => Promise.resolve(tree.getTreeItem(row));
  let rows: readonly TreeRow[] = await tree.getChildren();
  for (const step of path) {
    const treeItems = await Promise.all(rows.map(createItem));
    const row = rows[treeItems.findIndex(({ label }) => label === step)];
    assert.ok(row, `no row ${step}`);
    rows = await tree.getChildren(row);
  }
  return Promise.all(rows.map(createItem));
}

function getLabels(treeItems: readonly vscode.TreeItem[]): readonly unknown[] {
  return treeItems.map(({ label }) => label);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the tree in VS Code on the ${dialect} dialect`, () => {
    let server: Simulator;

    before(async () => {
      server = await startSimulator({ dialect });
      await setSites(server.url);
    });
    after(async () => {
      await clearSites();
      await server.close();
    });

    it("needs no request for rows that were loaded before", async () => {
      const { tree } = await activateExtension();
      await tree.preload();
      const { length } = server.requests;
      assert.ok(length > 0);
      assert.deepEqual(getLabels(await loadItems("Demo", "All Projects")), ["Open Tides"]);
      assert.equal(server.requests.length, length);
    });

    it("leads from the site to artifacts", async () => {
      assert.deepEqual(getLabels(await loadItems()), ["Demo"]);
      assert.deepEqual(getLabels(await loadItems("Demo")), ["All Projects"]);
      assert.deepEqual(getLabels(await loadItems("Demo", "All Projects")), ["Open Tides"]);
      assert.deepEqual(getLabels(await loadItems("Demo", "All Projects", "Open Tides")), [
        "Bugs",
        "Equipment",
        "Other Resources",
      ]);
      const bugs = await loadItems("Demo", "All Projects", "Open Tides", "Bugs");
      const [first] = bugs;
      assert.match(JSON.stringify(first?.label), /^"#\d+ \S/);
      assert.ok(first?.description);
      assert.match(first.accessibilityInformation?.label ?? "", /^Bugs, \d+, /);
      assert.equal(bugs.at(-1)?.label, "Load More");
    });

    it("shows the status of artifacts in their icons", async () => {
      const items = await loadItems("Demo", "All Projects", "Open Tides", "Bugs");
      const icons = new Map(
        items.map(({ description, iconPath }) => [
          description,
          iconPath instanceof vscode.ThemeIcon ? [iconPath.id, iconPath.color?.id] : undefined,
        ]),
      );
      assert.deepEqual(
        ["New", "In progress"].map((status) => icons.get(status)),
        dialect === "product"
          ? [
              ["issues", "charts.blue"],
              ["issues", "charts.green"],
            ]
          : // It doesn't report which artifacts are open.
            [
              ["circle-outline", undefined],
              ["circle-outline", undefined],
            ],
      );
    });

    it("shows the initials of assignees if the setting is on", async () => {
      const loadUris = async (): Promise<readonly string[]> =>
        (await loadItems("Demo", "All Projects", "Open Tides", "Bugs")).flatMap(
          ({ resourceUri }) => resourceUri?.scheme ?? [],
        );
      assert.deepEqual(await loadUris(), []);
      const setInitials = (isOn: true | undefined): Thenable<void> =>
        vscode.workspace
          .getConfiguration()
          .update("artifacts.assigneeInitials", isOn, vscode.ConfigurationTarget.Global);
      await setInitials(true);
      // The lists of the documented dialect have no assignees.
      const expected = new Set(dialect === "product" ? ["artifact-assignee"] : []);
      await assertEventually(async () => assert.deepEqual(new Set(await loadUris()), expected));
      await setInitials(undefined);
      await assertEventually(async () => assert.deepEqual(await loadUris(), []));
    });

    it("gives every item a unique and stable id", async () => {
      const loadIds = async (): Promise<readonly unknown[]> =>
        (await loadItems("Demo", "All Projects", "Open Tides", "Bugs")).map(({ id }) => id);
      const first = await loadIds();
      assert.equal(new Set(first).size, first.length);
      assert.deepEqual(await loadIds(), first);
    });

    it("copies the reference and the link of an artifact", async () => {
      const [first] = await loadItems("Demo", "All Projects", "Open Tides", "Bugs");
      const [, id] = /#(\d+)/.exec(JSON.stringify(first?.label)) ?? [];
      const [row] = first?.command?.arguments ?? [];
      await vscode.commands.executeCommand("artifacts.copyReference", row);
      assert.equal(await vscode.env.clipboard.readText(), `art #${id}`);
      await vscode.commands.executeCommand("artifacts.copyLink", row);
      assert.equal(await vscode.env.clipboard.readText(), `${server.url}/plugins/tracker/?aid=${id}`);
    });
  });
}

describe("an unencrypted site in the settings", () => {
  before(() => setSites("http://plain.invalid"));
  after(clearSites);

  it("gets no request, and its failure item asks for consent on click", async () => {
    const rows = await loadItems("Demo");
    assert.deepEqual(getLabels(rows), ["The connection to Demo isn't encrypted. Click to connect anyway."]);
    assert.equal(rows[0]?.command?.command, "artifacts.connectUnencrypted");
  });
});

describe("the text of a failure in the tree", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
  });
  after(async () => {
    await clearSites();
    await server.close();
  });

  const createErrorBody = (code: number): string =>
    JSON.stringify({ error: { code, message: `${STATUS_CODES[code]}: not today` } });
  const faults: readonly (readonly [Fault, string])[] = [
    [{ kind: "html" }, "No Tuleap server found at Demo. Check the URL."],
    [{ kind: "brokenJson" }, "Demo returned an unexpected response. Try again, or see the log for details."],
    [{ kind: "drop" }, "Demo closed the connection. Try again."],
    [{ kind: "status", status: 401, body: createErrorBody(401) }, "Demo requires you to sign in."],
    [
      { kind: "status", status: 403, body: createErrorBody(403) },
      "You don't have permission to do this on Demo: not today",
    ],
    [
      { kind: "status", status: 404, body: createErrorBody(404) },
      "This item wasn't found on Demo. It was deleted or moved, or you don't have access to it.",
    ],
    [{ kind: "status", status: 400, body: createErrorBody(400) }, "Demo rejected the request: not today"],
    [{ kind: "status", status: 500 }, "Demo returned an error (HTTP 500). Try again later."],
  ];
  for (const [fault, text] of faults) {
    it(`is “${text}”`, async () => {
      await loadItems("Demo", "All Projects", "Open Tides");
      const removeFault = server.faults.add({ path: /trackers\/\d+\/artifacts/, fault });
      await vscode.commands.executeCommand("artifacts.refresh");
      const [failureItem] = await loadItems("Demo", "All Projects", "Open Tides", "Bugs");
      removeFault();
      assert.deepEqual([failureItem?.label, failureItem?.tooltip], [text, text]);
    });
  }
});

describe("a workspace", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
  });
  after(() => server.close());

  it("can neither add a site nor redirect one", async () => {
    const folder = vscode.workspace.workspaceFolders?.[0];
    assert.ok(folder, "these tests run in a folder");
    const file = vscode.Uri.joinPath(folder.uri, ".vscode", "settings.json");
    const hostile = { "artifacts.sites": [{ url: server.url, label: "Trap" }], "editor.rulers": [77] };
    const settingsLoaded = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("editor.rulers")) return;
        listener.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(hostile)));
    await settingsLoaded;
    const { tree } = await activateExtension();
    assert.deepEqual(await tree.getChildren(), []);
    assert.equal(server.requests.length, 0);
    await vscode.workspace.fs.delete(file);
  });
});
