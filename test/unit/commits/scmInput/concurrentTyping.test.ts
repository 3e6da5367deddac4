import assert from "node:assert/strict";
import { OverwrittenTypingRecovery } from "../../../../src/features/commits/scmInput/prefillRules.ts";

const prefilled = "\n\nart #12";

describe("ConcurrentTyping", () => {
  let now: number;
  let concurrentTyping: OverwrittenTypingRecovery;

  beforeEach(() => {
    now = 1_000;
    concurrentTyping = new OverwrittenTypingRecovery(() => now);
    concurrentTyping.markWritten("here", prefilled);
  });

  it("restores text that the prefilled text has overwritten", () => {
    assert.equal(concurrentTyping.recoverTyped("here", "M"), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", "Me"), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", prefilled), `Me${prefilled}`);
    assert.equal(concurrentTyping.recoverTyped("here", prefilled), undefined);
  });

  it("returns nothing if no text was overwritten", () => {
    assert.equal(concurrentTyping.recoverTyped("elsewhere", "M"), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", "\r\n\r\nart #12"), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", `M${prefilled}`), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", prefilled), undefined);
  });

  it("ignores text typed much later, into an input that was hidden", () => {
    now += 6_000;
    assert.equal(concurrentTyping.recoverTyped("here", "M"), undefined);
    assert.equal(concurrentTyping.recoverTyped("here", prefilled), undefined);
  });

  it("forgets closed repositories", () => {
    assert.equal(concurrentTyping.recoverTyped("here", "M"), undefined);
    concurrentTyping.forget("here");
    assert.equal(concurrentTyping.recoverTyped("here", prefilled), undefined);
  });
});
