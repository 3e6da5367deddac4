import assert from "node:assert/strict";
import { monotonicClock } from "../../../../src/store/monotonicClock.ts";
import type { StoredDraft } from "../../../../src/store/storedDraft.ts";
import {
  type CommentDraft,
  openCommentDraft,
  saveComment,
} from "../../../../src/store/triage/commentDraft.ts";
import type { QuickEditOutcome } from "../../../../src/store/triage/quickEdit.ts";
import { type SelectedArtifact, ArtifactLoader } from "../../../../src/store/triage/artifactLoader.ts";
import {
  FormFixture,
  createLineInput,
  neverAborted,
  editField as typeInto,
} from "../../../support/fixtures/formFixture.ts";
import { waitUntil } from "../../../support/wait.ts";

const bugs = 11;

function getComments(stored: readonly StoredDraft[]): readonly unknown[] {
  return stored.map(({ draft }) => {
    const input = draft.inputs.find(({ target }) => target === "comment")?.input;
    return input?.kind === "text" ? input.source : undefined;
  });
}

describe("a comment outside of the form", () => {
  let fixture: FormFixture;
  let id: number;
  beforeEach(async () => {
    fixture = await FormFixture.open("product");
    id = await fixture.getFirstArtifactId(bugs);
  });
  afterEach(() => fixture.close());

  async function opened(window?: string): Promise<CommentDraft> {
    const artifact = { subject: fixture.createSubject(id), trackerId: bugs };
    const opening = await openCommentDraft(fixture.getForms(window), fixture.site, artifact, neverAborted);
    return opening.kind === "open" ? opening.comment : assert.fail(opening.kind);
  }

  async function saveOpenComment(comment: CommentDraft): Promise<QuickEditOutcome> {
    const states = new ArtifactLoader({
      site: fixture.site,
      catalog: fixture.store.catalog,
      clock: monotonicClock,
    });
    const { client } = await states.connect();
    const { items } = await client.artifacts(await client.tracker(bugs), { offset: 0 });
    const row = items.find((item) => item.kind === "artifact" && item.id === id);
    if (row?.kind !== "artifact") return assert.fail("the artifact is not listed");
    // The row was shown long before the comment.
    const selected: SelectedArtifact = { row, trackerId: bugs, seenAt: monotonicClock.now() - 5000 };
    const { text, format } = comment;
    return saveComment(states, comment, { text, format, selected }, neverAborted);
  }

  it("is on disk after the input is closed, and restored when it is opened", async () => {
    const comment = await opened();
    for (const text of ["L", "Lo", "Look at this"]) assert.equal(comment.setText(text), "accepted");
    await comment.close();
    assert.deepEqual(getComments(await fixture.folder.readDrafts()), ["Look at this"]);
    const again = await opened("later");
    assert.equal(again.text, "Look at this");
    again.setText("");
    await again.close();
    assert.deepEqual(await fixture.folder.listFileNames(), []);
  });

  it("stays if it couldn't be saved, and is removed after saving", async () => {
    const comment = await opened();
    comment.setText("Say this once");
    const takeAway = fixture.server.faults.add({
      method: "PUT",
      path: /./,
      fault: { kind: "status", status: 400 },
    });
    assert.equal((await saveOpenComment(comment)).kind, "rejected");
    await comment.close();
    assert.deepEqual(getComments(await fixture.folder.readDrafts()), ["Say this once"]);
    takeAway();
    const again = await opened();
    assert.equal((await saveOpenComment(again)).kind, "done");
    await again.close();
    assert.deepEqual(await fixture.folder.listFileNames(), []);
    assert.deepEqual(
      fixture.server.getChangesets(id).map(({ comment: saved }) => saved?.body),
      ["Say this once"],
    );
  });

  it("keeps other edits, and text entered since", async () => {
    const session = await fixture.open(fixture.createSubject(id), bugs);
    typeInto(session, "title", createLineInput("Typed in the form"));
    const comment = await opened();
    comment.setText("One");
    comment.setText("One and more");
    comment.clearSaved("One");
    assert.equal(comment.text, "One and more");
    comment.clearSaved("One and more");
    assert.deepEqual([comment.text, session.draft.inputs.length], ["", 1]);
    await comment.close();
  });

  it("is sent only if input and draft are equal", async () => {
    const session = await fixture.open(fixture.createSubject(id), bugs);
    const comment = await opened();
    assert.equal(comment.compareWithDraft(" "), "nothing");
    comment.setText("In the box");
    assert.equal(comment.compareWithDraft("In the box"), "sendable");
    typeInto(session, "comment", { kind: "text", source: "In the form", format: "commonmark" });
    assert.equal(comment.compareWithDraft("In the box"), "different");
    comment.setText("In the box!");
    assert.equal(comment.compareWithDraft("In the box!"), "sendable");
    await comment.close();
  });

  it("can't be opened if another window edits the artifact, or it can't be loaded", async () => {
    const other = await opened("other");
    other.setText("Theirs");
    const isDraft = (name: string): boolean => name.endsWith(".json");
    await waitUntil("comment on disk", async () => (await fixture.folder.listFileNames()).some(isDraft));
    const kindFor = async (artifactId: number): Promise<string> => {
      const artifact = { subject: fixture.createSubject(artifactId), trackerId: bugs };
      return (await openCommentDraft(fixture.getForms(), fixture.site, artifact, neverAborted)).kind;
    };
    assert.deepEqual([await kindFor(id), await kindFor(id + 100_000)], ["otherWindow", "failed"]);
    await other.close();
    assert.equal(await kindFor(id), "open");
  });
});

describe("a comment for a server without comments", () => {
  it("can't be opened", async () => {
    const fixture = await FormFixture.open("documented");
    try {
      const subject = fixture.createSubject(await fixture.getFirstArtifactId(bugs));
      const opening = await openCommentDraft(
        fixture.getForms(),
        fixture.site,
        { subject, trackerId: bugs },
        neverAborted,
      );
      assert.equal(opening.kind, "noComments");
    } finally {
      await fixture.close();
    }
  });
});
