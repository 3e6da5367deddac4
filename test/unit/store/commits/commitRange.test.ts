import assert from "node:assert/strict";
import { readCommit } from "../../../../src/store/commits/commitLog.ts";
import {
  findArtifactsInCommitRange,
  type ArtifactsInCommitRange,
} from "../../../../src/store/commits/commitMentions.ts";
import { findArtReferences, GitFixture, type TestRepository } from "./gitFixture.ts";

describe("findMentionedArtifacts", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  async function findBetween(
    from: string | undefined,
    to: string,
    limit?: number,
  ): Promise<ArtifactsInCommitRange> {
    const options = limit === undefined ? {} : { limit };
    const found = await findArtifactsInCommitRange(
      repository.repository,
      { from, to },
      findArtReferences,
      options,
    );
    assert.ok(found.kind === "found", found.kind);
    return found;
  }

  const summarize = ({ artifacts }: ArtifactsInCommitRange): unknown =>
    artifacts.map(({ artifactId, commits }) => [artifactId, ...commits.map(({ subject }) => subject)]);

  it("returns each artifact once with its commits, last mentioned first", async () => {
    repository.commit("Before, art #1");
    repository.runGit(["tag", "-a", "-m", "One", "v1"]);
    repository.commit("A, art #2, and art #2 again");
    repository.commit("B, art #3 and art #2");
    repository.commit("C");
    const all = await findBetween("v1", "main");
    assert.deepEqual(
      [summarize(all), all.commits, all.isTruncated],
      [
        [
          [3, "B, art #3 and art #2"],
          [2, "B, art #3 and art #2", "A, art #2, and art #2 again"],
        ],
        3,
        false,
      ],
    );
    assert.deepEqual(
      all.otherCommits.map(({ subject, author }) => [subject, author]),
      [["C", "Ada"]],
    );
    assert.deepEqual(summarize(await findBetween("main~1", "main")), []);
    assert.deepEqual(summarize(await findBetween(undefined, "v1")), [[1, "Before, art #1"]]);
  });

  it("excludes commits of the start ref", async () => {
    repository.commit("Base");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    repository.commit("Side, art #1");
    repository.runGit(["switch", "--quiet", "main"]);
    repository.commit("Main, art #2");
    assert.deepEqual(summarize(await findBetween("side", "main")), [[2, "Main, art #2"]]);
  });

  it("truncates long ranges", async () => {
    for (const id of [1, 2, 3]) repository.commit(`art #${id}`);
    const truncated = await findBetween(undefined, "main", 2);
    assert.deepEqual(
      [summarize(truncated), truncated.commits, truncated.isTruncated],
      [
        [
          [3, "art #3"],
          [2, "art #2"],
        ],
        2,
        true,
      ],
    );
    assert.equal((await findBetween(undefined, "main", 3)).isTruncated, false);
  });

  it("lists at most 1,000 artifacts of a commit and 10,000 in all, and says so", async () => {
    const mention = (from: number, count: number): string =>
      Array.from({ length: count }, (_, index) => `art #${from + index}`).join(" ");
    repository.commit(mention(1, 1_000));
    assert.equal((await findBetween(undefined, "main")).hasMoreArtifacts, false);
    repository.commit(mention(1, 100_000));
    const ofCommit = await findBetween("main~1", "main");
    assert.deepEqual([ofCommit.artifacts.length, ofCommit.hasMoreArtifacts], [1_000, true]);
    for (let part = 1; part <= 10; part += 1) repository.commit(mention(part * 1_000 + 1, 1_000));
    const inAll = await findBetween("main~11", "main");
    assert.deepEqual([inAll.artifacts.length, inAll.hasMoreArtifacts], [10_000, true]);
    assert.deepEqual([inAll.commits, inAll.otherCommits], [11, []]);
  });

  it("lists all commits of a history that is unrelated to the start", async () => {
    repository.commit("Main, art #1");
    repository.runGit(["switch", "--quiet", "--orphan", "other"]);
    repository.commit("Other, art #2");
    assert.deepEqual(summarize(await findBetween("main", "other")), [[2, "Other, art #2"]]);
  });

  it("finds what a shallow clone has", async () => {
    repository.commit("First, art #1");
    repository.runGit(["tag", "v1"]);
    repository.commit("Second, art #2");
    repository.commit("Third, art #3");
    const source = repository;
    repository = fixture.createRepository("clone");
    repository.runGit(["fetch", "--quiet", "--depth=1", `file://${source.folder}`, "main", "tag", "v1"]);
    assert.deepEqual(summarize(await findBetween("v1", "FETCH_HEAD")), [[3, "Third, art #3"]]);
  });

  it("rejects unknown refs and options", async () => {
    repository.commit("art #1");
    for (const ref of ["nothing", "", "--all", "-n1", "main..main", "a b", "a\0b", "x".repeat(200_000)]) {
      for (const range of [
        { from: ref, to: "main" },
        { from: undefined, to: ref },
      ]) {
        const outcome = await findArtifactsInCommitRange(repository.repository, range, findArtReferences);
        assert.deepEqual(outcome, { kind: "refUnknown", ref });
      }
    }
  });

  it("accepts branches with unusual names", async () => {
    const hash = repository.commit("art #1");
    for (const name of ["-x", "--output=/x", "$(touch)", "a;b", "a'b", 'a"b', "--end-of-options", "ü"]) {
      repository.runGit(["update-ref", `refs/heads/${name}`, hash]);
      assert.deepEqual(summarize(await findBetween(undefined, `refs/heads/${name}`)), [[1, "art #1"]]);
      assert.deepEqual(summarize(await findBetween(undefined, name)), [[1, "art #1"]]);
    }
  });

  it("reports an unknown ref in an empty repository", async () => {
    const outcome = await findArtifactsInCommitRange(
      repository.repository,
      { from: undefined, to: "HEAD" },
      findArtReferences,
    );
    assert.deepEqual(outcome, { kind: "refUnknown", ref: "HEAD" });
  });

  it("reports a cancellation", async () => {
    repository.commit("art #1");
    const signal = AbortSignal.abort();
    const range = { from: undefined, to: "main" };
    const outcome = await findArtifactsInCommitRange(repository.repository, range, findArtReferences, {
      signal,
    });
    assert.deepEqual(outcome, { kind: "canceled" });
  });
});

