import assert from "node:assert/strict";
import { type PendingComment, PendingComments } from "../../../../src/store/commits/pendingComments.ts";
import { createMemento } from "../../commits/memento.ts";

const comment: PendingComment = {
  key: "a",
  siteApi: "https://tuleap.example.com/api",
  uri: "file:///project/src/tide.ts",
  anchor: { text: "TODO: mend", start: 12, isUnique: true },
  replaced: undefined,
};

describe("PendingComments", () => {
  it("are known in the next window by the text of their line only", async () => {
    const memento = createMemento();
    await new PendingComments(memento).add(comment);
    const restored = new PendingComments(memento);
    assert.deepEqual(restored.get("a"), { ...comment, anchor: { ...comment.anchor, start: undefined } });
    assert.equal(restored.get("b"), undefined);
    await restored.remove("a");
    assert.deepEqual([restored.get("a"), memento.keys()], [undefined, []]);
  });

  it("follow renamed files and folders", async () => {
    const pending = new PendingComments(createMemento());
    await pending.add(comment);
    await pending.add({ ...comment, key: "b", uri: "file:///project/src2/tide.ts" });
    const getUris = (): unknown => ["a", "b"].map((key) => pending.get(key)?.uri);
    await pending.renameFiles([{ from: "file:///project/src", to: "file:///project/lib/code" }]);
    assert.deepEqual(getUris(), ["file:///project/lib/code/tide.ts", "file:///project/src2/tide.ts"]);
    await pending.renameFiles([
      { from: "file:///project/src2/tide.ts", to: "file:///project/src2/ebb.ts" },
      { from: "file:///project/lib/code/tide.tsx", to: "file:///project/x.tsx" },
    ]);
    assert.deepEqual(getUris(), ["file:///project/lib/code/tide.ts", "file:///project/src2/ebb.ts"]);
  });

  it("keep the newest hundred", async () => {
    const pending = new PendingComments(createMemento());
    for (let index = 0; index <= 100; index += 1) await pending.add({ ...comment, key: `${index}` });
    assert.deepEqual(
      ["0", "1", "100"].map((key) => pending.get(key)?.key),
      [undefined, "1", "100"],
    );
  });

  it("ignore what isn't a list", async () => {
    const memento = createMemento();
    await memento.update("pendingComments", "broken");
    assert.equal(new PendingComments(memento).get("a"), undefined);
  });
});
