import assert from "node:assert/strict";
import { commitOf } from "../../../../src/store/commits/commitLog.ts";
import { mentionedBetween, type RangeFound } from "../../../../src/store/commits/mentions.ts";
import { findArt, GitStage, type TestRepository } from "./gitStage.ts";

describe("a range of commits", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  async function between(from: string | undefined, to: string, most?: number): Promise<RangeFound> {
    const options = most === undefined ? {} : { most };
    const found = await mentionedBetween(repository.ours, { from, to }, findArt, options);
    assert.ok(found.kind === "found", found.kind);
    return found;
  }

  const subjects = ({ artifacts }: RangeFound): unknown =>
    artifacts.map(({ artifactId, commits }) => [artifactId, ...commits.map(({ subject }) => subject)]);

  it("has each artifact once, with its commits, the last mentioned first", async () => {
    repository.commit("Before, art #1");
    repository.git(["tag", "-a", "-m", "One", "v1"]);
    repository.commit("A, art #2, and art #2 again");
    repository.commit("B, art #3 and art #2");
    repository.commit("C");
    const all = await between("v1", "main");
    assert.deepEqual(
      [subjects(all), all.commits, all.isCut],
      [
        [
          [3, "B, art #3 and art #2"],
          [2, "B, art #3 and art #2", "A, art #2, and art #2 again"],
        ],
        3,
        false,
      ],
    );
    assert.deepEqual(subjects(await between("main~1", "main")), []);
    assert.deepEqual(subjects(await between(undefined, "v1")), [[1, "Before, art #1"]]);
  });

  it("leaves out what the other side has alone", async () => {
    repository.commit("Base");
    repository.git(["switch", "--quiet", "-c", "side"]);
    repository.commit("Side, art #1");
    repository.git(["switch", "--quiet", "main"]);
    repository.commit("Main, art #2");
    assert.deepEqual(subjects(await between("side", "main")), [[2, "Main, art #2"]]);
  });

  it("is cut where it is too long, and says so", async () => {
    for (const id of [1, 2, 3]) repository.commit(`art #${id}`);
    const cut = await between(undefined, "main", 2);
    assert.deepEqual(
      [subjects(cut), cut.commits, cut.isCut],
      [
        [
          [3, "art #3"],
          [2, "art #2"],
        ],
        2,
        true,
      ],
    );
    assert.equal((await between(undefined, "main", 3)).isCut, false);
  });

  it("needs two refs that are there, and takes none for an option", async () => {
    repository.commit("art #1");
    for (const ref of ["nothing", "", "--all", "-n1", "main..main", "a b", "a\0b", "x".repeat(200_000)]) {
      for (const range of [
        { from: ref, to: "main" },
        { from: undefined, to: ref },
      ]) {
        const outcome = await mentionedBetween(repository.ours, range, findArt);
        assert.deepEqual(outcome, { kind: "refUnknown", ref });
      }
    }
  });

  it("can be of branches with names that mean something else elsewhere", async () => {
    const hash = repository.commit("art #1");
    for (const name of ["-x", "--output=/x", "$(touch)", "a;b", "a'b", 'a"b', "--end-of-options", "ü"]) {
      repository.git(["update-ref", `refs/heads/${name}`, hash]);
      assert.deepEqual(subjects(await between(undefined, `refs/heads/${name}`)), [[1, "art #1"]]);
      assert.deepEqual(subjects(await between(undefined, name)), [[1, "art #1"]]);
    }
  });

  it("is nothing in an empty repository", async () => {
    const outcome = await mentionedBetween(repository.ours, { from: undefined, to: "HEAD" }, findArt);
    assert.deepEqual(outcome, { kind: "refUnknown", ref: "HEAD" });
  });

  it("is left when it is cancelled", async () => {
    repository.commit("art #1");
    const signal = AbortSignal.abort();
    const range = { from: undefined, to: "main" };
    const outcome = await mentionedBetween(repository.ours, range, findArt, { signal });
    assert.deepEqual(outcome, { kind: "cancelled" });
  });
});

describe("one commit", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  it("is told with its subject and its body, by any of its names", async () => {
    const hash = repository.commit("\nA subject\n in two lines \n \n\nThe body.\n\nIts end.\n");
    repository.git(["tag", "-a", "-m", "One", "v1"]);
    repository.commit("Another");
    const commit = {
      hash,
      subject: "A subject in two lines",
      author: "Ada",
      authoredAt: "2026-01-01T00:01:00+01:00",
      body: "The body.\n\nIts end.",
    };
    for (const ref of [hash, hash.slice(0, 8), "v1", "main~1"]) {
      assert.deepEqual(await commitOf(repository.ours, ref), { kind: "commit", commit });
    }
  });

  it("may say nothing at all", async () => {
    repository.commit("");
    const found = await commitOf(repository.ours, "HEAD");
    assert.ok(found.kind === "commit");
    assert.deepEqual([found.commit.subject, found.commit.body], ["", ""]);
  });

  it("may be huge", async () => {
    repository.commit(`Subject\n\n${"x".repeat(5_000_000)}`);
    const found = await commitOf(repository.ours, "HEAD");
    assert.ok(found.kind === "commit" && found.commit.subject === "Subject");
    assert.ok(found.commit.body.length > 1_000_000 && found.commit.body.length <= 1024 * 1024);
  });

  it("is no file, no tree and no hash that nobody has", async () => {
    repository.commit("One");
    for (const ref of ["HEAD^{tree}", "0".repeat(40), "HEAD:a", ":/nothing"]) {
      assert.deepEqual(await commitOf(repository.ours, ref), { kind: "refUnknown", ref });
    }
  });
});