describe("readCommit", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  it("returns subject and body by any ref", async () => {
    const hash = repository.commit("\nA subject\n in two lines \n \n\nThe body.\n\nIts end.\n");
    repository.runGit(["tag", "-a", "-m", "One", "v1"]);
    repository.commit("Another");
    const commit = {
      hash,
      subject: "A subject in two lines",
      author: "Ada",
      authoredAt: "2026-01-01T00:01:00+01:00",
      body: "The body.\n\nIts end.",
    };
    for (const ref of [hash, hash.slice(0, 8), "v1", "main~1"]) {
      assert.deepEqual(await readCommit(repository.repository, ref), { kind: "commit", commit });
    }
  });

  it("accepts an empty message", async () => {
    repository.commit("");
    const found = await readCommit(repository.repository, "HEAD");
    assert.ok(found.kind === "commit");
    assert.deepEqual([found.commit.subject, found.commit.body], ["", ""]);
  });

  it("truncates a huge message", async () => {
    repository.commit(`Subject\n\n${"x".repeat(5_000_000)}`);
    const found = await readCommit(repository.repository, "HEAD");
    assert.ok(found.kind === "commit" && found.commit.subject === "Subject");
    assert.ok(found.commit.body.length > 1_000_000 && found.commit.body.length <= 1024 * 1024);
  });

  it("rejects files, trees and unknown hashes", async () => {
    repository.commit("One");
    for (const ref of ["HEAD^{tree}", "0".repeat(40), "HEAD:a", ":/nothing"]) {
      assert.deepEqual(await readCommit(repository.repository, ref), { kind: "refUnknown", ref });
    }
  });
});
