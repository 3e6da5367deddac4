import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  findArtifactsOfPath,
  type PathArtifacts,
  type SearchedPath,
} from "../../../../src/store/commits/pathArtifacts.ts";
import type { GitFailure } from "../../../../src/store/commits/git.ts";
import { findArtReferences, GitFixture, TestRepository } from "./gitFixture.ts";

describe("findArtifactsOfPath", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  async function find(
    searched: SearchedPath,
    { repository: searchedRepository }: TestRepository = repository,
  ): Promise<PathArtifacts | GitFailure | undefined> {
    let last: PathArtifacts | GitFailure | undefined;
    for await (const step of findArtifactsOfPath(searchedRepository, searched, findArtReferences)) {
      last = step;
    }
    return last;
  }

  async function list(
    searched: SearchedPath,
    searchedRepository = repository,
  ): Promise<readonly (readonly [id: number, commits: number])[]> {
    const found = await find(searched, searchedRepository);
    assert.ok(found?.kind === "artifacts", found?.kind);
    return found.artifacts.map(({ artifactId, commitCount }) => [artifactId, commitCount]);
  }

  it("lists the artifacts of a file, the last mentioned first, with the number of commits", async () => {
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    await repository.commitFile("other.ts", "1", "Other, art #99");
    await repository.commitFile("tide.ts", "2", "Change, art #15 and art #12, art #12");
    await repository.commitFile("tide.ts", "3", "No reference");
    assert.deepEqual(await list({ path: "tide.ts", isFile: true }), [
      [15, 1],
      [12, 2],
    ]);
  });

  it("follows a file over renames, and searches folders with all their files", async () => {
    await mkdir(join(repository.folder, "src"));
    await repository.commitFile("tide.ts", "1\n2\n3\n", "Add, art #12");
    repository.runGit(["mv", "tide.ts", "src/tide.ts"]);
    repository.commit("Move, art #13");
    await repository.commitFile("src/other.ts", "1", "Other, art #14");
    assert.deepEqual(await list({ path: "src/tide.ts", isFile: true }), [
      [13, 1],
      [12, 1],
    ]);
    assert.deepEqual(await list({ path: "src", isFile: false }), [
      [14, 1],
      [13, 1],
    ]);
    assert.equal((await list({ path: "", isFile: false })).length, 3);
  });

  it("accepts paths that look like options or patterns", async () => {
    for (const [index, name] of ["-x", "--all", "--output=x", ":(glob)*", "a\nb", "weird [1].ts"].entries()) {
      // With the same content, git would follow it to the other file.
      await repository.commitFile(name, `Content of ${name}`.repeat(20), `Add, art #${index + 1}`);
      assert.deepEqual(await list({ path: name, isFile: true }), [[index + 1, 1]], name);
    }
  });

  it("searches binary files, and files whose line endings change", async () => {
    await writeFile(join(repository.folder, "image.bin"), Buffer.from([0, 1, 10, 0xff]));
    repository.runGit(["add", "image.bin"]);
    repository.commit("Add, art #12");
    assert.deepEqual(await list({ path: "image.bin", isFile: true }), [[12, 1]]);
    await repository.commitFile("tide.ts", "one\ntwo\n", "Add, art #13");
    await repository.commitFile("tide.ts", "one\r\ntwo\r\n", "Use CRLF\r\n\r\nSee art #14\r\n");
    assert.deepEqual(await list({ path: "tide.ts", isFile: true }), [
      [14, 1],
      [13, 1],
    ]);
  });

  it("searches submodules and worktrees, each with its own history", async () => {
    const library = fixture.createRepository("library");
    await library.commitFile("lib.ts", "1", "Library, art #12");
    await repository.commitFile("tide.ts", "1", "Add, art #13");
    const allowFiles = ["-c", "protocol.file.allow=always"];
    repository.runGit([...allowFiles, "submodule", "--quiet", "add", library.folder, "lib"]);
    repository.commit("Add library, art #14");
    const submodule = new TestRepository(join(repository.folder, "lib"));
    assert.deepEqual(await list({ path: "", isFile: false }, submodule), [[12, 1]]);
    assert.deepEqual(await list({ path: "lib.ts", isFile: true }, submodule), [[12, 1]]);
    assert.deepEqual(await list({ path: "lib", isFile: false }), [[14, 1]]);
    repository.runGit(["worktree", "add", "--quiet", "-b", "side", fixture.getPath("side")]);
    const worktree = new TestRepository(fixture.getPath("side"));
    await worktree.commitFile("tide.ts", "2", "Change, art #15");
    assert.deepEqual(await list({ path: "tide.ts", isFile: true }, worktree), [
      [15, 1],
      [13, 1],
    ]);
    assert.deepEqual(await list({ path: "tide.ts", isFile: true }), [[13, 1]]);
  });

  it("finds the commits of a rewritten history, and not those that it replaced", async () => {
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    await repository.commitFile("tide.ts", "2", "Change, art #13");
    repository.commit("Change, art #14", ["--amend"]);
    assert.deepEqual(await list({ path: "tide.ts", isFile: true }), [
      [14, 1],
      [12, 1],
    ]);
  });

  it("finds what a shallow clone has", async () => {
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    await repository.commitFile("tide.ts", "2", "Change, art #13");
    const clone = fixture.createRepository("clone");
    clone.runGit(["fetch", "--quiet", "--depth=1", `file://${repository.folder}`, "main"]);
    clone.runGit(["checkout", "--quiet", "FETCH_HEAD"]);
    const found = await find({ path: "tide.ts", isFile: true }, clone);
    assert.ok(found?.kind === "artifacts");
    assert.deepEqual(
      found.artifacts.map(({ artifactId }) => artifactId),
      [13],
    );
  });

  it("yields the first artifacts at once, then at intervals, and all at the end", async () => {
    const count = 3_000;
    const commits = Array.from({ length: count }, (_, index) => {
      const message = `Change ${index}\n\n${"Text of the message. ".repeat(20)}\nart #${index + 1}`;
      const author = `Ada <ada@example.com> ${1_767_222_000 + index} +0100`;
      const data = (text: string): string => `data ${text.length}\n${text}\n`;
      const head = `commit refs/heads/main\nauthor ${author}\ncommitter ${author}\n`;
      return `${head}${data(message)}M 100644 inline tide.ts\n${data(String(index))}`;
    });
    repository.runGit(["fast-import", "--quiet"], { input: commits.join("") });
    async function listCounts(now: () => number): Promise<readonly number[]> {
      const searched = { path: "tide.ts", isFile: true };
      const counts: number[] = [];
      for await (const step of findArtifactsOfPath(repository.repository, searched, findArtReferences, {
        now,
      })) {
        assert.ok(step.kind === "artifacts", step.kind);
        assert.equal(step.artifacts.length, step.commitCount);
        counts.push(step.commitCount);
      }
      return counts;
    }
    const [first = 0, ...others] = await listCounts(() => 0);
    assert.ok(first > 0 && first < count, String(first));
    assert.deepEqual(others, [count]);
    let time = 0;
    assert.ok((await listCounts(() => (time += 1_000))).length > 2);
  });

  it("lists at most 1,000 artifacts of a commit and 10,000 in all, and says so", async () => {
    const mention = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => `art #${from + index}`).join(" ");
    const tide = { path: "tide.ts", isFile: true };
    await repository.commitFile("tide.ts", "0", mention(1, 1_000));
    const complete = await find(tide);
    assert.ok(complete?.kind === "artifacts");
    assert.deepEqual([complete.artifacts.length, complete.hasMoreArtifacts], [1_000, false]);
    await repository.commitFile("tide.ts", "1", mention(1, 100_000));
    const ofCommit = await find(tide);
    assert.ok(ofCommit?.kind === "artifacts");
    assert.deepEqual([ofCommit.artifacts.length, ofCommit.hasMoreArtifacts], [1_000, true]);
    for (let part = 1; part <= 10; part += 1) {
      await repository.commitFile("tide.ts", `2 ${part}`, mention(part * 1_000 + 1, 1_000));
    }
    const inAll = await find(tide);
    assert.ok(inAll?.kind === "artifacts");
    assert.deepEqual([inAll.artifacts.length, inAll.hasMoreArtifacts], [10_000, true]);
    assert.equal(inAll.artifacts[0]?.artifactId, 10_001);
  });

  it("finds the artifacts of a merge on both sides, and of a file that was deleted", async () => {
    await repository.commitFile("tide.ts", "1\n2\n3\n4\n5\n", "Add, art #12");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    await repository.commitFile("tide.ts", "one\n2\n3\n4\n5\n", "Side, art #13");
    repository.runGit(["switch", "--quiet", "main"]);
    await repository.commitFile("tide.ts", "1\n2\n3\n4\nfive\n", "Main, art #14");
    repository.runGit(["merge", "--quiet", "--no-commit", "side"]);
    repository.commit("Merge, art #15");
    const counts = new Map(await list({ path: "tide.ts", isFile: true }));
    for (const id of [12, 13, 14]) assert.equal(counts.get(id), 1, `#${id}`);
    repository.runGit(["rm", "--quiet", "tide.ts"]);
    repository.commit("Remove, art #16");
    assert.equal((await list({ path: "tide.ts", isFile: true }))[0]?.[0], 16);
  });

  it("finds nothing for a file without commits", async () => {
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    const found = await find({ path: "new.ts", isFile: true });
    assert.ok(found?.kind === "artifacts");
    assert.deepEqual([found.artifacts, found.commitCount], [[], 0]);
  });

  it("finds nothing in a repository without commits, and stops when it is canceled", async () => {
    assert.equal(await find({ path: "tide.ts", isFile: true }), undefined);
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    const steps: unknown[] = [];
    for await (const step of findArtifactsOfPath(
      repository.repository,
      { path: "tide.ts", isFile: true },
      findArtReferences,
      { signal: AbortSignal.abort() },
    )) {
      steps.push(step);
    }
    assert.deepEqual(steps, [{ kind: "canceled" }]);
  });
});
