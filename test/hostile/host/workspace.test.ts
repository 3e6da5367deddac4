import assert from "node:assert/strict";
import * as vscode from "vscode";
import { setSites, clearSites, activateExtension } from "../../host/extensionUnderTest.ts";
import { OpenedRepositories } from "../../host/openedRepositories.ts";
import { CommitSearchFixture } from "../../host/commitSearchFixture.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { assertEventually } from "../../support/wait.ts";
import type { TestRepository } from "../../unit/store/commits/gitFixture.ts";
import { commitWithMessage } from "../support/commitWithMessage.ts";
import { type ForeignServer, startForeignServer } from "../support/foreignServer.ts";
import { generatePayloads, type Payload } from "../support/payloads.ts";
import { pickByLength, recordFigure, seed } from "../support/runSettings.ts";
import { findTextViolations, findMarkdownViolations } from "../support/surfaces.ts";
import { crawlTree } from "./crawlTree.ts";
import { WindowRecorder } from "./windowRecorder.ts";
import { runCommand } from "./runCommand.ts";

const commits = pickByLength(25, 150);

/** Creates a branch unless git rejects its name. */
function tryCreateBranch(repository: TestRepository, name: string): void {
  try {
    repository.runGit(["branch", "--", name]);
  } catch {
    // git rejects the name.
  }
}

describe("a hostile workspace in VS Code", function () {
  let server: Simulator;
  let foreignServer: ForeignServer;
  let recorder: WindowRecorder;
  let repositories: OpenedRepositories;
  let file: vscode.Uri;
  const texts: readonly Payload[] = generatePayloads(seed + 9, 400);

  before(async () => {
    recorder = new WindowRecorder();
    foreignServer = await startForeignServer();
    server = await startSimulator({ dialect: "product" });
    await setSites(server.url);
    await activateExtension();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "these tests run in a folder");
    file = vscode.Uri.joinPath(folder.uri, ".vscode", "settings.json");
    repositories = await OpenedRepositories.open();
  });
  after(async () => {
    recorder.restore();
    await repositories.closeAll();
    await clearSites();
    await server.close();
    await foreignServer.close();
  });

  function assertHarmless(): void {
    const violations = [
      ...recorder.shown.flatMap(findTextViolations),
      ...recorder.markdown.flatMap(findMarkdownViolations),
      ...recorder.openedUrls.filter((url) => !url.startsWith(`${server.url}/`)),
      ...(foreignServer.countConnections() > 0 ? [foreignServer.getReceivedBytes().toString("latin1")] : []),
    ];
    recordFigure("violations", violations.length);
    recordFigure("texts checked", recorder.shown.length + recorder.markdown.length);
    recorder.reset();
    assert.deepEqual(violations, []);
  }

  /** Waits until VS Code has loaded the settings, by an event about one of its own settings. */
  async function writeSettings(hostile: object): Promise<void> {
    const isLoaded = new Promise<void>((resolve) => {
      const subscription = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("editor.rulers")) return;
        subscription.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(
      file,
      Buffer.from(JSON.stringify({ ...hostile, "editor.rulers": [77] })),
    );
    await isLoaded;
  }

  it("adds or redirects no site and sends no foreign request by its settings", async () => {
    const url = `http://${foreignServer.host}`;
    const getText = (index: number): string => texts[index]?.text ?? "";
    await writeSettings({
      "artifacts.sites": [
        { url, label: getText(0), caFile: "/etc/passwd" },
        { url: server.url, label: getText(1) },
      ],
      "artifacts.folderSite": url,
      "artifacts.queries": [
        { name: getText(2), site: url, tracker: 11 },
        { name: getText(3), site: server.url, tracker: 11 },
        {
          name: getText(4),
          site: server.url,
          tracker: 11,
          conditions: [{ field: getText(5), is: getText(6) }],
        },
        { name: getText(7), site: `${server.url}@${foreignServer.host}`, tracker: 11 },
        getText(8),
        { [getText(9)]: getText(10) },
      ],
      "artifacts.references.patterns": [getText(11), "(a+)+$"],
      "artifacts.attachments.folder": "../../../../tmp",
      "http.proxy": url,
      "git.path": "/bin/false",
    });
    const before = server.requests.length;
    await crawlTree(recorder);
    const labels = recorder.shown.filter(({ where }) => where === "site label").map(({ text }) => text);
    assert.deepEqual(labels, ["Demo"]);
    assert.ok(server.requests.length > before, "requests are sent to the configured site");
    // The next test needs the default settings.
    await vscode.workspace.fs.delete(file);
    assertHarmless();
  });

  it("shows branch names and commit messages harmlessly", async () => {
    const { testRepository } = await repositories.openRepository("hostile", "tuleap-12-x");
    for (const { text } of texts.slice(20, 20 + commits)) commitWithMessage(testRepository, text);
    for (const { text } of texts.slice(200, 260)) {
      const name = text.replaceAll(/[\p{Cc}\s~^:?*[\\@{}]|\.\.|\.lock|^[-.]|[/.]+$|\/\.|\/\//gu, "");
      if (name.length > 3) tryCreateBranch(testRepository, name.slice(0, 80));
    }
    const search = await CommitSearchFixture.open();
    await assertEventually(async () => {
      await vscode.commands.executeCommand("artifacts.refresh");
      const result = await search.findCommits({ siteApi: `${server.url}/api`, artifactId: 12 });
      assert.ok((result?.commits.length ?? 0) > 10, "commits are found");
    });
    search.dispose();
    await crawlTree(recorder);
    for (const command of [
      "listArtifactsInRange",
      "linkCommit",
      "startWork",
      "showActiveArtifact",
      "addReference",
    ]) {
      for (const pick of [0, 1]) {
        recorder.answers.pick = (labels) => Math.min(pick, labels.length - 1);
        await runCommand(
          command,
          ...(command === "startWork" ? [{ siteApi: `${server.url}/api`, artifactId: 12 }] : []),
        );
      }
    }
    const pickTexts = recorder.shown.filter(({ surface }) => surface === "pick");
    assert.ok(pickTexts.length > 20, "branches and commits are listed");
    assertHarmless();
  });
});
