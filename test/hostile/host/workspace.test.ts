import assert from "node:assert/strict";
import * as vscode from "vscode";
import { connectTo, disconnectAll, exportsOf } from "../../host/extensionUnderTest.ts";
import { OpenedRepositories } from "../../host/openedRepositories.ts";
import { SearchedCommits } from "../../host/searchedCommits.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { assertSoon } from "../../support/wait.ts";
import type { TestRepository } from "../../unit/store/commits/gitStage.ts";
import { commitAs } from "../support/commitAs.ts";
import { type Elsewhere, startElsewhere } from "../support/elsewhere.ts";
import { payloads, type Payload } from "../support/payloads.ts";
import { inShortOrFull, note, seed } from "../support/plan.ts";
import { violationsOf, violationsOfMarkdown } from "../support/surfaces.ts";
import { crawl } from "./crawl.ts";
import { Recorder } from "./recorder.ts";
import { run } from "./run.ts";

const commits = inShortOrFull(25, 150);

/** Git has the last word on what a branch may be called. */
function branch(made: TestRepository, name: string): void {
  try {
    made.git(["branch", "--", name]);
  } catch {
    // Then there is one less.
  }
}

describe("a hostile workspace in VS Code", function () {
  let server: Simulator;
  let elsewhere: Elsewhere;
  let recorder: Recorder;
  let opened: OpenedRepositories;
  let file: vscode.Uri;
  const texts: readonly Payload[] = payloads(seed + 9, 400);

  before(async () => {
    recorder = new Recorder();
    elsewhere = await startElsewhere();
    server = await startSimulator({ dialect: "product" });
    await connectTo(server.url);
    await exportsOf();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, "these tests run in a folder");
    file = vscode.Uri.joinPath(folder.uri, ".vscode", "settings.json");
    opened = await OpenedRepositories.open();
  });
  after(async () => {
    recorder.restore();
    await opened.closeAll();
    await disconnectAll();
    await server.close();
    await elsewhere.close();
  });

  function assertHarmless(): void {
    const found = [
      ...recorder.shown.flatMap(violationsOf),
      ...recorder.markdown.flatMap(violationsOfMarkdown),
      ...recorder.opened.filter((address) => !address.startsWith(`${server.url}/`)),
      ...(elsewhere.connections() > 0 ? [elsewhere.received().toString("latin1")] : []),
    ];
    note("violations", found.length);
    note("texts looked at", recorder.shown.length + recorder.markdown.length);
    recorder.forget();
    assert.deepEqual(found, []);
  }

  /** Resolves when VS Code has read them: a setting of its own tells. */
  async function writeSettings(hostile: object): Promise<void> {
    const isRead = new Promise<void>((resolve) => {
      const watching = vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration("editor.rulers")) return;
        watching.dispose();
        resolve();
      });
    });
    await vscode.workspace.fs.writeFile(
      file,
      Buffer.from(JSON.stringify({ ...hostile, "editor.rulers": [77] })),
    );
    await isRead;
  }

  it("adds no site, redirects none and asks nobody, whatever its settings say", async () => {
    const url = `http://${elsewhere.host}`;
    const next = (at: number): string => texts[at]?.text ?? "";
    await writeSettings({
      "artifacts.sites": [
        { url, label: next(0), caFile: "/etc/passwd" },
        { url: server.url, label: next(1) },
      ],
      "artifacts.folderSite": url,
      "artifacts.queries": [
        { name: next(2), site: url, tracker: 11 },
        { name: next(3), site: server.url, tracker: 11 },
        { name: next(4), site: server.url, tracker: 11, conditions: [{ field: next(5), is: next(6) }] },
        { name: next(7), site: `${server.url}@${elsewhere.host}`, tracker: 11 },
        next(8),
        { [next(9)]: next(10) },
      ],
      "artifacts.references.patterns": [next(11), "(a+)+$"],
      "artifacts.attachments.folder": "../../../../tmp",
      "http.proxy": url,
      "git.path": "/bin/false",
    });
    const before = server.requests.length;
    await crawl(recorder);
    const labels = recorder.shown.filter(({ where }) => where === "site label").map(({ text }) => text);
    assert.deepEqual(labels, ["Demo"]);
    assert.ok(server.requests.length > before, "its own site is asked");
    // The next one is about other things than settings.
    await vscode.workspace.fs.delete(file);
    assertHarmless();
  });

  it("says nothing by names of branches and by messages of commits but what is text", async () => {
    const { made } = await opened.repository("hostile", "tuleap-12-x");
    for (const { text } of texts.slice(20, 20 + commits)) commitAs(made, text);
    for (const { text } of texts.slice(200, 260)) {
      const name = text.replaceAll(/[\p{Cc}\s~^:?*[\\@{}]|\.\.|\.lock|^[-.]|[/.]+$|\/\.|\/\//gu, "");
      if (name.length > 3) branch(made, name.slice(0, 80));
    }
    const search = await SearchedCommits.open();
    await assertSoon(async () => {
      await vscode.commands.executeCommand("artifacts.refresh");
      const found = await search.of({ siteApi: `${server.url}/api`, artifactId: 12 });
      assert.ok((found?.commits.length ?? 0) > 10, "there are commits to be seen");
    });
    search.dispose();
    await crawl(recorder);
    for (const command of ["artifactsInRange", "linkCommit", "startWork", "activeArtifact", "addReference"]) {
      for (const pick of [0, 1]) {
        recorder.manners.pick = (labels) => Math.min(pick, labels.length - 1);
        await run(
          command,
          ...(command === "startWork" ? [{ siteApi: `${server.url}/api`, artifactId: 12 }] : []),
        );
      }
    }
    const picked = recorder.shown.filter(({ surface }) => surface === "pick");
    assert.ok(picked.length > 20, "branches and commits were offered");
    assertHarmless();
  });
});
