import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ChangeConfirmationPrompt } from "../../src/features/assist/confirmChange.ts";
import { type AssistFeature, createAssistFeature } from "../../src/features/assist/feature.ts";
import { type ToolName, toolNames } from "../../src/protocol/contributions.ts";
import { CurrentUser } from "../../src/store/queries/currentUser.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { createMemento } from "../unit/store/queries/queryFixture.ts";
import { callTool, callToolExpectingError, parseToolVersion } from "./callTool.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  // VS Code shows no confirmation here, as with auto-approval: only the extension's own confirmation protects against writes.
  describe(`the write tools on the ${dialect} dialect`, () => {
    const log = new Log("Assistants under test");
    let server: Simulator;
    let store: TestStore;
    let feature: AssistFeature;
    let registration: vscode.Disposable;
    let confirmations: ChangeConfirmationPrompt[];
    let decision: "accepted" | "declined";
    /** Called while the confirmation is shown. */
    let onConfirm: () => void;
    let artifact: number;
    let titleFieldId: number;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = createTestStore([{ url: server.url, label: "Demo" }]);
      const api = `${server.url}/api`;
      await signIn(store, api, server.accounts.admin);
      const errorHandler = new ErrorHandler(log, () => undefined);
      confirmations = [];
      decision = "accepted";
      feature = createAssistFeature(
        { ...store, currentUser: new CurrentUser(createMemento()), errorHandler },
        (confirmation) => {
          confirmations.push(confirmation);
          onConfirm();
          return Promise.resolve(decision);
        },
      );
      onConfirm = () => undefined;
      registration = vscode.Disposable.from(...Object.values(toolNames).map(register));
      const tracker = await store.catalog.getSite(store.sites.list()[0] ?? assert.fail()).loadTracker(bugs);
      titleFieldId = tracker.fields.find(({ name }) => name === "title")?.id ?? assert.fail();
      artifact = Number(
        /"artifact":(\d+),/.exec(await callTool(toolNames.search, { tracker: bugs, limit: 1 }))?.[1],
      );
      // It fits into a line of the confirmation.
      server.updateArtifact(artifact, { values: [{ field_id: titleFieldId, value: "Gauge drifts" }] });
      server.clock.advance(60_000);
    });
    afterEach(async () => {
      registration.dispose();
      feature.dispose();
      await store.connections.close();
      await server.close();
    });
    after(() => log.dispose());

    function register(name: ToolName): vscode.Disposable {
      return vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }, token) => {
          const prepared = await feature.prepare(name, input, token);
          assert.equal(prepared.confirmationMessages, undefined, "the user would have to confirm twice");
          return prepared;
        },
        invoke: ({ input }, token) => feature.invoke(name, input, token),
      });
    }

    async function readRevision(): Promise<string> {
      return parseToolVersion(await callTool(toolNames.read, { artifact, tracker: bugs }));
    }

    function changeTitleOnServer(): void {
      server.updateArtifact(artifact, { values: [{ field_id: titleFieldId, value: "Theirs" }] });
    }

    async function loadTitle(): Promise<string | undefined> {
      const { client } = await store.catalog.getSite(store.sites.list()[0] ?? assert.fail()).connect();
      return (await client.artifact(artifact)).title;
    }

    function getSentMethods(): readonly string[] {
      return server.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);
    }

    it("ask for confirmation field by field, and send exactly that", async () => {
      const old = await loadTitle();
      const fields = [
        { field: "Title", values: ["[Click](command:x) **me**"] },
        { field: "Severity", values: ["Critical"] },
      ];
      const answer = await callTool(toolNames.update, { artifact, revision: await readRevision(), fields });
      assert.match(answer, new RegExp(`^The change was made in artifact #${artifact}: http`));
      const [confirmation] = confirmations;
      assert.deepEqual(
        [confirmation?.title, confirmation?.acceptLabel],
        [`Change artifact #${artifact}?`, "Change Artifact"],
      );
      assert.deepEqual(confirmation?.lines.toSpliced(8, 1), [
        "Demo",
        old,
        "",
        "Title",
        `│ Current: ${old}`,
        "│ New: [Click](command:x) **me**",
        "",
        "Severity",
        "│ New: Critical",
      ]);
      assert.match(confirmation.lines[8] ?? "", /^│ Current: /);
      assert.equal(await loadTitle(), "[Click](command:x) **me**");
      assert.deepEqual(getSentMethods(), ["PUT"]);
    });

    it("refuse a change after a concurrent change, without confirmation", async () => {
      const old = await loadTitle();
      const revision = await readRevision();
      server.clock.advance(60_000);
      changeTitleOnServer();
      const fields = [{ field: "Severity", values: ["Critical"] }];
      const answer = await callToolExpectingError(toolNames.update, { artifact, revision, fields });
      assert.match(answer, /^The artifact was changed since you read it\. Nothing was saved\./);
      assert.ok(answer.includes(JSON.stringify({ field: "Title", before: old, now: "Theirs" })), answer);
      assert.deepEqual([confirmations, getSentMethods()], [[], []]);
    });

    it("refuse a change after a concurrent change during the confirmation", async () => {
      const revision = await readRevision();
      server.clock.advance(60_000);
      onConfirm = changeTitleOnServer;
      const fields = [{ field: "Title", values: ["Ours"] }];
      const answer = await callToolExpectingError(toolNames.update, { artifact, revision, fields });
      assert.match(answer, /^The artifact was changed since you read it\. Nothing was saved\./);
      assert.deepEqual([confirmations.length, await loadTitle()], [1, "Theirs"]);
    });

    it("refuse a used revision, and the revision of another artifact", async () => {
      const revision = await readRevision();
      const fields = [{ field: "Title", values: ["Ours"] }];
      assert.match(
        await callToolExpectingError(toolNames.update, {
          artifact: artifact - 1,
          revision,
          fields,
        }),
        /^"revision" isn't a recent revision/,
      );
      await callTool(toolNames.update, { artifact, revision, fields });
      const again = await callToolExpectingError(toolNames.update, {
        artifact,
        revision,
        fields: [{ field: "Title", values: ["More"] }],
      });
      assert.match(again, /^The artifact was changed/);
      assert.deepEqual([getSentMethods(), await loadTitle()], [["PUT"], "Ours"]);
    });

    it("ask for confirmation even if VS Code auto-approves tools", async () => {
      const input = {
        artifact,
        revision: await readRevision(),
        fields: [{ field: "Title", values: ["Ours"] }],
      };
      const { token } = new vscode.CancellationTokenSource();
      decision = "declined";
      const invoked = feature.invoke(toolNames.update, input, token);
      await assert.rejects(invoked, /^Error: The user declined this\. Nothing was saved\./);
      assert.deepEqual([confirmations.length, getSentMethods()], [1, []]);
      decision = "accepted";
      await feature.invoke(toolNames.update, input, token);
      assert.deepEqual([confirmations.length, getSentMethods(), await loadTitle()], [2, ["PUT"], "Ours"]);
    });

    it("send nothing if the call is canceled during the confirmation", async () => {
      const input = {
        artifact,
        revision: await readRevision(),
        fields: [{ field: "Title", values: ["Ours"] }],
      };
      const source = new vscode.CancellationTokenSource();
      const { token } = source;
      onConfirm = () => source.cancel();
      await assert.rejects(feature.invoke(toolNames.update, input, token), vscode.CancellationError);
      assert.deepEqual([confirmations.length, getSentMethods()], [1, []]);
    });

    it("create an artifact with the tracker's defaults", async () => {
      const fields = [
        { field: "Title", values: ["Made by an assistant"] },
        { field: "Status", values: ["New"] },
        { field: "Steps to reproduce", values: ["First\n\n**Status**: New → Fixed"] },
      ];
      const answer = await callTool(toolNames.create, { tracker: bugs, fields });
      const [, id] = /^Artifact #(\d+) was created: http/.exec(answer) ?? [];
      artifact = Number(id);
      assert.equal(await loadTitle(), "Made by an assistant");
      const [confirmation] = confirmations;
      assert.equal(confirmation?.title, `Create an artifact in tracker ${bugs}?`);
      // Long values come last, with a bar on each line.
      assert.deepEqual(confirmation.lines.slice(-5), [
        "Steps to reproduce",
        "│ New:",
        "│ │ First",
        "│ │ ",
        "│ │ **Status**: New → Fixed",
      ]);
      assert.deepEqual(getSentMethods(), ["POST"]);
    });

    it("don't repeat a request whose response is lost", async () => {
      server.faults.add({ method: "POST", path: "/artifacts", fault: { kind: "drop", when: "after" } });
      const fields = [
        { field: "Title", values: ["Made by an assistant"] },
        { field: "Status", values: ["New"] },
      ];
      const answer = await callToolExpectingError(toolNames.create, { tracker: bugs, fields });
      assert.match(answer, /^The site didn't respond.* Don't call the tool again with the same/);
      assert.deepEqual(getSentMethods(), ["POST"]);
    });

    it("show long old and new values completely, in lines that fit", async () => {
      const steps = (
        await store.catalog.getSite(store.sites.list()[0] ?? assert.fail()).loadTracker(bugs)
      ).fields.find(({ label }) => label === "Steps to reproduce");
      const old = `${"old ".repeat(500)}\nthe end`;
      server.updateArtifact(artifact, {
        values: [{ field_id: steps?.id ?? assert.fail(), value: { content: old, format: "text" } }],
      });
      server.clock.advance(60_000);
      const text = `${"x".repeat(1000)}\n${"line\n".repeat(1500)}`;
      const fields = [{ field: "Steps to reproduce", values: [text] }];
      await callTool(toolNames.update, { artifact, revision: await readRevision(), fields });
      const lines = confirmations[0]?.lines ?? assert.fail();
      const end = lines.indexOf("│ New:");
      const joinValue = (valueLines: readonly string[]): string =>
        valueLines.map((line) => line.slice("│ │ ".length)).join("");
      assert.equal(joinValue(lines.slice(lines.indexOf("│ Current:") + 1, end)), old.replaceAll("\n", ""));
      assert.equal(joinValue(lines.slice(end + 1)), text.replaceAll("\n", ""));
      assert.ok(lines.every((line) => line.length <= 48));
      assert.deepEqual(getSentMethods(), ["PUT"]);
    });

    it("remove bidirectional control characters", async () => {
      server.updateArtifact(artifact, {
        values: [{ field_id: titleFieldId, value: "\u2067Do not pay\u200f" }],
      });
      server.clock.advance(60_000);
      const fields = [{ field: "Title", values: ["\u202ePay\u2067 at once\u200b"] }];
      await callTool(toolNames.update, { artifact, revision: await readRevision(), fields });
      assert.deepEqual(confirmations[0]?.lines.slice(1), [
        "Do not pay",
        "",
        "Title",
        "│ Current: Do not pay",
        "│ New: Pay at once",
      ]);
      assert.equal(await loadTitle(), "Pay at once");
    });

    it("require a site if there are several", async () => {
      const otherStore = createTestStore([
        { url: server.url, label: "Demo" },
        { url: "https://tuleap.example", label: "Other" },
      ]);
      const otherFeature = createAssistFeature({
        ...otherStore,
        currentUser: new CurrentUser(createMemento()),
        errorHandler: new ErrorHandler(log, () => undefined),
      });
      const { token } = new vscode.CancellationTokenSource();
      const search = (site?: string): Promise<unknown> =>
        otherFeature.invoke(toolNames.search, { tracker: bugs, site }, token);
      await assert.rejects(search(), /The user has several sites\. [^]*"label":"Other"/);
      await search("Demo");
      await search(server.url);
      otherFeature.dispose();
      await otherStore.connections.close();
    });

    it("add a comment if the site supports comments", async () => {
      const input = { artifact, revision: await readRevision(), comment: "Seen,\nand done." };
      if (dialect === "documented") {
        assert.match(
          await callToolExpectingError(toolNames.comment, input),
          /^The site doesn't support comments\. Nothing was saved\.$/,
        );
        return;
      }
      assert.match(await callTool(toolNames.comment, input), /^The comment was added to artifact/);
      assert.deepEqual(
        server.getChangesets(artifact).flatMap(({ comment }) => comment?.body ?? []),
        ["Seen,\nand done."],
      );
      assert.equal(confirmations[0]?.title, `Comment on artifact #${artifact}?`);
    });
  });
}
