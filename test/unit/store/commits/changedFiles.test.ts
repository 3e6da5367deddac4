import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { changedFiles } from "../../../../src/store/commits/changedFiles.ts";
import { recentCommits } from "../../../../src/store/commits/commitLog.ts";
import { GitStage, type TestRepository } from "./gitStage.ts";

describe("what a commit changes", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  function committed(message: string): string {
    repository.git(["add", "--all"]);
    return repository.commit(message);
  }

  const longText = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");

  it("is told against its first parent, with what was renamed", async () => {
    await repository.file("kept", "one");
    await repository.file("moved", longText);
    await repository.file("gone", "gone");
    const root = committed("First");
    await repository.file("kept", "two");
    await repository.file('odd "name"\n\ttab', "new");
    repository.git(["mv", "moved", "moved away"]);
    repository.git(["rm", "--quiet", "gone"]);
    const hash = committed("Second");
    assert.deepEqual(await changedFiles(repository.ours, "main"), {
      kind: "files",
      hash,
      parent: root,
      files: [
        { kind: "deleted", path: "gone" },
        { kind: "modified", path: "kept" },
        { kind: "renamed", before: "moved", path: "moved away" },
        { kind: "added", path: 'odd "name"\n\ttab' },
      ],
      isCut: false,
    });
  });

  it("is all that there is where it is the first of all", async () => {
    await repository.file("a", "one");
    const hash = committed("First");
    const files = [{ kind: "added", path: "a" }];
    assert.deepEqual(await changedFiles(repository.ours, hash), {
      kind: "files",
      hash,
      parent: undefined,
      files,
      isCut: false,
    });
  });

  it("is what a merge brought, and nothing for an empty commit", async () => {
    await repository.file("a", "one");
    committed("First");
    repository.git(["switch", "--quiet", "-c", "side"]);
    await repository.file("b", "side");
    committed("Side");
    repository.git(["switch", "--quiet", "main"]);
    await repository.file("c", "main");
    committed("Main");
    repository.git(["merge", "--quiet", "--no-edit", "side"]);
    const merged = await changedFiles(repository.ours, "main");
    assert.deepEqual(merged.kind === "files" && merged.files, [{ kind: "added", path: "b" }]);
    repository.commit("Empty");
    const empty = await changedFiles(repository.ours, "main");
    assert.deepEqual(empty.kind === "files" && empty.files, []);
  });

  it("is cut where it is too much, and said to be unknown for what is no commit", async () => {
    for (const name of ["a", "b", "c"]) await repository.file(name, name);
    committed("First");
    const cut = await changedFiles(repository.ours, "main", { most: 2 });
    assert.deepEqual(cut.kind === "files" && [cut.files.length, cut.isCut], [2, true]);
    for (const ref of ["--output=x", "nowhere", ""]) {
      assert.deepEqual(await changedFiles(repository.ours, ref), { kind: "refUnknown", ref });
    }
  });
});

describe("recent commits", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  async function subjects(file?: string): Promise<readonly string[]> {
    const told = await recentCommits(repository.ours, { file, most: 3 });
    assert.ok(told.kind === "commits", told.kind);
    return told.commits.map(({ subject }) => subject);
  }

  it("are those of where one is, newest first, and none before the first one", async () => {
    assert.deepEqual(await subjects(), []);
    for (const name of ["one", "two", "three", "four"]) repository.commit(name);
    repository.git(["switch", "--quiet", "-c", "side", "HEAD~2"]);
    repository.commit("side");
    assert.deepEqual(await subjects(), ["side", "two", "one"]);
  });

  it("can be those of one file, whatever its name looks like", async () => {
    await mkdir(join(repository.folder, "folder"));
    const star = join("folder", ":(glob)*");
    await repository.file(star, "star");
    repository.git(["add", "--all"]);
    repository.commit("star");
    await repository.file(join("folder", "other"), "other");
    repository.git(["add", "--all"]);
    repository.commit("other");
    assert.deepEqual(await subjects(join(repository.folder, star)), ["star"]);
    repository.git(["mv", star, "moved"]);
    repository.commit("moved");
    assert.deepEqual(await subjects(join(repository.folder, "moved")), ["moved", "star"]);
    assert.deepEqual(await subjects(join(repository.folder, "folder", "other")), ["other"]);
    assert.deepEqual(await subjects(join(repository.folder, "never")), []);
  });
});
