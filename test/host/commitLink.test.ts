import assert from "node:assert/strict";
import * as vscode from "vscode";
import { showRange } from "../../src/commits/log/artifactsInRange.ts";
import { LinksAfterPush } from "../../src/commits/log/linksAfterPush.ts";
import { linkCommit } from "../../src/commits/log/linkCommit.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import type { Place } from "./openedRepositories.ts";
import { OfferStage } from "./offerStage.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`a commit that is to be linked (${dialect})`, function () {
    const { showQuickPick, showInputBox } = vscode.window;
    let links: LinksAfterPush;
    /** What the comment is changed to before it is accepted. */
    let edit: (text: string) => string | undefined;
    let stage: OfferStage;
    let id: number;

    before(async () => {
      stage = await OfferStage.open(dialect);
      id = await stage.artifactOf(bugs);
      // The artifact that the message mentions comes first.
      const first = ([row]: readonly unknown[]): Promise<unknown> => Promise.resolve(row);
      const asked = ({ value = "" }: vscode.InputBoxOptions): Promise<string | undefined> =>
        Promise.resolve(edit(value));
      Object.assign(vscode.window, { showQuickPick: first, showInputBox: asked });
      links = new LinksAfterPush(stage.dependencies);
    });
    beforeEach(() => {
      edit = (text) => text;
      stage.said.length = 0;
    });

    /** With a remote that has its first commit, and one more that only it has. */
    async function repository(name: string): Promise<{
      readonly hash: string;
      readonly place: Place;
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
      return { hash, place, push };
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
      await linkCommit(stage.dependencies, links, place.rootUri.toString(), hash);
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
        assert.deepEqual([command, artifactId], ["artifacts.openWithWish", id]);
        assert.deepEqual(wish, { kind: "comment", source, format: "commonmark" });
        return Promise.resolve();
      });
    });

    it("is not told of where the comment is dismissed", async () => {
      const { hash, place, push } = await repository("dismissed");
      await push();
      const before = comments();
      edit = () => undefined;
      await linkCommit(stage.dependencies, links, place.rootUri.toString(), hash);
      assert.deepEqual([comments(), stage.said], [before, []]);
    });

    it("and was not pushed yet is told of once it is, in the words that somebody has read and changed", async () => {
      const { hash, place, push } = await repository("unpushed");
      const before = comments();
      edit = (text) => `Done. ${text}`;
      await linkCommit(stage.dependencies, links, place.rootUri.toString(), hash);
      const short = hash.slice(0, 10);
      await stage.saidSoon([`Commit ${short} is linked to #${id} after the push.`]);
      await place.status();
      assert.deepEqual(comments(), before);
      await push();
      if (dialect === "documented") {
        const none = `${stage.desk.site.label} takes no comments.`;
        await stage.saidSoon([/after the push/, none, `Commit ${short} was not linked to #${id}.`]);
        // The words are kept.
        const [waiting] = stage.dependencies.memory.get("linksAfterPush") as readonly { source: string }[];
        assert.match(waiting?.source ?? "", /^Done\. Commit /);
        return;
      }
      await stage.saidSoon([/after the push/, `Commit ${short} is linked to #${id} now.`]);
      const [said = ""] = comments().slice(before.length);
      assert.ok(said.startsWith("Done. Commit "), said);
      await place.status();
      assert.equal(comments().length, before.length + 1);
    });

    it("and was amended before it was pushed is told of nowhere", async () => {
      const { hash, place } = await repository("amended");
      const before = comments();
      await linkCommit(stage.dependencies, links, place.rootUri.toString(), hash);
      await place.commit("Mend it", { amend: true, empty: true });
      const gone = `Commit ${hash.slice(0, 10)} isn't on a branch any more, so it wasn't linked to #${id}.`;
      await stage.saidSoon([/after the push/, gone]);
      assert.deepEqual(comments(), before);
    });
  });
}

describe("a range that mentions more than anybody reads", () => {
  it("is cut, and says so", async function () {
    const stage = await OfferStage.open("product");
    const { made, place } = await stage.opened.repository("many");
    const all = Array.from({ length: 1003 }, (_, at) => `art #${at + 1}`);
    made.commit(`Mend all\n\n${all.join("\n")}`);
    const { dependencies, desk } = stage;
    const repository = dependencies.workplace.repositoryOf(place.rootUri) ?? assert.fail("not open");
    const ref = (name: string): { name: string; ref: string; icon: string } => ({
      name,
      ref: name,
      icon: "",
    });
    await showRange(dependencies, repository, desk.site, { from: ref("HEAD~"), to: ref("HEAD") });
    const text = vscode.window.activeTextEditor?.document.getText() ?? "";
    assert.equal(text.match(/^- /gm)?.length, 1000);
    const end = "Not shown: 3. These are the 1000 that were mentioned last.\n";
    assert.ok(text.replaceAll("\\", "").endsWith(end), text.slice(-200));
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await stage.close();
  });
});
