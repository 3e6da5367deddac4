import assert from "node:assert/strict";
import { ownTime } from "../../../../src/store/clock.ts";
import { undo } from "../../../../src/store/triage/bulk.ts";
import { openComment, sayComment } from "../../../../src/store/triage/commentDrafts.ts";
import { decide, type Decision } from "../../../../src/store/triage/decide.ts";
import { deleteOne, type Deletion } from "../../../../src/store/triage/deleting.ts";
import { rowOf, States } from "../../../../src/store/triage/states.ts";
import { Desk } from "../../../support/fixtures/formFixture.ts";
import { signIn } from "../../../support/fixtures/openStore.ts";
import { bugs, signal, TriageStage } from "./triageStage.ts";

function isCancelled(outcome: Decision | Deletion): boolean {
  return outcome.kind === "failed" && outcome.failure.kind === "cancelled";
}

describe("what one account has begun to decide, once another one is signed in", () => {
  let stage: TriageStage;
  beforeEach(async () => {
    stage = await TriageStage.open({ dialect: "product" });
  });
  afterEach(() => stage.close());

  async function othersSignIn(): Promise<void> {
    const { store, site, server } = stage;
    await store.catalog.forget(site.api);
    await signIn(store, site.api, server.accounts.member);
  }

  it("is neither sent, deleted nor taken back under their name", async () => {
    const wish = await stage.choosing(bugs, "status", "Confirmed");
    const [first, second] = (await stage.rows(bugs, 20)).filter(({ row }) => row.status === "New");
    assert.ok(first && second);
    stage.pass(5000);
    const done = await decide(stage.states, first, wish, signal);
    assert.ok(done.kind === "done");
    await othersSignIn();
    const writes = (): number => stage.asked("PUT") + stage.asked("DELETE");
    assert.equal(writes(), 1);
    assert.ok(isCancelled(await decide(stage.states, second, wish, signal)));
    assert.ok(isCancelled(await deleteOne(stage.states, second, signal)));
    const [undone] = await undo(stage.states, [{ ...done, selected: first }], signal);
    assert.notEqual(undone?.kind, "done");
    assert.equal(writes(), 1);
    const { store, site } = stage;
    const fresh = new States({ site, catalog: store.catalog, time: stage.states.world.time });
    const { account } = await fresh.connection();
    assert.equal(account?.id, String(stage.server.accounts.member.id));
  });
});

describe("a comment in the box, once another account is signed in", () => {
  it("is not said under their name, and stays in the draft of the one who typed it", async () => {
    const desk = await Desk.open("product");
    try {
      const id = await desk.anArtifactOf(bugs);
      const { catalog } = desk.store;
      const states = new States({ site: desk.site, catalog, time: ownTime });
      const meant = { row: { id }, trackerId: bugs };
      const artifact = { subject: await states.subject(meant), trackerId: bugs };
      const opening = await openComment(desk.forms(), desk.site, artifact, signal);
      assert.ok(opening.kind === "open");
      const { comment } = opening;
      comment.type("Mine");
      const selected = rowOf(meant, await states.one(meant, signal));
      await catalog.forget(desk.site.api);
      await signIn(desk.store, desk.site.api, desk.server.accounts.outsider);
      const decision = await sayComment(
        states,
        comment,
        { text: "Mine", format: comment.format, selected },
        signal,
      );
      assert.ok(isCancelled(decision));
      assert.deepEqual([comment.text, desk.server.changesets(id).length], ["Mine", 0]);
      await comment.close();
    } finally {
      await desk.close();
    }
  });
});
