import assert from "node:assert/strict";
import * as vscode from "vscode";
import { linkCommitToArtifact } from "../../src/features/commits/log/linkCommit.ts";
import { CommitLinksAfterPush } from "../../src/features/commits/log/commitLinksAfterPush.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import type { GitExtensionRepository } from "./openedRepositories.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`Link Commit to Artifact on the ${dialect} dialect`, function () {
    const { showQuickPick, showInputBox } = vscode.window;
    let links: CommitLinksAfterPush;
    /** The label of the item to pick; the first item if it isn't listed. */
    let labelToPick: string | undefined;
    /** Edits the comment before it is accepted. */
    let edit: (text: string) => string | undefined;
    let fixture: AfterCommitFixture;
    let id: number;

    before(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
      // The artifact that the message mentions comes first.
      const pick = (rows: readonly vscode.QuickPickItem[]): Promise<unknown> =>
        Promise.resolve(rows.find(({ label }) => label === labelToPick) ?? rows[0]);
      const enterText = ({ value = "" }: vscode.InputBoxOptions): Promise<string | undefined> =>
        Promise.resolve(edit(value));
      Object.assign(vscode.window, { showQuickPick: pick, showInputBox: enterText });
      links = new CommitLinksAfterPush(fixture.context);
    });
    beforeEach(() => {
      edit = (text) => text;
      labelToPick = undefined;
      fixture.buttonsToPress = [];
      fixture.messages.length = 0;
    });

    /** A repository with a remote that has its first commit, and a second commit that isn't pushed. */
    async function createRepository(name: string): Promise<{
      readonly hash: string;
      readonly gitRepository: GitExtensionRepository;
      readonly testRepository: TestRepository;
      readonly push: () => Promise<void>;
    }> {
      const { testRepository, gitRepository } = await fixture.repositories.openRepository(name);
      const remote = fixture.repositories.gitFixture.createRepository(`${name}-remote`, ["--bare"]);
      testRepository.runGit(["remote", "add", "origin", remote.folder]);
      const push = async (): Promise<void> => {
        testRepository.runGit(["push", "--quiet", "origin", "main"]);
        await gitRepository.status();
      };
      await push();
      // The message differs because commit times are constant, so that hashes would be equal.
      const hash = testRepository.commit(`Mend the pump, art #${id}\n\nIn ${name}.`);
      await gitRepository.status();
      return { hash, gitRepository, testRepository, push };
    }

    const getComments = (): readonly string[] =>
      fixture.formFixture.server.getChangesets(id).flatMap(({ comment }) => comment?.body ?? []);

    after(async () => {
      Object.assign(vscode.window, { showQuickPick, showInputBox });
      links.dispose();
      await fixture.close();
    });

    it("reports a rejection by the server, and keeps the comment in the form", async () => {
      const { hash, gitRepository, push } = await createRepository("refused");
      await push();
      const body = JSON.stringify({ error: { code: 400, message: "Bad Request: not today" } });
      const fault = { kind: "status", status: 400, body, contentType: "application/json" } as const;
      fixture.formFixture.server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault });
      fixture.buttonsToPress = ["Open and Resolve"];
      await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
      if (dialect === "documented") {
        await fixture.waitForMessages([`${fixture.formFixture.site.label} doesn't support adding comments.`]);
        return;
      }
      await fixture.waitForMessages([/not today/]);
      assert.deepEqual(fixture.formFixture.server.getChangesets(id), []);
      const source = `Commit \`${hash}\` by Ada: Mend the pump, art #${id}`;
      await assertEventually(() => {
        const [command, target, savedEdit] = fixture.executedCommands.at(-1) ?? [];
        const { artifactId } = target as { readonly artifactId: number };
        assert.deepEqual([command, artifactId], ["form.openWithEdit", id]);
        assert.deepEqual(savedEdit, { kind: "comment", source, format: "commonmark" });
        return Promise.resolve();
      });
    });

    it("sends nothing if the comment is dismissed", async () => {
      const { hash, gitRepository, push } = await createRepository("dismissed");
      await push();
      const before = getComments();
      edit = () => undefined;
      await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
      assert.deepEqual([getComments(), fixture.messages], [before, []]);
    });

    it("sends the edited comment of an unpushed commit after the push", async () => {
      const { hash, gitRepository, push } = await createRepository("unpushed");
      const before = getComments();
      edit = (text) => `Done. ${text}`;
      await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
      const short = hash.slice(0, 10);
      await fixture.waitForMessages([`Commit ${short} will be linked to #${id} after the push.`]);
      await gitRepository.status();
      assert.deepEqual(getComments(), before);
      await push();
      if (dialect === "documented") {
        const notSupported = `${fixture.formFixture.site.label} doesn't support adding comments.`;
        await fixture.waitForMessages([
          /after the push/,
          notSupported,
          `Commit ${short} wasn't linked to #${id}.`,
        ]);
        // The comment is stored.
        const [pendingLink] = fixture.context.workspaceState.get("linksAfterPush") as readonly {
          source: string;
        }[];
        assert.match(pendingLink?.source ?? "", /^Done\. Commit /);
        return;
      }
      await fixture.waitForMessages([/after the push/, `Linked commit ${short} to #${id}.`]);
      const [comment = ""] = getComments().slice(before.length);
      assert.ok(comment.startsWith("Done. Commit "), comment);
      await gitRepository.status();
      assert.equal(getComments().length, before.length + 1);
    });

    if (dialect === "product") {
      it("links immediately on request, with the page, and confirms a second comment", async () => {
        const { hash, gitRepository, testRepository } = await createRepository("now");
        const { url } = fixture.formFixture.server;
        testRepository.runGit(["remote", "set-url", "origin", `${url}/plugins/git/demo/now.git`]);
        await gitRepository.status();
        const before = getComments();
        labelToPick = "Link Now";
        await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
        const short = hash.slice(0, 10);
        await fixture.waitForMessages([`Linked commit ${short} to #${id}.`]);
        const page = `${url}/plugins/git/demo/now?a=commit&h=${hash}`;
        const expectedComments = [
          ...before,
          `Commit [${short}](<${page}>) by Ada: Mend the pump, art #${id}`,
        ];
        assert.deepEqual(getComments(), expectedComments);
        await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
        await fixture.waitForMessages([
          /^Linked commit/,
          `A comment on #${id} already mentions commit ${short}.`,
        ]);
        assert.deepEqual(getComments(), expectedComments);
      });

      it("can be sent again if the server didn't answer after the push", async () => {
        const { hash, gitRepository, push } = await createRepository("offline");
        const before = getComments();
        await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
        const repair = fixture.formFixture.server.faults.add({
          path: /artifacts/,
          fault: { kind: "status", status: 400 },
        });
        let press: () => void = () => undefined;
        fixture.whenPressed = new Promise((resolve) => {
          press = resolve;
        });
        fixture.buttonsToPress = ["Retry"];
        await push();
        // In either order: why, and what can be done.
        await fixture.waitForMessages([/after the push/, /./, /./]);
        const failed = `Commit ${hash.slice(0, 10)} wasn't linked to #${id}.`;
        assert.ok(fixture.messages.includes(failed), fixture.messages.join("\n"));
        assert.deepEqual(getComments(), before);
        repair();
        press();
        await fixture.waitForMessages([/after the push/, /./, /./, /^Linked commit /]);
        assert.equal(getComments().length, before.length + 1);
        fixture.whenPressed = Promise.resolve();
      });

      it("continues in the form after a concurrent change", async () => {
        const { hash, gitRepository } = await createRepository("faster");
        const { server } = fixture.formFixture;
        const act = (): void => {
          server.clock.advance(60_000);
          const comment = { body: "Me too", format: "text" } as const;
          server.updateArtifact(id, { values: [], comment, by: server.accounts.member });
        };
        server.faults.add({
          method: "PUT",
          path: /artifacts/,
          times: 1,
          fault: { kind: "concurrentChange", act },
        });
        fixture.buttonsToPress = ["Open and Resolve"];
        labelToPick = "Link Now";
        await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
        await fixture.waitForMessages([/was changed by someone else\. Your change wasn't saved\.$/]);
        assert.equal(getComments().at(-1), "Me too");
        await assertEventually(() => {
          const [command, , savedEdit] = fixture.executedCommands.at(-1) ?? [];
          const source = `Commit \`${hash}\` by Ada: Mend the pump, art #${id}`;
          assert.equal(command, "form.openWithEdit");
          assert.deepEqual(savedEdit, { kind: "comment", source, format: "commonmark" });
          return Promise.resolve();
        });
      });
    }

    it("follows an amended commit with the same comment", async () => {
      const { hash, gitRepository, testRepository, push } = await createRepository("amended");
      const before = getComments();
      edit = (text) => `Done. ${text}`;
      await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
      await gitRepository.commit("Mend it well", { amend: true, empty: true });
      const amended = testRepository.runGit(["rev-parse", "HEAD"]);
      const amendedMessage = `Commit ${hash.slice(0, 10)} was amended. ${amended.slice(0, 10)} will be linked to #${id} after the push.`;
      await fixture.waitForMessages([/after the push/, amendedMessage]);
      assert.deepEqual(getComments(), before);
      await push();
      if (dialect === "documented") {
        await fixture.waitForMessages([
          /after the push/,
          amendedMessage,
          /doesn't support adding comments/,
          /wasn't linked/,
        ]);
        return;
      }
      await fixture.waitForMessages([
        /after the push/,
        amendedMessage,
        `Linked commit ${amended.slice(0, 10)} to #${id}.`,
      ]);
      assert.deepEqual(getComments().slice(before.length), [
        `Done. Commit \`${amended}\` by Ada: Mend it well`,
      ]);
    });

    it("offers to copy the comment of a commit that is on no branch anymore", async () => {
      const { hash, gitRepository, testRepository } = await createRepository("dropped");
      const before = getComments();
      edit = (text) => `Done. ${text}`;
      await linkCommitToArtifact(fixture.context, links, gitRepository.rootUri.toString(), hash);
      fixture.buttonsToPress = ["Copy Comment"];
      testRepository.runGit(["reset", "--quiet", "--hard", "HEAD~"]);
      await gitRepository.status();
      const missingMessage = `Commit ${hash.slice(0, 10)} is no longer on a branch, so it wasn't linked to #${id}. Copy its comment if you need it.`;
      await fixture.waitForMessages([/after the push/, missingMessage]);
      await assertEventually(async () =>
        assert.match(await vscode.env.clipboard.readText(), /^Done\. Commit .* by Ada: Mend the pump/),
      );
      assert.deepEqual(getComments(), before);
    });
  });
}
