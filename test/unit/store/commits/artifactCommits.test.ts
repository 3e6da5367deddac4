import assert from "node:assert/strict";
import {
  ArtifactCommits,
  type CommitPlace,
  type CommitsFound,
  type PlacedCommit,
} from "../../../../src/store/commits/mentions.ts";
import { findArt, GitStage, type TestRepository } from "./gitStage.ts";

const { signal } = new AbortController();

describe("the commits that mention an artifact, of several repositories", () => {
  let stage: GitStage;
  let commits: ArtifactCommits;
  beforeEach(async () => {
    stage = await GitStage.open();
    commits = new ArtifactCommits();
  });
  afterEach(() => stage.close());

  function place({ ours }: Pick<TestRepository, "ours">, key: string): CommitPlace {
    return { key, repository: ours, find: findArt };
  }

  const inShort = (found: readonly PlacedCommit[]): readonly string[] =>
    found.map(({ key, subject }) => `${key}: ${subject}`);

  async function look(places: readonly CommitPlace[]): Promise<CommitsFound> {
    const found = await commits.of(places, 12, { signal });
    return found ?? assert.fail("nobody has called it off");
  }

  it("are put together by their age, each once", async () => {
    const [here, there] = [stage.repository("here"), stage.repository("there")];
    there.commit("zero, art #12");
    here.commit("other, art #1");
    here.commit("one, art #12");
    there.commit("two");
    there.commit("three, art #12");
    here.git(["worktree", "add", "--quiet", stage.path("beside"), "-b", "side"]);
    const beside = { ours: { ...here.ours, folder: stage.path("beside") } };
    const found = await look([place(here, "here"), place(there, "there"), place(beside, "beside")]);
    assert.deepEqual(inShort(found.commits), [
      "there: three, art #12",
      "here: one, art #12",
      "there: zero, art #12",
    ]);
    assert.deepEqual([found.isCut, found.failures], [false, []]);
  });

  it("stay in the order of their history where there is one repository only", async () => {
    const here = stage.repository("here");
    here.commit("first, art #12");
    const env = { GIT_AUTHOR_DATE: "2000-01-01T00:00:00Z", GIT_COMMITTER_DATE: "2026-02-01T00:00:00Z" };
    here.git(["commit", "--allow-empty", "--quiet", "-m", "picked from long ago, art #12"], { env });
    const found = await look([place(here, "here")]);
    assert.deepEqual(inShort(found.commits), ["here: picked from long ago, art #12", "here: first, art #12"]);
  });

  it("come as they are found, the newest only", async () => {
    const here = stage.repository("here");
    for (const word of ["one", "two", "three"]) here.commit(`${word}, art #12`);
    const told: number[] = [];
    let minute = 0;
    const found = await commits.of([place(here, "here")], 12, {
      signal,
      most: 2,
      onFound: (some) => told.push(some.length),
      now: () => (minute += 60_000),
    });
    assert.deepEqual(
      [inShort(found?.commits ?? []), found?.isCut],
      [["here: three, art #12", "here: two, art #12"], true],
    );
    assert.deepEqual(told, [1, 2, 2]);
  });

  it("are those of the others where one repository is gone, and none once it is called off", async () => {
    const here = stage.repository("here");
    here.commit("one, art #12");
    const gone = { key: "gone", repository: { ...here.ours, folder: stage.path("gone") }, find: findArt };
    const found = await look([gone, place(here, "here")]);
    assert.deepEqual(inShort(found.commits), ["here: one, art #12"]);
    assert.deepEqual(found.failures, [{ key: "gone", failure: { kind: "notARepository" } }]);
    const off = AbortSignal.abort();
    assert.equal(await commits.of([place(here, "here")], 12, { signal: off }), undefined);
  });
});
