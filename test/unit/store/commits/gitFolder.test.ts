import assert from "node:assert/strict";
import { join } from "node:path";
import { gitFolderOf } from "../../../../src/store/commits/git.ts";
import { GitStage, TestRepository } from "./gitStage.ts";

describe("where git keeps a working tree's own files", () => {
  let stage: GitStage;
  before(async () => {
    stage = await GitStage.open();
  });
  after(() => stage.close());

  it("is told of a repository, also of an empty one", async () => {
    const { ours, folder } = stage.repository("plain");
    assert.deepEqual(await gitFolderOf(ours), { kind: "folder", folder: join(folder, ".git") });
  });

  it("is another one for each worktree", async () => {
    const main = stage.repository("main");
    main.commit("First");
    main.git(["worktree", "add", "--quiet", "-b", "side", stage.path("aside")]);
    const { ours } = new TestRepository(stage.path("aside"));
    const folder = join(main.folder, ".git", "worktrees", "aside");
    assert.deepEqual(await gitFolderOf(ours), { kind: "folder", folder });
  });

  it("may lie anywhere", async () => {
    const apart = stage.path("apart.git");
    const { ours } = stage.repository("tree", ["--separate-git-dir", apart]);
    assert.deepEqual(await gitFolderOf(ours), { kind: "folder", folder: apart });
  });

  it("is nowhere where there is no repository", async () => {
    const { ours } = stage.repository("gone");
    assert.deepEqual(await gitFolderOf({ ...ours, folder: stage.folder }), { kind: "notARepository" });
  });
});
