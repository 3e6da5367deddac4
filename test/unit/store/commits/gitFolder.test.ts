import assert from "node:assert/strict";
import { join } from "node:path";
import { findDotGitFolder } from "../../../../src/store/commits/git.ts";
import { GitFixture, TestRepository } from "./gitFixture.ts";

describe("findGitFolder", () => {
  let fixture: GitFixture;
  before(async () => {
    fixture = await GitFixture.open();
  });
  after(() => fixture.close());

  it("finds the folder of a repository, also of an empty one", async () => {
    const { repository, folder } = fixture.createRepository("plain");
    assert.deepEqual(await findDotGitFolder(repository), { kind: "folder", folder: join(folder, ".git") });
  });

  it("finds a separate folder for each worktree", async () => {
    const main = fixture.createRepository("main");
    main.commit("First");
    main.runGit(["worktree", "add", "--quiet", "-b", "side", fixture.getPath("aside")]);
    const { repository } = new TestRepository(fixture.getPath("aside"));
    const folder = join(main.folder, ".git", "worktrees", "aside");
    assert.deepEqual(await findDotGitFolder(repository), { kind: "folder", folder });
  });

  it("finds a separate git directory", async () => {
    const gitDir = fixture.getPath("apart.git");
    const { repository } = fixture.createRepository("tree", ["--separate-git-dir", gitDir]);
    assert.deepEqual(await findDotGitFolder(repository), { kind: "folder", folder: gitDir });
  });

  it("reports a missing repository", async () => {
    const { repository } = fixture.createRepository("gone");
    assert.deepEqual(await findDotGitFolder({ ...repository, folder: fixture.folder }), {
      kind: "notARepository",
    });
  });
});
