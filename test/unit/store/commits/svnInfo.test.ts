import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { gitSvnAddresses, svnAddressOf } from "../../../../src/store/svn/workingCopy.ts";
import { installSvn } from "../../../support/fixtures/svnInstall.ts";
import { type Svn, WorkingCopies } from "../../../support/fixtures/workingCopies.ts";
import { GitStage } from "./gitStage.ts";

const address = "https://tuleap.example/svnplugin/lighthouse/charts";

describe("the address of a working copy", () => {
  let svn: Svn;
  let stage: WorkingCopies;

  before(async function () {
    const installed = await installSvn();
    if ("reason" in installed) {
      console.error(installed.reason);
      this.skip();
    }
    svn = installed;
    stage = await WorkingCopies.open(svn);
  });
  after(() => (stage as WorkingCopies | undefined)?.close());

  it("is told by svn, for the folder and all below it", async () => {
    const copy = await stage.make("charts", address);
    await mkdir(join(copy, "new"));
    assert.equal(await svnAddressOf(copy, svn.svn), address);
    // It was checked out nowhere, and is in no repository.
    assert.equal(await svnAddressOf(join(copy, "new"), svn.svn), undefined);
  });

  it("is none where nothing was checked out, and svn is not even started there", async () => {
    const git = await GitStage.open();
    const noted = git.path("started");
    const program = await git.script("svn", [`touch '${noted}'`, "echo https://elsewhere.example/x"]);
    const plain = git.path("plain");
    await mkdir(plain);
    assert.equal(await svnAddressOf(plain, program), undefined);
    assert.ok(!existsSync(noted));
    await mkdir(join(plain, ".svn"));
    assert.equal(await svnAddressOf(plain, program), "https://elsewhere.example/x");
    await git.close();
  });

  it("is none where svn is no whole path, fails, or says nothing", async () => {
    const git = await GitStage.open();
    await mkdir(git.path(".svn"));
    assert.equal(await svnAddressOf(git.folder, "svn"), undefined);
    assert.equal(await svnAddressOf(git.folder, git.path("nowhere")), undefined);
    const failing = await git.script("failing", ["echo https://x.example/y", "exit 1"]);
    assert.equal(await svnAddressOf(git.folder, failing), undefined);
    const silent = await git.script("silent", ["exit 0"]);
    assert.equal(await svnAddressOf(git.folder, silent), undefined);
    await git.close();
  });

  it("is in git's config where git-svn commits to it", async () => {
    const git = await GitStage.open();
    const repository = git.repository("here");
    assert.deepEqual(await gitSvnAddresses(repository.ours), []);
    repository.git(["config", "svn-remote.svn.url", address]);
    repository.git(["config", "svn-remote.svn.fetch", "trunk:refs/remotes/origin/trunk"]);
    repository.git(["config", "svn-remote.other.url", "svn+ssh://elsewhere.example/y"]);
    assert.deepEqual(await gitSvnAddresses(repository.ours), [address, "svn+ssh://elsewhere.example/y"]);
    await git.close();
  });
});
