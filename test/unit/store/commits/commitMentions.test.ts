import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type MentionSearchStep,
  findCommitsMentioningArtifact,
} from "../../../../src/store/commits/commitMentions.ts";
import { findArtReferences, GitFixture, isRunning, collectSteps, TestRepository } from "./gitFixture.ts";

describe("findMentions", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  const listSubjects = (repositoryToSearch = repository): Promise<readonly unknown[]> =>
    collectSteps(findCommitsMentioningArtifact(repositoryToSearch.repository, 12, findArtReferences));

  it("finds commits of all branches, newest first", async () => {
    const first = repository.commit("Begin\n\nfor art #12, at last");
    repository.commit("Not art #123, art #1 or art #112");
    repository.commit("Build 12 of 2012-12-12");
    repository.runGit(["switch", "--quiet", "-c", "tuleap-12-side"]);
    const second = repository.commit("Go on, art #0012\n(again)");
    repository.runGit(["switch", "--quiet", "main"]);
    const third = repository.commit("fix: art #12");
    const steps: MentionSearchStep[] = [];
    for await (const step of findCommitsMentioningArtifact(repository.repository, 12, findArtReferences)) {
      steps.push(step);
    }
    const commit = (hash: string, subject: string, minute: number, ref: string): MentionSearchStep => ({
      kind: "commit",
      commit: {
        hash,
        subject,
        author: "Ada",
        authoredAt: `2026-01-01T00:0${minute}:00+01:00`,
        ref: `refs/heads/${ref}`,
      },
    });
    assert.deepEqual(steps, [
      commit(third, "fix: art #12", 5, "main"),
      commit(second, "Go on, art #0012 (again)", 4, "tuleap-12-side"),
      commit(first, "Begin", 1, "main"),
    ]);
  });

  it("finds commits of tags and remote branches, but not of stashes", async () => {
    await repository.writeFile("a", "1");
    repository.runGit(["add", "a"]);
    repository.commit("Base, art #12");
    repository.runGit(["checkout", "--quiet", "--detach"]);
    repository.runGit(["tag", "v1", repository.commit("Tagged, art #12")]);
    const fetched = repository.commit("Fetched, art #12");
    repository.runGit(["update-ref", "refs/remotes/origin/x", fetched]);
    repository.runGit(["switch", "--quiet", "main"]);
    await repository.writeFile("a", "2");
    repository.runGit(["stash"]);
    assert.match(repository.runGit(["log", "-1", "--format=%s", "refs/stash"]), /art #12/);
    assert.deepEqual(await listSubjects(), ["Fetched, art #12", "Tagged, art #12", "Base, art #12"]);
  });

  it("finds nothing in a repository without commits", async () => {
    assert.deepEqual(await listSubjects(), []);
  });

  it("finds commits of a detached HEAD", async () => {
    repository.commit("Base");
    repository.runGit(["checkout", "--quiet", "--detach"]);
    repository.commit("Nowhere, art #12");
    assert.deepEqual(await listSubjects(), ["Nowhere, art #12"]);
  });

  it("finds the same commits from a worktree and the main one", async () => {
    repository.commit("Base, art #12");
    repository.runGit(["worktree", "add", "--quiet", "-b", "beside", fixture.getPath("beside")]);
    const worktree = new TestRepository(fixture.getPath("beside"));
    worktree.commit("Beside");
    repository.commit("Behind");
    repository.commit("Main, art #12");
    for (const current of [repository, worktree]) {
      assert.deepEqual(await listSubjects(current), ["Main, art #12", "Base, art #12"]);
    }
    repository.commit("Later");
    worktree.runGit(["commit", "--quiet", "--allow-empty", "-m", "Beside, art #12"]);
    assert.deepEqual((await listSubjects()).length, 3);
  });

  it("finds commits in bare and shallow repositories", async () => {
    repository.commit("Old, art #12");
    repository.commit("New, art #12");
    for (const [name, args] of [
      ["bare", ["--bare"]],
      ["shallow", ["--depth=1"]],
    ] as const) {
      repository.runGit(["clone", "--quiet", ...args, `file://${repository.folder}`, fixture.getPath(name)]);
    }
    const repositoryToSearch = (name: string): Promise<readonly unknown[]> =>
      listSubjects(new TestRepository(fixture.getPath(name)));
    assert.deepEqual(await repositoryToSearch("bare"), ["New, art #12", "Old, art #12"]);
    assert.deepEqual(await repositoryToSearch("shallow"), ["New, art #12"]);
  });

  it("finds commits with invalid UTF-8 and other encodings", async () => {
    repository.commitRaw(Buffer.concat([Buffer.from([0xff, 0xfe, 0xe4]), Buffer.from(" art #12")]));
    repository.runGit(["config", "i18n.commitEncoding", "ISO-8859-1"]);
    repository.commit(Buffer.from("Ändern, art #12", "latin1"));
    repository.runGit(["config", "i18n.logOutputEncoding", "ISO-8859-1"]);
    assert.deepEqual(await listSubjects(), ["Ändern, art #12", "\ufffd\ufffd\ufffd art #12"]);
  });

  it("isn't affected by config that changes the log", async () => {
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
      repository.runGit(["config", key, value]);
    }
    assert.deepEqual(await listSubjects(), ["One, art #12"]);
  });

  it("limits the length of subjects", async () => {
    const longText = "x".repeat(3_000_000);
    repository.commit(`art #12 ${longText}\n\n${longText}`);
    repository.commit(`Late\n\n${longText} art #12`);
    repository.commit(`art #12${" ".repeat(900_000)}\n${" ".repeat(900_000)}end`);
    const steps = await listSubjects();
    // Text after the first MiB isn't searched.
    assert.deepEqual(
      steps.map((subject) => String(subject).slice(0, 12).trim()),
      ["art #12", "art #12 xxxx"],
    );
    for (const subject of steps) assert.ok(String(subject).length <= 500);
  });

  it("stops at the limit and reports that there are more", async () => {
    for (const name of ["One", "Two", "Three"]) repository.commit(`${name}, art #12`);
    const steps = await collectSteps(
      findCommitsMentioningArtifact(repository.repository, 12, findArtReferences, { limit: 2 }),
    );
    assert.deepEqual(steps, ["Three, art #12", "Two, art #12", { kind: "truncated" }]);
    assert.equal(
      (
        await collectSteps(
          findCommitsMentioningArtifact(repository.repository, 12, findArtReferences, { limit: 3 }),
        )
      ).length,
      3,
    );
  });

  it("ends with a failure if history is broken", async () => {
    const first = repository.commit("One, art #12");
    repository.commit("Two, art #12");
    repository.commit("Three, art #12");
    await rm(join(repository.folder, ".git", "objects", first.slice(0, 2), first.slice(2)));
    const [three, failure, ...rest] = await listSubjects();
    assert.deepEqual([three, rest], ["Three, art #12", []]);
    assert.match(JSON.stringify(failure), /^\{"kind":"failed","message":".*\b[0-9a-f]{40}\b/);
  });
});

describe("an aborted search for mentions", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  let gitPath: string;
  before(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here", ["--bare"]);
    const commits = Array.from({ length: 20_000 }, (_, index) => {
      const message = `Change ${index}, art #12${" and more".repeat(40)}`;
      const author = `A <a@example.com> ${1_700_000_000 + index} +0000`;
      return `commit refs/heads/main\ncommitter ${author}\ndata ${message.length}\n${message}\n`;
    });
    repository.runGit(["fast-import", "--quiet"], { input: commits.join("") });
    gitPath = await fixture.createGitWrapper("known", [`echo $$ > '${fixture.getPath("pid")}'`]);
  });
  after(() => fixture.close());

  const readPid = async (): Promise<number> => Number(await readFile(fixture.getPath("pid"), "utf8"));

  it("leaves no process behind when it is canceled", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    let foundCount = 0;
    const steps: string[] = [];
    for await (const step of findCommitsMentioningArtifact(
      { ...repository.repository, gitPath },
      12,
      findArtReferences,
      {
        signal,
        limit: 50_000,
      },
    )) {
      if (step.kind !== "commit") steps.push(step.kind);
      else if (++foundCount === 1) {
        assert.equal(isRunning(await readPid()), true);
        controller.abort();
      }
    }
    assert.deepEqual(steps, ["canceled"]);
    assert.ok(foundCount < 20_000);
    assert.equal(isRunning(await readPid()), false);
  });

  it("leaves no process behind when the caller stops reading", async () => {
    for await (const step of findCommitsMentioningArtifact(
      { ...repository.repository, gitPath },
      12,
      findArtReferences,
    )) {
      assert.equal(step.kind, "commit");
      assert.equal(isRunning(await readPid()), true);
      break;
    }
    assert.equal(isRunning(await readPid()), false);
  });
});
