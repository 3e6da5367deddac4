import assert from "node:assert/strict";
import { isOffering, offerAgain } from "../../src/features/commits/scmInput/settings.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { assertSoon } from "../support/wait.ts";
import { boxSoon, filled, set } from "./commitStage.ts";
import { OfferStage } from "./offerStage.ts";

const bugs = 11;

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`after a commit (${dialect})`, function () {
    let stage: OfferStage;
    let id: number;

    beforeEach(async () => {
      stage = await OfferStage.open(dialect);
      id = await stage.artifactOf(bugs);
    });
    afterEach(async () => {
      await set("commit.offer", undefined);
      await stage.close();
    });

    const mentions = (hash: string): RegExp =>
      new RegExp(String.raw`^Commit ${hash.slice(0, 10)} mentions #${id} \w.*\.$`);

    it("a comment tells hash, branch and subject, and means nothing else", async () => {
      const { place } = await stage.opened.repository("comment", `tuleap-${id}-x`);
      stage.press = ["Add Comment"];
      const hash = await stage.commit(place, `Mend *lamps*\n\nart #${id}`);
      const done =
        dialect === "product"
          ? `A comment on #${id} tells of commit ${hash.slice(0, 10)} now.`
          : `${stage.desk.site.label} takes no comments.`;
      await stage.saidSoon([mentions(hash), done]);
      const [command, target, wish] = stage.ran[0] ?? [];
      const { artifactId } = target as { readonly artifactId: number };
      assert.deepEqual([command, artifactId], ["triage.saveEdit", id]);
      const source = `Commit \`${hash}\` on tuleap-${id}-x: Mend \\*lamps\\*`;
      assert.deepEqual(wish, { kind: "comment", source, format: "commonmark" });
      const comments = stage.desk.server.changesets(id).flatMap(({ comment }) => comment?.body ?? []);
      assert.deepEqual(comments, dialect === "product" ? [source] : []);
    });

    it("a decision is over while what is said about it is still on the screen, and Undo works then, too", async () => {
      let press = (): void => undefined;
      stage.pressed = new Promise((resolve) => (press = resolve));
      stage.press = ["Undo"];
      const { site, server } = stage.desk;
      const target = { siteApi: site.api, artifactId: id, trackerId: bugs };
      const { length } = server.changesets(id);
      await stage.context.commands.run("artifacts.setStatus", target);
      assert.equal(server.changesets(id).length, length + 1);
      await stage.saidSoon([/ is now /]);
      press();
      await assertSoon(() => {
        assert.equal(server.changesets(id).length, length + 2);
        return Promise.resolve();
      });
    });

    it("nothing is offered for other commits: amended, about nothing, about what is not there", async () => {
      const { place } = await stage.opened.repository("others");
      const first = await stage.commit(place, `Mend\n\nart #${id}`);
      await stage.saidSoon([mentions(first)]);
      await place.commit(`Mend again\n\nart #${id}`, { amend: true, empty: true });
      await stage.commit(place, "Mend");
      await stage.commit(place, "Mend\n\nart #987654");
      const last = await stage.commit(place, `Last\n\nart #${id}`);
      await stage.saidSoon([mentions(first), mentions(last)]);
    });

    it("nothing is offered where that is not wanted: by setting, or in a repository until it is again", async () => {
      const { place: one } = await stage.opened.repository("never");
      const { place: other } = await stage.opened.repository("elsewhere");
      await set("commit.offer", false);
      await stage.commit(one, `First\n\nart #${id}`);
      await set("commit.offer", undefined);
      stage.press = ["Never for This Repository"];
      const second = await stage.commit(one, `Second\n\nart #${id}`);
      await stage.saidSoon([mentions(second)]);
      stage.press = [];
      await stage.commit(one, `Third\n\nart #${id}`);
      const fourth = await stage.commit(other, `Fourth\n\nart #${id}`);
      await stage.saidSoon([mentions(second), mentions(fourth)]);
      const { memory, workplace } = stage.context;
      const repository = workplace.repositoryOf(one.rootUri) ?? assert.fail("not open");
      assert.equal(isOffering(memory, repository), false);
      await offerAgain(memory, repository);
      const fifth = await stage.commit(one, `Fifth\n\nart #${id}`);
      await stage.saidSoon([mentions(second), mentions(fourth), mentions(fifth)]);
    });

    describe("that somebody is faster than", () => {
      const faster = /^Someone was faster: #\d+ .* has changed, and yours was not sent\.$/;

      async function meanwhile(): Promise<void> {
        const { server, store, site } = stage.desk;
        const { client } = await store.connections.to(site);
        const { fields } = await client.tracker(bugs);
        const { id: field_id } = fields.find(({ name }) => name === "title") ?? assert.fail("no title");
        const act = (): void => {
          server.clock.advance(60_000);
          server.write(id, { by: server.accounts.member, values: [{ field_id, value: "Theirs" }] });
        };
        server.faults.add({ method: "PUT", path: /artifacts/, times: 1, fault: { kind: "meanwhile", act } });
      }

      /** What the form is to be opened with, after nothing was written but theirs. */
      async function inForm(): Promise<unknown> {
        const [command, target, wish] = stage.ran.at(-1) ?? [];
        const { artifactId } = target as { readonly artifactId: number };
        assert.deepEqual([command, artifactId], ["form.openWithEdit", id]);
        assert.equal(stage.desk.server.changesets(id).length, 1, "only theirs was written");
        const { client } = await stage.desk.store.connections.to(stage.desk.site);
        assert.equal((await client.artifact(id)).title, "Theirs");
        return wish;
      }

      it("a status goes on in the form, on top of what they did", async () => {
        const { place } = await stage.opened.repository("status", `tuleap-${id}`);
        await meanwhile();
        stage.press = ["Set Status…", "Open and Resolve"];
        const hash = await stage.commit(place, `Mend\n\nart #${id}`);
        await stage.saidSoon([mentions(hash), faster]);
        await assertSoon(async () => {
          const { kind, field } = (await inForm()) as { readonly kind: string; readonly field: unknown };
          assert.deepEqual([kind, field], ["choices", { by: "role", role: "status" }]);
        });
      });

      if (dialect === "documented") return;

      it("so does a comment", async () => {
        const { place } = await stage.opened.repository("comment", `tuleap-${id}`);
        await meanwhile();
        stage.press = ["Add Comment", "Open and Resolve"];
        const hash = await stage.commit(place, `Mend\n\nart #${id}`);
        await stage.saidSoon([mentions(hash), faster]);
        const source = `Commit \`${hash}\` on tuleap-${id}: Mend`;
        await assertSoon(async () =>
          assert.deepEqual(await inForm(), { kind: "comment", source, format: "commonmark" }),
        );
      });
    });

    describe("that says nothing but the reference", () => {
      const alone = /^Commit \w{10} has only the reference for its message\.$/;

      it("that is said and can be taken back, with room for a subject", async () => {
        const { made, place } = await stage.opened.repository("alone", `tuleap-${id}`);
        await boxSoon(place, filled(id));
        const before = made.git(["rev-parse", "HEAD"]);
        stage.press = ["Undo Commit"];
        await place.commit(place.inputBox.value, { empty: true });
        await stage.saidSoon([alone]);
        await assertSoon(() => Promise.resolve(assert.equal(made.git(["rev-parse", "HEAD"]), before)));
        await boxSoon(place, filled(id));
      });

      it("stays once there is another one on top of it", async () => {
        const { made, place } = await stage.opened.repository("below", `tuleap-${id}`);
        await boxSoon(place, filled(id));
        let press: () => void = () => undefined;
        stage.press = ["Undo Commit"];
        stage.pressed = new Promise((resolve) => {
          press = resolve;
        });
        await stage.commit(place, place.inputBox.value);
        await stage.saidSoon([alone]);
        const second = await stage.commit(place, `Mend\n\nart #${id}`);
        await stage.saidSoon([alone, mentions(second)]);
        press();
        const why = /^Commit \w{10} is not the last one any more, or was pushed: it stays\.$/;
        await stage.saidSoon([alone, mentions(second), why]);
        assert.equal(made.git(["rev-parse", "HEAD"]), second);
      });
    });
  });
}
