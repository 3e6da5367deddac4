import assert from "node:assert/strict";
import { STATUS_CODES } from "node:http";
import * as vscode from "vscode";
import type { Fault } from "../simulator/faults.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { connectTo, disconnectAll, exportsOf, type Row } from "./extensionUnderTest.ts";

/** Rows as people read them: label, description, and whether they can be opened. */
async function items(...path: readonly string[]): Promise<readonly vscode.TreeItem[]> {
  const { tree } = await exportsOf();
  // Some are drawn by what has to be loaded first.
  const draw = (row: Row): Promise<vscode.TreeItem> => Promise.resolve(tree.getTreeItem(row));
  let rows: readonly Row[] = await tree.getChildren();
  for (const step of path) {
    const drawn = await Promise.all(rows.map(draw));
    const row = rows[drawn.findIndex(({ label }) => label === step)];
    assert.ok(row, `no row ${step}`);
    rows = await tree.getChildren(row);
  }
  return Promise.all(rows.map(draw));
}

function labels(all: readonly vscode.TreeItem[]): readonly unknown[] {
  return all.map(({ label }) => label);
}

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the tree in VS Code on the ${dialect} dialect`, () => {
    let server: Simulator;

    before(async () => {
      server = await startSimulator({ dialect });
      await connectTo(server.url);
    });
    after(async () => {
      await disconnectAll();
      await server.close();
    });

    it("leads from the site to artifacts", async () => {
      assert.deepEqual(labels(await items()), ["Demo"]);
      assert.deepEqual(labels(await items("Demo")), ["All Projects"]);
      assert.deepEqual(labels(await items("Demo", "All Projects")), ["Open Tides"]);
      assert.deepEqual(labels(await items("Demo", "All Projects", "Open Tides")), [
        "Bugs",
        "Equipment",
        "Other Resources",
      ]);
      const bugs = await items("Demo", "All Projects", "Open Tides", "Bugs");
      const [first] = bugs;
      assert.match(JSON.stringify(first?.label), /^"#\d+ \S/);
      assert.ok(first?.description);
      assert.match(first.accessibilityInformation?.label ?? "", /^Bugs, \d+, /);
      assert.equal(bugs.at(-1)?.label, "Load More");
    });

    it("gives every row an id of its own, the same at every look", async () => {
      const ids = async (): Promise<readonly unknown[]> =>
        (await items("Demo", "All Projects", "Open Tides", "Bugs")).map(({ id }) => id);
      const first = await ids();
      assert.equal(new Set(first).size, first.length);
      assert.deepEqual(await ids(), first);
    });

    it("copies the reference and the address of an artifact", async () => {
      const [first] = await items("Demo", "All Projects", "Open Tides", "Bugs");
      const [, id] = /#(\d+)/.exec(JSON.stringify(first?.label)) ?? [];
      const [row] = first?.command?.arguments ?? [];
      await vscode.commands.executeCommand("artifacts.copyReference", row);
      assert.equal(await vscode.env.clipboard.readText(), `art #${id}`);
      await vscode.commands.executeCommand("artifacts.copyLink", row);
      assert.equal(await vscode.env.clipboard.readText(), `${server.url}/plugins/tracker/?aid=${id}`);
    });
  });
}

describe("a site without encryption that was written into the settings", () => {
  before(() => connectTo("http://plain.invalid"));
  after(disconnectAll);

  it("is not asked: a row says why, and a click asks for consent", async () => {
    const rows = await items("Demo");
    assert.deepEqual(labels(rows), ["The connection to Demo isn't encrypted. Click to connect anyway."]);
    assert.equal(rows[0]?.command?.command, "artifacts.connectUnencrypted");
  });
});

describe("what a person reads when something goes wrong", () => {
  let server: Simulator;

  before(async () => {
    server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
  });
  after(async () => {
    await disconnectAll();
    await server.close();
  });

  const refusal = (code: number): string =>
    JSON.stringify({ error: { code, message: `${STATUS_CODES[code]}: not today` } });
  const faults: readonly (readonly [Fault, string])[] = [
    [{ kind: "html" }, "What answers at Demo isn't a Tuleap server: check the address."],
    [{ kind: "brokenJson" }, "Demo gave an answer that makes no sense: try again, or see the log."],
    [{ kind: "drop" }, "Demo closed the connection: try again."],
    [{ kind: "status", status: 401, body: refusal(401) }, "Demo asks you to sign in."],
    [{ kind: "status", status: 403, body: refusal(403) }, "Demo refuses this to your account: not today"],
    [
      { kind: "status", status: 404, body: refusal(404) },
      "Demo has nothing here that you may see: it was deleted, moved or is hidden from you.",
    ],
    [{ kind: "status", status: 400, body: refusal(400) }, "Demo refused the request: not today"],
    [{ kind: "status", status: 500 }, "Demo has trouble answering (HTTP 500): try again later."],
  ];
  for (const [fault, sentence] of faults) {
    it(sentence, async () => {
      await items("Demo", "All Projects", "Open Tides");
      const heal = server.faults.add({ path: /trackers\/\d+\/artifacts/, fault });
      await vscode.commands.executeCommand("artifacts.refresh");
      const [problem] = await items("Demo", "All Projects", "Open Tides", "Bugs");
      heal();
      assert.deepEqual([problem?.label, problem?.tooltip], [sentence, sentence]);
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
    const isRead = new Promise<void>((resolve) => {
      const watching = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("editor.rulers")) return;
        watching.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(hostile)));
    await isRead;
    const { tree } = await exportsOf();
    assert.deepEqual(await tree.getChildren(), []);
    assert.equal(server.requests.length, 0);
    await vscode.workspace.fs.delete(file);
  });
});
