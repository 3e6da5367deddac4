import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { GitPathAndFolder } from "../../../../src/store/commits/git.ts";
import { locateCommits } from "../../../../src/store/commits/remotes.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("locateCommits", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  function addRemote(name = "origin"): void {
    repository.runGit(["remote", "add", name, fixture.createRepository(name, ["--bare"]).folder]);
  }

  /** The branches of each commit, and the remote ones after an arrow; `undefined` if it was not found. */
  async function locate(
    hashes: readonly string[],
    place: GitPathAndFolder = repository.repository,
  ): Promise<readonly (string | undefined)[]> {
    const located = await locateCommits(place, hashes);
    if (located.kind !== "located") assert.fail(`It ended with ${JSON.stringify(located)}.`);
    return hashes.map((hash) => {
      const found = located.commits.get(hash);
      if (found === undefined) return undefined;
      const { branches, pushedTo } = found;
      const remote = pushedTo === undefined ? "no remote" : pushedTo.names.join(" ") || "not pushed";
      return `${branches.names.join(" ")} → ${remote}`;
    });
  }

  it("tells pushed commits from local ones, with the default branch first and then the current one", async () => {
    addRemote();
    const first = repository.commit("First");
    repository.runGit(["push", "--quiet", "origin", "main"]);
    repository.runGit(["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"]);
    const second = repository.commit("Second");
    repository.runGit(["branch", "an-older-one", first]);
    repository.runGit(["switch", "--quiet", "-c", "work"]);
    const third = repository.commit("Third");
    assert.deepEqual(await locate([third, second, first]), [
      "work → not pushed",
      "main work → not pushed",
      "main work an-older-one → origin/main",
    ]);
  });

  it("names a remote branch unless the local branch of the same name has the commit too", async () => {
    addRemote();
    addRemote("fork");
    const first = repository.commit("First");
    repository.runGit(["push", "--quiet", "origin", "main", "main:release"]);
    const second = repository.commit("Second");
    repository.runGit(["push", "--quiet", "fork", "main:topic"]);
    repository.runGit(["push", "--quiet", "origin", "main"]);
    repository.runGit(["reset", "--quiet", "--hard", first]);
    assert.deepEqual(await locate([second, first]), [
      "origin/main fork/topic → origin/main fork/topic",
      "main fork/topic origin/release → origin/main fork/topic origin/release",
    ]);
  });

  it("has nothing to say about pushing without a remote, but does before the first push", async () => {
    const hash = repository.commit("First");
    assert.deepEqual(await locate([hash]), ["main → no remote"]);
    addRemote();
    assert.deepEqual(await locate([hash]), ["main → not pushed"]);
  });

  it("finds merged commits on both branches", async () => {
    const first = repository.commit("First");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    const side = repository.commit("Side");
    repository.runGit(["switch", "--quiet", "main"]);
    const main = repository.commit("Main");
    repository.runGit(["merge", "--quiet", "--no-ff", "-m", "Merge", "side"]);
    assert.deepEqual(await locate([main, side, first]), [
      "main → no remote",
      "main side → no remote",
      "main side → no remote",
    ]);
  });

  it("finds no branch for a detached HEAD or a tag, and nothing for a missing commit", async () => {
    const first = repository.commit("First");
    repository.runGit(["checkout", "--quiet", "--detach"]);
    const tagged = repository.commit("Tagged");
    repository.runGit(["tag", "v1"]);
    repository.runGit(["checkout", "--quiet", "--detach", first]);
    const detached = repository.commit("Detached");
    assert.deepEqual(await locate([detached, tagged, "1".repeat(40), first]), [
      " → no remote",
      " → no remote",
      undefined,
      "main → no remote",
    ]);
  });

  it("uses the branch of the worktree as the current one", async () => {
    const hash = repository.commit("First");
    repository.runGit(["branch", "a"]);
    repository.runGit(["worktree", "add", "--quiet", "-b", "z", fixture.getPath("beside")]);
    const worktree = { ...repository.repository, folder: fixture.getPath("beside") };
    assert.deepEqual(await locate([hash], worktree), ["main z a → no remote"]);
  });

  it("works in a shallow clone", async () => {
    repository.commit("First");
    repository.commit("Second");
    const third = repository.commit("Third");
    const url = `file://${repository.folder}`;
    repository.runGit(["clone", "--quiet", "--depth=2", url, fixture.getPath("shallow")]);
    const shallow = { ...repository.repository, folder: fixture.getPath("shallow") };
    const second = repository.runGit(["rev-parse", "HEAD~1"]);
    assert.deepEqual(await locate([third, second], shallow), ["main → origin/main", "main → origin/main"]);
  });

  it("finds commits that are older than their ancestors by date", async () => {
    const first = repository.commit("First");
    const env = { GIT_AUTHOR_DATE: "2001-01-01T00:00:00Z", GIT_COMMITTER_DATE: "2001-01-01T00:00:00Z" };
    repository.runGit(["commit", "--allow-empty", "--quiet", "-m", "Wrong clock"], { env });
    const second = repository.runGit(["rev-parse", "HEAD"]);
    assert.deepEqual(await locate([first, second]), ["main → no remote", "main → no remote"]);
  });

  it("treats names of branches as text, also those that look like options", async () => {
    const hash = repository.commit("First");
    const names = ["--all", "-x", "$(touch${IFS}x)", "a;b", "ünï\u202ecode", "HEAD", "refs/heads/main"];
    for (const name of names) repository.runGit(["update-ref", `refs/heads/${name}`, hash]);
    const located = await locateCommits(repository.repository, [hash]);
    assert.ok(located.kind === "located");
    const { branches } = located.commits.get(hash) ?? assert.fail("it is not found");
    assert.equal(branches.names[0], "main");
    assert.deepEqual(branches.names.slice(1).sort(), [...names].sort());
  });

  it("ignores branches whose commit is missing", async () => {
    const hash = repository.commit("First");
    await repository.writeFile(".git/refs/heads/broken", `${"1".repeat(40)}\n`);
    assert.deepEqual(await locate([hash]), ["main → no remote"]);
  });

  it("limits the names, but not their number, and knows what is pushed to any branch", async () => {
    const first = repository.commit("First");
    const second = repository.commit("Second");
    const lines = Array.from({ length: 1_200 }, (_, index) => `create refs/heads/b${index} ${second}\n`);
    const remote = `create refs/remotes/origin/z ${first}\n`;
    repository.runGit(["update-ref", "--stdin"], { input: [...lines, remote].join("") });
    const located = await locateCommits(repository.repository, [second, first]);
    assert.ok(located.kind === "located");
    const [newer, older] = [second, first].map((hash) => located.commits.get(hash));
    assert.equal(newer?.branches.names.length, 20);
    assert.ok(newer.branches.count >= 1_000);
    assert.deepEqual(newer.pushedTo, { names: [], count: 0 });
    // The remote branch is beyond the limit, so it has no name.
    assert.deepEqual(older?.pushedTo, { names: [], count: 1 });
  });

  it("starts two git processes for many commits", async () => {
    addRemote();
    const hashes = Array.from({ length: 30 }, (_, index) => repository.commit(`Number ${index}`));
    repository.runGit(["push", "--quiet", "origin", "main"]);
    const log = fixture.getPath("calls");
    const gitPath = await fixture.createGitWrapper("git-counted", [`echo call >> '${log}'`]);
    const located = await locate(hashes.toReversed(), { gitPath, folder: repository.folder });
    assert.deepEqual(new Set(located), new Set(["main → origin/main"]));
    assert.equal((await readFile(log, "utf8")).trim().split("\n").length, 2);
  });

  it("reports a cancellation and a missing repository", async () => {
    const hash = repository.commit("First");
    const canceled = await locateCommits(repository.repository, [hash], AbortSignal.abort());
    assert.deepEqual(canceled, { kind: "canceled" });
    const missing = { ...repository.repository, folder: fixture.getPath("gone") };
    assert.deepEqual(await locateCommits(missing, [hash]), { kind: "notARepository" });
  });
});
