import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { PageContent } from "../../../src/protocol/page.ts";
import type { Message } from "../../../src/protocol/rpc.ts";
import { connectTo, disconnectAll, exportsOf, type Row } from "../../host/extensionUnderTest.ts";
import { type Dialect, type Simulator, startSimulator } from "../../simulator/simulator.ts";
import { assertSoon } from "../../support/wait.ts";
import { type Elsewhere, startElsewhere } from "../support/elsewhere.ts";
import { holds } from "../support/keyOnDisk.ts";
import { note } from "../support/plan.ts";
import { type Given, rewriteStrings, type Rewriting, startRewriting } from "../support/rewriting.ts";
import { crawl } from "./crawl.ts";
import { Recorder } from "./recorder.ts";
import { run } from "./run.ts";

/** What somebody does to an artifact who is signed in. */
const doings = [
  "openArtifact",
  "setStatus",
  "assignToMe",
  "addComment",
  "downloadAll",
  "inspectAsJson",
  "copyAsCurl",
  "openInBrowser",
];

// Whatever is written to the disk meanwhile is searched when VS Code has ended: settings, logs, drafts, what was seen last, what git was called with.
for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`the key of somebody who is signed in, on the ${dialect} dialect`, function () {
    let server: Simulator;
    let between: Rewriting;
    let elsewhere: Elsewhere;
    let recorder: Recorder;
    let key: string;
    const copied: string[] = [];

    before(async () => {
      recorder = new Recorder();
      elsewhere = await startElsewhere();
      server = await startSimulator({ dialect });
      between = await startRewriting(server.url, (given) => given);
      key = server.accounts.member.accessKey;
      await connectTo(between.url);
      await exportsOf();
    });
    after(async () => {
      recorder.restore();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await disconnectAll();
      await between.close();
      await server.close();
      await elsewhere.close();
    });

    const api = (): string => `${between.url}/api`;

    function withKey(): number {
      return server.requests.filter(({ headers }) => headers["x-auth-accesskey"] === key).length;
    }

    async function live(): Promise<void> {
      await vscode.commands.executeCommand("artifacts.refresh");
      const rows = await crawl(recorder);
      const artifact: Row | undefined = rows.find(({ kind }) => kind === "artifact");
      for (const doing of doings) {
        await run(doing, artifact);
        copied.push(await vscode.env.clipboard.readText());
      }
    }

    /** A field for a line of text, in a form as its page was told of it. */
    function lineIn(artifactId: number): number | undefined {
      const shown = recorder.posted.flatMap((text) => {
        const message = JSON.parse(text) as Message;
        return message.kind === "call" && message.method === "show" ? [message.params as PageContent] : [];
      });
      const content = shown.findLast(
        (each) => each.kind === "form" && each.heading.reference.endsWith(`#${artifactId}`),
      );
      if (content?.kind !== "form") return undefined;
      return content.form.fields.find(({ access, control }) => access === "edit" && control.kind === "line")
        ?.id;
    }

    function assertKept(): void {
      const texts = [
        ...recorder.shown.map(({ where, text }) => `${where}: ${text}`),
        ...recorder.markdown.map(({ value }) => value),
        ...recorder.posted,
        ...recorder.opened,
        ...copied,
      ];
      const found = texts.filter((text) => holds(text, [key]));
      note("violations", found.length + elsewhere.connections());
      note("texts searched for keys", texts.length);
      assert.deepEqual(found, []);
      assert.equal(elsewhere.connections(), 0, elsewhere.received().toString("latin1"));
    }

    it("is asked for, and sent to its own site", async () => {
      recorder.manners.pick = (labels) =>
        Math.max(
          0,
          labels.findIndex((label) => label.includes("access key")),
        );
      recorder.manners.type = (isSecret) => (isSecret ? key : "12");
      await vscode.commands.executeCommand("artifacts.signIn", { siteApi: api() });
      await assertSoon(async () => {
        await vscode.commands.executeCommand("artifacts.refresh");
        await crawl(recorder);
        assert.ok(withKey() > 3, "nobody is signed in");
      });
      recorder.manners.pick = () => 0;
      assertKept();
    });

    it("is in nothing that is shown, posted or copied while somebody works", async () => {
      await run("openArtifact", { siteApi: api(), artifactId: 49 });
      // Before another tab comes to the front: a page that is not seen says nothing.
      await assertSoon(() =>
        Promise.resolve(assert.ok(recorder.posted.length > 0, "no page was told anything")),
      );
      await live();
      assert.ok(
        copied.some((text) => text.includes("curl")),
        "nothing was copied",
      );
      assertKept();
    });

    it("is in nothing that is kept of what somebody types", async () => {
      await run("openArtifact", { siteApi: api(), artifactId: 49 });
      let target: number | undefined;
      await assertSoon(() => {
        target = lineIn(49);
        return Promise.resolve(assert.ok(target !== undefined, "the page shows no form"));
      });
      const id = 2 ** 50;
      const input = { kind: "line", text: "Seen at low tide" };
      const params = { number: 1, edit: { target, input, step: "begin" } };
      await assertSoon(() => {
        // Again where another tab was still in front.
        recorder.sayAsPage({ kind: "call", id, method: "edit", params });
        const answer = JSON.stringify({ kind: "answer", id });
        return Promise.resolve(assert.ok(recorder.posted.includes(answer), "nothing was typed"));
      });
      await vscode.commands.executeCommand("artifacts.saveForm");
      assertKept();
    });

    it("goes nowhere when the server points elsewhere, and is not repeated when it repeats it", async () => {
      const address = `http://${elsewhere.host}/api`;
      between.rewrite = (given) =>
        rewriteStrings(given, (text, member) =>
          /uri|url|href|link/.test(member) ? `${address}/${text}` : text,
        );
      await live();
      between.rewrite = (given: Given) => ({
        ...given,
        status: given.method === "GET" ? 302 : 400,
        headers: { "content-type": "application/json", location: `${address}?key=${key}` },
        body: Buffer.from(JSON.stringify({ error: { code: 400, message: `Not with ${key}` } })),
      });
      await live();
      between.rewrite = (given) => given;
      assertKept();
    });

    it("is in no setting", () => {
      const settings = JSON.stringify(vscode.workspace.getConfiguration().get("artifacts"));
      assert.match(settings, /"sites"/);
      assert.ok(!holds(settings, [key]));
    });
  });
}
