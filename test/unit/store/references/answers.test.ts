import assert from "node:assert/strict";
import { Answers } from "../../../../src/store/references/lookups.ts";

describe("answers about references", () => {
  it("are a thousand at most, and the oldest go first", () => {
    const answers = new Answers(() => 0);
    for (let id = 1; id <= 1000; id += 1) answers.keep({ kind: "missing", artifactId: id });
    // Heard again, and so the newest.
    answers.keep({ kind: "unreadable", artifactId: 1 });
    answers.keep({ kind: "missing", artifactId: 1001 });
    assert.deepEqual(
      [1, 2, 3, 1001].map((id) => answers.get(id)?.kind),
      ["unreadable", undefined, "missing", "missing"],
    );
  });
});
