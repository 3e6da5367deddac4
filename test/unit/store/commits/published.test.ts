import assert from "node:assert/strict";
import { amendedTo, isOnLocalBranch, isOnRemoteBranch } from "../../../../src/store/commits/remotes.ts";
import { GitStage, type TestRepository } from "./gitStage.ts";

describe("a commit and the branches that have it", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
    repository.git(["remote", "add", "origin", stage.repository("there", ["--bare"]).folder]);
  });
  afterEach(() => stage.close());

  const onRemote = (hash: string): Promise<unknown> => isOnRemoteBranch(repository.ours, hash);
  const onLocal = (hash: string): Promise<unknown> => isOnLocalBranch(repository.ours, hash);
  const told = (isSo: boolean): unknown => ({ kind: "told", isSo });

  it("is on a remote branch once that, or one that goes on from it, was pushed", async () => {
    const first = repository.commit("First");
    assert.deepEqual(await onRemote(first), told(false));
    const second = repository.commit("Second");
    repository.git(["push", "--quiet", "origin", "main:other"]);
    const third = repository.commit("Third");
    assert.deepEqual(await Promise.all([first, second, third].map(onRemote)), [true, true, false].map(told));
  });

  it("is followed to the one that it was amended to, and to nothing that only came after it", async () => {
    const first = repository.commit("First");
    const second = repository.commit("Second");
    const to = (hash: string): Promise<unknown> => amendedTo(repository.ours, hash);
    assert.deepEqual(await Promise.all([first, second].map(to)), [undefined, undefined]);
    const once = repository.commit("Again", ["--amend"]);
    assert.deepEqual(await Promise.all([first, second].map(to)), [undefined, once]);
    const twice = repository.commit("Once more", ["--amend"]);
    repository.commit("Third");
    assert.deepEqual(await Promise.all([second, once, twice].map(to)), [twice, twice, undefined]);
    repository.git(["reset", "--quiet", "--hard", first]);
    const other = repository.commit("Other");
    assert.deepEqual(await Promise.all([first, other].map(to)), [undefined, undefined]);
  });

  it("is on no branch once another took its place, but on one where none is checked out", async () => {
    repository.commit("First");
    const amended = repository.commit("Second");
    repository.commit("Other", ["--amend"]);
    assert.deepEqual(await onLocal(amended), told(false));
    repository.git(["switch", "--quiet", "--detach"]);
    const detached = repository.commit("Third");
    assert.deepEqual(await onLocal(detached), told(true));
    const gone = await onLocal("0".repeat(39) + "1");
    assert.notEqual((gone as { kind: string }).kind, "told");
  });
});
