import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  listBranches,
  createAndSwitchBranch,
  hasLocalBranch,
  readHead,
  switchBranch,
} from "../../../../src/store/commits/gitRefs.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("branches", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  const create = (name: string, start?: string): Promise<unknown> =>
    createAndSwitchBranch(repository.repository, name, start);
  const switchTo = (name: string): Promise<unknown> => switchBranch(repository.repository, name);
  const head = (): Promise<unknown> => readHead(repository.repository);
  const branch = (name: string): unknown => ({ kind: "branch", name });
  const switched = { kind: "switched" };

  /** `other` has another content of file `a` than `main`, and a file `b`. */
  async function createTwoBranches(): Promise<void> {
    await repository.writeFile("a", "main");
    repository.runGit(["add", "."]);
    repository.commit("Main");
    repository.runGit(["switch", "--quiet", "-c", "other"]);
    await repository.writeFile("a", "other");
    await repository.writeFile("b", "other");
    repository.runGit(["add", "."]);
    repository.commit("Other");
    repository.runGit(["switch", "--quiet", "main"]);
  }

  it("readHead returns the branch, also without commits or in a worktree, or a detached HEAD", async () => {
    assert.deepEqual(await head(), branch("main"));
    const hash = repository.commit("One");
    assert.deepEqual(await head(), branch("main"));
    repository.runGit(["worktree", "add", "--quiet", "-b", "a/b", fixture.getPath("beside")]);
    const worktree = { ...repository.repository, folder: fixture.getPath("beside") };
    assert.deepEqual(await readHead(worktree), branch("a/b"));
    repository.runGit(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await head(), { kind: "detached", hash });
  });

  it("listBranches returns local and remote branches, newest commits first", async () => {
    assert.deepEqual(await listBranches(repository.repository), { kind: "branches", branches: [] });
    const first = repository.commit("One");
    repository.runGit(["update-ref", "refs/remotes/origin/a/b", first]);
    repository.runGit(["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/a/b"]);
    repository.runGit(["tag", "v1"]);
    const second = repository.commit("Two");
    assert.deepEqual(await listBranches(repository.repository), {
      kind: "branches",
      branches: [
        { name: "main", isRemote: false, hash: second },
        { name: "origin/a/b", isRemote: true, hash: first },
      ],
    });
  });

  it("hasBranch checks any name", async () => {
    const hash = repository.commit("One");
    repository.runGit(["tag", "v1"]);
    repository.runGit(["update-ref", "refs/heads/-x", hash]);
    repository.runGit(["update-ref", "refs/remotes/origin/far", hash]);
    for (const [name, isTrue] of [
      ["main", true],
      ["v1", false],
      ["far", false],
      ["origin/far", false],
      ["-x", false],
      ["--help", false],
      ["-", false],
      ["@{-1}", false],
      ["HEAD", false],
      ["a b", false],
      ["../heads/main", false],
      ["", false],
      ["a\0", false],
      ["m*", false],
    ] as const) {
      assert.deepEqual(await hasLocalBranch(repository.repository, name), { kind: "checked", isTrue }, name);
    }
  });

  it("createBranch at HEAD doesn't touch changed files", async () => {
    await createTwoBranches();
    await repository.writeFile("a", "changed");
    assert.deepEqual(await create("tuleap-12-new"), switched);
    assert.deepEqual(await head(), branch("tuleap-12-new"));
    assert.equal(repository.runGit(["status", "--porcelain"]), "M a");
    assert.equal(repository.runGit(["rev-parse", "main"]), repository.runGit(["rev-parse", "HEAD"]));
  });

  it("createBranch at another ref sets no upstream", async () => {
    await createTwoBranches();
    repository.runGit(["remote", "add", "origin", repository.folder]);
    repository.runGit(["fetch", "--quiet", "origin"]);
    repository.runGit(["config", "branch.autoSetupMerge", "always"]);
    assert.deepEqual(await create("new", "origin/other"), switched);
    assert.equal(repository.runGit(["rev-parse", "HEAD"]), repository.runGit(["rev-parse", "other"]));
    assert.equal(repository.runGit(["for-each-ref", "--format=%(upstream)", "refs/heads/new"]), "");
  });

  it("createBranch at a remote branch sets it as upstream", async () => {
    await createTwoBranches();
    repository.runGit(["remote", "add", "origin", repository.folder]);
    repository.runGit(["fetch", "--quiet", "origin"]);
    const getUpstream = (name: string): string =>
      repository.runGit(["for-each-ref", "--format=%(upstream)", `refs/heads/${name}`]);
    repository.runGit(["branch", "--quiet", "-D", "other"]);
    assert.deepEqual(await create("other", "refs/remotes/origin/other"), switched);
    assert.equal(getUpstream("other"), "refs/remotes/origin/other");
    assert.deepEqual(await create("again", "refs/remotes/origin/other"), switched);
    assert.equal(getUpstream("again"), "refs/remotes/origin/other");
    // Of an unknown remote.
    repository.runGit(["update-ref", "refs/remotes/gone/far", "main"]);
    assert.deepEqual(await create("far", "refs/remotes/gone/far"), switched);
    assert.equal(getUpstream("far"), "");
  });

  it("createBranch works in an empty repository and with a detached HEAD", async () => {
    assert.deepEqual(await create("first"), switched);
    assert.deepEqual(await head(), branch("first"));
    repository.commit("One");
    repository.runGit(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await create("second"), switched);
    assert.deepEqual(await head(), branch("second"));
  });

  it("createBranch rejects a name that is taken or conflicts", async () => {
    repository.commit("One");
    repository.runGit(["branch", "a"]);
    assert.deepEqual(await create("a"), { kind: "nameTaken" });
    assert.deepEqual(await create("a/b"), { kind: "nameTaken" });
    assert.deepEqual(await create("main/b", "a"), { kind: "nameTaken" });
    assert.deepEqual(await head(), branch("main"));
  });

  it("createBranch rejects invalid names", async () => {
    repository.commit("One");
    const names = [
      "",
      "-",
      "-x",
      "--detach",
      "a b",
      "a..b",
      "@{-1}",
      "HEAD",
      "x.lock",
      "a\nb",
      "a\0b",
      "a~1",
    ];
    for (const name of names) assert.deepEqual(await create(name), { kind: "invalidName" }, name);
    assert.deepEqual(await create("x".repeat(200_000)), { kind: "invalidName" });
    assert.equal(repository.runGit(["branch", "--format=%(refname)"]), "refs/heads/main");
  });

  it("branch names may contain shell syntax", async () => {
    repository.commit("One");
    for (const name of ["$(touch)", "a;b", "a'b", 'a"b', "a|b", "%PATH%", "&&"]) {
      assert.deepEqual(await create(name), switched, name);
      assert.deepEqual(await switchTo("main"), switched);
      assert.deepEqual(await switchTo(name), switched, name);
      assert.deepEqual(await head(), branch(name));
    }
  });

  it("createBranch rejects an unknown start point", async () => {
    repository.commit("One");
    for (const ref of ["nothing", "--detach", "-f"]) {
      assert.deepEqual(await create("new", ref), { kind: "refUnknown", ref });
    }
  });

  it("switchBranch accepts local branch names only", async () => {
    await createTwoBranches();
    repository.runGit(["tag", "v1"]);
    repository.runGit(["tag", "other", "main"]);
    repository.runGit(["update-ref", "refs/remotes/origin/far", "other"]);
    repository.runGit(["update-ref", "refs/heads/-f", "other"]);
    for (const ref of ["v1", "far", "origin/far", "-f", "-", "@{-1}", "--detach"]) {
      assert.deepEqual(await switchTo(ref), { kind: "refUnknown", ref });
    }
    assert.deepEqual(await switchTo("other"), switched);
    assert.deepEqual(await head(), branch("other"));
  });

  it("switchBranch doesn't overwrite changes", async () => {
    await createTwoBranches();
    await repository.writeFile("a", "changed");
    assert.deepEqual(await switchTo("other"), { kind: "wouldOverwrite", files: ["a"] });
    repository.runGit(["checkout", "--quiet", "--", "a"]);
    await repository.writeFile("b", "mine");
    assert.deepEqual(await switchTo("other"), { kind: "wouldOverwrite", files: ["b"] });
    assert.deepEqual(await create("new", "other"), { kind: "wouldOverwrite", files: ["b"] });
    assert.deepEqual(await head(), branch("main"));
  });

  it("switchBranch fails during a merge, for a branch of another worktree, and with a lock", async () => {
    await createTwoBranches();
    await repository.writeFile("a", "third");
    repository.runGit(["add", "."]);
    repository.commit("Third");
    assert.throws(() => repository.runGit(["merge", "other"]));
    assert.deepEqual(await switchTo("other"), { kind: "inProgress" });
    repository.runGit(["merge", "--abort"]);
    repository.runGit(["worktree", "add", "--quiet", fixture.getPath("beside"), "other"]);
    assert.deepEqual(await switchTo("other"), { kind: "checkedOutElsewhere" });
    repository.runGit(["branch", "free"]);
    await writeFile(join(repository.folder, ".git", "index.lock"), "");
    assert.deepEqual(await switchTo("free"), { kind: "locked" });
    assert.deepEqual(await head(), branch("main"));
  });

  it("createBranch and switchBranch do nothing if canceled before", async () => {
    await createTwoBranches();
    const signal = AbortSignal.abort();
    const outcomes = [
      await createAndSwitchBranch(repository.repository, "new", "other", signal),
      await switchBranch(repository.repository, "other", signal),
    ];
    assert.deepEqual(outcomes, [{ kind: "canceled" }, { kind: "canceled" }]);
    assert.deepEqual(await head(), branch("main"));
  });

  it("createBranch and switchBranch report a missing git or repository", async () => {
    const noGit = { ...repository.repository, gitPath: fixture.getPath("nothing") };
    const noRepository = { ...repository.repository, folder: fixture.folder };
    assert.deepEqual(await createAndSwitchBranch(noGit, "new", undefined), { kind: "gitMissing" });
    assert.deepEqual(await switchBranch(noGit, "new"), { kind: "gitMissing" });
    assert.deepEqual(await createAndSwitchBranch(noRepository, "new", "main"), { kind: "notARepository" });
    assert.deepEqual(await createAndSwitchBranch(noRepository, "new", undefined), { kind: "notARepository" });
    assert.deepEqual(await switchBranch(noRepository, "new"), { kind: "notARepository" });
  });
});
