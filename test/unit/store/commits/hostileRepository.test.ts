import assert from "node:assert/strict";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  listBranches,
  createAndSwitchBranch,
  hasLocalBranch,
  readHead,
  switchBranch,
} from "../../../../src/store/commits/gitRefs.ts";
import { blameFile } from "../../../../src/store/commits/blame.ts";
import { type ChangedFiles, listChangedFiles } from "../../../../src/store/commits/commitChangedFiles.ts";
import { readCommit, listRecentCommits } from "../../../../src/store/commits/commitLog.ts";
import type { GitFailure } from "../../../../src/store/commits/git.ts";
import { MentionCache, findArtifactsInCommitRange } from "../../../../src/store/commits/commitMentions.ts";
import { findArtifactsOfPath } from "../../../../src/store/commits/pathArtifacts.ts";
import { listRemotes } from "../../../../src/store/commits/remotes.ts";
import {
  findNewFile,
  findPathBeforeRename,
  readFileConversions,
} from "../../../../src/store/commits/workingTreeFile.ts";
import { findArtReferences, GitFixture, collectSteps, type TestRepository } from "./gitFixture.ts";

function getFileNames(result: ChangedFiles | GitFailure): readonly string[] {
  return result.kind === "files" ? result.files.map(({ path }) => path) : [result.kind];
}

