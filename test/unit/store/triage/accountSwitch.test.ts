import assert from "node:assert/strict";
import { monotonicClock } from "../../../../src/store/monotonicClock.ts";
import { undoBulkEdit } from "../../../../src/store/triage/bulkEdit.ts";
import { openCommentDraft, saveComment } from "../../../../src/store/triage/commentDraft.ts";
import { quickEdit, type QuickEditOutcome } from "../../../../src/store/triage/quickEdit.ts";
import { deleteOne, type DeletionOutcome } from "../../../../src/store/triage/deleteArtifacts.ts";
import { toSelectedArtifact, ArtifactLoader } from "../../../../src/store/triage/artifactLoader.ts";
import { FormFixture } from "../../../support/fixtures/formFixture.ts";
import { signIn } from "../../../support/fixtures/testStore.ts";
import { bugsTrackerId, neverAborted, TriageStoreFixture } from "./triageStoreFixture.ts";

function isCanceled(outcome: QuickEditOutcome | DeletionOutcome): boolean {
  return outcome.kind === "failed" && outcome.failure.kind === "canceled";
}

describe("triage after another account has signed in", () => {
  let fixture: TriageStoreFixture;
  beforeEach(async () => {
    fixture = await TriageStoreFixture.open({ dialect: "product" });
  });
  afterEach(() => fixture.close());

  async function signInAsOther(): Promise<void> {
    const { store, site, server } = fixture;
    await store.catalog.forgetSite(site.api);
    await signIn(store, site.api, server.accounts.member);
  }

  it("doesn't edit, delete or undo with the other account", async () => {
    const request = await fixture.createChoiceEdit(bugsTrackerId, "status", "Confirmed");
    const [first, second] = (await fixture.loadRows(bugsTrackerId, 20)).filter(
      ({ row }) => row.status === "New",
    );
    assert.ok(first && second);
    fixture.advanceTime(5000);
    const done = await quickEdit(fixture.artifactLoader, first, request, neverAborted);
    assert.ok(done.kind === "done");
    await signInAsOther();
    const writes = (): number => fixture.countRequests("PUT") + fixture.countRequests("DELETE");
    assert.equal(writes(), 1);
    assert.ok(isCanceled(await quickEdit(fixture.artifactLoader, second, request, neverAborted)));
    assert.ok(isCanceled(await deleteOne(fixture.artifactLoader, second, neverAborted)));
    const [undone] = await undoBulkEdit(fixture.artifactLoader, [{ ...done, selected: first }], neverAborted);
    assert.notEqual(undone?.kind, "done");
    assert.equal(writes(), 1);
    const { store, site } = fixture;
    const fresh = new ArtifactLoader({
      site,
      catalog: store.catalog,
      clock: fixture.artifactLoader.options.clock,
    });
    const { account } = await fresh.connect();
    assert.equal(account?.id, String(fixture.server.accounts.member.id));
  });
});

describe("a comment after another account has signed in", () => {
  it("isn't saved with the other account, and stays in the author's draft", async () => {
    const fixture = await FormFixture.open("product");
    try {
      const id = await fixture.getFirstArtifactId(bugsTrackerId);
      const { catalog } = fixture.store;
      const states = new ArtifactLoader({ site: fixture.site, catalog, clock: monotonicClock });
      const identity = { row: { id }, trackerId: bugsTrackerId };
      const artifact = { subject: await states.toSubject(identity), trackerId: bugsTrackerId };
      const opening = await openCommentDraft(fixture.getForms(), fixture.site, artifact, neverAborted);
      assert.ok(opening.kind === "open");
      const { comment } = opening;
      comment.setText("Mine");
      const selected = toSelectedArtifact(identity, await states.load(identity, neverAborted));
      await catalog.forgetSite(fixture.site.api);
      await signIn(fixture.store, fixture.site.api, fixture.server.accounts.outsider);
      const outcome = await saveComment(
        states,
        comment,
        { text: "Mine", format: comment.format, selected },
        neverAborted,
      );
      assert.ok(isCanceled(outcome));
      assert.deepEqual([comment.text, fixture.server.getChangesets(id).length], ["Mine", 0]);
      await comment.close();
    } finally {
      await fixture.close();
    }
  });
});
