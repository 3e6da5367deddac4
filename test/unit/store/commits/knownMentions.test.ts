import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "../../../../src/store/commits/git.ts";
import { KnownMentions } from "../../../../src/store/commits/mentions.ts";
import { findArt, GitStage, steps, type TestRepository } from "./gitStage.ts";

describe("mentions that were found before", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let ours: Repository;
  let known: KnownMentions;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
    const program = await stage.gitAfter("counted", [`echo "$*" >> '${stage.path("calls")}'`]);
    ours = { ...repository.ours, program };
    known = new KnownMentions();
  });
  afterEach(() => stage.close());

  const look = (of = ours, find = findArt, id = 12): Promise<readonly unknown[]> =>
    steps(known.of(of, id, find));

  /** The commands of git since the last look. */
  async function calls(): Promise<readonly string[]> {
    const path = stage.path("calls");
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    await rm(path);
    return lines.map((line) => /-C \S+ (\S+)/.exec(line)?.[1] ?? line);
  }

  it("cost one short call until a ref moves", async () => {
    repository.commit("One, art #12");
    assert.deepEqual(await look(), ["One, art #12"]);
    assert.deepEqual(await calls(), ["show-ref", "log"]);
    assert.deepEqual(await look(), ["One, art #12"]);
    assert.deepEqual(await calls(), ["show-ref"]);
    repository.commit("Two, art #12");
    assert.deepEqual(await look(), ["Two, art #12", "One, art #12"]);
    assert.deepEqual(await calls(), ["show-ref", "log"]);
    repository.git(["reset", "--quiet", "--hard", "HEAD~1"]);
    assert.deepEqual(await look(), ["One, art #12"]);
  });

  it("are looked for again when a detached HEAD moves, which no ref shows", async () => {
    repository.commit("One, art #12");
    repository.git(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await look(), ["One, art #12"]);
    repository.commit("Two, art #12");
    assert.deepEqual(await look(), ["Two, art #12", "One, art #12"]);
  });

  it("are known to be none in an empty repository, until the first commit", async () => {
    assert.deepEqual(await look(), []);
    assert.deepEqual(await look(), []);
    assert.deepEqual(await calls(), ["show-ref", "log", "show-ref"]);
    repository.commit("One, art #12");
    assert.deepEqual(await look(), ["One, art #12"]);
  });

  it("are kept apart by repository, artifact and grammar", async () => {
    const other = stage.repository("other");
    const theirs = { ...other.ours, program: ours.program };
    repository.commit("Here, art #12");
    other.commit("There, art #12 and art #13");
    assert.deepEqual(await look(), ["Here, art #12"]);
    assert.deepEqual(await look(theirs), ["There, art #12 and art #13"]);
    assert.deepEqual(await look(theirs, findArt, 13), ["There, art #12 and art #13"]);
    assert.deepEqual(await look(ours, () => []), []);
    assert.deepEqual(await look(), ["Here, art #12"]);
    await calls();
    assert.deepEqual(await look(theirs), ["There, art #12 and art #13"]);
    assert.deepEqual(await calls(), ["show-ref"]);
    known.forget(theirs.folder);
    await look(theirs);
    await look();
    assert.deepEqual(await calls(), ["show-ref", "log", "show-ref"]);
  });

  it("are not half of them because somebody turned away or cancelled", async () => {
    repository.commit("One, art #12");
    repository.commit("Two, art #12");
    for await (const step of known.of(ours, 12, findArt)) {
      assert.equal(step.kind, "commit");
      break;
    }
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const step of known.of(ours, 12, findArt, controller.signal)) {
      seen.push(step.kind);
      controller.abort();
    }
    assert.equal(seen[0], "commit");
    assert.deepEqual(await look(), ["Two, art #12", "One, art #12"]);
  });

  it("are looked for each time where a ref leads nowhere", async () => {
    const lost = repository.commit("Lost");
    repository.git(["branch", "lost"]);
    repository.git(["checkout", "--quiet", "--orphan", "again"]);
    repository.commit("One, art #12");
    repository.git(["branch", "-D", "--quiet", "main"]);
    await rm(join(repository.folder, ".git", "objects", lost.slice(0, 2), lost.slice(2)));
    assert.deepEqual(await look(), ["One, art #12"]);
    assert.deepEqual(await look(), ["One, art #12"]);
    assert.deepEqual(await calls(), ["show-ref", "log", "show-ref", "log"]);
  });

  it("are none, with the reason, where there is no repository", async () => {
    const nowhere = { ...ours, folder: stage.path("nowhere") };
    assert.deepEqual(await look(nowhere), [{ kind: "notARepository" }]);
  });
});
