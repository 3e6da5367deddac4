import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { listChangedFiles } from "../../../../src/store/commits/commitChangedFiles.ts";
import { listRecentCommits } from "../../../../src/store/commits/commitLog.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("listChangedFiles", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  function commitAll(message: string): string {
    repository.runGit(["add", "--all"]);
    return repository.commit(message);
  }

  const longText = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");

  it("compares with the first parent and detects renames", async () => {
    await repository.writeFile("kept", "one");
    await repository.writeFile("moved", longText);
    await repository.writeFile("gone", "gone");
    const root = commitAll("First");
    await repository.writeFile("kept", "two");
    await repository.writeFile('odd "name"\n\ttab', "new");
    repository.runGit(["mv", "moved", "moved away"]);
    repository.runGit(["rm", "--quiet", "gone"]);
    const hash = commitAll("Second");
    assert.deepEqual(await listChangedFiles(repository.repository, "main"), {
      kind: "files",
      hash,
      parent: root,
      files: [
        { kind: "deleted", path: "gone" },
        { kind: "modified", path: "kept" },
        { kind: "renamed", before: "moved", path: "moved away" },
        { kind: "added", path: 'odd "name"\n\ttab' },
      ],
      isTruncated: false,
    });
  });

  it("lists all files of a root commit", async () => {
    await repository.writeFile("a", "one");
    const hash = commitAll("First");
    const files = [{ kind: "added", path: "a" }];
    assert.deepEqual(await listChangedFiles(repository.repository, hash), {
      kind: "files",
      hash,
      parent: undefined,
      files,
      isTruncated: false,
    });
  });

  it("lists what a merge added, and nothing for an empty commit", async () => {
    await repository.writeFile("a", "one");
    commitAll("First");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    await repository.writeFile("b", "side");
    commitAll("Side");
    repository.runGit(["switch", "--quiet", "main"]);
    await repository.writeFile("c", "main");
    commitAll("Main");
    repository.runGit(["merge", "--quiet", "--no-edit", "side"]);
    const merged = await listChangedFiles(repository.repository, "main");
    assert.deepEqual(merged.kind === "files" && merged.files, [{ kind: "added", path: "b" }]);
    repository.commit("Empty");
    const empty = await listChangedFiles(repository.repository, "main");
    assert.deepEqual(empty.kind === "files" && empty.files, []);
  });

  it("truncates long lists and reports unknown refs", async () => {
    for (const name of ["a", "b", "c"]) await repository.writeFile(name, name);
    commitAll("First");
    const truncated = await listChangedFiles(repository.repository, "main", { limit: 2 });
    assert.deepEqual(truncated.kind === "files" && [truncated.files.length, truncated.isTruncated], [
      2,
      true,
    ]);
    for (const ref of ["--output=x", "nowhere", ""]) {
      assert.deepEqual(await listChangedFiles(repository.repository, ref), { kind: "refUnknown", ref });
    }
  });
});

describe("listRecentCommits", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  async function listSubjects(file?: string): Promise<readonly string[]> {
    const result = await listRecentCommits(repository.repository, { file, limit: 3 });
    assert.ok(result.kind === "commits", result.kind);
    return result.commits.map(({ subject }) => subject);
  }

  it("returns the commits of HEAD, newest first", async () => {
    assert.deepEqual(await listSubjects(), []);
    for (const name of ["one", "two", "three", "four"]) repository.commit(name);
    repository.runGit(["switch", "--quiet", "-c", "side", "HEAD~2"]);
    repository.commit("side");
    assert.deepEqual(await listSubjects(), ["side", "two", "one"]);
  });

  it("can be limited to a file, whatever its name", async () => {
    await mkdir(join(repository.folder, "folder"));
    const star = join("folder", ":(glob)*");
    await repository.writeFile(star, "star");
    repository.runGit(["add", "--all"]);
    repository.commit("star");
    await repository.writeFile(join("folder", "other"), "other");
    repository.runGit(["add", "--all"]);
    repository.commit("other");
    assert.deepEqual(await listSubjects(join(repository.folder, star)), ["star"]);
    repository.runGit(["mv", star, "moved"]);
    repository.commit("moved");
    assert.deepEqual(await listSubjects(join(repository.folder, "moved")), ["moved", "star"]);
    assert.deepEqual(await listSubjects(join(repository.folder, "folder", "other")), ["other"]);
    assert.deepEqual(await listSubjects(join(repository.folder, "never")), []);
  });
});
