import assert from "node:assert/strict";
import { commentMark } from "../../../src/store/commits/commentMark.ts";
import { isMadeHere } from "../../../src/store/commits/madeHere.ts";
import { hasPreparedMessage, isMessageUnderWay } from "../../../src/store/commits/preparedMessage.ts";
import { GitStage, type TestRepository } from "../store/commits/gitStage.ts";

describe("what git says of the next message", () => {
  let stage: GitStage;
  let repository: TestRepository;

  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  it("how comments begin there", async () => {
    const { ours } = repository;
    assert.equal(await commentMark(ours), "#");
    repository.git(["config", "core.commentChar", ";"]);
    assert.equal(await commentMark(ours), ";");
    repository.git(["config", "core.commentChar", "auto"]);
    assert.equal(await commentMark(ours), "#");
    assert.equal(await commentMark({ ...ours, folder: stage.path("nowhere") }), "#");
  });

  it("nothing in an empty repository, and nothing after an ordinary commit", async () => {
    assert.equal(await hasPreparedMessage(repository.ours), false);
    repository.commit("First");
    assert.equal(await hasPreparedMessage(repository.ours), false);
  });

  it("that there is a template", async () => {
    repository.git(["config", "commit.template", "template.txt"]);
    assert.equal(await hasPreparedMessage(repository.ours), true);
    assert.equal(await isMessageUnderWay(repository.ours), false);
  });

  async function add(name: string, content: string): Promise<string> {
    await repository.file(name, content);
    repository.git(["add", "."]);
    return repository.commit(content);
  }

  async function branchOff(): Promise<string> {
    await add("a.txt", "one");
    repository.git(["switch", "--quiet", "-c", "other"]);
    const there = await add("b.txt", "two");
    repository.git(["switch", "--quiet", "main"]);
    return there;
  }

  it("that a merge is to be ended", async () => {
    await branchOff();
    repository.git(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    assert.equal(await hasPreparedMessage(repository.ours), true);
    assert.equal(await isMessageUnderWay(repository.ours), true);
    repository.git(["merge", "--abort"]);
    assert.equal(await hasPreparedMessage(repository.ours), false);
  });

  it("that a branch was squashed, or a commit picked", async () => {
    const there = await branchOff();
    repository.git(["merge", "--quiet", "--squash", "other"]);
    assert.equal(await isMessageUnderWay(repository.ours), true);
    repository.git(["reset", "--quiet", "--hard"]);
    assert.equal(await isMessageUnderWay(repository.ours), false);
    await add("b.txt", "three");
    assert.throws(() => repository.git(["cherry-pick", there]));
    assert.equal(await isMessageUnderWay(repository.ours), true);
    repository.git(["cherry-pick", "--abort"]);
    assert.equal(await isMessageUnderWay(repository.ours), false);
  });

  it("nothing where a stash is in conflict", async () => {
    await add("a.txt", "one");
    await repository.file("a.txt", "stashed");
    repository.git(["-c", "user.name=A", "-c", "user.email=a@example.com", "stash", "--quiet"]);
    await add("a.txt", "two");
    assert.throws(() => repository.git(["stash", "pop"]));
    assert.match(repository.git(["status", "--porcelain"]), /^UU /);
    assert.equal(await isMessageUnderWay(repository.ours), false);
  });

  it("whether a commit was made here", async () => {
    const { ours } = repository;
    const first = await branchOff().then(() => repository.git(["rev-parse", "HEAD"]));
    assert.equal(await isMadeHere(ours, first), false, "switched to");
    const own = await add("c.txt", "own");
    assert.equal(await isMadeHere(ours, own), true);
    assert.equal(await isMadeHere(ours, first), false, "not where one is");
    const amended = repository.commit("amended", ["--amend"]);
    assert.equal(await isMadeHere(ours, amended), true);
    repository.git(["reset", "--quiet", "--hard", first]);
    repository.git(["pull", "--quiet", "--ff-only", repository.folder, "other"]);
    const pulled = repository.git(["rev-parse", "HEAD"]);
    assert.notEqual(pulled, first);
    assert.equal(await isMadeHere(ours, pulled), false);
  });
});
