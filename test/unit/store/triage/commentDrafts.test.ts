import assert from "node:assert/strict";
import { ownTime } from "../../../../src/store/clock.ts";
import type { KeptDraft } from "../../../../src/store/keptDraft.ts";
import { type CommentDraft, openComment, sayComment } from "../../../../src/store/triage/commentDrafts.ts";
import type { Decision } from "../../../../src/store/triage/decide.ts";
import { type Selected, States } from "../../../../src/store/triage/states.ts";
import { Desk, line, signal, type as typeInto } from "../../../support/fixtures/formFixture.ts";
import { until } from "../../../support/wait.ts";

const bugs = 11;

function commentIn(kept: readonly KeptDraft[]): readonly unknown[] {
  return kept.map(({ draft }) => {
    const input = draft.inputs.find(({ target }) => target === "comment")?.input;
    return input?.kind === "text" ? input.source : undefined;
  });
}

describe("a comment typed in passing", () => {
  let desk: Desk;
  let id: number;
  beforeEach(async () => {
    desk = await Desk.open("product");
    id = await desk.anArtifactOf(bugs);
  });
  afterEach(() => desk.close());

  async function opened(window?: string): Promise<CommentDraft> {
    const artifact = { subject: desk.subject(id), trackerId: bugs };
    const opening = await openComment(desk.forms(window), desk.site, artifact, signal);
    return opening.kind === "open" ? opening.comment : assert.fail(opening.kind);
  }

  async function say(comment: CommentDraft): Promise<Decision> {
    const states = new States({ site: desk.site, catalog: desk.store.catalog, time: ownTime });
    const { client } = await states.connection();
    const { items } = await client.artifacts(await client.tracker(bugs), { offset: 0 });
    const row = items.find((item) => item.kind === "artifact" && item.id === id);
    if (row?.kind !== "artifact") return assert.fail("the artifact is not listed");
    // It was on the screen long before anything was typed.
    const selected: Selected = { row, trackerId: bugs, seenAt: ownTime.now() - 5000 };
    const { text, format } = comment;
    return sayComment(states, comment, { text, format, selected }, signal);
  }

  it("is on disk once the box is closed, and there when it is opened again", async () => {
    const comment = await opened();
    for (const text of ["L", "Lo", "Look at this"]) assert.equal(comment.type(text), "taken");
    await comment.close();
    assert.deepEqual(commentIn(await desk.folder.kept()), ["Look at this"]);
    const again = await opened("later");
    assert.equal(again.text, "Look at this");
    again.type("");
    await again.close();
    assert.deepEqual(await desk.folder.names(), []);
  });

  it("stays where it could not be sent, and goes when it was", async () => {
    const comment = await opened();
    comment.type("Say this once");
    const takeAway = desk.server.faults.add({
      method: "PUT",
      path: /./,
      fault: { kind: "status", status: 400 },
    });
    assert.equal((await say(comment)).kind, "rejected");
    await comment.close();
    assert.deepEqual(commentIn(await desk.folder.kept()), ["Say this once"]);
    takeAway();
    const again = await opened();
    assert.equal((await say(again)).kind, "done");
    await again.close();
    assert.deepEqual(await desk.folder.names(), []);
    assert.deepEqual(
      desk.server.changesets(id).map(({ comment: said }) => said?.body),
      ["Say this once"],
    );
  });

  it("leaves alone what else was typed, also into itself since it was sent", async () => {
    const editing = await desk.open(desk.subject(id), bugs);
    typeInto(editing, "title", line("Typed in the form"));
    const comment = await opened();
    comment.type("One");
    comment.type("One and more");
    comment.said("One");
    assert.equal(comment.text, "One and more");
    comment.said("One and more");
    assert.deepEqual([comment.text, editing.draft.inputs.length], ["", 1]);
    await comment.close();
  });

  it("is sent only as it stands in the box and in the draft alike", async () => {
    const editing = await desk.open(desk.subject(id), bugs);
    const comment = await opened();
    assert.equal(comment.sendable(" "), "nothing");
    comment.type("In the box");
    assert.equal(comment.sendable("In the box"), "sendable");
    typeInto(editing, "comment", { kind: "text", source: "In the form", format: "commonmark" });
    assert.equal(comment.sendable("In the box"), "another");
    comment.type("In the box!");
    assert.equal(comment.sendable("In the box!"), "sendable");
    await comment.close();
  });

  it("is not begun where another window is at the artifact, or nothing can be read", async () => {
    const other = await opened("other");
    other.type("Theirs");
    const isDraft = (name: string): boolean => name.endsWith(".json");
    await until("it is on disk", async () => (await desk.folder.names()).some(isDraft));
    const kindFor = async (artifactId: number): Promise<string> => {
      const artifact = { subject: desk.subject(artifactId), trackerId: bugs };
      return (await openComment(desk.forms(), desk.site, artifact, signal)).kind;
    };
    assert.deepEqual([await kindFor(id), await kindFor(id + 100_000)], ["elsewhere", "failed"]);
    await other.close();
    assert.equal(await kindFor(id), "open");
  });
});

describe("a comment for a server that takes none", () => {
  it("is not begun", async () => {
    const desk = await Desk.open("documented");
    try {
      const subject = desk.subject(await desk.anArtifactOf(bugs));
      const opening = await openComment(desk.forms(), desk.site, { subject, trackerId: bugs }, signal);
      assert.equal(opening.kind, "noComments");
    } finally {
      await desk.close();
    }
  });
});
