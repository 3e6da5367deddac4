import assert from "node:assert/strict";
import { commentMark } from "../../../src/store/commits/commentMark.ts";
import { hasPreparedMessage } from "../../../src/store/commits/preparedMessage.ts";
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
  });

  it("that a merge is to be ended", async () => {
    await repository.file("a.txt", "one");
    repository.git(["add", "."]);
    repository.commit("First");
    repository.git(["switch", "--quiet", "-c", "other"]);
    await repository.file("b.txt", "two");
    repository.git(["add", "."]);
    repository.commit("Second");
    repository.git(["switch", "--quiet", "main"]);
    repository.git(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    assert.equal(await hasPreparedMessage(repository.ours), true);
    repository.git(["merge", "--abort"]);
    assert.equal(await hasPreparedMessage(repository.ours), false);
  });
});
