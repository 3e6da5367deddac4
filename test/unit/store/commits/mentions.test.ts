import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type MentionStep, mentionsOf } from "../../../../src/store/commits/mentions.ts";
import { findArt, GitStage, isRunning, steps, TestRepository } from "./gitStage.ts";

describe("the commits that mention an artifact", () => {
  let stage: GitStage;
  let repository: TestRepository;
  beforeEach(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here");
  });
  afterEach(() => stage.close());

  const subjects = (of = repository): Promise<readonly unknown[]> => steps(mentionsOf(of.ours, 12, findArt));

  it("are those of all branches, newest first, and no others", async () => {
    const first = repository.commit("Begin\n\nfor art #12, at last");
    repository.commit("Not art #123, art #1 or art #112");
    repository.commit("Build 12 of 2012-12-12");
    repository.git(["switch", "--quiet", "-c", "tuleap-12-side"]);
    const second = repository.commit("Go on, art #0012\n(again)");
    repository.git(["switch", "--quiet", "main"]);
    const third = repository.commit("fix: art #12");
    const seen: MentionStep[] = [];
    for await (const step of mentionsOf(repository.ours, 12, findArt)) seen.push(step);
    const commit = (hash: string, subject: string, minute: number, ref: string): MentionStep => ({
      kind: "commit",
      commit: {
        hash,
        subject,
        author: "Ada",
        authoredAt: `2026-01-01T00:0${minute}:00+01:00`,
        ref: `refs/heads/${ref}`,
      },
    });
    assert.deepEqual(seen, [
      commit(third, "fix: art #12", 5, "main"),
      commit(second, "Go on, art #0012 (again)", 4, "tuleap-12-side"),
      commit(first, "Begin", 1, "main"),
    ]);
  });

  it("are found by tags and remote branches too, but not by stashes", async () => {
    await repository.file("a", "1");
    repository.git(["add", "a"]);
    repository.commit("Base, art #12");
    repository.git(["checkout", "--quiet", "--detach"]);
    repository.git(["tag", "v1", repository.commit("Tagged, art #12")]);
    const fetched = repository.commit("Fetched, art #12");
    repository.git(["update-ref", "refs/remotes/origin/x", fetched]);
    repository.git(["switch", "--quiet", "main"]);
    await repository.file("a", "2");
    repository.git(["stash"]);
    assert.match(repository.git(["log", "-1", "--format=%s", "refs/stash"]), /art #12/);
    assert.deepEqual(await subjects(), ["Fetched, art #12", "Tagged, art #12", "Base, art #12"]);
  });

  it("are none in a repository without any commit", async () => {
    assert.deepEqual(await subjects(), []);
  });

  it("are found from a detached HEAD that no branch has", async () => {
    repository.commit("Base");
    repository.git(["checkout", "--quiet", "--detach"]);
    repository.commit("Nowhere, art #12");
    assert.deepEqual(await subjects(), ["Nowhere, art #12"]);
  });

  it("are found from a worktree, and those of its branch from the main one", async () => {
    repository.commit("Base, art #12");
    repository.git(["worktree", "add", "--quiet", "-b", "beside", stage.path("beside")]);
    const beside = new TestRepository(stage.path("beside"));
    beside.commit("Beside");
    repository.commit("Behind");
    repository.commit("Main, art #12");
    for (const each of [repository, beside]) {
      assert.deepEqual(await subjects(each), ["Main, art #12", "Base, art #12"]);
    }
    repository.commit("Later");
    beside.git(["commit", "--quiet", "--allow-empty", "-m", "Beside, art #12"]);
    assert.deepEqual((await subjects()).length, 3);
  });

  it("are found in a bare and in a shallow one", async () => {
    repository.commit("Old, art #12");
    repository.commit("New, art #12");
    for (const [name, args] of [
      ["bare", ["--bare"]],
      ["shallow", ["--depth=1"]],
    ] as const) {
      repository.git(["clone", "--quiet", ...args, `file://${repository.folder}`, stage.path(name)]);
    }
    const of = (name: string): Promise<readonly unknown[]> => subjects(new TestRepository(stage.path(name)));
    assert.deepEqual(await of("bare"), ["New, art #12", "Old, art #12"]);
    assert.deepEqual(await of("shallow"), ["New, art #12"]);
  });

  it("are found in texts that are no UTF-8, and in those that say what they are", async () => {
    repository.rawCommit(Buffer.concat([Buffer.from([0xff, 0xfe, 0xe4]), Buffer.from(" art #12")]));
    repository.git(["config", "i18n.commitEncoding", "ISO-8859-1"]);
    repository.commit(Buffer.from("Ändern, art #12", "latin1"));
    repository.git(["config", "i18n.logOutputEncoding", "ISO-8859-1"]);
    assert.deepEqual(await subjects(), ["Ändern, art #12", "\ufffd\ufffd\ufffd art #12"]);
  });

  it("are not hidden by config that changes what a log shows", async () => {
    repository.commit("One, art #12");
    for (const [key, value] of [
      ["format.pretty", "%B%x00%x00%x00"],
      ["log.decorate", "full"],
      ["color.ui", "always"],
      ["log.showSignature", "true"],
      ["grep.patternType", "perl"],
      ["log.date", "relative"],
      ["log.diffMerges", "on"],
    ] as const) {
      repository.git(["config", key, value]);
    }
    assert.deepEqual(await subjects(), ["One, art #12"]);
  });

  it("have subjects of a bearable length, whatever was committed", async () => {
    const long = "x".repeat(3_000_000);
    repository.commit(`art #12 ${long}\n\n${long}`);
    repository.commit(`Late\n\n${long} art #12`);
    repository.commit(`art #12${" ".repeat(900_000)}\n${" ".repeat(900_000)}end`);
    const seen = await subjects();
    // What comes after the first MiB is not looked at.
    assert.deepEqual(
      seen.map((subject) => String(subject).slice(0, 12).trim()),
      ["art #12", "art #12 xxxx"],
    );
    for (const subject of seen) assert.ok(String(subject).length <= 500);
  });

  it("end after so many, and say that there are more", async () => {
    for (const name of ["One", "Two", "Three"]) repository.commit(`${name}, art #12`);
    const cut = await steps(mentionsOf(repository.ours, 12, findArt, { most: 2 }));
    assert.deepEqual(cut, ["Three, art #12", "Two, art #12", { kind: "cut" }]);
    assert.equal((await steps(mentionsOf(repository.ours, 12, findArt, { most: 3 }))).length, 3);
  });

  it("come with a failure at the end when history is broken", async () => {
    const first = repository.commit("One, art #12");
    repository.commit("Two, art #12");
    repository.commit("Three, art #12");
    await rm(join(repository.folder, ".git", "objects", first.slice(0, 2), first.slice(2)));
    const [three, failure, ...others] = await subjects();
    assert.deepEqual([three, others], ["Three, art #12", []]);
    assert.match(JSON.stringify(failure), /^\{"kind":"failed","said":".*\b[0-9a-f]{40}\b/);
  });
});

describe("a search for mentions that nobody waits for any more", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let program: string;
  before(async () => {
    stage = await GitStage.open();
    repository = stage.repository("here", ["--bare"]);
    const commits = Array.from({ length: 20_000 }, (_, at) => {
      const message = `Change ${at}, art #12${" and more".repeat(40)}`;
      const person = `A <a@example.com> ${1_700_000_000 + at} +0000`;
      return `commit refs/heads/main\ncommitter ${person}\ndata ${message.length}\n${message}\n`;
    });
    repository.git(["fast-import", "--quiet"], { input: commits.join("") });
    program = await stage.gitAfter("known", [`echo $$ > '${stage.path("pid")}'`]);
  });
  after(() => stage.close());

  const pid = async (): Promise<number> => Number(await readFile(stage.path("pid"), "utf8"));

  it("leaves no process behind when it is cancelled in the middle", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let found = 0;
    const seen: string[] = [];
    for await (const step of mentionsOf({ ...repository.ours, program }, 12, findArt, {
      signal,
      most: 50_000,
    })) {
      if (step.kind !== "commit") seen.push(step.kind);
      else if (++found === 1) {
        assert.equal(isRunning(await pid()), true);
        controller.abort();
      }
    }
    assert.deepEqual(seen, ["cancelled"]);
    assert.ok(found < 20_000);
    assert.equal(isRunning(await pid()), false);
  });

  it("leaves no process behind when its reader turns away", async () => {
    for await (const step of mentionsOf({ ...repository.ours, program }, 12, findArt)) {
      assert.equal(step.kind, "commit");
      assert.equal(isRunning(await pid()), true);
      break;
    }
    assert.equal(isRunning(await pid()), false);
  });
});
