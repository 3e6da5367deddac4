import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  branchesOf,
  createBranch,
  hasBranch,
  headOf,
  switchTo,
} from "../../../../src/store/commits/branches.ts";
import { GitStage, type TestRepository } from "./gitStage.ts";

describe("branches", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  const create = (name: string, start?: string): Promise<unknown> =>
    createBranch(repository.ours, name, start);
  const take = (name: string): Promise<unknown> => switchTo(repository.ours, name);
  const head = (): Promise<unknown> => headOf(repository.ours);
  const branch = (name: string): unknown => ({ kind: "branch", name });
  const switched = { kind: "switched" };

  /** `other` has another content of the file `a` than `main`, and a file `b`. */
  async function twoBranches(): Promise<void> {
    await repository.file("a", "main");
    repository.git(["add", "."]);
    repository.commit("Main");
    repository.git(["switch", "--quiet", "-c", "other"]);
    await repository.file("a", "other");
    await repository.file("b", "other");
    repository.git(["add", "."]);
    repository.commit("Other");
    repository.git(["switch", "--quiet", "main"]);
  }

  it("say where one is: on one, on one without commits, on none, in another worktree", async () => {
    assert.deepEqual(await head(), branch("main"));
    const hash = repository.commit("One");
    assert.deepEqual(await head(), branch("main"));
    repository.git(["worktree", "add", "--quiet", "-b", "a/b", stage.path("beside")]);
    const beside = { ...repository.ours, folder: stage.path("beside") };
    assert.deepEqual(await headOf(beside), branch("a/b"));
    repository.git(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await head(), { kind: "detached", hash });
  });

  it("are listed, local and remote, those with the newest commits first", async () => {
    assert.deepEqual(await branchesOf(repository.ours), { kind: "branches", branches: [] });
    const first = repository.commit("One");
    repository.git(["update-ref", "refs/remotes/origin/a/b", first]);
    repository.git(["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/a/b"]);
    repository.git(["tag", "v1"]);
    const second = repository.commit("Two");
    assert.deepEqual(await branchesOf(repository.ours), {
      kind: "branches",
      branches: [
        { name: "main", isRemote: false, hash: second },
        { name: "origin/a/b", isRemote: true, hash: first },
      ],
    });
  });

  it("exist or not, whatever they are called", async () => {
    const hash = repository.commit("One");
    repository.git(["tag", "v1"]);
    repository.git(["update-ref", "refs/heads/-x", hash]);
    repository.git(["update-ref", "refs/remotes/origin/far", hash]);
    for (const [name, isSo] of [
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
      assert.deepEqual(await hasBranch(repository.ours, name), { kind: "told", isSo }, name);
    }
  });

  it("are made where one is, without touching a changed file", async () => {
    await twoBranches();
    await repository.file("a", "changed");
    assert.deepEqual(await create("tuleap-12-new"), switched);
    assert.deepEqual(await head(), branch("tuleap-12-new"));
    assert.equal(repository.git(["status", "--porcelain"]), "M a");
    assert.equal(repository.git(["rev-parse", "main"]), repository.git(["rev-parse", "HEAD"]));
  });

  it("are made elsewhere, without following that place", async () => {
    await twoBranches();
    repository.git(["remote", "add", "origin", repository.folder]);
    repository.git(["fetch", "--quiet", "origin"]);
    repository.git(["config", "branch.autoSetupMerge", "always"]);
    assert.deepEqual(await create("new", "origin/other"), switched);
    assert.equal(repository.git(["rev-parse", "HEAD"]), repository.git(["rev-parse", "other"]));
    assert.equal(repository.git(["for-each-ref", "--format=%(upstream)", "refs/heads/new"]), "");
  });

  it("go on with a branch of a server, also where one is there already", async () => {
    await twoBranches();
    repository.git(["remote", "add", "origin", repository.folder]);
    repository.git(["fetch", "--quiet", "origin"]);
    const upstream = (name: string): string =>
      repository.git(["for-each-ref", "--format=%(upstream)", `refs/heads/${name}`]);
    repository.git(["branch", "--quiet", "-D", "other"]);
    assert.deepEqual(await create("other", "refs/remotes/origin/other"), switched);
    assert.equal(upstream("other"), "refs/remotes/origin/other");
    assert.deepEqual(await create("again", "refs/remotes/origin/other"), switched);
    assert.equal(upstream("again"), "refs/remotes/origin/other");
    // Of a server that is not known any more.
    repository.git(["update-ref", "refs/remotes/gone/far", "main"]);
    assert.deepEqual(await create("far", "refs/remotes/gone/far"), switched);
    assert.equal(upstream("far"), "");
  });

  it("are made in an empty repository and from a detached HEAD", async () => {
    assert.deepEqual(await create("first"), switched);
    assert.deepEqual(await head(), branch("first"));
    repository.commit("One");
    repository.git(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await create("second"), switched);
    assert.deepEqual(await head(), branch("second"));
  });

  it("are not made under a name that is taken, or in the way", async () => {
    repository.commit("One");
    repository.git(["branch", "a"]);
    assert.deepEqual(await create("a"), { kind: "nameTaken" });
    assert.deepEqual(await create("a/b"), { kind: "nameTaken" });
    assert.deepEqual(await create("main/b", "a"), { kind: "nameTaken" });
    assert.deepEqual(await head(), branch("main"));
  });

  it("are not made under a name that is none", async () => {
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
    assert.equal(repository.git(["branch", "--format=%(refname)"]), "refs/heads/main");
  });

  it("may have names that mean something to a shell", async () => {
    repository.commit("One");
    for (const name of ["$(touch)", "a;b", "a'b", 'a"b', "a|b", "%PATH%", "&&"]) {
      assert.deepEqual(await create(name), switched, name);
      assert.deepEqual(await take("main"), switched);
      assert.deepEqual(await take(name), switched, name);
      assert.deepEqual(await head(), branch(name));
    }
  });

  it("are not made from a place that is none", async () => {
    repository.commit("One");
    for (const ref of ["nothing", "--detach", "-f"]) {
      assert.deepEqual(await create("new", ref), { kind: "refUnknown", ref });
    }
  });

  it("are taken by their name alone: no tag, no remote one, no option", async () => {
    await twoBranches();
    repository.git(["tag", "v1"]);
    repository.git(["tag", "other", "main"]);
    repository.git(["update-ref", "refs/remotes/origin/far", "other"]);
    repository.git(["update-ref", "refs/heads/-f", "other"]);
    for (const ref of ["v1", "far", "origin/far", "-f", "-", "@{-1}", "--detach"]) {
      assert.deepEqual(await take(ref), { kind: "refUnknown", ref });
    }
    assert.deepEqual(await take("other"), switched);
    assert.deepEqual(await head(), branch("other"));
  });

  it("are not taken over changes that would be lost", async () => {
    await twoBranches();
    await repository.file("a", "changed");
    assert.deepEqual(await take("other"), { kind: "wouldOverwrite", files: ["a"] });
    repository.git(["checkout", "--quiet", "--", "a"]);
    await repository.file("b", "mine");
    assert.deepEqual(await take("other"), { kind: "wouldOverwrite", files: ["b"] });
    assert.deepEqual(await create("new", "other"), { kind: "wouldOverwrite", files: ["b"] });
    assert.deepEqual(await head(), branch("main"));
  });

  it("are not taken in the middle of a merge, from another worktree, or past a lock", async () => {
    await twoBranches();
    await repository.file("a", "third");
    repository.git(["add", "."]);
    repository.commit("Third");
    assert.throws(() => repository.git(["merge", "other"]));
    assert.deepEqual(await take("other"), { kind: "inProgress" });
    repository.git(["merge", "--abort"]);
    repository.git(["worktree", "add", "--quiet", stage.path("beside"), "other"]);
    assert.deepEqual(await take("other"), { kind: "checkedOutElsewhere" });
    repository.git(["branch", "free"]);
    await writeFile(join(repository.folder, ".git", "index.lock"), "");
    assert.deepEqual(await take("free"), { kind: "locked" });
    assert.deepEqual(await head(), branch("main"));
  });

  it("are neither made nor taken when it was cancelled before", async () => {
    await twoBranches();
    const signal = AbortSignal.abort();
    const outcomes = [
      await createBranch(repository.ours, "new", "other", signal),
      await switchTo(repository.ours, "other", signal),
    ];
    assert.deepEqual(outcomes, [{ kind: "cancelled" }, { kind: "cancelled" }]);
    assert.deepEqual(await head(), branch("main"));
  });

  it("say that git is missing or that there is no repository, not that a name is wrong", async () => {
    const missing = { ...repository.ours, program: stage.path("nothing") };
    const nowhere = { ...repository.ours, folder: stage.folder };
    assert.deepEqual(await createBranch(missing, "new", undefined), { kind: "gitMissing" });
    assert.deepEqual(await switchTo(missing, "new"), { kind: "gitMissing" });
    assert.deepEqual(await createBranch(nowhere, "new", "main"), { kind: "notARepository" });
    assert.deepEqual(await createBranch(nowhere, "new", undefined), { kind: "notARepository" });
    assert.deepEqual(await switchTo(nowhere, "new"), { kind: "notARepository" });
  });
});
