import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  findArtifactsOfPath,
  type PathArtifacts,
  type SearchedPath,
} from "../../../../src/store/commits/pathArtifacts.ts";
import type { GitFailure } from "../../../../src/store/commits/git.ts";
import { findArtReferences, GitFixture, type TestRepository } from "./gitFixture.ts";

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

  async function list(searched: SearchedPath): Promise<readonly (readonly [id: number, commits: number])[]> {
    const found = await find(searched);
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
    for (const [index, name] of ["--all", ":(glob)*", "a\nb", "weird [1].ts"].entries()) {
      // With the same content, git would follow it to the other file.
      await repository.commitFile(name, `Content of ${name}`.repeat(20), `Add, art #${index + 1}`);
      assert.deepEqual(await list({ path: name, isFile: true }), [[index + 1, 1]], name);
    }
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

  it("finds nothing in a repository without commits, and stops when it is canceled", async () => {
    assert.equal(await find({ path: "tide.ts", isFile: true }), undefined);
    await repository.commitFile("tide.ts", "1", "Add, art #12");
    const steps: unknown[] = [];
    for await (const step of findArtifactsOfPath(
      repository.repository,
      { path: "tide.ts", isFile: true },
      findArtReferences,
      AbortSignal.abort(),
    )) {
      steps.push(step);
    }
    assert.deepEqual(steps, [{ kind: "canceled" }]);
  });
});
