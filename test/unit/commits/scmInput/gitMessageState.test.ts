import assert from "node:assert/strict";
import {
  readCommentPrefix,
  hasMergeOrSquashMessage,
  findPreparedMessageKind,
} from "../../../../src/store/commits/commitMessage.ts";
import { findCommitCreation } from "../../../../src/store/commits/reflog.ts";
import { GitFixture, type TestRepository } from "../../store/commits/gitFixture.ts";

describe("the state of the next commit message", () => {
  let fixture: GitFixture;
  let repository: TestRepository;

  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  it("includes the comment prefix", async () => {
    const { repository: localRepository } = repository;
    assert.equal(await readCommentPrefix(localRepository), "#");
    repository.runGit(["config", "core.commentChar", ";"]);
    assert.equal(await readCommentPrefix(localRepository), ";");
    repository.runGit(["config", "core.commentChar", "auto"]);
    assert.equal(await readCommentPrefix(localRepository), "#");
    assert.equal(await readCommentPrefix({ ...localRepository, folder: fixture.getPath("nowhere") }), "#");
  });

  it("is empty in a new repository and after an ordinary commit", async () => {
    assert.equal(await findPreparedMessageKind(repository.repository), undefined);
    repository.commit("First");
    assert.equal(await findPreparedMessageKind(repository.repository), undefined);
  });

  it("includes a commit template", async () => {
    repository.runGit(["config", "commit.template", "template.txt"]);
    assert.equal(await findPreparedMessageKind(repository.repository), "template");
    assert.equal(await hasMergeOrSquashMessage(repository.repository), false);
  });

  async function commitFile(name: string, content: string): Promise<string> {
    await repository.writeFile(name, content);
    repository.runGit(["add", "."]);
    return repository.commit(content);
  }

  async function createOtherBranch(): Promise<string> {
    await commitFile("a.txt", "one");
    repository.runGit(["switch", "--quiet", "-c", "other"]);
    const otherHash = await commitFile("b.txt", "two");
    repository.runGit(["switch", "--quiet", "main"]);
    return otherHash;
  }

  it("includes a merge in progress", async () => {
    await createOtherBranch();
    repository.runGit(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    assert.equal(await findPreparedMessageKind(repository.repository), "pending");
    assert.equal(await hasMergeOrSquashMessage(repository.repository), true);
    repository.runGit(["merge", "--abort"]);
    assert.equal(await findPreparedMessageKind(repository.repository), undefined);
  });

  it("includes a squash merge and a cherry-pick", async () => {
    const otherHash = await createOtherBranch();
    repository.runGit(["merge", "--quiet", "--squash", "other"]);
    assert.equal(await hasMergeOrSquashMessage(repository.repository), true);
    repository.runGit(["reset", "--quiet", "--hard"]);
    assert.equal(await hasMergeOrSquashMessage(repository.repository), false);
    await commitFile("b.txt", "three");
    assert.throws(() => repository.runGit(["cherry-pick", otherHash]));
    assert.equal(await hasMergeOrSquashMessage(repository.repository), true);
    repository.runGit(["cherry-pick", "--abort"]);
    assert.equal(await hasMergeOrSquashMessage(repository.repository), false);
  });

  it("is empty during a stash conflict", async () => {
    await commitFile("a.txt", "one");
    await repository.writeFile("a.txt", "stashed");
    repository.runGit(["-c", "user.name=A", "-c", "user.email=a@example.com", "stash", "--quiet"]);
    await commitFile("a.txt", "two");
    assert.throws(() => repository.runGit(["stash", "pop"]));
    assert.match(repository.runGit(["status", "--porcelain"]), /^UU /);
    assert.equal(await hasMergeOrSquashMessage(repository.repository), false);
  });

  it("includes the origin of the last commit and the previous HEAD", async () => {
    const { repository: localRepository } = repository;
    const initialHash = await createOtherBranch().then(() => repository.runGit(["rev-parse", "HEAD"]));
    assert.equal(
      await findCommitCreation(localRepository, initialHash),
      undefined,
      "HEAD was switched, not committed",
    );
    const ownHash = await commitFile("c.txt", "own");
    assert.deepEqual(await findCommitCreation(localRepository, ownHash), {
      kind: "plain",
      previous: initialHash,
    });
    assert.equal(await findCommitCreation(localRepository, initialHash), undefined, "not HEAD");
    const amended = repository.commit("amended: commit (merge):", ["--amend"]);
    assert.deepEqual(await findCommitCreation(localRepository, amended), {
      kind: "amended",
      previous: ownHash,
    });
    repository.runGit(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    const merged = repository.commit("merged");
    assert.deepEqual(await findCommitCreation(localRepository, merged), { kind: "merge", previous: amended });
    repository.runGit(["reset", "--quiet", "--hard", initialHash]);
    repository.runGit(["pull", "--quiet", "--ff-only", repository.folder, "other"]);
    const pulled = repository.runGit(["rev-parse", "HEAD"]);
    assert.notEqual(pulled, initialHash);
    assert.equal(await findCommitCreation(localRepository, pulled), undefined);
  });

  it("has no previous HEAD for the first commit", async () => {
    const first = repository.commit("First");
    assert.deepEqual(await findCommitCreation(repository.repository, first), {
      kind: "plain",
      previous: undefined,
    });
  });
});
