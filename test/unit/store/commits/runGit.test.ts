import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { readHead } from "../../../../src/store/commits/gitRefs.ts";
import { createGitEnvironment, runGit, startGit } from "../../../../src/store/commits/git.ts";
import { findCommitsMentioningArtifact } from "../../../../src/store/commits/commitMentions.ts";
import { waitUntil } from "../../../support/wait.ts";
import { findArtReferences, GitFixture, isRunning, collectSteps, type TestRepository } from "./gitFixture.ts";

describe("running git", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  it("ignores GIT_* variables of the environment", async () => {
    const other = fixture.createRepository("other");
    other.runGit(["switch", "--quiet", "-c", "elsewhere"]);
    const before = { ...process.env };
    process.env["GIT_DIR"] = `${other.folder}/.git`;
    process.env["GIT_WORK_TREE"] = other.folder;
    try {
      assert.deepEqual(await readHead(repository.repository), { kind: "branch", name: "main" });
    } finally {
      for (const name of ["GIT_DIR", "GIT_WORK_TREE"]) {
        const value = before[name];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it("keeps only the variables that locate the user's config", () => {
    const callers = {
      HOME: "/home/a",
      GIT_CONFIG_GLOBAL: "/home/a/config",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor=x'",
      GIT_EXTERNAL_DIFF: "x",
      GIT_SSH_COMMAND: "x",
      GIT_TRACE: "/elsewhere/trace",
      git_dir: "/elsewhere",
    };
    assert.deepEqual(createGitEnvironment(callers), {
      HOME: "/home/a",
      GIT_CONFIG_GLOBAL: "/home/a/config",
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    });
  });

  it("reports a missing program, and relative paths", async () => {
    for (const gitPath of [fixture.getPath("nothing"), repository.folder, "git"]) {
      assert.deepEqual(await readHead({ ...repository.repository, gitPath }), { kind: "gitMissing" });
    }
  });

  it("reports a missing repository", async () => {
    await mkdir(fixture.getPath("plain"));
    for (const folder of [fixture.getPath("plain"), fixture.getPath("nothing"), "here"]) {
      const result = await readHead({ ...repository.repository, folder });
      assert.deepEqual(result, { kind: "notARepository" }, folder);
    }
  });

  it("reports a repository of another owner", async () => {
    const gitPath = await fixture.createGitWrapper("asAnother", ["export GIT_TEST_ASSUME_DIFFERENT_OWNER=1"]);
    const otherOwner = { ...repository.repository, gitPath };
    assert.deepEqual(await readHead(otherOwner), { kind: "unsafeRepository" });
    assert.deepEqual(await collectSteps(findCommitsMentioningArtifact(otherOwner, 1, findArtReferences)), [
      { kind: "unsafeRepository" },
    ]);
  });

  it("reports other failures in one line, without credentials of URLs", async () => {
    const gitPath = await fixture.createScript("angry", [
      "echo 'warning: it is late' >&2",
      "echo 'fatal: no way to https://me:secret@example.com/x' >&2",
      "echo 'hint: try something else' >&2",
      "exit 128",
    ]);
    const message = "no way to https://example.com/x";
    assert.deepEqual(await readHead({ ...repository.repository, gitPath }), {
      kind: "failed",
      message,
    });
  });

  it("stops a program with endless output", async () => {
    const pidFile = fixture.getPath("pid");
    const gitPath = await fixture.createScript("loud", [`echo $$ > '${pidFile}'`, "exec yes"]);
    assert.deepEqual(await runGit({ ...repository.repository, gitPath }, ["log"]), { kind: "tooMuch" });
    assert.equal(isRunning(Number(await readFile(pidFile, "utf8"))), false);
  });

  it("limits the stored error output", async () => {
    const gitPath = await fixture.createScript("complaining", [
      "yes complaint | head -c 5000000 >&2",
      "exit 1",
    ]);
    const git = startGit({ ...repository.repository, gitPath }, []);
    for await (const chunk of git.output) assert.equal(chunk.length, 0);
    const end = await git.exited;
    assert.ok(end.kind === "ended" && end.stderr.length <= 16 * 1024);
  });

  it("isn't started if it was canceled before", async () => {
    const signal = AbortSignal.abort();
    assert.deepEqual(await readHead(repository.repository, signal), { kind: "canceled" });
    const missing = { ...repository.repository, gitPath: fixture.getPath("nothing") };
    assert.deepEqual(await readHead(missing, signal), { kind: "canceled" });
  });

  it("is killed after a cancellation, even if it ignores SIGTERM", async () => {
    const pidFile = fixture.getPath("pid");
    const gitPath = await fixture.createScript("stubborn", [
      "trap '' TERM",
      `echo $$ > '${pidFile}.new' && mv '${pidFile}.new' '${pidFile}'`,
      "exec sleep 60",
    ]);
    const controller = new AbortController();
    const result = readHead({ ...repository.repository, gitPath }, controller.signal);
    let pid = 0;
    await waitUntil("process started", async () => {
      pid = Number(await readFile(pidFile, "utf8").catch(() => "0"));
      return pid > 0;
    });
    controller.abort();
    assert.deepEqual(await result, { kind: "canceled" });
    assert.equal(isRunning(pid), false);
  });
});
