import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { parseSavedQueries } from "../../../src/model/query/savedQuery.ts";
import {
  branchesOf,
  createBranch,
  hasBranch,
  headOf,
  switchTo,
  tagsOf,
} from "../../../src/store/commits/branches.ts";
import { changedFiles } from "../../../src/store/commits/changedFiles.ts";
import { commitOf, recentCommits, resolveCommit } from "../../../src/store/commits/commitLog.ts";
import { KnownMentions, mentionedBetween } from "../../../src/store/commits/mentions.ts";
import { remotesOf } from "../../../src/store/commits/remotes.ts";
import { findArt, GitStage, steps, type TestRepository } from "../../unit/store/commits/gitStage.ts";
import { commitAs } from "../support/commitAs.ts";
import { type Elsewhere, startElsewhere } from "../support/elsewhere.ts";
import { payloads } from "../support/payloads.ts";
import { inShortOrFull, note, seed } from "../support/plan.ts";

const commits = inShortOrFull(60, 400);

/** Names that a shell, or git, would take for something else. */
function namesFor(ran: string): readonly string[] {
  const touch = `touch ${join(ran, "name")}`;
  return [
    `$(${touch})`,
    `\`${touch}\``,
    `;${touch};`,
    `|${touch}`,
    `--upload-pack=${touch}`,
    `--exec=${touch}`,
    `--output=${join(ran, "output")}`,
    `-c core.pager=${touch}`,
    `-ccore.sshCommand=${touch}`,
    "--help",
    "--",
    "-",
    "..",
    "main..other",
    "main...other",
    "^main",
    "HEAD^{/Base}",
    ":(exclude)*",
    "@{-1}",
    `ext::sh -c ${touch}`,
    "\u202eexe.txt",
    "a\nb",
    "a\0b",
    "",
  ];
}

