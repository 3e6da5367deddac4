import assert from "node:assert/strict";
import {
  type BranchArtifactChoice,
  BranchArtifactChoiceStore,
} from "../../../src/features/commits/activeArtifactDetails.ts";
import { createMemento } from "./memento.ts";

const twelve: BranchArtifactChoice = { kind: "work", siteApi: "https://a/api", artifactId: 12 };

describe("BranchArtifactChoices", () => {
  it("stores choices per repository and branch", async () => {
    const memento = createMemento();
    const choices = new BranchArtifactChoiceStore(memento);
    await choices.set("one", "main", twelve);
    await choices.set("one", "tuleap-7", { kind: "stopped" });
    const reloaded = new BranchArtifactChoiceStore(memento);
    assert.deepEqual(reloaded.get("one", "main"), twelve);
    assert.deepEqual(reloaded.get("one", "tuleap-7"), { kind: "stopped" });
    assert.equal(reloaded.get("one", "other"), undefined);
    assert.equal(reloaded.get("two", "main"), undefined);
  });

  it("removes the stored entry with the last choice", async () => {
    const memento = createMemento();
    const choices = new BranchArtifactChoiceStore(memento);
    await choices.set("one", "main", twelve);
    await choices.set("one", "main", undefined);
    assert.equal(choices.get("one", "main"), undefined);
    assert.deepEqual(memento.keys(), []);
  });

  it("drops the oldest choices beyond the limit", async () => {
    const choices = new BranchArtifactChoiceStore(createMemento());
    for (let at = 0; at < 101; at += 1) await choices.set("one", `branch-${at}`, twelve);
    assert.equal(choices.get("one", "branch-0"), undefined);
    assert.deepEqual(choices.get("one", "branch-1"), twelve);
    assert.deepEqual(choices.get("one", "branch-100"), twelve);
  });

  it("ignores invalid stored values", async () => {
    const memento = createMemento();
    const invalid = [
      null,
      7,
      {},
      { branch: "a" },
      { branch: "b", choice: { kind: "work", artifactId: "12" } },
    ];
    await memento.update("work one", [...invalid, { branch: "c", choice: twelve }]);
    const choices = new BranchArtifactChoiceStore(memento);
    assert.deepEqual(
      ["a", "b", "c"].map((branch) => choices.get("one", branch)),
      [undefined, undefined, twelve],
    );
    await memento.update("work one", "nonsense");
    assert.equal(choices.get("one", "c"), undefined);
  });
});
