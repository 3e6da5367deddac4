import assert from "node:assert/strict";
import { type WorkChoice, WorkChoices } from "../../../../src/features/commits/activeFacts.ts";
import { memory } from "../memory.ts";

const twelve: WorkChoice = { kind: "work", siteApi: "https://a/api", artifactId: 12 };

describe("choices of what to work on", () => {
  it("are kept per repository and branch", async () => {
    const kept = memory();
    const choices = new WorkChoices(kept);
    await choices.set("one", "main", twelve);
    await choices.set("one", "tuleap-7", { kind: "stopped" });
    const later = new WorkChoices(kept);
    assert.deepEqual(later.of("one", "main"), twelve);
    assert.deepEqual(later.of("one", "tuleap-7"), { kind: "stopped" });
    assert.equal(later.of("one", "other"), undefined);
    assert.equal(later.of("two", "main"), undefined);
  });

  it("leave no trace when they are taken back", async () => {
    const kept = memory();
    const choices = new WorkChoices(kept);
    await choices.set("one", "main", twelve);
    await choices.set("one", "main", undefined);
    assert.equal(choices.of("one", "main"), undefined);
    assert.deepEqual(kept.keys(), []);
  });

  it("give way when there are too many, those of long ago first", async () => {
    const choices = new WorkChoices(memory());
    for (let at = 0; at < 101; at += 1) await choices.set("one", `branch-${at}`, twelve);
    assert.equal(choices.of("one", "branch-0"), undefined);
    assert.deepEqual(choices.of("one", "branch-1"), twelve);
    assert.deepEqual(choices.of("one", "branch-100"), twelve);
  });

  it("are not taken from what another version has kept in another form", async () => {
    const kept = memory();
    const strange = [
      null,
      7,
      {},
      { branch: "a" },
      { branch: "b", choice: { kind: "work", artifactId: "12" } },
    ];
    await kept.update("work one", [...strange, { branch: "c", choice: twelve }]);
    const choices = new WorkChoices(kept);
    assert.deepEqual(
      ["a", "b", "c"].map((branch) => choices.of("one", branch)),
      [undefined, undefined, twelve],
    );
    await kept.update("work one", "nonsense");
    assert.equal(choices.of("one", "c"), undefined);
  });
});
