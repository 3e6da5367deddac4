import assert from "node:assert/strict";
import { commentMark, isMessageUnderWay, preparedMessage } from "../../../src/store/commits/commitMessage.ts";
import { madeHere } from "../../../src/store/commits/remotes.ts";
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
    assert.equal(await preparedMessage(repository.ours), undefined);
    repository.commit("First");
    assert.equal(await preparedMessage(repository.ours), undefined);
  });

  it("that there is a template", async () => {
    repository.git(["config", "commit.template", "template.txt"]);
    assert.equal(await preparedMessage(repository.ours), "template");
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
    assert.equal(await preparedMessage(repository.ours), "underWay");
    assert.equal(await isMessageUnderWay(repository.ours), true);
    repository.git(["merge", "--abort"]);
    assert.equal(await preparedMessage(repository.ours), undefined);
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

  it("whether a commit was made here, how, and where one was before", async () => {
    const { ours } = repository;
    const nothing = await branchOff().then(() => repository.git(["rev-parse", "HEAD"]));
    assert.equal(await madeHere(ours, nothing), undefined, "switched to");
    const own = await add("c.txt", "own");
    assert.deepEqual(await madeHere(ours, own), { shape: "plain", previous: nothing });
    assert.equal(await madeHere(ours, nothing), undefined, "not where one is");
    const amended = repository.commit("amended: commit (merge):", ["--amend"]);
    assert.deepEqual(await madeHere(ours, amended), { shape: "amended", previous: own });
    repository.git(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    const merged = repository.commit("merged");
    assert.deepEqual(await madeHere(ours, merged), { shape: "merge", previous: amended });
    repository.git(["reset", "--quiet", "--hard", nothing]);
    repository.git(["pull", "--quiet", "--ff-only", repository.folder, "other"]);
    const pulled = repository.git(["rev-parse", "HEAD"]);
    assert.notEqual(pulled, nothing);
    assert.equal(await madeHere(ours, pulled), undefined);
  });

  it("that the first commit of all comes after nothing", async () => {
    const first = repository.commit("First");
    assert.deepEqual(await madeHere(repository.ours, first), { shape: "plain", previous: undefined });
  });
});
