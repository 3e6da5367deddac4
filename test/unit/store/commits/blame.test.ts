import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { blameFile } from "../../../../src/store/commits/blame.ts";
import { GitFixture, type TestRepository } from "./gitFixture.ts";

describe("blameFile", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  async function blame(path: string): Promise<readonly (readonly [line: string, subject: string])[]> {
    const result = await blameFile(repository.repository, repository.runGit(["rev-parse", "HEAD"]), path);
    assert.ok(result.kind === "blame", result.kind);
    return result.lines.map((line, index) => [
      line,
      repository.runGit(["log", "-1", "--format=%s", result.hashes[index] ?? ""]),
    ]);
  }

  it("finds the commit of each line", async () => {
    await repository.commitFile("tide.ts", "one\ntwo\nthree\n", "First");
    await repository.commitFile("tide.ts", "one\n2\nthree\nfour", "Second");
    assert.deepEqual(await blame("tide.ts"), [
      ["one", "First"],
      ["2", "Second"],
      ["three", "First"],
      ["four", "Second"],
    ]);
  });

  it("follows renames and moves to another folder", async () => {
    await repository.commitFile("tide.ts", "one\ntwo\nthree\n", "First");
    await mkdir(join(repository.folder, "src"));
    repository.runGit(["mv", "tide.ts", "src/tides.ts"]);
    repository.commit("Move");
    assert.deepEqual(
      (await blame("src/tides.ts")).map(([, subject]) => subject),
      ["First", "First", "First"],
    );
  });

  it("reads lines with CRLF, tabs, and text that looks like git's own lines", async () => {
    const header = "0123456789012345678901234567890123456789 1 1 1";
    await repository.commitFile("odd.txt", `\tindented\r\n${header}\r\nauthor Nobody\r\n\r\nend`, "Odd");
    assert.deepEqual(
      (await blame("odd.txt")).map(([line]) => line),
      ["\tindented", header, "author Nobody", "", "end"],
    );
  });

  it("skips the commits of .git-blame-ignore-revs", async () => {
    await repository.commitFile("tide.ts", "one\ntwo\n", "First");
    const formatted = await repository.commitFile("tide.ts", "one;\ntwo;\n", "Format");
    await repository.commitFile(".git-blame-ignore-revs", `# Formatting\n${formatted}\n`, "Ignore");
    assert.deepEqual(
      (await blame("tide.ts")).map(([, subject]) => subject),
      ["First", "First"],
    );
  });

  it("works if that file names no commits", async () => {
    await repository.commitFile("tide.ts", "one\n", "First");
    await repository.commitFile(".git-blame-ignore-revs", "not a commit\n", "Ignore");
    assert.deepEqual(await blame("tide.ts"), [["one", "First"]]);
  });

  it("accepts paths that look like options or patterns", async () => {
    for (const name of ["--help", ":(glob)*", "a\nb", "weird [1].ts"]) {
      await repository.commitFile(name, "one\n", `Add ${JSON.stringify(name)}`);
      assert.equal((await blame(name)).length, 1, name);
    }
  });

  it("says that a file isn't committed, and that it was canceled", async () => {
    repository.commit("Empty");
    const head = repository.runGit(["rev-parse", "HEAD"]);
    assert.equal((await blameFile(repository.repository, head, "missing.ts")).kind, "failed");
    const canceled = await blameFile(repository.repository, head, "missing.ts", AbortSignal.abort());
    assert.equal(canceled.kind, "canceled");
  });
});
