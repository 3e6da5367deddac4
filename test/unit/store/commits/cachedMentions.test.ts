import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { GitPathAndFolder } from "../../../../src/store/commits/git.ts";
import { MentionCache } from "../../../../src/store/commits/commitMentions.ts";
import { findArtReferences, GitFixture, collectSteps, type TestRepository } from "./gitFixture.ts";

describe("MentionCache", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  let localRepository: GitPathAndFolder;
  let cache: MentionCache;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
    const gitPath = await fixture.createGitWrapper("counted", [`echo "$*" >> '${fixture.getPath("calls")}'`]);
    localRepository = { ...repository.repository, gitPath };
    cache = new MentionCache();
  });
  afterEach(() => fixture.close());

  const find = (
    repository = localRepository,
    findReferences = findArtReferences,
    id = 12,
  ): Promise<readonly unknown[]> => collectSteps(cache.find(repository, id, findReferences));

  /** Git commands since the last call. */
  async function takeCalls(): Promise<readonly string[]> {
    const path = fixture.getPath("calls");
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    await rm(path);
    return lines.map((line) => /-C \S+ (\S+)/.exec(line)?.[1] ?? line);
  }

  it("needs one short call until a ref moves", async () => {
    repository.commit("One, art #12");
    assert.deepEqual(await find(), ["One, art #12"]);
    assert.deepEqual(await takeCalls(), ["show-ref", "log"]);
    assert.deepEqual(await find(), ["One, art #12"]);
    assert.deepEqual(await takeCalls(), ["show-ref"]);
    repository.commit("Two, art #12");
    assert.deepEqual(await find(), ["Two, art #12", "One, art #12"]);
    assert.deepEqual(await takeCalls(), ["show-ref", "log"]);
    repository.runGit(["reset", "--quiet", "--hard", "HEAD~1"]);
    assert.deepEqual(await find(), ["One, art #12"]);
  });

  it("searches again when a detached HEAD moves", async () => {
    repository.commit("One, art #12");
    repository.runGit(["checkout", "--quiet", "--detach"]);
    assert.deepEqual(await find(), ["One, art #12"]);
    repository.commit("Two, art #12");
    assert.deepEqual(await find(), ["Two, art #12", "One, art #12"]);
  });

  it("caches that an empty repository has none, until the first commit", async () => {
    assert.deepEqual(await find(), []);
    assert.deepEqual(await find(), []);
    assert.deepEqual(await takeCalls(), ["show-ref", "log", "show-ref"]);
    repository.commit("One, art #12");
    assert.deepEqual(await find(), ["One, art #12"]);
  });

  it("separates repositories, artifacts and finders", async () => {
    const other = fixture.createRepository("other");
    const otherRepository = { ...other.repository, gitPath: localRepository.gitPath };
    repository.commit("Here, art #12");
    other.commit("There, art #12 and art #13");
    assert.deepEqual(await find(), ["Here, art #12"]);
    assert.deepEqual(await find(otherRepository), ["There, art #12 and art #13"]);
    assert.deepEqual(await find(otherRepository, findArtReferences, 13), ["There, art #12 and art #13"]);
    assert.deepEqual(await find(localRepository, () => []), []);
    assert.deepEqual(await find(), ["Here, art #12"]);
    await takeCalls();
    assert.deepEqual(await find(otherRepository), ["There, art #12 and art #13"]);
    assert.deepEqual(await takeCalls(), ["show-ref"]);
    cache.forgetRepository(otherRepository.folder);
    await find(otherRepository);
    await find();
    assert.deepEqual(await takeCalls(), ["show-ref", "log", "show-ref"]);
  });

  it("doesn't cache partial results of aborted searches", async () => {
    repository.commit("One, art #12");
    repository.commit("Two, art #12");
    for await (const step of cache.find(localRepository, 12, findArtReferences)) {
      assert.equal(step.kind, "commit");
      break;
    }
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const step of cache.find(localRepository, 12, findArtReferences, controller.signal)) {
      seen.push(step.kind);
      controller.abort();
    }
    assert.equal(seen[0], "commit");
    assert.deepEqual(await find(), ["Two, art #12", "One, art #12"]);
  });

  it("doesn't cache if there is a dangling ref", async () => {
    const danglingHash = repository.commit("Lost");
    repository.runGit(["branch", "lost"]);
    repository.runGit(["checkout", "--quiet", "--orphan", "again"]);
    repository.commit("One, art #12");
    repository.runGit(["branch", "-D", "--quiet", "main"]);
    await rm(join(repository.folder, ".git", "objects", danglingHash.slice(0, 2), danglingHash.slice(2)));
    assert.deepEqual(await find(), ["One, art #12"]);
    assert.deepEqual(await find(), ["One, art #12"]);
    assert.deepEqual(await takeCalls(), ["show-ref", "log", "show-ref", "log"]);
  });

  it("reports a missing repository", async () => {
    const missing = { ...localRepository, folder: fixture.getPath("nowhere") };
    assert.deepEqual(await find(missing), [{ kind: "notARepository" }]);
  });
});
