import assert from "node:assert/strict";
import {
  areCommitOffersEnabled,
  enableCommitOffers,
} from "../../src/features/commits/scmInput/commitSettings.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertEventually } from "../support/wait.ts";
import { waitForScmInput, getExpectedPrefill, updateSetting } from "./commitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`after a commit on the ${dialect} dialect`, function () {
    let fixture: AfterCommitFixture;
    let id: number;

    beforeEach(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      id = await fixture.getFirstArtifactId(bugs);
    });
    afterEach(async () => {
      await updateSetting("commit.offer", undefined);
      await fixture.close();
    });

    const createOfferPattern = (hash: string): RegExp =>
      new RegExp(String.raw`^Commit ${hash.slice(0, 10)} mentions #${id} \w.*\.$`);

    it("the offered comment contains hash, branch and escaped subject", async () => {
      const { gitRepository } = await fixture.repositories.openRepository("comment", `tuleap-${id}-x`);
      fixture.buttonsToPress = ["Add Comment"];
      const hash = await fixture.commit(gitRepository, `Mend *lamps*\n\nart #${id}`);
      const done =
        dialect === "product"
          ? `Added a comment about commit ${hash.slice(0, 10)} to #${id}.`
          : `${fixture.formFixture.site.label} doesn't support adding comments.`;
      await fixture.waitForMessages([createOfferPattern(hash), done]);
      const [command, target, edit] = fixture.executedCommands[0] ?? [];
      const { artifactId } = target as { readonly artifactId: number };
      assert.deepEqual([command, artifactId], ["triage.saveEdit", id]);
      const source = `Commit \`${hash}\` on tuleap-${id}-x: Mend \\*lamps\\*`;
      assert.deepEqual(edit, { kind: "comment", source, format: "commonmark" });
      const comments = fixture.formFixture.server
        .getChangesets(id)
        .flatMap(({ comment }) => comment?.body ?? []);
      assert.deepEqual(comments, dialect === "product" ? [source] : []);
    });

    it("a status is saved while its message is still shown, and can be undone from there", async () => {
      let press = (): void => undefined;
      fixture.whenPressed = new Promise((resolve) => (press = resolve));
      fixture.buttonsToPress = ["Undo"];
      const { site, server } = fixture.formFixture;
      const target = { siteApi: site.api, artifactId: id, trackerId: bugs };
      const { length } = server.getChangesets(id);
      await fixture.context.commands.execute("artifacts.setStatus", target);
      assert.equal(server.getChangesets(id).length, length + 1);
      await fixture.waitForMessages([/ is now /]);
      press();
      await assertEventually(() => {
        assert.equal(server.getChangesets(id).length, length + 2);
        return Promise.resolve();
      });
    });

    it("nothing is offered for amended commits, or without a reference to an existing artifact", async () => {
      const { gitRepository } = await fixture.repositories.openRepository("others");
      const first = await fixture.commit(gitRepository, `Mend\n\nart #${id}`);
      await fixture.waitForMessages([createOfferPattern(first)]);
      await gitRepository.commit(`Mend again\n\nart #${id}`, { amend: true, empty: true });
      await fixture.commit(gitRepository, "Mend");
      await fixture.commit(gitRepository, "Mend\n\nart #987654");
      const last = await fixture.commit(gitRepository, `Last\n\nart #${id}`);
      await fixture.waitForMessages([createOfferPattern(first), createOfferPattern(last)]);
    });

    it("nothing is offered if prompts are disabled by setting or for the repository", async () => {
      const { gitRepository: one } = await fixture.repositories.openRepository("never");
      const { gitRepository: other } = await fixture.repositories.openRepository("elsewhere");
      await updateSetting("commit.offer", false);
      await fixture.commit(one, `First\n\nart #${id}`);
      await updateSetting("commit.offer", undefined);
      fixture.buttonsToPress = ["Don't Show Again for This Repository"];
      const second = await fixture.commit(one, `Second\n\nart #${id}`);
      await fixture.waitForMessages([createOfferPattern(second)]);
      fixture.buttonsToPress = [];
      await fixture.commit(one, `Third\n\nart #${id}`);
      const fourth = await fixture.commit(other, `Fourth\n\nart #${id}`);
      await fixture.waitForMessages([createOfferPattern(second), createOfferPattern(fourth)]);
      const { workspaceState, workspace } = fixture.context;
      const repository = workspace.findRepository(one.rootUri) ?? assert.fail("not open");
      assert.equal(areCommitOffersEnabled(workspaceState, repository), false);
      await enableCommitOffers(workspaceState, repository);
      const fifth = await fixture.commit(one, `Fifth\n\nart #${id}`);
      await fixture.waitForMessages([
        createOfferPattern(second),
        createOfferPattern(fourth),
        createOfferPattern(fifth),
      ]);
    });

    describe("with a concurrent change on the server", () => {
      const conflictMessage = /^#\d+ .* was changed by someone else\. Your change wasn't saved\.$/;

      async function addConcurrentChange(): Promise<void> {
        const { server, store, site } = fixture.formFixture;
        const { client } = await store.connections.connect(site);
        const { fields } = await client.tracker(bugs);
        const { id: field_id } = fields.find(({ name }) => name === "title") ?? assert.fail("no title");
        const act = (): void => {
          server.clock.advance(60_000);
          server.updateArtifact(id, { by: server.accounts.member, values: [{ field_id, value: "Theirs" }] });
        };
        server.faults.add({
          method: "PUT",
          path: /artifacts/,
          times: 1,
          fault: { kind: "concurrentChange", act },
        });
      }

      /** The edit that the form is opened with, after only the concurrent change was written. */
      async function getFormEdit(): Promise<unknown> {
        const [command, target, edit] = fixture.executedCommands.at(-1) ?? [];
        const { artifactId } = target as { readonly artifactId: number };
        assert.deepEqual([command, artifactId], ["form.openWithEdit", id]);
        assert.equal(
          fixture.formFixture.server.getChangesets(id).length,
          1,
          "only the concurrent change was written",
        );
        const { client } = await fixture.formFixture.store.connections.connect(fixture.formFixture.site);
        assert.equal((await client.artifact(id)).title, "Theirs");
        return edit;
      }

      it("a new status is continued in the form", async () => {
        const { gitRepository } = await fixture.repositories.openRepository("status", `tuleap-${id}`);
        await addConcurrentChange();
        fixture.buttonsToPress = ["Set Status…", "Open and Resolve"];
        const hash = await fixture.commit(gitRepository, `Mend\n\nart #${id}`);
        await fixture.waitForMessages([createOfferPattern(hash), conflictMessage]);
        await assertEventually(async () => {
          const { kind, field } = (await getFormEdit()) as { readonly kind: string; readonly field: unknown };
          assert.deepEqual([kind, field], ["choices", { by: "role", role: "status" }]);
        });
      });

      if (dialect === "documented") return;

      it("a comment is continued in the form", async () => {
        const { gitRepository } = await fixture.repositories.openRepository("comment", `tuleap-${id}`);
        await addConcurrentChange();
        fixture.buttonsToPress = ["Add Comment", "Open and Resolve"];
        const hash = await fixture.commit(gitRepository, `Mend\n\nart #${id}`);
        await fixture.waitForMessages([createOfferPattern(hash), conflictMessage]);
        const source = `Commit \`${hash}\` on tuleap-${id}: Mend`;
        await assertEventually(async () =>
          assert.deepEqual(await getFormEdit(), { kind: "comment", source, format: "commonmark" }),
        );
      });
    });

    describe("whose message is only the reference", () => {
      const onlyReferenceMessage = /^The message of commit \w{10} contains only the reference\.$/;

      it("a warning offers to undo the commit, which restores the empty subject line", async () => {
        const { testRepository, gitRepository } = await fixture.repositories.openRepository(
          "alone",
          `tuleap-${id}`,
        );
        await waitForScmInput(gitRepository, getExpectedPrefill(id));
        const before = testRepository.runGit(["rev-parse", "HEAD"]);
        fixture.buttonsToPress = ["Undo Last Commit"];
        await gitRepository.commit(gitRepository.inputBox.value, { empty: true });
        await fixture.waitForMessages([onlyReferenceMessage]);
        await assertEventually(() =>
          Promise.resolve(assert.equal(testRepository.runGit(["rev-parse", "HEAD"]), before)),
        );
        await waitForScmInput(gitRepository, getExpectedPrefill(id));
      });

      it("the commit isn't undone once there is another one on top of it", async () => {
        const { testRepository, gitRepository } = await fixture.repositories.openRepository(
          "below",
          `tuleap-${id}`,
        );
        await waitForScmInput(gitRepository, getExpectedPrefill(id));
        let press: () => void = () => undefined;
        fixture.buttonsToPress = ["Undo Last Commit"];
        fixture.whenPressed = new Promise((resolve) => {
          press = resolve;
        });
        await fixture.commit(gitRepository, gitRepository.inputBox.value);
        await fixture.waitForMessages([onlyReferenceMessage]);
        const second = await fixture.commit(gitRepository, `Mend\n\nart #${id}`);
        await fixture.waitForMessages([onlyReferenceMessage, createOfferPattern(second)]);
        press();
        const refusal = /^Commit \w{10} is no longer the last commit, or was pushed, so it wasn't undone\.$/;
        await fixture.waitForMessages([onlyReferenceMessage, createOfferPattern(second), refusal]);
        assert.equal(testRepository.runGit(["rev-parse", "HEAD"]), second);
      });
    });
  });
}
