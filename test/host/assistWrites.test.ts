import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type AssistFeature, openAssist } from "../../src/assist/feature.ts";
import { Boundary } from "../../src/platform/boundary.ts";
import { Log } from "../../src/platform/log.ts";
import { tools, type ToolName } from "../../src/protocol/tools.ts";
import { Me } from "../../src/store/queries/me.ts";
import { type Dialect, type Simulator, startSimulator } from "../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../support/openStore.ts";
import { memoryInProcess } from "../unit/store/queries/stage.ts";
import { call, refusal, revisionIn } from "./assistCalls.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  // VS Code answers its own questions with yes while tests run: what it asks is looked at on the way there.
  describe(`what assistants write on the ${dialect} dialect`, () => {
    const log = new Log("Assistants under test");
    let server: Simulator;
    let store: Store;
    let feature: AssistFeature;
    let registered: vscode.Disposable;
    let questions: vscode.LanguageModelToolConfirmationMessages[];
    /** What happens once the person was asked. */
    let meanwhile: () => void;
    let artifact: number;
    let title: number;

    beforeEach(async () => {
      server = await startSimulator({ dialect });
      store = openStore([{ url: server.url, label: "Demo" }]);
      const api = `${server.url}/api`;
      await signIn(store, api, server.accounts.admin);
      const boundary = new Boundary(log, () => undefined);
      feature = openAssist({ ...store, me: new Me(memoryInProcess()), boundary });
      questions = [];
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
          if (prepared.confirmationMessages !== undefined) questions.push(prepared.confirmationMessages);
          meanwhile();
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

    /** As people read it. */
    function asked(): readonly (readonly [string, string])[] {
      return questions.map(({ title: heading, message }) => {
        assert.ok(message instanceof vscode.MarkdownString);
        assert.ok(
          message.isTrusted !== true && message.supportHtml !== true && message.supportThemeIcons !== true,
        );
        return [heading, message.value.replaceAll("&nbsp;", " ")];
      });
    }

    it("is asked about field by field, and then sent as it was shown", async () => {
      const old = await heldTitle();
      const fields = [
        { field: "Title", values: ["[Click](command:x) **me**"] },
        { field: "Severity", values: ["Critical"] },
      ];
      const answer = await call(tools.update, { artifact, revision: await revision(), fields });
      assert.match(answer, new RegExp(`^The change was made in artifact #${artifact}: http`));
      const [question] = asked();
      assert.equal(question?.[0], `Change artifact #${artifact}?`);
      const lines = question[1].split("\n\n");
      assert.equal(lines[0], `Demo: ${old}`);
      assert.match(lines[1] ?? "", /^\*\*Title\*\*: .* → \\\[Click\\\]\\\(command:x\\\) \\\*\\\*me\\\*\\\*$/);
      assert.match(lines[2] ?? "", /^\*\*Severity\*\*: .* → Critical$/);
      assert.equal(lines.length, 3);
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

    it("is not sent without a question, nor after it was called off", async () => {
      const input = { artifact, revision: await revision(), fields: [{ field: "Title", values: ["Ours"] }] };
      const source = new vscode.CancellationTokenSource();
      const { token } = source;
      await assert.rejects(feature.invoke(tools.update, input, token), /A person has to confirm this first/);
      meanwhile = () => source.cancel();
      await assert.rejects(call(tools.update, input, token), /Cancell?ed/);
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
      const [question] = asked();
      assert.equal(question?.[0], `Create an artifact in tracker ${bugs}?`);
      // Long texts come last, each of their lines with a bar.
      assert.deepEqual(question[1].split("\n\n").slice(-4), [
        "**Steps to reproduce**: ",
        "│ First",
        "│ ",
        "│ \\*\\*Status\\*\\*: New → Fixed",
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

    it("is refused where it is more than a person would be shown", async () => {
      const fields = [{ field: "Steps to reproduce", values: ["x\n".repeat(5000)] }];
      const answer = await refusal(tools.update, { artifact, revision: await revision(), fields });
      assert.match(answer, /^This is more than a person can be shown at once\. Nothing was sent\./);
      assert.deepEqual([questions, sent()], [[], []]);
      const bearable = [{ field: "Steps to reproduce", values: ["words and more words\n".repeat(450)] }];
      await call(tools.update, { artifact, revision: await revision(), fields: bearable });
      assert.deepEqual([questions.length, sent()], [1, ["PUT"]]);
    });

    it("goes to the site that was read from, and else to one that is named", async () => {
      const other = openStore([
        { url: server.url, label: "Demo" },
        { url: "https://tuleap.example", label: "Other" },
      ]);
      const beside = openAssist({
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
      assert.equal(asked()[0]?.[0], `Comment on artifact #${artifact}?`);
    });
  });
}
