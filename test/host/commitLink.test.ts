import assert from "node:assert/strict";
import * as vscode from "vscode";
import { artifactsInRange, showRange } from "../../src/features/commits/log/artifactsInRange.ts";
import { linkCommit } from "../../src/features/commits/log/linkCommit.ts";
import { LinksAfterPush } from "../../src/features/commits/log/linksAfterPush.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitStage.ts";
import { OfferStage } from "./offerStage.ts";
import type { Place } from "./openedRepositories.ts";
import { QuickInputs } from "./quickInputs.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a commit that is to be linked (${dialect})`, function () {
    const { showQuickPick, showInputBox } = vscode.window;
    let links: LinksAfterPush;
    /** The label of what is chosen where it is offered: else what comes first. */
    let wanted: string | undefined;
    /** What the comment is changed to before it is accepted. */
    let edit: (text: string) => string | undefined;
    let stage: OfferStage;
    let id: number;

    before(async () => {
      stage = await OfferStage.open(dialect);
      id = await stage.artifactOf(bugs);
      // The artifact that the message mentions comes first.
      const first = (rows: readonly vscode.QuickPickItem[]): Promise<unknown> =>
        Promise.resolve(rows.find(({ label }) => label === wanted) ?? rows[0]);
      const asked = ({ value = "" }: vscode.InputBoxOptions): Promise<string | undefined> =>
        Promise.resolve(edit(value));
      Object.assign(vscode.window, { showQuickPick: first, showInputBox: asked });
      links = new LinksAfterPush(stage.context);
    });
    beforeEach(() => {
      edit = (text) => text;
      wanted = undefined;
      stage.press = [];
      stage.said.length = 0;
    });

    /** With a remote that has its first commit, and one more that only it has. */
    async function repository(name: string): Promise<{
      readonly hash: string;
      readonly place: Place;
      readonly made: TestRepository;
      readonly push: () => Promise<void>;
    }> {
      const { made, place } = await stage.opened.repository(name);
      const remote = stage.opened.stage.repository(`${name}-remote`, ["--bare"]);
      made.git(["remote", "add", "origin", remote.folder]);
      const push = async (): Promise<void> => {
        made.git(["push", "--quiet", "origin", "main"]);
        await place.status();
      };
      await push();
      // Else the same commit would be made in each: times stand still here.
      const hash = made.commit(`Mend the pump, art #${id}\n\nIn ${name}.`);
      await place.status();
      return { hash, place, made, push };
    }

    const comments = (): readonly string[] =>
      stage.desk.server.changesets(id).flatMap(({ comment }) => comment?.body ?? []);

    after(async () => {
      Object.assign(vscode.window, { showQuickPick, showInputBox });
      links.dispose();
      await stage.close();
    });

    it("is told of in one sentence where the server refuses it, and what was to be said is kept", async () => {
      const { hash, place, push } = await repository("refused");
      await push();
      const body = JSON.stringify({ error: { code: 400, message: "Bad Request: not today" } });
      const fault = { kind: "status", status: 400, body, contentType: "application/json" } as const;
      stage.desk.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault });
      stage.press = ["Open and Resolve"];
      await linkCommit(stage.context, links, place.rootUri.toString(), hash);
      if (dialect === "documented") {
        await stage.saidSoon([`${stage.desk.site.label} takes no comments.`]);
        return;
      }
      await stage.saidSoon([/not today/]);
      assert.deepEqual(stage.desk.server.changesets(id), []);
      const source = `Commit \`${hash}\` by Ada: Mend the pump, art #${id}`;
      await assertSoon(() => {
        const [command, target, wish] = stage.ran.at(-1) ?? [];
        const { artifactId } = target as { readonly artifactId: number };
        assert.deepEqual([command, artifactId], ["form.openWithEdit", id]);
        assert.deepEqual(wish, { kind: "comment", source, format: "commonmark" });
        return Promise.resolve();
      });
    });

    it("is not told of where the comment is dismissed", async () => {
      const { hash, place, push } = await repository("dismissed");
      await push();
      const before = comments();
      edit = () => undefined;
      await linkCommit(stage.context, links, place.rootUri.toString(), hash);
      assert.deepEqual([comments(), stage.said], [before, []]);
    });

    it("and was not pushed yet is told of once it is, in the words that somebody has read and changed", async () => {
      const { hash, place, push } = await repository("unpushed");
      const before = comments();
      edit = (text) => `Done. ${text}`;
      await linkCommit(stage.context, links, place.rootUri.toString(), hash);
      const short = hash.slice(0, 10);
      await stage.saidSoon([`Commit ${short} is linked to #${id} after the push.`]);
      await place.status();
      assert.deepEqual(comments(), before);
      await push();
      if (dialect === "documented") {
        const none = `${stage.desk.site.label} takes no comments.`;
        await stage.saidSoon([/after the push/, none, `Commit ${short} was not linked to #${id}.`]);
        // The words are kept.
        const [waiting] = stage.context.memory.get("linksAfterPush") as readonly { source: string }[];
        assert.match(waiting?.source ?? "", /^Done\. Commit /);
        return;
      }
      await stage.saidSoon([/after the push/, `Commit ${short} is linked to #${id} now.`]);
      const [said = ""] = comments().slice(before.length);
      assert.ok(said.startsWith("Done. Commit "), said);
      await place.status();
      assert.equal(comments().length, before.length + 1);
    });

    if (dialect === "product") {
      it("is linked at once where that is wanted, with its page, and not a second time without a question", async () => {
        const { hash, place, made } = await repository("now");
        const { url } = stage.desk.server;
        made.git(["remote", "set-url", "origin", `${url}/plugins/git/demo/now.git`]);
        await place.status();
        const before = comments();
        wanted = "Link Now";
        await linkCommit(stage.context, links, place.rootUri.toString(), hash);
        const short = hash.slice(0, 10);
        await stage.saidSoon([`Commit ${short} is linked to #${id} now.`]);
        const page = `${url}/plugins/git/demo/now?a=commit&h=${hash}`;
        const said = [...before, `Commit [${short}](<${page}>) by Ada: Mend the pump, art #${id}`];
        assert.deepEqual(comments(), said);
        await linkCommit(stage.context, links, place.rootUri.toString(), hash);
        await stage.saidSoon([/is linked/, `A comment on #${id} names commit ${short} already.`]);
        assert.deepEqual(comments(), said);
      });

      it("is not linked over a change that somebody makes at the same time: it goes on in the form", async () => {
        const { hash, place } = await repository("faster");
        const { server } = stage.desk;
        const act = (): void => {
          server.clock.advance(60_000);
          const comment = { body: "Me too", format: "text" } as const;
          server.write(id, { values: [], comment, by: server.accounts.member });
        };
        server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
        stage.press = ["Open and Resolve"];
        wanted = "Link Now";
        await linkCommit(stage.context, links, place.rootUri.toString(), hash);
        await stage.saidSoon([/^Someone was faster/]);
        assert.equal(comments().at(-1), "Me too");
        await assertSoon(() => {
          const [command, , wish] = stage.ran.at(-1) ?? [];
          const source = `Commit \`${hash}\` by Ada: Mend the pump, art #${id}`;
          assert.equal(command, "form.openWithEdit");
          assert.deepEqual(wish, { kind: "comment", source, format: "commonmark" });
          return Promise.resolve();
        });
      });
    }

    it("and was amended before it was pushed is told of in the same words, as what it was amended to", async () => {
      const { hash, place, made, push } = await repository("amended");
      const before = comments();
      edit = (text) => `Done. ${text}`;
      await linkCommit(stage.context, links, place.rootUri.toString(), hash);
      await place.commit("Mend it well", { amend: true, empty: true });
      const amended = made.git(["rev-parse", "HEAD"]);
      const followed = `Commit ${hash.slice(0, 10)} was amended: ${amended.slice(0, 10)} is linked to #${id} after the push.`;
      await stage.saidSoon([/after the push/, followed]);
      assert.deepEqual(comments(), before);
      await push();
      if (dialect === "documented") {
        await stage.saidSoon([/after the push/, followed, /takes no comments/, /was not linked/]);
        return;
      }
      await stage.saidSoon([
        /after the push/,
        followed,
        `Commit ${amended.slice(0, 10)} is linked to #${id} now.`,
      ]);
      assert.deepEqual(comments().slice(before.length), [`Done. Commit \`${amended}\` by Ada: Mend it well`]);
    });

    it("and is on no branch any more is told of nowhere, but what was to be said is kept", async () => {
      const { hash, place, made } = await repository("dropped");
      const before = comments();
      edit = (text) => `Done. ${text}`;
      await linkCommit(stage.context, links, place.rootUri.toString(), hash);
      stage.press = ["Copy Comment"];
      made.git(["reset", "--quiet", "--hard", "HEAD~"]);
      await place.status();
      const gone = `Commit ${hash.slice(0, 10)} isn't on a branch any more, so it wasn't linked to #${id}. Its comment is kept.`;
      await stage.saidSoon([/after the push/, gone]);
      await assertSoon(async () =>
        assert.match(await vscode.env.clipboard.readText(), /^Done\. Commit .* by Ada: Mend the pump/),
      );
      assert.deepEqual(comments(), before);
    });
  });
}

