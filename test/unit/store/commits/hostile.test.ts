import assert from "node:assert/strict";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  branchesOf,
  createBranch,
  hasBranch,
  headOf,
  switchTo,
} from "../../../../src/store/commits/branches.ts";
import { type ChangedFiles, changedFiles } from "../../../../src/store/commits/changedFiles.ts";
import { commitOf, recentCommits } from "../../../../src/store/commits/commitLog.ts";
import type { GitFailure } from "../../../../src/store/commits/git.ts";
import { KnownMentions, mentionedBetween } from "../../../../src/store/commits/mentions.ts";
import { remotesOf } from "../../../../src/store/commits/remotes.ts";
import { findArt, GitStage, steps, type TestRepository } from "./gitStage.ts";

function fileNames(told: ChangedFiles | GitFailure): readonly string[] {
  return told.kind === "files" ? told.files.map(({ path }) => path) : [told.kind];
}

// Every program that a repository can name leaves a file of its own name in the folder `ran`.
describe("a repository that wants to run programs", () => {
  let stage: GitStage;
  let repository: TestRepository;
  let tip: string;
  beforeEach(async () => {
    stage = await GitStage.open();
    await mkdir(stage.path("ran"));
    repository = stage.repository("here");
    repository.commit("Base, art #12");
    await repository.file("a", "one");
    await repository.file(".gitattributes", "* diff=bait filter=bait\n");
    repository.git(["add", "."]);
    repository.commit("Files, art #12");
    repository.git(["branch", "other"]);
    await repository.file("a", "two");
    repository.git(["add", "."]);
    repository.commit("More");
    repository.git(["branch", "feature"]);
    // A signature to be looked at.
    const tree = repository.git(["rev-parse", "HEAD^{tree}"]);
    const person = "Ada <ada@example.com> 1767229200 +0100";
    const lines = [
      `tree ${tree}`,
      `parent ${repository.git(["rev-parse", "HEAD"])}`,
      `author ${person}`,
      `committer ${person}`,
      "gpgsig -----BEGIN PGP SIGNATURE-----",
      " ",
      " aaaa",
      " -----END PGP SIGNATURE-----",
      "",
      "Signed, art #12",
    ];
    const input = lines.join("\n");
    tip = repository.git(["hash-object", "-t", "commit", "-w", "--stdin"], { input });
    repository.git(["update-ref", "HEAD", tip]);
  });
  afterEach(() => stage.close());

  const bait = (name: string, then = "exit 1"): Promise<string> =>
    stage.script(`bait-${name}`, [`echo > '${join(stage.path("ran"), name)}'`, then]);
  const ran = async (): Promise<readonly string[]> => (await readdir(stage.path("ran"))).toSorted();
  const forget = async (): Promise<void> => {
    for (const name of await ran()) await rm(join(stage.path("ran"), name));
  };

  /** Settings by which programs are named, and hooks. */
  async function lay(): Promise<void> {
    const settings: readonly (readonly [key: string, value: string])[] = [
      ["core.fsmonitor", await bait("fsmonitor")],
      ["core.pager", await bait("pager")],
      ["pager.log", await bait("pagerOfLog")],
      ["core.editor", await bait("editor")],
      ["core.askPass", await bait("askPass")],
      ["core.sshCommand", await bait("ssh")],
      ["core.gitProxy", await bait("proxy")],
      ["core.alternateRefsCommand", await bait("alternateRefs")],
      ["credential.helper", `!'${await bait("credential")}'`],
      ["diff.external", await bait("externalDiff")],
      ["diff.bait.textconv", await bait("textconv", "exit 0")],
      ["diff.bait.command", await bait("diffCommand", "exit 0")],
      ["gpg.program", await bait("gpg")],
      ["log.showSignature", "true"],
      ["alias.log", `!'${await bait("aliasOfLog")}'`],
      ["alias.switch", `!'${await bait("aliasOfSwitch")}'`],
      ["alias.config", `!'${await bait("aliasOfConfig")}'`],
      ["uploadpack.packObjectsHook", await bait("packObjects")],
      ["protocol.allow", "always"],
      ["protocol.ext.allow", "always"],
      ["remote.origin.url", `ext::${await bait("transport")}`],
      ["remote.origin.uploadpack", await bait("uploadPack")],
      ["submodule.recurse", "true"],
      ["core.hooksPath", stage.path("hooks")],
    ];
    // In a file that the repository's config includes: that makes no difference.
    const included = stage.path("included");
    for (const [key, value] of settings) repository.git(["config", "--file", included, key, value]);
    repository.git(["config", "include.path", included]);
    const script = await bait("hook", "exit 0");
    for (const folder of [stage.path("hooks"), join(repository.folder, ".git", "hooks")]) {
      await mkdir(folder, { recursive: true });
      for (const name of ["post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"]) {
        await writeFile(join(folder, name), `#!/bin/sh\n'${script}' </dev/null\n`, { mode: 0o755 });
      }
    }
  }

  async function layFilters(): Promise<void> {
    for (const name of ["clean", "smudge"]) {
      repository.git(["config", `filter.bait.${name}`, await bait(name, "cat")]);
    }
  }

  /** Git would look into this one again, since it can't know that nothing changed. */
  const touch = (): Promise<void> => repository.file("a", "two");

  it("does run them for a person who is not careful", async () => {
    await lay();
    await layFilters();
    await touch();
    repository.git(["status"]);
    repository.git(["log", "-1"]);
    repository.git(["diff", "HEAD~2", "HEAD~1"]);
    repository.git(["log", "-1", "-p", "--no-ext-diff", "HEAD~1"]);
    repository.git(["switch", "--quiet", "other"]);
    const seen = await ran();
    for (const name of ["clean", "diffCommand", "fsmonitor", "gpg", "hook", "smudge", "textconv"]) {
      assert.ok(seen.includes(name), `${name} is no bait; there are ${seen.join(", ")}`);
    }
  });

  it("runs none of them when it is looked at", async () => {
    await lay();
    await layFilters();
    await touch();
    await forget();
    const { ours } = repository;
    const mentions = new KnownMentions();
    const expected = ["Signed, art #12", "Files, art #12", "Base, art #12"];
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual(await steps(mentions.of(ours, 12, findArt)), expected);
    }
    const range = await mentionedBetween(ours, { from: "main~1", to: "main" }, findArt);
    assert.equal(range.kind === "found" && range.commits, 1);
    assert.equal((await commitOf(ours, "main")).kind, "commit");
    const recent = await recentCommits(ours, { file: join(repository.folder, "a") });
    assert.equal(recent.kind === "commits" && recent.commits.length, 2);
    assert.deepEqual(fileNames(await changedFiles(ours, "other")), [".gitattributes", "a"]);
    assert.deepEqual(fileNames(await changedFiles(ours, "feature")), ["a"]);
    assert.deepEqual(await headOf(ours), { kind: "branch", name: "main" });
    assert.equal((await branchesOf(ours)).kind, "branches");
    assert.deepEqual(await hasBranch(ours, "other"), { kind: "told", isSo: true });
    assert.deepEqual(await remotesOf(ours), { kind: "remotes", remotes: [] });
    assert.deepEqual(await ran(), []);
  });

  it("runs none of them when a branch is made or taken", async () => {
    await lay();
    await touch();
    await forget();
    const { ours } = repository;
    assert.deepEqual(await createBranch(ours, "new", undefined), { kind: "switched" });
    assert.deepEqual(await createBranch(ours, "older", "other"), { kind: "switched" });
    assert.deepEqual(await switchTo(ours, "feature"), { kind: "switched" });
    assert.deepEqual(await headOf(ours), { kind: "branch", name: "feature" });
    assert.deepEqual(await ran(), []);
  });

  it("does not get its filters run: they are named, and nothing is switched", async () => {
    await layFilters();
    await touch();
    await forget();
    const { ours } = repository;
    const settings = ["filter.bait.clean", "filter.bait.smudge"];
    assert.deepEqual(await switchTo(ours, "other"), { kind: "foreignPrograms", settings });
    assert.deepEqual(await createBranch(ours, "new", "other"), { kind: "foreignPrograms", settings });
    assert.deepEqual(await headOf(ours), { kind: "branch", name: "main" });
    // Where no file changes, none is needed.
    assert.deepEqual(await createBranch(ours, "new", undefined), { kind: "switched" });
    assert.deepEqual(await createBranch(ours, "same", "new"), { kind: "switched" });
    assert.deepEqual(await ran(), []);
  });

  it("has its files left alone when a branch is made in a sparse checkout", async () => {
    repository.git(["sparse-checkout", "set", "--no-cone", "/*"]);
    await layFilters();
    await touch();
    await forget();
    assert.deepEqual(await createBranch(repository.ours, "new", undefined), { kind: "switched" });
    assert.deepEqual(await ran(), []);
  });

  it("does not get hooks run that its config names, as newer versions of git know them", async () => {
    repository.git(["config", "hook.bait.command", await bait("configured")]);
    repository.git(["config", "hook.bait.event", "post-checkout"]);
    const refused = { kind: "foreignPrograms", settings: ["hook.bait.command"] };
    assert.deepEqual(await createBranch(repository.ours, "new", undefined), refused);
    assert.deepEqual(await switchTo(repository.ours, "other"), refused);
  });

  /** With a filter of the person's own. */
  async function withChosen(act: () => Promise<void>): Promise<void> {
    const config = stage.path("persons");
    repository.git(["config", "--file", config, "filter.bait.smudge", await bait("chosen", "cat")]);
    const before = process.env["GIT_CONFIG_GLOBAL"];
    process.env["GIT_CONFIG_GLOBAL"] = config;
    try {
      await act();
    } finally {
      if (before === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
      else process.env["GIT_CONFIG_GLOBAL"] = before;
    }
  }

  it("lets the filters be that the person has chosen", async () => {
    await withChosen(async () => {
      assert.deepEqual(await switchTo(repository.ours, "other"), { kind: "switched" });
    });
    assert.deepEqual(await ran(), ["chosen"]);
  });

  it("does not tell a filter of the person's which programs to run", async () => {
    await withChosen(async () => {
      for (const key of [
        "lfs.customtransfer.bait.path",
        "credential.helper",
        "credential.https://example.com.helper",
        "core.sshcommand",
      ]) {
        repository.git(["config", key, await bait("obeyed")]);
        const refused = { kind: "foreignPrograms", settings: [key] };
        assert.deepEqual(await switchTo(repository.ours, "other"), refused);
        repository.git(["config", "--unset", key]);
      }
      assert.deepEqual(await createBranch(repository.ours, "new", undefined), { kind: "switched" });
    });
    assert.deepEqual(await ran(), []);
  });

  it("says nothing in the words of its settings", async () => {
    repository.git(["config", "log.date", "[Fix](command:x)"]);
    const recent = await recentCommits(repository.ours);
    assert.equal(recent.kind, "commits");
  });

  for (const url of ["ext::", "ssh://example.invalid/x"]) {
    it(`does not get what it lacks fetched from ${url}`, async () => {
      await lay();
      const missing = repository.git(["rev-parse", "main~1"]);
      await rm(join(repository.folder, ".git", "objects", missing.slice(0, 2), missing.slice(2)));
      const address = url === "ext::" ? `ext::${await bait("transport")}` : url;
      for (const [key, value] of [
        ["core.repositoryFormatVersion", "1"],
        ["extensions.partialClone", "lost"],
        ["remote.lost.promisor", "true"],
        ["remote.lost.url", address],
      ] as const) {
        repository.git(["config", key, value]);
      }
      assert.throws(() => repository.git(["-c", "log.showSignature=false", "log"]));
      const wasAsked = url === "ext::" ? "transport" : "ssh";
      assert.ok((await ran()).includes(wasAsked), `git did not ask ${wasAsked} of itself`);
      await forget();
      const { ours } = repository;
      const [failure] = await steps(new KnownMentions().of(ours, 12, findArt));
      assert.match(JSON.stringify(failure), /"kind":"failed"/);
      assert.deepEqual(await switchTo(ours, "other"), { kind: "incompleteClone" });
      assert.deepEqual(await createBranch(ours, "new", "other"), { kind: "incompleteClone" });
      assert.deepEqual(await ran(), []);
    });
  }
});
