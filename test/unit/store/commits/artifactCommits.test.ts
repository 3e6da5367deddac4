import assert from "node:assert/strict";
import {
  ArtifactCommits,
  type SearchedRepository,
  type CommitSearchResult,
  type CommitWithSource,
} from "../../../../src/store/commits/commitMentions.ts";
import { findArtReferences, GitFixture, type TestRepository } from "./gitFixture.ts";

const { signal } = new AbortController();

describe("ArtifactCommits", () => {
  let fixture: GitFixture;
  let commits: ArtifactCommits;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    commits = new ArtifactCommits();
  });
  afterEach(() => fixture.close());

  function createSource({ repository }: Pick<TestRepository, "repository">, key: string): SearchedRepository {
    return { key, repository, findReferences: findArtReferences };
  }

  const summarize = (found: readonly CommitWithSource[]): readonly string[] =>
    found.map(({ key, subject }) => `${key}: ${subject}`);

  async function find(sources: readonly SearchedRepository[]): Promise<CommitSearchResult> {
    const found = await commits.find(sources, 12, { signal });
    return found ?? assert.fail("unexpected cancellation");
  }

  it("merges commits of repositories by date, without duplicates", async () => {
    const [first, second] = [fixture.createRepository("here"), fixture.createRepository("there")];
    second.commit("zero, art #12");
    first.commit("other, art #1");
    first.commit("one, art #12");
    second.commit("two");
    second.commit("three, art #12");
    first.runGit(["worktree", "add", "--quiet", fixture.getPath("beside"), "-b", "side"]);
    const worktree = { repository: { ...first.repository, folder: fixture.getPath("beside") } };
    const found = await find([
      createSource(first, "here"),
      createSource(second, "there"),
      createSource(worktree, "beside"),
    ]);
    assert.deepEqual(summarize(found.commits), [
      "there: three, art #12",
      "here: one, art #12",
      "there: zero, art #12",
    ]);
    assert.deepEqual([found.isTruncated, found.failures], [false, []]);
  });

  it("keeps the order of history for a single repository", async () => {
    const first = fixture.createRepository("here");
    first.commit("first, art #12");
    const env = { GIT_AUTHOR_DATE: "2000-01-01T00:00:00Z", GIT_COMMITTER_DATE: "2026-02-01T00:00:00Z" };
    first.runGit(["commit", "--allow-empty", "--quiet", "-m", "picked from long ago, art #12"], { env });
    const found = await find([createSource(first, "here")]);
    assert.deepEqual(summarize(found.commits), [
      "here: picked from long ago, art #12",
      "here: first, art #12",
    ]);
  });

  it("reports found commits, newest only", async () => {
    const first = fixture.createRepository("here");
    for (const word of ["one", "two", "three"]) first.commit(`${word}, art #12`);
    const counts: number[] = [];
    let minute = 0;
    const found = await commits.find([createSource(first, "here")], 12, {
      signal,
      limit: 2,
      onFound: (commits) => counts.push(commits.length),
      now: () => (minute += 60_000),
    });
    assert.deepEqual(
      [summarize(found?.commits ?? []), found?.isTruncated],
      [["here: three, art #12", "here: two, art #12"], true],
    );
    assert.deepEqual(counts, [1, 2, 2]);
  });

  it("returns commits of other repositories if one is gone, and nothing if canceled", async () => {
    const first = fixture.createRepository("here");
    first.commit("one, art #12");
    const missing = {
      key: "gone",
      repository: { ...first.repository, folder: fixture.getPath("gone") },
      findReferences: findArtReferences,
    };
    const found = await find([missing, createSource(first, "here")]);
    assert.deepEqual(summarize(found.commits), ["here: one, art #12"]);
    assert.deepEqual(found.failures, [{ key: "gone", failure: { kind: "notARepository" } }]);
    const aborted = AbortSignal.abort();
    assert.equal(await commits.find([createSource(first, "here")], 12, { signal: aborted }), undefined);
  });
});