// Each program that a repository can name creates a file with its own name in the folder `ran`.
describe("a repository that tries to run programs", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  let tip: string;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    await mkdir(fixture.getPath("ran"));
    repository = fixture.createRepository("here");
    repository.commit("Base, art #12");
    await repository.writeFile("a", "one");
    await repository.writeFile(".gitattributes", "* diff=bait filter=bait\n");
    repository.runGit(["add", "."]);
    repository.commit("Files, art #12");
    repository.runGit(["branch", "other"]);
    await repository.writeFile("a", "two");
    repository.runGit(["add", "."]);
    repository.commit("More");
    repository.runGit(["branch", "feature"]);
    // A signature to verify.
    const tree = repository.runGit(["rev-parse", "HEAD^{tree}"]);
    const person = "Ada <ada@example.com> 1767229200 +0100";
    const lines = [
      `tree ${tree}`,
      `parent ${repository.runGit(["rev-parse", "HEAD"])}`,
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
    tip = repository.runGit(["hash-object", "-t", "commit", "-w", "--stdin"], { input });
    repository.runGit(["update-ref", "HEAD", tip]);
  });
  afterEach(() => fixture.close());

  const createBait = (name: string, lastLine = "exit 1"): Promise<string> =>
    fixture.createScript(`bait-${name}`, [`echo > '${join(fixture.getPath("ran"), name)}'`, lastLine]);
  const listRan = async (): Promise<readonly string[]> => (await readdir(fixture.getPath("ran"))).toSorted();
  const clearRan = async (): Promise<void> => {
    for (const name of await listRan()) await rm(join(fixture.getPath("ran"), name));
  };

  /** Configures settings and hooks that name programs. */
  async function configureBaits(): Promise<void> {
    const settings: readonly (readonly [key: string, value: string])[] = [
      ["core.fsmonitor", await createBait("fsmonitor")],
      ["core.pager", await createBait("pager")],
      ["pager.log", await createBait("pagerOfLog")],
      ["core.editor", await createBait("editor")],
      ["core.askPass", await createBait("askPass")],
      ["core.sshCommand", await createBait("ssh")],
      ["core.gitProxy", await createBait("proxy")],
      ["core.alternateRefsCommand", await createBait("alternateRefs")],
      ["credential.helper", `!'${await createBait("credential")}'`],
      ["diff.external", await createBait("externalDiff")],
      ["diff.bait.textconv", await createBait("textconv", "exit 0")],
      ["diff.bait.command", await createBait("diffCommand", "exit 0")],
      ["gpg.program", await createBait("gpg")],
      ["log.showSignature", "true"],
      ["alias.log", `!'${await createBait("aliasOfLog")}'`],
      ["alias.switch", `!'${await createBait("aliasOfSwitch")}'`],
      ["alias.config", `!'${await createBait("aliasOfConfig")}'`],
      ["uploadpack.packObjectsHook", await createBait("packObjects")],
      ["protocol.allow", "always"],
      ["protocol.ext.allow", "always"],
      ["remote.origin.url", `ext::${await createBait("transport")}`],
      ["remote.origin.uploadpack", await createBait("uploadPack")],
      ["submodule.recurse", "true"],
      ["core.hooksPath", fixture.getPath("hooks")],
    ];
    // Included config files must make no difference.
    const included = fixture.getPath("included");
    for (const [key, value] of settings) repository.runGit(["config", "--file", included, key, value]);
    repository.runGit(["config", "include.path", included]);
    const script = await createBait("hook", "exit 0");
    for (const folder of [fixture.getPath("hooks"), join(repository.folder, ".git", "hooks")]) {
      await mkdir(folder, { recursive: true });
      for (const name of ["post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"]) {
        await writeFile(join(folder, name), `#!/bin/sh\n'${script}' </dev/null\n`, { mode: 0o755 });
      }
    }
  }

  async function configureFilters(): Promise<void> {
    for (const name of ["clean", "smudge"]) {
      repository.runGit(["config", `filter.bait.${name}`, await createBait(name, "cat")]);
    }
  }

  /** Git checks this file again, because its time has changed. */
  const touch = (): Promise<void> => repository.writeFile("a", "two");

  it("runs them with plain git", async () => {
    await configureBaits();
    await configureFilters();
    await touch();
    repository.runGit(["status"]);
    repository.runGit(["log", "-1"]);
    repository.runGit(["diff", "HEAD~2", "HEAD~1"]);
    repository.runGit(["log", "-1", "-p", "--no-ext-diff", "HEAD~1"]);
    repository.runGit(["switch", "--quiet", "other"]);
    const names = await listRan();
    for (const name of ["clean", "diffCommand", "fsmonitor", "gpg", "hook", "smudge", "textconv"]) {
      assert.ok(names.includes(name), `${name} is no bait; there are ${names.join(", ")}`);
    }
  });

  it("runs none of them when it is read", async () => {
    await configureBaits();
    await configureFilters();
    await touch();
    await clearRan();
    const { repository: localRepository } = repository;
    const mentions = new MentionCache();
    const expected = ["Signed, art #12", "Files, art #12", "Base, art #12"];
    for (let times = 0; times < 2; times += 1) {
      assert.deepEqual(await collectSteps(mentions.find(localRepository, 12, findArtReferences)), expected);
    }
    const range = await findArtifactsInCommitRange(
      localRepository,
      { from: "main~1", to: "main" },
      findArtReferences,
    );
    assert.equal(range.kind === "found" && range.commits, 1);
    assert.equal((await readCommit(localRepository, "main")).kind, "commit");
    const recent = await listRecentCommits(localRepository, { file: join(repository.folder, "a") });
    assert.equal(recent.kind === "commits" && recent.commits.length, 2);
    const blame = await blameFile(localRepository, tip, "a");
    assert.equal(blame.kind === "blame" && blame.content.toString(), "two\n");
    // Blame is tried again without configuration.
    repository.runGit(["config", "blame.ignoreRevsFile", "missing"]);
    const repeatedBlame = await blameFile(localRepository, tip, "a");
    assert.equal(repeatedBlame.kind === "blame" && repeatedBlame.content.toString(), "two\n");
    assert.deepEqual(await readFileConversions(localRepository, "a"), {
      kind: "conversions",
      hasFilter: true,
      hasIdent: false,
      hasEncoding: false,
    });
    await repository.writeFile("new", "one");
    assert.equal(await findNewFile(localRepository, "new"), "untracked");
    assert.equal(await findNewFile(localRepository, "a"), "staged");
    assert.equal(await findPathBeforeRename(localRepository, tip, "a"), undefined);
    const foundIds: number[] = [];
    for await (const step of findArtifactsOfPath(
      localRepository,
      { path: "a", isFile: true },
      findArtReferences,
    )) {
      if (step.kind === "artifacts") {
        foundIds.splice(0, foundIds.length, ...step.artifacts.map(({ artifactId }) => artifactId));
      }
    }
    assert.deepEqual(foundIds, [12]);
    assert.deepEqual(getFileNames(await listChangedFiles(localRepository, "other")), [".gitattributes", "a"]);
    assert.deepEqual(getFileNames(await listChangedFiles(localRepository, "feature")), ["a"]);
    assert.deepEqual(await readHead(localRepository), { kind: "branch", name: "main" });
    assert.equal((await listBranches(localRepository)).kind, "branches");
    assert.deepEqual(await hasLocalBranch(localRepository, "other"), { kind: "checked", isTrue: true });
    assert.deepEqual(await listRemotes(localRepository), { kind: "remotes", remotes: [] });
    assert.deepEqual(await listRan(), []);
  });

  it("runs none of them when a branch is created or switched", async () => {
    await configureBaits();
    await touch();
    await clearRan();
    const { repository: localRepository } = repository;
    assert.deepEqual(await createAndSwitchBranch(localRepository, "new", undefined), { kind: "switched" });
    assert.deepEqual(await createAndSwitchBranch(localRepository, "older", "other"), { kind: "switched" });
    assert.deepEqual(await switchBranch(localRepository, "feature"), { kind: "switched" });
    assert.deepEqual(await readHead(localRepository), { kind: "branch", name: "feature" });
    assert.deepEqual(await listRan(), []);
  });

  it("doesn't run its filters: they are reported and nothing is switched", async () => {
    await configureFilters();
    await touch();
    await clearRan();
    const { repository: localRepository } = repository;
    const settings = ["filter.bait.clean", "filter.bait.smudge"];
    assert.deepEqual(await switchBranch(localRepository, "other"), { kind: "untrustedPrograms", settings });
    assert.deepEqual(await createAndSwitchBranch(localRepository, "new", "other"), {
      kind: "untrustedPrograms",
      settings,
    });
    assert.deepEqual(await readHead(localRepository), { kind: "branch", name: "main" });
    // Without file changes no filter is needed.
    assert.deepEqual(await createAndSwitchBranch(localRepository, "new", undefined), { kind: "switched" });
    assert.deepEqual(await createAndSwitchBranch(localRepository, "same", "new"), { kind: "switched" });
    assert.deepEqual(await listRan(), []);
  });

  it("keeps its files when a branch is created in a sparse checkout", async () => {
    repository.runGit(["sparse-checkout", "set", "--no-cone", "/*"]);
    await configureFilters();
    await touch();
    await clearRan();
    assert.deepEqual(await createAndSwitchBranch(repository.repository, "new", undefined), {
      kind: "switched",
    });
    assert.deepEqual(await listRan(), []);
  });

  it("doesn't run hooks of its config, which newer git versions support", async () => {
    repository.runGit(["config", "hook.bait.command", await createBait("configured")]);
    repository.runGit(["config", "hook.bait.event", "post-checkout"]);
    const untrusted = { kind: "untrustedPrograms", settings: ["hook.bait.command"] };
    assert.deepEqual(await createAndSwitchBranch(repository.repository, "new", undefined), untrusted);
    assert.deepEqual(await switchBranch(repository.repository, "other"), untrusted);
  });

  /** Runs with a filter in the user's own config. */
  async function withUserFilter(act: () => Promise<void>): Promise<void> {
    const config = fixture.getPath("persons");
    repository.runGit(["config", "--file", config, "filter.bait.smudge", await createBait("chosen", "cat")]);
    const before = process.env["GIT_CONFIG_GLOBAL"];
    process.env["GIT_CONFIG_GLOBAL"] = config;
    try {
      await act();
    } finally {
      if (before === undefined) delete process.env["GIT_CONFIG_GLOBAL"];
      else process.env["GIT_CONFIG_GLOBAL"] = before;
    }
  }

  it("allows filters of the user's own config", async () => {
    await withUserFilter(async () => {
      assert.deepEqual(await switchBranch(repository.repository, "other"), { kind: "switched" });
    });
    assert.deepEqual(await listRan(), ["chosen"]);
  });

  it("can't tell the user's filters which programs to run", async () => {
    await withUserFilter(async () => {
      for (const key of [
        "lfs.customtransfer.bait.path",
        "credential.helper",
        "credential.https://example.com.helper",
        "core.sshcommand",
      ]) {
        repository.runGit(["config", key, await createBait("obeyed")]);
        const untrusted = { kind: "untrustedPrograms", settings: [key] };
        assert.deepEqual(await switchBranch(repository.repository, "other"), untrusted);
        repository.runGit(["config", "--unset", key]);
      }
      assert.deepEqual(await createAndSwitchBranch(repository.repository, "new", undefined), {
        kind: "switched",
      });
    });
    assert.deepEqual(await listRan(), []);
  });

  it("doesn't fail with messages from its settings", async () => {
    repository.runGit(["config", "log.date", "[Fix](command:x)"]);
    const recent = await listRecentCommits(repository.repository);
    assert.equal(recent.kind, "commits");
  });

  for (const url of ["ext::", "ssh://example.invalid/x"]) {
    it(`doesn't fetch missing objects from ${url}`, async () => {
      await configureBaits();
      const missing = repository.runGit(["rev-parse", "main~1"]);
      await rm(join(repository.folder, ".git", "objects", missing.slice(0, 2), missing.slice(2)));
      const address = url === "ext::" ? `ext::${await createBait("transport")}` : url;
      for (const [key, value] of [
        ["core.repositoryFormatVersion", "1"],
        ["extensions.partialClone", "lost"],
        ["remote.lost.promisor", "true"],
        ["remote.lost.url", address],
      ] as const) {
        repository.runGit(["config", key, value]);
      }
      assert.throws(() => repository.runGit(["-c", "log.showSignature=false", "log"]));
      const program = url === "ext::" ? "transport" : "ssh";
      assert.ok((await listRan()).includes(program), `git did not ask ${program} of itself`);
      await clearRan();
      const { repository: localRepository } = repository;
      const [failure] = await collectSteps(new MentionCache().find(localRepository, 12, findArtReferences));
      assert.match(JSON.stringify(failure), /"kind":"failed"/);
      assert.deepEqual(await switchBranch(localRepository, "other"), { kind: "incompleteClone" });
      assert.deepEqual(await createAndSwitchBranch(localRepository, "new", "other"), {
        kind: "incompleteClone",
      });
      assert.deepEqual(await listRan(), []);
    });
  }
});
