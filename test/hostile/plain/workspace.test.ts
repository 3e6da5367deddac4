import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { parseSavedQueries } from "../../../src/model/query/savedQuery.ts";
import {
  listBranches,
  createAndSwitchBranch,
  hasLocalBranch,
  readHead,
  switchBranch,
  listTags,
} from "../../../src/store/commits/gitRefs.ts";
import { listChangedFiles } from "../../../src/store/commits/commitChangedFiles.ts";
import { readCommit, listRecentCommits, resolveCommit } from "../../../src/store/commits/commitLog.ts";
import { MentionCache, findArtifactsInCommitRange } from "../../../src/store/commits/commitMentions.ts";
import { listRemotes } from "../../../src/store/commits/remotes.ts";
import {
  findArtReferences,
  GitFixture,
  collectSteps,
  type TestRepository,
} from "../../unit/store/commits/gitFixture.ts";
import { commitWithMessage } from "../support/commitWithMessage.ts";
import { type ForeignServer, startForeignServer } from "../support/foreignServer.ts";
import { generatePayloads } from "../support/payloads.ts";
import { pickByLength, recordFigure, seed } from "../support/runSettings.ts";

const commits = pickByLength(60, 400);

/** Names that a shell or git could misinterpret. */
function createHostileNames(folder: string): readonly string[] {
  const touch = `touch ${join(folder, "name")}`;
  return [
    `$(${touch})`,
    `\`${touch}\``,
    `;${touch};`,
    `|${touch}`,
    `--upload-pack=${touch}`,
    `--exec=${touch}`,
    `--output=${join(folder, "output")}`,
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

// Programs that a repository can configure are tested in test/unit/store/commits/hostileRepository.test.ts; these tests cover all
// other content, with such programs configured.
describe("a hostile workspace", function () {
  let fixture: GitFixture;
  let repository: TestRepository;
  let foreignServer: ForeignServer;
  let outputFolder: string;

  before(async () => {
    fixture = await GitFixture.open();
    foreignServer = await startForeignServer();
    outputFolder = fixture.getPath("ran");
    await mkdir(outputFolder);
    repository = fixture.createRepository("here");
    repository.commit("Base, art #12");
    await writeFiles();
    createCommits();
    await writeRefs();
    await writeConfig();
  });
  after(async () => {
    await fixture.close();
    await foreignServer.close();
  });

  async function writeFiles(): Promise<void> {
    const names = [...createHostileNames("ran"), ...generatePayloads(seed + 5, 200).map(({ text }) => text)]
      .map((text) => text.replaceAll(/[/\0]/g, "_").slice(0, 60))
      .filter((name) => name.trim() !== "" && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) < 200);
    for (const name of new Set(names)) await writeFile(join(repository.folder, name), name);
    repository.runGit(["add", "--all", "--", "."]);
    repository.commit("Files, art #12");
  }

  function createCommits(): void {
    for (const { text } of generatePayloads(seed + 4, commits)) commitWithMessage(repository, text);
  }

  /** Writes the files of the refs, because git would reject some of the names. */
  async function writeRefs(): Promise<void> {
    const head = repository.runGit(["rev-parse", "HEAD"]);
    const names = [
      ...createHostileNames(outputFolder),
      ...generatePayloads(seed + 6, 100).map(({ text }) => text),
    ]
      .map((text) => text.replaceAll(/[/\0]/g, "_").slice(0, 60))
      .filter((name) => name.trim() !== "" && !/^\.{1,2}$/.test(name) && Buffer.byteLength(name) < 200);
    for (const folder of ["heads", "tags"]) {
      const path = join(repository.folder, ".git", "refs", folder);
      for (const name of new Set(names)) await writeFile(join(path, name), `${head}\n`);
    }
  }

  async function writeConfig(): Promise<void> {
    const script = await fixture.createScript("script", [
      `echo > '${join(outputFolder, "config")}'`,
      "exit 1",
    ]);
    const lines = [
      "[core]",
      `fsmonitor = ${script}`,
      `sshCommand = ${script}`,
      `pager = ${script}`,
      `editor = ${script}`,
      `hooksPath = ${fixture.folder}`,
      "[alias]",
      ...["log", "switch", "for-each-ref", "rev-parse", "config", "show"].map(
        (name) => `${name} = !${script}`,
      ),
      "[credential]",
      `helper = !${script}`,
      '[remote "origin"]',
      `url = http://${foreignServer.host}/origin.git`,
      `proxy = http://${foreignServer.host}`,
      '[remote "ext"]',
      `url = ext::${script}`,
      '[url "ext::sh"]',
      "insteadOf = http",
      "[http]",
      `proxy = http://${foreignServer.host}`,
    ];
    const config = join(repository.folder, ".git", "config");
    await writeFile(config, `${lines.join("\n")}\n`, { flag: "a" });
  }

  async function assertNothingRun(): Promise<void> {
    const outputs = await readdir(outputFolder);
    recordFigure("violations", outputs.length + foreignServer.countConnections());
    assert.deepEqual(outputs, [], "a program was run");
    assert.equal(foreignServer.countConnections(), 0, "a request was sent to the foreign server");
  }

  it("runs nothing and sends no request when its commits, branches, files and remotes are read", async () => {
    const { repository: localRepository } = repository;
    const mentions = await collectSteps(new MentionCache().find(localRepository, 12, findArtReferences));
    assert.ok(mentions.length > commits / 2, "the commits are read");
    const branches = await listBranches(localRepository);
    assert.ok(branches.kind === "branches" && branches.branches.length > 20, "the branches are read");
    await listTags(localRepository);
    await readHead(localRepository);
    const { kind } = await listRemotes(localRepository);
    assert.equal(kind, "remotes");
    await assertNothingRun();
  });

  it("runs nothing and sends no request for any name", async () => {
    const { repository: localRepository } = repository;
    const names = [
      ...createHostileNames(outputFolder),
      ...generatePayloads(seed + 7, pickByLength(15, 60)).map(({ text }) => text),
    ];
    for (const name of names) {
      await hasLocalBranch(localRepository, name);
      await readCommit(localRepository, name);
      await resolveCommit(localRepository, name);
      await listChangedFiles(localRepository, name);
      await listRecentCommits(localRepository, { file: join(repository.folder, name.replaceAll("\0", "")) });
      await findArtifactsInCommitRange(localRepository, { from: name, to: "main" }, findArtReferences);
      await findArtifactsInCommitRange(localRepository, { from: "main", to: name }, findArtReferences);
    }
    recordFigure("names given to git", names.length);
    await assertNothingRun();
  });

  it("runs nothing when a branch with such a name is switched to or created", async () => {
    const { repository: localRepository } = repository;
    for (const name of createHostileNames(outputFolder)) {
      await switchBranch(localRepository, name);
      await createAndSwitchBranch(localRepository, name, undefined);
      await createAndSwitchBranch(localRepository, "made", name);
    }
    await assertNothingRun();
    const head = await readHead(localRepository);
    assert.notEqual(head.kind, "failed");
  });

  it("runs a program with plain git", async () => {
    repository.runGit(["status"]);
    assert.deepEqual(await readdir(outputFolder), ["config"]);
  });

  it("yields only valid queries from its settings", () => {
    const hostileSetting = fc.oneof(
      fc.anything({ withNullPrototype: true, withMap: true }),
      fc.record({
        name: fc.oneof(
          fc.string(),
          fc.constantFrom(...generatePayloads(seed + 8, 50).map(({ text }) => text)),
        ),
        site: fc.oneof(fc.webUrl(), fc.constant(`http://${foreignServer.host}`), fc.anything()),
        tracker: fc.oneof(fc.integer(), fc.anything()),
        conditions: fc.oneof(fc.array(fc.anything()), fc.anything()),
        expert: fc.anything(),
        report: fc.anything(),
      }),
      fc.constant(JSON.parse('{"name":"x","__proto__":{"polluted":1}}')),
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(hostileSetting), hostileSetting), (setting) => {
        for (const parsed of parseSavedQueries(setting)) {
          if (parsed.kind !== "query") continue;
          const { name, site, tracker } = parsed.query;
          assert.ok(typeof name === "string" && typeof site === "string" && Number.isSafeInteger(tracker));
        }
        assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
      }),
      { numRuns: pickByLength(1_000, 10_000), seed },
    );
    assert.equal(foreignServer.countConnections(), 0);
  });
});
