import assert from "node:assert/strict";
import { ManyComments } from "../../../src/features/table/manyComments.ts";
import { memoryInProcess } from "../store/queries/stage.ts";

const mine = { siteApi: "https://here.example/api/", accountId: "7" };

describe("a comment for many", () => {
  it("is kept as it is typed, for its site and whoever typed it", async () => {
    const memory = memoryInProcess();
    const comments = new ManyComments(memory);
    assert.equal(comments.text(mine), "");
    await comments.keep(mine, "Seen at low");
    await comments.keep(mine, "Seen at low tide");
    assert.equal(new ManyComments(memory).text(mine), "Seen at low tide");
    const others = [
      { ...mine, accountId: "8" },
      { ...mine, accountId: undefined },
      { ...mine, siteApi: "https://there.example/api/" },
    ];
    assert.deepEqual(
      others.map((owner) => comments.text(owner)),
      ["", "", ""],
    );
  });

  it("goes when it was said, unless another was typed since, and leaves nothing behind", async () => {
    const memory = memoryInProcess();
    const comments = new ManyComments(memory);
    await comments.keep(mine, "Seen at low tide");
    await comments.said(mine, "Seen at low");
    assert.equal(comments.text(mine), "Seen at low tide");
    await comments.said(mine, "Seen at low tide");
    assert.deepEqual([comments.text(mine), memory.kept.size], ["", 0]);
  });

  it("is nothing where something else was kept", async () => {
    const memory = memoryInProcess();
    const comments = new ManyComments(memory);
    await comments.keep(mine, "x");
    for (const key of memory.kept.keys()) memory.kept.set(key, { text: "x" });
    assert.equal(comments.text(mine), "");
  });
});
