import assert from "node:assert/strict";
import { UnseenTyping } from "../../../src/features/commits/scmInput/prefillRules.ts";

const ours = "\n\nart #12";

describe("what is typed while our text is on its way to the box", () => {
  let now: number;
  let unseen: UnseenTyping;

  beforeEach(() => {
    now = 1_000;
    unseen = new UnseenTyping(() => now);
    unseen.sent("here", ours);
  });

  it("is put back before it", () => {
    assert.equal(unseen.seen("here", "M"), undefined);
    assert.equal(unseen.seen("here", "Me"), undefined);
    assert.equal(unseen.seen("here", ours), `Me${ours}`);
    assert.equal(unseen.seen("here", ours), undefined);
  });

  it("is nothing mostly", () => {
    assert.equal(unseen.seen("elsewhere", "M"), undefined);
    assert.equal(unseen.seen("here", "\r\n\r\nart #12"), undefined);
    assert.equal(unseen.seen("here", `M${ours}`), undefined);
    assert.equal(unseen.seen("here", ours), undefined);
  });

  it("is not what was typed much later, in a box that was hidden", () => {
    now += 6_000;
    assert.equal(unseen.seen("here", "M"), undefined);
    assert.equal(unseen.seen("here", ours), undefined);
  });

  it("is forgotten with its repository", () => {
    assert.equal(unseen.seen("here", "M"), undefined);
    unseen.forget("here");
    assert.equal(unseen.seen("here", ours), undefined);
  });
});
