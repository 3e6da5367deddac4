import assert from "node:assert/strict";
import { ExpiringReferences } from "../../../../src/store/references/referenceCache.ts";

describe("CachedReferences", () => {
  it("keeps a thousand references at most, and evicts the oldest", () => {
    const answers = new ExpiringReferences(() => 0);
    for (let id = 1; id <= 1000; id += 1) answers.set({ kind: "missing", artifactId: id });
    // Set again, so it is the newest.
    answers.set({ kind: "unreadable", artifactId: 1 });
    answers.set({ kind: "missing", artifactId: 1001 });
    assert.deepEqual(
      [1, 2, 3, 1001].map((id) => answers.get(id)?.kind),
      ["unreadable", undefined, "missing", "missing"],
    );
  });
});