describe("a range of commits", () => {
  it("is asked for until both ends are commits, and makes a change log", async () => {
    const stage = await OfferStage.open("product");
    const inputs = new QuickInputs();
    try {
      const id = await stage.artifactOf(bugs);
      const { made, place } = await stage.opened.repository("range");
      made.git(["tag", "v1"]);
      made.commit(`Mend the pump, art #${id}`);
      await place.status();
      const done = artifactsInRange(stage.context);
      await (await inputs.asking("After which commit?")).type("nowhere").pick(/^nowhere\nas typed/);
      const again = await inputs.asking("range has no commit named nowhere.");
      assert.equal(again.value, "nowhere");
      await again.type("v1").pick("v1");
      await (await inputs.asking("Up to which commit?")).pick("main");
      await done;
      const text = vscode.window.activeTextEditor?.document.getText() ?? "";
      const page = `${stage.desk.server.url}/plugins/tracker/?aid=${id}`;
      assert.ok(text.startsWith(`## Artifacts from v1 to main\n\n- [art #${id}](<${page}>) `), text);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    } finally {
      inputs.close();
      await stage.close();
    }
  });
});

describe("a range that mentions more than anybody reads", () => {
  it("is cut, and says so", async function () {
    const stage = await OfferStage.open("product");
    const { made, place } = await stage.opened.repository("many");
    const all = Array.from({ length: 1003 }, (_, at) => `art #${at + 1}`);
    made.commit(`Mend all\n\n${all.join("\n")}`);
    const { context, desk } = stage;
    const repository = context.workplace.repositoryOf(place.rootUri) ?? assert.fail("not open");
    const ref = (name: string): { name: string; ref: string; icon: string } => ({
      name,
      ref: name,
      icon: "",
    });
    await showRange(context, repository, desk.site, { from: ref("HEAD~"), to: ref("HEAD") });
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.equal(text.match(/^- /gm)?.length, 1000);
    const end = "Not shown: 3. These are the 1000 that were mentioned last.\n";
    assert.ok(text.replaceAll("\\", "").endsWith(end), text.slice(-200));
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await stage.close();
  });
});
