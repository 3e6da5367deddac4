import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { headOf } from "../../../../src/store/commits/branches.ts";
import { gitEnvironment, readGit, startGit } from "../../../../src/store/commits/git.ts";
import { mentionsOf } from "../../../../src/store/commits/mentions.ts";
import { until } from "../../../support/wait.ts";
import { findArt, GitStage, isRunning, steps, type TestRepository } from "./gitStage.ts";

describe("git, run by us", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  it("is not led elsewhere by the environment of the caller", async () => {
    const other = stage.repository("other");
    other.git(["switch", "--quiet", "-c", "elsewhere"]);
    const before = { ...process.env };
    process.env["GIT_DIR"] = `${other.folder}/.git`;
    process.env["GIT_WORK_TREE"] = other.folder;
    try {
      assert.deepEqual(await headOf(repository.ours), { kind: "branch", name: "main" });
    } finally {
      for (const name of ["GIT_DIR", "GIT_WORK_TREE"]) {
        const value = before[name];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it("keeps of the variables for git only where the person's config is", () => {
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
    assert.deepEqual(gitEnvironment(callers), {
      HOME: "/home/a",
      GIT_CONFIG_GLOBAL: "/home/a/config",
      LC_ALL: "C",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    });
  });

  it("is missing where there is no such program, or a name without its folder", async () => {
    for (const program of [stage.path("nothing"), repository.folder, "git"]) {
      assert.deepEqual(await headOf({ ...repository.ours, program }), { kind: "gitMissing" });
    }
  });

  it("says where there is no repository", async () => {
    await mkdir(stage.path("plain"));
    for (const folder of [stage.path("plain"), stage.path("nothing"), "here"]) {
      const look = await headOf({ ...repository.ours, folder });
      assert.deepEqual(look, { kind: "notARepository" }, folder);
    }
  });

  it("says where a repository belongs to somebody else", async () => {
    const program = await stage.gitAfter("asAnother", ["export GIT_TEST_ASSUME_DIFFERENT_OWNER=1"]);
    const foreign = { ...repository.ours, program };
    assert.deepEqual(await headOf(foreign), { kind: "unsafeRepository" });
    assert.deepEqual(await steps(mentionsOf(foreign, 1, findArt)), [{ kind: "unsafeRepository" }]);
  });

  it("tells in one line what else goes wrong, without the key in an address", async () => {
    const program = await stage.script("angry", [
      "echo 'warning: it is late' >&2",
      "echo 'fatal: no way to https://me:secret@example.com/x' >&2",
      "echo 'hint: try something else' >&2",
      "exit 128",
    ]);
    const said = "no way to https://example.com/x";
    assert.deepEqual(await headOf({ ...repository.ours, program }), { kind: "failed", said });
  });

  it("stops a program that prints without an end", async () => {
    const pidFile = stage.path("pid");
    const program = await stage.script("loud", [`echo $$ > '${pidFile}'`, "exec yes"]);
    assert.deepEqual(await readGit({ ...repository.ours, program }, ["log"]), { kind: "tooMuch" });
    assert.equal(isRunning(Number(await readFile(pidFile, "utf8"))), false);
  });

  it("keeps little of what a program complains about", async () => {
    const program = await stage.script("complaining", ["yes complaint | head -c 5000000 >&2", "exit 1"]);
    const git = startGit({ ...repository.ours, program }, []);
    for await (const chunk of git.output) assert.equal(chunk.length, 0);
    const end = await git.ended;
    assert.ok(end.kind === "ended" && end.stderr.length <= 16 * 1024);
  });

  it("is not started when it was cancelled before", async () => {
    const signal = AbortSignal.abort();
    assert.deepEqual(await headOf(repository.ours, signal), { kind: "cancelled" });
    const missing = { ...repository.ours, program: stage.path("nothing") };
    assert.deepEqual(await headOf(missing, signal), { kind: "cancelled" });
  });

  it("is gone when it was cancelled, even if it does not want to", async () => {
    const pidFile = stage.path("pid");
    const program = await stage.script("stubborn", [
      "trap '' TERM",
      `echo $$ > '${pidFile}.new' && mv '${pidFile}.new' '${pidFile}'`,
      "exec sleep 60",
    ]);
    const controller = new AbortController();
    const look = headOf({ ...repository.ours, program }, controller.signal);
    let pid = 0;
    await until("it is there", async () => {
      pid = Number(await readFile(pidFile, "utf8").catch(() => "0"));
      return pid > 0;
    });
    controller.abort();
    assert.deepEqual(await look, { kind: "cancelled" });
    assert.equal(isRunning(pid), false);
  });
});