// The programs that a repository can name are the subject of test/unit/store/commits/hostile.test.ts; here it is about everything else that
// somebody can write into one, with those programs in place.
describe("a hostile workspace", function () {
  let stage: GitStage;
  let repository: TestRepository;
  let elsewhere: Elsewhere;
  let ran: string;

  before(async () => {
    stage = await GitStage.open();
    elsewhere = await startElsewhere();
    ran = stage.path("ran");
    await mkdir(ran);
    repository = stage.repository("here");
    repository.commit("Base, art #12");
    await layFiles();
    layCommits();
    await layRefs();
    await layConfig();
  });
  after(async () => {
    await stage.close();
    await elsewhere.close();
  });

  async function layFiles(): Promise<void> {
    const names = [...namesFor("ran"), ...payloads(seed + 5, 200).map(({ text }) => text)]
      .map((text) => text.replaceAll(/[/\0]/g, "_").slice(0, 60))
      .filter((name) => name.trim() !== "" && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) < 200);
    for (const name of new Set(names)) await writeFile(join(repository.folder, name), name);
    repository.git(["add", "--all", "--", "."]);
    repository.commit("Files, art #12");
  }

  function layCommits(): void {
    for (const { text } of payloads(seed + 4, commits)) commitAs(repository, text);
  }

  /** By their files, as git itself would refuse to make some of these. */
  async function layRefs(): Promise<void> {
    const head = repository.git(["rev-parse", "HEAD"]);
    const names = [...namesFor(ran), ...payloads(seed + 6, 100).map(({ text }) => text)]
      .map((text) => text.replaceAll(/[/\0]/g, "_").slice(0, 60))
      .filter((name) => name.trim() !== "" && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) < 200);
    for (const folder of ["heads", "tags"]) {
      const path = join(repository.folder, ".git", "refs", folder);
      for (const name of new Set(names)) await writeFile(join(path, name), `${head}\n`);
    }
  }

  async function layConfig(): Promise<void> {
    const bait = await stage.script("bait", [`echo > '${join(ran, "config")}'`, "exit 1"]);
    const lines = [
      "[core]",
      `fsmonitor = ${bait}`,
      `sshCommand = ${bait}`,
      `pager = ${bait}`,
      `editor = ${bait}`,
      `hooksPath = ${stage.folder}`,
      "[alias]",
      ...["log", "switch", "for-each-ref", "rev-parse", "config", "show"].map((name) => `${name} = !${bait}`),
      "[credential]",
      `helper = !${bait}`,
      '[remote "origin"]',
      `url = http://${elsewhere.host}/origin.git`,
      `proxy = http://${elsewhere.host}`,
      '[remote "ext"]',
      `url = ext::${bait}`,
      '[url "ext::sh"]',
      "insteadOf = http",
      "[http]",
      `proxy = http://${elsewhere.host}`,
    ];
    const config = join(repository.folder, ".git", "config");
    await writeFile(config, `${lines.join("\n")}\n`, { flag: "a" });
  }

  async function assertQuiet(): Promise<void> {
    const found = await readdir(ran);
    note("violations", found.length + elsewhere.connections());
    assert.deepEqual(found, [], "a program was started");
    assert.equal(elsewhere.connections(), 0, "somebody asked elsewhere");
  }

  it("starts nothing and asks nobody when its commits, branches, files and remotes are read", async () => {
    const { ours } = repository;
    const found = await steps(new KnownMentions().of(ours, 12, findArt));
    assert.ok(found.length > commits / 2, "its commits were read");
    const branches = await branchesOf(ours);
    assert.ok(branches.kind === "branches" && branches.branches.length > 20, "its branches were read");
    await tagsOf(ours);
    await headOf(ours);
    const { kind } = await remotesOf(ours);
    assert.equal(kind, "remotes");
    await assertQuiet();
  });

  it("starts nothing and asks nobody whatever is named", async () => {
    const { ours } = repository;
    const names = [...namesFor(ran), ...payloads(seed + 7, inShortOrFull(15, 60)).map(({ text }) => text)];
    for (const name of names) {
      await hasBranch(ours, name);
      await commitOf(ours, name);
      await resolveCommit(ours, name);
      await changedFiles(ours, name);
      await recentCommits(ours, { file: join(repository.folder, name.replaceAll("\0", "")) });
      await mentionedBetween(ours, { from: name, to: "main" }, findArt);
      await mentionedBetween(ours, { from: "main", to: name }, findArt);
    }
    note("names given to git", names.length);
    await assertQuiet();
  });

  it("starts nothing when a branch of such a name is taken or made", async () => {
    const { ours } = repository;
    for (const name of namesFor(ran)) {
      await switchTo(ours, name);
      await createBranch(ours, name, undefined);
      await createBranch(ours, "made", name);
    }
    await assertQuiet();
    const head = await headOf(ours);
    assert.notEqual(head.kind, "failed");
  });

  it("does start programs for a person who is not careful", async () => {
    repository.git(["status"]);
    assert.deepEqual(await readdir(ran), ["config"]);
  });

  it("makes no query of what is none, and nothing else happens", () => {
    const hostile = fc.oneof(
      fc.anything({ withNullPrototype: true, withMap: true }),
      fc.record({
        name: fc.oneof(fc.string(), fc.constantFrom(...payloads(seed + 8, 50).map(({ text }) => text))),
        site: fc.oneof(fc.webUrl(), fc.constant(`http://${elsewhere.host}`), fc.anything()),
        tracker: fc.oneof(fc.integer(), fc.anything()),
        conditions: fc.oneof(fc.array(fc.anything()), fc.anything()),
        expert: fc.anything(),
        report: fc.anything(),
      }),
      fc.constant(JSON.parse('{"name":"x","__proto__":{"polluted":1}}')),
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(hostile), hostile), (setting) => {
        for (const parsed of parseSavedQueries(setting)) {
          if (parsed.kind !== "query") continue;
          const { name, site, tracker } = parsed.query;
          assert.ok(typeof name === "string" && typeof site === "string" && Number.isSafeInteger(tracker));
        }
        assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
      }),
      { numRuns: inShortOrFull(1_000, 10_000), seed },
    );
    assert.equal(elsewhere.connections(), 0);
  });
});
