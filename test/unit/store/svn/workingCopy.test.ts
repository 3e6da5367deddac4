import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { listGitSvnUrls, findSvnUrl } from "../../../../src/store/svn/svnUrls.ts";
import { installSvn } from "../../../support/fixtures/installSvn.ts";
import { type SvnPrograms, WorkingCopies } from "../../../support/fixtures/workingCopies.ts";
import { GitFixture } from "../commits/gitFixture.ts";

const address = "https://tuleap.example/svnplugin/lighthouse/charts";

describe("the URL of a working copy", () => {
  let svn: SvnPrograms;
  let fixture: WorkingCopies;

  before(async function () {
    const installed = await installSvn();
    if ("reason" in installed) {
      console.error(installed.reason);
      this.skip();
    }
    svn = installed;
    fixture = await WorkingCopies.open(svn);
  });
  after(() => (fixture as WorkingCopies | undefined)?.close());

  it("comes from svn, for the folder and all below", async () => {
    const copy = await fixture.checkOut("charts", address);
    await mkdir(join(copy, "new"));
    assert.equal(await findSvnUrl(copy, svn.svn), address);
    // It was checked out nowhere, and is in no repository.
    assert.equal(await findSvnUrl(join(copy, "new"), svn.svn), undefined);
  });

  it("is unknown for other folders, for which svn isn't started", async () => {
    const git = await GitFixture.open();
    const noted = git.getPath("started");
    const program = await git.createScript("svn", [`touch '${noted}'`, "echo https://elsewhere.example/x"]);
    const plain = git.getPath("plain");
    await mkdir(plain);
    assert.equal(await findSvnUrl(plain, program), undefined);
    assert.ok(!existsSync(noted));
    await mkdir(join(plain, ".svn"));
    assert.equal(await findSvnUrl(plain, program), "https://elsewhere.example/x");
    await git.close();
  });

  it("is unknown if svn isn't an absolute path, fails or prints nothing", async () => {
    const git = await GitFixture.open();
    await mkdir(git.getPath(".svn"));
    assert.equal(await findSvnUrl(git.folder, "svn"), undefined);
    assert.equal(await findSvnUrl(git.folder, git.getPath("nowhere")), undefined);
    const failing = await git.createScript("failing", ["echo https://x.example/y", "exit 1"]);
    assert.equal(await findSvnUrl(git.folder, failing), undefined);
    const silent = await git.createScript("silent", ["exit 0"]);
    assert.equal(await findSvnUrl(git.folder, silent), undefined);
    await git.close();
  });

  it("comes from the git config for git-svn", async () => {
    const git = await GitFixture.open();
    const repository = git.createRepository("here");
    assert.deepEqual(await listGitSvnUrls(repository.repository), []);
    repository.runGit(["config", "svn-remote.svn.url", address]);
    repository.runGit(["config", "svn-remote.svn.fetch", "trunk:refs/remotes/origin/trunk"]);
    repository.runGit(["config", "svn-remote.other.url", "svn+ssh://elsewhere.example/y"]);
    assert.deepEqual(await listGitSvnUrls(repository.repository), [address, "svn+ssh://elsewhere.example/y"]);
    await git.close();
  });
});
