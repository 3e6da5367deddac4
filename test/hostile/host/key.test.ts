import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { FormPageContent } from "../../../src/protocol/formProtocol.ts";
import type { RpcMessage } from "../../../src/protocol/rpc.ts";
import { setSites, clearSites, activateExtension, type TreeRow } from "../../host/extensionUnderTest.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { assertEventually } from "../../support/wait.ts";
import { type ForeignServer, startForeignServer } from "../support/foreignServer.ts";
import { containsSecret } from "../support/findSecrets.ts";
import { recordFigure } from "../support/runSettings.ts";
import {
  type ProxiedResponse,
  rewriteStrings,
  type RewritingProxy,
  startRewritingProxy,
} from "../support/rewritingProxy.ts";
import { crawlTree } from "./crawlTree.ts";
import { WindowRecorder } from "./windowRecorder.ts";
import { runCommand } from "./runCommand.ts";

/** Commands that a signed-in user runs on an artifact. */
const artifactCommands = [
  "openArtifact",
  "setStatus",
  "assignToMe",
  "addComment",
  "downloadAllAttachments",
  "inspectAsJson",
  "copyAsCurl",
  "openInBrowser",
];

// Files are searched for the key after VS Code has exited: settings, logs, drafts, offline cache, and the arguments of git.
for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the access key of a signed-in user, on the ${dialect} dialect`, function () {
    let server: Simulator;
    let proxy: RewritingProxy;
    let foreignServer: ForeignServer;
    let recorder: WindowRecorder;
    let key: string;
    const clipboardTexts: string[] = [];

    before(async () => {
      recorder = new WindowRecorder();
      foreignServer = await startForeignServer();
      server = await startSimulator({ dialect });
      proxy = await startRewritingProxy(server.url, (response) => response);
      key = server.accounts.member.accessKey;
      await setSites(proxy.url);
      await activateExtension();
    });
    after(async () => {
      recorder.restore();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await clearSites();
      await proxy.close();
      await server.close();
      await foreignServer.close();
    });

    const api = (): string => `${proxy.url}/api`;

    function countRequestsWithKey(): number {
      return server.requests.filter(({ headers }) => headers["x-auth-accesskey"] === key).length;
    }

    async function useExtension(): Promise<void> {
      await vscode.commands.executeCommand("artifacts.refresh");
      const rows = await crawlTree(recorder);
      const artifact: TreeRow | undefined = rows.find(({ kind }) => kind === "artifact");
      for (const command of artifactCommands) {
        await runCommand(command, artifact);
        clipboardTexts.push(await vscode.env.clipboard.readText());
      }
    }

    /** An editable single-line field of the form that was sent to the page. */
    function findLineField(artifactId: number): number | undefined {
      const contents = recorder.pageMessages.flatMap((text) => {
        const message = JSON.parse(text) as RpcMessage;
        return message.kind === "call" && message.method === "showContent"
          ? [message.params as FormPageContent]
          : [];
      });
      const content = contents.findLast(
        (content) => content.kind === "form" && content.heading.reference.endsWith(`#${artifactId}`),
      );
      if (content?.kind !== "form") return undefined;
      return content.form.fields.find(({ access, control }) => access === "edit" && control.kind === "line")
        ?.id;
    }

    function assertKeyNotLeaked(): void {
      const texts = [
        ...recorder.shown.map(({ where, text }) => `${where}: ${text}`),
        ...recorder.markdown.map(({ value }) => value),
        ...recorder.pageMessages,
        ...recorder.openedUrls,
        ...clipboardTexts,
      ];
      const found = texts.filter((text) => containsSecret(text, [key]));
      recordFigure("violations", found.length + foreignServer.countConnections());
      recordFigure("texts searched for keys", texts.length);
      assert.deepEqual(found, []);
      assert.equal(foreignServer.countConnections(), 0, foreignServer.getReceivedBytes().toString("latin1"));
    }

    it("is prompted for and sent to its own site", async () => {
      recorder.answers.pick = (labels) =>
        Math.max(
          0,
          labels.findIndex((label) => label.includes("access key")),
        );
      recorder.answers.type = (isSecret) => (isSecret ? key : "12");
      await vscode.commands.executeCommand("artifacts.signIn", { siteApi: api() });
      await assertEventually(async () => {
        await vscode.commands.executeCommand("artifacts.refresh");
        await crawlTree(recorder);
        assert.ok(countRequestsWithKey() > 3, "the requests have no key");
      });
      recorder.answers.pick = () => 0;
      assertKeyNotLeaked();
    });

    it("is not shown, posted or copied while the user works", async () => {
      await runCommand("openArtifact", { siteApi: api(), artifactId: 49 });
      // Wait before another tab becomes active: a hidden page receives no messages.
      await assertEventually(() =>
        Promise.resolve(assert.ok(recorder.pageMessages.length > 0, "no message was posted to a page")),
      );
      await useExtension();
      assert.ok(
        clipboardTexts.some((text) => text.includes("curl")),
        "nothing was copied",
      );
      assertKeyNotLeaked();
    });

    it("is not stored with a draft", async () => {
      await runCommand("openArtifact", { siteApi: api(), artifactId: 49 });
      let target: number | undefined;
      await assertEventually(() => {
        target = findLineField(49);
        return Promise.resolve(assert.ok(target !== undefined, "the page shows no form"));
      });
      const id = 2 ** 50;
      const input = { kind: "line", text: "Seen at low tide" };
      const params = { number: 1, edit: { target, input, step: "begin" } };
      await assertEventually(() => {
        // Repeat, because another tab may still be active.
        recorder.postAsPage({ kind: "call", id, method: "edit", params });
        const answer = JSON.stringify({ kind: "answer", id });
        return Promise.resolve(
          assert.ok(recorder.pageMessages.includes(answer), "the edit was not answered"),
        );
      });
      await vscode.commands.executeCommand("artifacts.saveForm");
      assertKeyNotLeaked();
    });

    it("is not sent to URLs of other hosts and not shown when the server repeats it", async () => {
      const foreignUrl = `http://${foreignServer.host}/api`;
      proxy.rewrite = (response) =>
        rewriteStrings(response, (text, member) =>
          /uri|url|href|link/.test(member) ? `${foreignUrl}/${text}` : text,
        );
      await useExtension();
      proxy.rewrite = (response: ProxiedResponse) => ({
        ...response,
        status: response.method === "GET" ? 302 : 400,
        headers: { "content-type": "application/json", location: `${foreignUrl}?key=${key}` },
        body: Buffer.from(JSON.stringify({ error: { code: 400, message: `Not with ${key}` } })),
      });
      await useExtension();
      proxy.rewrite = (response) => response;
      assertKeyNotLeaked();
    });

    it("is in no setting", () => {
      const settings = JSON.stringify(vscode.workspace.getConfiguration().get("artifacts"));
      assert.match(settings, /"sites"/);
      assert.ok(!containsSecret(settings, [key]));
    });
  });
}
