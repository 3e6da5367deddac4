import assert from "node:assert/strict";
import * as vscode from "vscode";
import { connectTo, disconnectAll, exportsOf, type Row } from "../../host/extensionUnderTest.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { Supply } from "../support/payloads.ts";
import { inShortOrFull, note, payloadCount, seed } from "../support/plan.ts";
import { type Given, hostileTexts, type Rewriting, startRewriting } from "../support/rewriting.ts";
import { violationsOf, violationsOfMarkdown } from "../support/surfaces.ts";
import { crawl } from "./crawl.ts";
import { Recorder } from "./recorder.ts";
import { run } from "./run.ts";

/** What can be done to a row of the tree, by its kind. */
const commandsOf: Readonly<Record<string, readonly string[]>> = {
  site: ["checkConnection", "filterProjects"],
  project: ["pinProject", "newSvnRepository", "inspectAsJson", "openInBrowser", "unpinProject"],
  tracker: ["newArtifact", "newQuery", "openTable", "inspectAsJson", "openInBrowser"],
  artifact: [
    "openArtifact",
    "setStatus",
    "assign",
    "assignToMe",
    "addComment",
    "linkArtifact",
    "deleteArtifact",
    "changeMany",
    "downloadAll",
    "attachToArtifact",
    "inspectAsJson",
    "copyAsCurl",
    "copyReference",
    "copyLink",
    "openInBrowser",
    "startWork",
  ],
  attachment: ["openAttachment", "downloadAttachment", "removeAttachment"],
  svnRepository: ["editSvnRepository", "copyAddress", "inspectAsJson", "openInBrowser"],
  resource: ["inspectAsJson"],
};

/** Commands that ask for what they are about. */
const asking = [
  "searchArtifacts",
  "goToArtifact",
  "newArtifact",
  "openTable",
  "editSvnRepository",
  "setStatus",
  "chooseMe",
];

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a hostile server of the ${dialect} dialect in VS Code`, function () {
    const supply = new Supply(seed + 2, payloadCount);
    const next = (): string => supply.next();
    let server: Simulator;
    let hostile: Rewriting;
    let recorder: Recorder;

    before(async () => {
      recorder = new Recorder();
      server = await startSimulator({ dialect });
      hostile = await startRewriting(server.url, hostileTexts(next));
      await connectTo(hostile.url);
      await exportsOf();
      // With statuses that make no sense nothing is open.
      await vscode.commands.executeCommand("artifacts.treeShowAll");
    });
    after(async () => {
      note("payloads in answers", supply.handedOut);
      recorder.restore();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await disconnectAll();
      await hostile.close();
      await server.close();
    });

    function assertHarmless(): void {
      const found = [
        ...recorder.shown.flatMap(violationsOf),
        ...recorder.markdown.flatMap(violationsOfMarkdown),
        ...recorder.panels.flatMap((panel) =>
          violationsOf({ surface: "label", where: "title of a tab", text: panel.title }),
        ),
        ...recorder.opened
          .filter((address) => !address.startsWith(`${hostile.url}/`))
          .map((address) => `opened ${address}`),
      ];
      note("violations", found.length);
      note("texts looked at", recorder.shown.length + recorder.markdown.length);
      // One of each kind is enough to know it.
      const kinds = new Map(found.map((each) => [each.split(": ", 2).join(": "), each]));
      recorder.forget();
      assert.deepEqual([...kinds.values()], []);
    }

    function firstOf(rows: readonly Row[], kind: string): Row | undefined {
      return rows.find((row) => row.kind === kind);
    }

    it("says nothing in the tree but what is text", async () => {
      for (let times = 0; times < inShortOrFull(3, 12); times += 1) {
        await vscode.commands.executeCommand("artifacts.refresh");
        const rows = await crawl(recorder);
        for (const kind of ["site", "project", "tracker", "artifact", "field"]) {
          assert.ok(firstOf(rows, kind), `there is no ${kind} to be seen`);
        }
      }
      assert.ok(recorder.markdown.length > 20 && recorder.shown.length > 200);
      assertHarmless();
    });

    it("says nothing in lists, questions and notifications but what is text", async () => {
      const rows = await crawl(recorder);
      for (let pick = 0; pick < inShortOrFull(1, 4); pick += 1) {
        recorder.manners.pick = (labels) => Math.min(pick + 1, labels.length - 1);
        recorder.manners.press = (_, buttons) => buttons[pick];
        for (const [kind, commands] of Object.entries(commandsOf)) {
          const row = firstOf(rows, kind);
          for (const command of row === undefined ? [] : commands) await run(command, row);
        }
        for (const command of asking) await run(command);
      }
      const heard = new Set(recorder.shown.map(({ surface }) => surface));
      assert.deepEqual(
        [...heard].sort(),
        ["label", "message", "pick", "title", "tooltip"],
        "all of them were heard",
      );
      assertHarmless();
    });

    /** Every request that changes something, or every request, is refused with words of the server's. */
    function refusing(status: number, isReadToo: boolean): (given: Given) => Given {
      const texts = hostileTexts(next);
      return (given) => {
        if (given.method === "GET" && !isReadToo) return texts(given);
        const message = next();
        const error = { error: { code: status, message, i18n_error_message: next() } };
        const headers = {
          "content-type": "application/json",
          location: next().replaceAll(/[^\x20-\x7e]/g, "?"),
        };
        return { ...given, status, headers, body: Buffer.from(JSON.stringify(error)) };
      };
    }

    it("says nothing in its refusals but what is text", async () => {
      const rows = await crawl(recorder);
      const artifact = firstOf(rows, "artifact");
      const statuses = [400, 403, 302, 500, 404, 409, 412, 429].slice(0, inShortOrFull(4, 8));
      for (const [at, status] of statuses.entries()) {
        for (const isReadToo of at < inShortOrFull(2, 8) ? [false, true] : [false]) {
          hostile.rewrite = refusing(status, isReadToo);
          recorder.manners.pick = (labels) => Math.min(1, labels.length - 1);
          for (const command of [
            "setStatus",
            "assign",
            "addComment",
            "downloadAll",
            "inspectAsJson",
            "refresh",
          ]) {
            await run(command, artifact);
          }
          if (isReadToo) await crawl(recorder);
        }
      }
      hostile.rewrite = hostileTexts(next);
      assertHarmless();
    });

    it("says nothing in hovers and completions but what is text", async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder, "these tests run in a folder");
      const ids = Array.from({ length: inShortOrFull(20, 200) }, (_, at) => at + 10);
      const text = `${ids.map((id) => `art #${id}`).join("\n")}\nart #`;
      const file = vscode.Uri.joinPath(folder.uri, `hostile-${dialect}.md`);
      await vscode.workspace.fs.writeFile(file, Buffer.from(text));
      const document = await vscode.workspace.openTextDocument(file);
      for (const [line] of ids.entries()) {
        const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
          "vscode.executeHoverProvider",
          document.uri,
          new vscode.Position(line, 2),
        );
        for (const content of hovers.flatMap(({ contents }) => contents)) {
          if (content instanceof vscode.MarkdownString) recorder.hearTooltip("hover", content);
        }
      }
      assert.ok(recorder.markdown.length > 10, "there were hovers");
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(text.length),
        "#",
      );
      for (const { label, detail, documentation } of items) {
        recorder.hear("label", "completion", typeof label === "string" ? label : label.label);
        recorder.hear(
          "label",
          "completion description",
          typeof label === "string" ? undefined : label.description,
        );
        recorder.hear("label", "completion detail", detail);
        recorder.hearTooltip("completion documentation", documentation);
      }
      assertHarmless();
    });
  });
}
