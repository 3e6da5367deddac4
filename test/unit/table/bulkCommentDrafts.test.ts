import assert from "node:assert/strict";
import { BulkCommentDrafts } from "../../../src/features/table/bulkCommentDrafts.ts";
import { createMemento } from "../store/queries/queryFixture.ts";

const owner = { siteApi: "https://here.example/api/", accountId: "7" };

describe("BulkCommentDrafts", () => {
  it("stores a comment per site and account", async () => {
    const memento = createMemento();
    const comments = new BulkCommentDrafts(memento);
    assert.equal(comments.load(owner), "");
    await comments.save(owner, "Seen at low");
    await comments.save(owner, "Seen at low tide");
    assert.equal(new BulkCommentDrafts(memento).load(owner), "Seen at low tide");
    const otherOwners = [
      { ...owner, accountId: "8" },
      { ...owner, accountId: undefined },
      { ...owner, siteApi: "https://there.example/api/" },
    ];
    assert.deepEqual(
      otherOwners.map((owner) => comments.load(owner)),
      ["", "", ""],
    );
  });

  it("clears a sent comment unless it was edited since", async () => {
    const memento = createMemento();
    const comments = new BulkCommentDrafts(memento);
    await comments.save(owner, "Seen at low tide");
    await comments.clearIfUnchanged(owner, "Seen at low");
    assert.equal(comments.load(owner), "Seen at low tide");
    await comments.clearIfUnchanged(owner, "Seen at low tide");
    assert.deepEqual([comments.load(owner), memento.kept.size], ["", 0]);
  });

  it("ignores invalid stored data", async () => {
    const memento = createMemento();
    const comments = new BulkCommentDrafts(memento);
    await comments.save(owner, "x");
    for (const key of memento.kept.keys()) memento.kept.set(key, { text: "x" });
    assert.equal(comments.load(owner), "");
  });
});
