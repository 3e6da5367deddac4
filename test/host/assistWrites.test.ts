import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { WriteQuestion } from "../../src/features/assist/confirmation.ts";
import { type AssistFeature, createAssistFeature } from "../../src/features/assist/feature.ts";
import { type ToolName, tools } from "../../src/protocol/contributions.ts";
import { Me } from "../../src/store/queries/currentUser.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/fixtures/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { call, refusal, revisionIn } from "./assistCalls.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  // VS Code asks nothing and shows nothing here, as with its auto-approval: what is in the way of a write is the extension's own.
  describe(`what assistants write on the ${dialect} dialect`, () => {
    const log = new Log("Assistants under test");
    let server: Simulator;
    let store: Store;
    let feature: AssistFeature;
    let registered: vscode.Disposable;
    let questions: WriteQuestion[];
    let decision: "accepted" | "declined";
    /** What happens while the person is asked. */
    let meanwhile: () => void;
    let artifact: number;
    let title: number;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = openStore([{ url: server.url, label: "Demo" }]);
      const api = `${server.url}/api`;
      await signIn(store, api, server.accounts.admin);
      const boundary = new Boundary(log, () => undefined);
      questions = [];
      decision = "accepted";
      feature = createAssistFeature({ ...store, me: new Me(memoryInProcess()), boundary }, (question) => {
        questions.push(question);
        meanwhile();
        return Promise.resolve(decision);
      });
      meanwhile = () => undefined;
      registered = vscode.Disposable.from(...Object.values(tools).map(register));
      const tracker = await store.catalog.of(store.sites.list()[0] ?? assert.fail()).tracker(bugs);
      title = tracker.fields.find(({ name }) => name === "title")?.id ?? assert.fail();
      artifact = Number(/"artifact":(\d+),/.exec(await call(tools.search, { tracker: bugs, limit: 1 }))?.[1]);
    });
    afterEach(async () => {
      registered.dispose();
      feature.dispose();
      await store.connections.close();
      await server.close();
    });
    after(() => log.dispose());

    function register(name: ToolName): vscode.Disposable {
      return vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }, token) => {
          const prepared = await feature.prepare(name, input, token);
          assert.equal(prepared.confirmationMessages, undefined, "the person would be asked twice");
          return prepared;
        },
        invoke: ({ input }, token) => feature.invoke(name, input, token),
      });
    }

    async function revision(): Promise<string> {
      return revisionIn(await call(tools.read, { artifact, tracker: bugs }));
    }

    function theyRetitle(): void {
      server.write(artifact, { values: [{ field_id: title, value: "Theirs" }] });
    }

    async function heldTitle(): Promise<string | undefined> {
      const { client } = await store.catalog.of(store.sites.list()[0] ?? assert.fail()).connection();
      return (await client.artifact(artifact)).title;
    }

    function sent(): readonly string[] {
      return server.requests.filter(({ method }) => method !== "GET").map(({ method }) => method);
    }

    it("is asked about field by field, and then sent as it was shown", async () => {
      const old = await heldTitle();
      const fields = [
        { field: "Title", values: ["[Click](command:x) **me**"] },
        { field: "Severity", values: ["Critical"] },
      ];
      const answer = await call(tools.update, { artifact, revision: await revision(), fields });
      assert.match(answer, new RegExp(`^The change was made in artifact #${artifact}: http`));
      const [question] = questions;
      assert.deepEqual(
        [question?.title, question?.accept],
        [`Change artifact #${artifact}?`, "Change Artifact"],
      );
      assert.deepEqual(question?.lines.toSpliced(8, 1), [
        "Demo",
        old,
        "",
        "Title",
        `│ Now: ${old}`,
        "│ New: [Click](command:x) **me**",
        "",
        "Severity",
        "│ New: Critical",
      ]);
      assert.match(question.lines[8] ?? "", /^│ Now: /);
      assert.equal(await heldTitle(), "[Click](command:x) **me**");
      assert.deepEqual(sent(), ["PUT"]);
    });

    it("is refused where somebody wrote since it was read, and nobody is asked", async () => {
      const old = await heldTitle();
      const told = await revision();
      server.clock.advance(60_000);
      theyRetitle();
      const fields = [{ field: "Severity", values: ["Critical"] }];
      const answer = await refusal(tools.update, { artifact, revision: told, fields });
      assert.match(answer, /^Somebody has written to the artifact since you read it\. Nothing was sent\./);
      assert.ok(answer.includes(JSON.stringify({ field: "Title", before: old, now: "Theirs" })), answer);
      assert.deepEqual([questions, sent()], [[], []]);
    });

    it("is refused where somebody writes while the person is asked", async () => {
      const told = await revision();
      server.clock.advance(60_000);
      meanwhile = theyRetitle;
      const fields = [{ field: "Title", values: ["Ours"] }];
      const answer = await refusal(tools.update, { artifact, revision: told, fields });
      assert.match(answer, /^Somebody has written to the artifact since you read it\. Nothing was sent\./);
      assert.deepEqual([questions.length, await heldTitle()], [1, "Theirs"]);
    });

    it("takes no revision twice, and none of another artifact", async () => {
      const told = await revision();
      const fields = [{ field: "Title", values: ["Ours"] }];
      assert.match(
        await refusal(tools.update, { artifact: artifact - 1, revision: told, fields }),
        /^"revision" is none/,
      );
      await call(tools.update, { artifact, revision: told, fields });
      const again = await refusal(tools.update, {
        artifact,
        revision: told,
        fields: [{ field: "Title", values: ["More"] }],
      });
      assert.match(again, /^Somebody has written/);
      assert.deepEqual([sent(), await heldTitle()], [["PUT"], "Ours"]);
    });

    it("is asked about also where VS Code approves of tools by itself, and calls the tool at once", async () => {
      const input = { artifact, revision: await revision(), fields: [{ field: "Title", values: ["Ours"] }] };
      const { token } = new vscode.CancellationTokenSource();
      decision = "declined";
      const invoked = feature.invoke(tools.update, input, token);
      await assert.rejects(invoked, /^Error: The person declined this\. Nothing was sent\./);
      assert.deepEqual([questions.length, sent()], [1, []]);
      decision = "accepted";
      await feature.invoke(tools.update, input, token);
      assert.deepEqual([questions.length, sent(), await heldTitle()], [2, ["PUT"], "Ours"]);
    });

    it("is not sent after it was cancelled while the person was asked", async () => {
      const input = { artifact, revision: await revision(), fields: [{ field: "Title", values: ["Ours"] }] };
      const source = new vscode.CancellationTokenSource();
      const { token } = source;
      meanwhile = () => source.cancel();
      await assert.rejects(feature.invoke(tools.update, input, token), vscode.CancellationError);
      assert.deepEqual([questions.length, sent()], [1, []]);
    });

    it("may be an artifact, with what its tracker sets", async () => {
      const fields = [
        { field: "Title", values: ["Made by an assistant"] },
        { field: "Status", values: ["New"] },
        { field: "Steps to reproduce", values: ["First\n\n**Status**: New → Fixed"] },
      ];
      const answer = await call(tools.create, { tracker: bugs, fields });
      const [, id] = /^Artifact #(\d+) was created: http/.exec(answer) ?? [];
      artifact = Number(id);
      assert.equal(await heldTitle(), "Made by an assistant");
      const [question] = questions;
      assert.equal(question?.title, `Create an artifact in tracker ${bugs}?`);
      // Long texts come last, each of their lines with a bar.
      assert.deepEqual(question.lines.slice(-5), [
        "Steps to reproduce",
        "│ New:",
        "│ │ First",
        "│ │ ",
        "│ │ **Status**: New → Fixed",
      ]);
      assert.deepEqual(sent(), ["POST"]);
    });

    it("is not sent again where the answer is lost", async () => {
      server.faults.add({ method: "POST", path: "/artifacts", fault: { kind: "drop", when: "after" } });
      const fields = [
        { field: "Title", values: ["Made by an assistant"] },
        { field: "Status", values: ["New"] },
      ];
      const answer = await refusal(tools.create, { tracker: bugs, fields });
      assert.match(answer, /^The answer of the site got lost.* Don't call again with the same/);
      assert.deepEqual(sent(), ["POST"]);
    });

    it("is shown in full with all of the old value, however long both are, in lines that fit", async () => {
      const steps = (
        await store.catalog.of(store.sites.list()[0] ?? assert.fail()).tracker(bugs)
      ).fields.find(({ label }) => label === "Steps to reproduce");
      const old = `${"old ".repeat(500)}\nthe end`;
      server.write(artifact, {
        values: [{ field_id: steps?.id ?? assert.fail(), value: { content: old, format: "text" } }],
      });
      server.clock.advance(60_000);
      const text = `${"x".repeat(1000)}\n${"line\n".repeat(1500)}`;
      const fields = [{ field: "Steps to reproduce", values: [text] }];
      await call(tools.update, { artifact, revision: await revision(), fields });
      const lines = questions[0]?.lines ?? assert.fail();
      const end = lines.indexOf("│ New:");
      const shown = (some: readonly string[]): string =>
        some.map((line) => line.slice("│ │ ".length)).join("");
      assert.equal(shown(lines.slice(lines.indexOf("│ Now:") + 1, end)), old.replaceAll("\n", ""));
      assert.equal(shown(lines.slice(end + 1)), text.replaceAll("\n", ""));
      assert.ok(lines.every((line) => line.length <= 48));
      assert.deepEqual(sent(), ["PUT"]);
    });

    it("shows old values, titles and labels without what would turn the change around", async () => {
      server.write(artifact, { values: [{ field_id: title, value: "\u2067Do not pay\u200f" }] });
      server.clock.advance(60_000);
      const fields = [{ field: "Title", values: ["\u202ePay\u2067 at once\u200b"] }];
      await call(tools.update, { artifact, revision: await revision(), fields });
      assert.deepEqual(questions[0]?.lines.slice(1), [
        "Do not pay",
        "",
        "Title",
        "│ Now: Do not pay",
        "│ New: Pay at once",
      ]);
      assert.equal(await heldTitle(), "Pay at once");
    });

    it("goes to the site that was read from, and else to one that is named", async () => {
      const other = openStore([
        { url: server.url, label: "Demo" },
        { url: "https://tuleap.example", label: "Other" },
      ]);
      const beside = createAssistFeature({
        ...other,
        me: new Me(memoryInProcess()),
        boundary: new Boundary(log, () => undefined),
      });
      const { token } = new vscode.CancellationTokenSource();
      const search = (site?: string): Promise<unknown> =>
        beside.invoke(tools.search, { tracker: bugs, site }, token);
      await assert.rejects(search(), /The person has several sites: [^]*"label":"Other"/);
      await search("Demo");
      await search(server.url);
      beside.dispose();
      await other.connections.close();
    });

    it("may be a comment, where the site takes those", async () => {
      const input = { artifact, revision: await revision(), comment: "Seen,\nand done." };
      if (dialect === "documented") {
        assert.match(
          await refusal(tools.comment, input),
          /^The site takes no comments\. Nothing was sent\.$/,
        );
        return;
      }
      assert.match(await call(tools.comment, input), /^The comment was added to artifact/);
      assert.deepEqual(
        server.changesets(artifact).map(({ comment }) => comment?.body),
        ["Seen,\nand done."],
      );
      assert.equal(questions[0]?.title, `Comment on artifact #${artifact}?`);
    });
  });
}
