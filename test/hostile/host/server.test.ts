import assert from "node:assert/strict";
import * as vscode from "vscode";
import { setSites, clearSites, activateExtension, type TreeRow } from "../../host/extensionUnderTest.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { PayloadSupply } from "../support/payloads.ts";
import { pickByLength, recordFigure, payloadCount, seed } from "../support/runSettings.ts";
import {
  type ProxiedResponse,
  rewriteTexts,
  type RewritingProxy,
  startRewritingProxy,
} from "../support/rewritingProxy.ts";
import { findTextViolations, findMarkdownViolations } from "../support/surfaces.ts";
import { crawlTree } from "./crawlTree.ts";
import { WindowRecorder } from "./windowRecorder.ts";
import { runCommand } from "./runCommand.ts";

/** Commands of tree rows, by their kind. */
const commandsByKind: Readonly<Record<string, readonly string[]>> = {
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
    "changeField",
    "downloadAllAttachments",
    "attachToArtifact",
    "inspectAsJson",
    "copyAsCurl",
    "copyReference",
    "copyLink",
    "openInBrowser",
    "startWork",
  ],
  attachment: ["openAttachment", "downloadAttachment", "removeAttachment"],
  svnRepository: ["editSvnRepository", "copyRepositoryUrl", "inspectAsJson", "openInBrowser"],
  resource: ["inspectAsJson"],
};

/** Commands that prompt for their target. */
const promptingCommands = [
  "searchArtifacts",
  "goToArtifact",
  "newArtifact",
  "openTable",
  "editSvnRepository",
  "setStatus",
  "undoChange",
  "selectCurrentUser",
];

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`texts of a hostile server of the ${dialect} dialect`, function () {
    const supply = new PayloadSupply(seed + 2, payloadCount);
    const next = (): string => supply.next();
    let server: Simulator;
    let proxy: RewritingProxy;
    let recorder: WindowRecorder;

    before(async () => {
      recorder = new WindowRecorder();
      server = await startSimulator({ dialect });
      proxy = await startRewritingProxy(server.url, rewriteTexts(next));
      await setSites(proxy.url);
      await activateExtension();
      // With hostile statuses no artifact counts as open.
      await vscode.commands.executeCommand("artifacts.treeShowAll");
    });
    after(async () => {
      recordFigure("payloads in responses", supply.totalCount);
      recorder.restore();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await clearSites();
      await proxy.close();
      await server.close();
    });

    function assertHarmless(): void {
      const violations = [
        ...recorder.shown.flatMap(findTextViolations),
        ...recorder.markdown.flatMap(findMarkdownViolations),
        ...recorder.panels.flatMap((panel) =>
          findTextViolations({ surface: "label", where: "title of a tab", text: panel.title }),
        ),
        ...recorder.openedUrls
          .filter((url) => !url.startsWith(`${proxy.url}/`))
          .map((url) => `opened ${url}`),
      ];
      recordFigure("violations", violations.length);
      recordFigure("texts checked", recorder.shown.length + recorder.markdown.length);
      // Report one violation of each kind.
      const kinds = new Map(violations.map((violation) => [violation.split(": ", 2).join(": "), violation]));
      recorder.reset();
      assert.deepEqual([...kinds.values()], []);
    }

    function findFirst(rows: readonly TreeRow[], kind: string): TreeRow | undefined {
      return rows.find((row) => row.kind === kind);
    }

    it("are harmless in the tree", async () => {
      for (let round = 0; round < pickByLength(3, 12); round += 1) {
        await vscode.commands.executeCommand("artifacts.refresh");
        const rows = await crawlTree(recorder);
        for (const kind of ["site", "project", "tracker", "artifact", "field"]) {
          assert.ok(findFirst(rows, kind), `no ${kind} is shown`);
        }
      }
      assert.ok(recorder.markdown.length > 20 && recorder.shown.length > 200);
      assertHarmless();
    });

    it("are harmless in quick picks, prompts and notifications", async () => {
      const rows = await crawlTree(recorder);
      for (let pick = 0; pick < pickByLength(1, 4); pick += 1) {
        recorder.answers.pick = (labels) => Math.min(pick + 1, labels.length - 1);
        recorder.answers.press = (_, buttons) => buttons[pick];
        for (const [kind, commands] of Object.entries(commandsByKind)) {
          const row = findFirst(rows, kind);
          for (const command of row === undefined ? [] : commands) await runCommand(command, row);
        }
        for (const command of promptingCommands) await runCommand(command);
      }
      const surfaces = new Set(recorder.shown.map(({ surface }) => surface));
      assert.deepEqual(
        [...surfaces].sort(),
        ["label", "message", "pick", "title", "tooltip"],
        "texts of all surfaces are recorded",
      );
      assertHarmless();
    });

    /** Rejects writes, or all requests, with hostile messages. */
    function rejectRequests(
      status: number,
      includesReads: boolean,
    ): (response: ProxiedResponse) => ProxiedResponse {
      const rewrite = rewriteTexts(next);
      return (response) => {
        if (response.method === "GET" && !includesReads) return rewrite(response);
        const message = next();
        const error = { error: { code: status, message, i18n_error_message: next() } };
        const headers = {
          "content-type": "application/json",
          location: next().replaceAll(/[^\x20-\x7e]/g, "?"),
        };
        return { ...response, status, headers, body: Buffer.from(JSON.stringify(error)) };
      };
    }

    it("are harmless in error messages", async () => {
      const rows = await crawlTree(recorder);
      const artifact = findFirst(rows, "artifact");
      const statuses = [400, 403, 302, 500, 404, 409, 412, 429].slice(0, pickByLength(4, 8));
      for (const [index, status] of statuses.entries()) {
        for (const includesReads of index < pickByLength(2, 8) ? [false, true] : [false]) {
          proxy.rewrite = rejectRequests(status, includesReads);
          recorder.answers.pick = (labels) => Math.min(1, labels.length - 1);
          for (const command of [
            "setStatus",
            "assign",
            "addComment",
            "downloadAllAttachments",
            "inspectAsJson",
            "refresh",
          ]) {
            await runCommand(command, artifact);
          }
          if (includesReads) await crawlTree(recorder);
        }
      }
      proxy.rewrite = rewriteTexts(next);
      assertHarmless();
    });

    it("are harmless in hovers and completions", async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder, "a workspace folder is open");
      const ids = Array.from({ length: pickByLength(20, 200) }, (_, index) => index + 10);
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
          if (content instanceof vscode.MarkdownString) recorder.recordTooltip("hover", content);
        }
      }
      assert.ok(recorder.markdown.length > 10, "hovers are shown");
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(text.length),
        "#",
      );
      for (const { label, detail, documentation } of items) {
        recorder.record("label", "completion", typeof label === "string" ? label : label.label);
        recorder.record(
          "label",
          "completion description",
          typeof label === "string" ? undefined : label.description,
        );
        recorder.record("label", "completion detail", detail);
        recorder.recordTooltip("completion documentation", documentation);
      }
      assertHarmless();
    });
  });
}
