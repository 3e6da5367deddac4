import assert from "node:assert/strict";
import { findCommitAfterAmend } from "../../../../src/store/commits/reflog.ts";
import { isOnLocalBranch, isOnRemoteBranch } from "../../../../src/store/commits/remotes.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("a commit", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
    repository.runGit(["remote", "add", "origin", fixture.createRepository("there", ["--bare"]).folder]);
  });
  afterEach(() => fixture.close());

  const onRemote = (hash: string): Promise<unknown> => isOnRemoteBranch(repository.repository, hash);
  const onLocal = (hash: string): Promise<unknown> => isOnLocalBranch(repository.repository, hash);
  const checked = (isTrue: boolean): unknown => ({ kind: "checked", isTrue });

  it("is on a remote branch after it or a descendant was pushed", async () => {
    const first = repository.commit("First");
    assert.deepEqual(await onRemote(first), checked(false));
    const second = repository.commit("Second");
    repository.runGit(["push", "--quiet", "origin", "main:other"]);
    const third = repository.commit("Third");
    assert.deepEqual(
      await Promise.all([first, second, third].map(onRemote)),
      [true, true, false].map(checked),
    );
  });

  it("is followed to its amended version only", async () => {
    const first = repository.commit("First");
    const second = repository.commit("Second");
    const findAmended = (hash: string): Promise<unknown> => findCommitAfterAmend(repository.repository, hash);
    assert.deepEqual(await Promise.all([first, second].map(findAmended)), [undefined, undefined]);
    const firstAmend = repository.commit("Again", ["--amend"]);
    assert.deepEqual(await Promise.all([first, second].map(findAmended)), [undefined, firstAmend]);
    const secondAmend = repository.commit("Once more", ["--amend"]);
    repository.commit("Third");
    assert.deepEqual(await Promise.all([second, firstAmend, secondAmend].map(findAmended)), [
      secondAmend,
      secondAmend,
      undefined,
    ]);
    repository.runGit(["reset", "--quiet", "--hard", first]);
    const other = repository.commit("Other");
    assert.deepEqual(await Promise.all([first, other].map(findAmended)), [undefined, undefined]);
  });

  it("is on no branch after it was amended, but on a detached HEAD", async () => {
    repository.commit("First");
    const amended = repository.commit("Second");
    repository.commit("Other", ["--amend"]);
    assert.deepEqual(await onLocal(amended), checked(false));
    repository.runGit(["switch", "--quiet", "--detach"]);
    const detached = repository.commit("Third");
    assert.deepEqual(await onLocal(detached), checked(true));
    const unknown = await onLocal("0".repeat(39) + "1");
    assert.notEqual((unknown as { kind: string }).kind, "checked");
  });
});
