import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blameFile } from "../../../../src/store/commits/blame.ts";
import { GitFixture, TestRepository } from "./gitFixture.ts";

describe("blameFile", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  async function blame(
    path: string,
    blamed = repository,
  ): Promise<readonly (readonly [line: string, subject: string])[]> {
    const result = await blameFile(blamed.repository, blamed.runGit(["rev-parse", "HEAD"]), path);
    assert.ok(result.kind === "blame", JSON.stringify(result));
    const log = ["-c", "log.showSignature=false", "log", "-1", "--format=%s"];
    return result.lines.map((line, index) => [line, blamed.runGit([...log, result.hashes[index] ?? ""])]);
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

  it("reads files with a byte order mark, binary files and files without lines", async () => {
    await repository.commitFile("mark.txt", "\uFEFFone\r\n\uFEFFtwo\r\n", "Mark");
    assert.deepEqual(
      (await blame("mark.txt")).map(([line]) => line),
      ["one", "\uFEFFtwo"],
    );
    await writeFile(join(repository.folder, "image.bin"), Buffer.from([0, 1, 10, 0xff, 0xfe, 13, 10, 0]));
    repository.runGit(["add", "image.bin"]);
    repository.commit("Binary");
    assert.deepEqual(
      (await blame("image.bin")).map(([, subject]) => subject),
      ["Binary", "Binary", "Binary"],
    );
    await repository.commitFile("empty.txt", "", "Empty");
    assert.deepEqual(await blame("empty.txt"), []);
  });

  it("works in submodules and worktrees, each with its own history", async () => {
    const library = fixture.createRepository("library");
    await library.commitFile("lib.ts", "one\n", "Library");
    await repository.commitFile("tide.ts", "one\n", "First");
    const allowFiles = ["-c", "protocol.file.allow=always"];
    repository.runGit([...allowFiles, "submodule", "--quiet", "add", library.folder, "lib"]);
    repository.commit("Add library");
    const submodule = new TestRepository(join(repository.folder, "lib"));
    assert.deepEqual(await blame("lib.ts", submodule), [["one", "Library"]]);
    const head = repository.runGit(["rev-parse", "HEAD"]);
    // In the outer repository, it has no lines.
    assert.equal((await blameFile(repository.repository, head, "lib/lib.ts")).kind, "failed");
    assert.equal((await blameFile(repository.repository, head, "lib")).kind, "failed");
    repository.runGit(["worktree", "add", "--quiet", "-b", "side", fixture.getPath("side")]);
    const worktree = new TestRepository(fixture.getPath("side"));
    await worktree.commitFile("tide.ts", "one\ntwo\n", "Second");
    assert.deepEqual(await blame("tide.ts", worktree), [
      ["one", "First"],
      ["two", "Second"],
    ]);
    assert.deepEqual(await blame("tide.ts"), [["one", "First"]]);
  });

  it("attributes older lines of a shallow clone to its oldest commit", async () => {
    await repository.commitFile("tide.ts", "one\n", "First");
    await repository.commitFile("tide.ts", "one\ntwo\n", "Second");
    await repository.commitFile("tide.ts", "one\ntwo\nthree\n", "Third");
    const clone = fixture.createRepository("clone");
    clone.runGit(["fetch", "--quiet", "--depth=2", `file://${repository.folder}`, "main"]);
    clone.runGit(["checkout", "--quiet", "FETCH_HEAD"]);
    const expected = [
      ["one", "Second"],
      ["two", "Second"],
      ["three", "Third"],
    ];
    assert.deepEqual(await blame("tide.ts", clone), expected);
    // Also without configuration.
    clone.runGit(["config", "blame.ignoreRevsFile", "missing"]);
    assert.deepEqual(await blame("tide.ts", clone), expected);
  });

  it("works with commits that were rewritten", async () => {
    await repository.commitFile("tide.ts", "one\n", "First");
    const before = await repository.commitFile("tide.ts", "one\ntwo\n", "Second");
    repository.commit("Second, amended", ["--amend"]);
    assert.deepEqual(await blame("tide.ts"), [
      ["one", "First"],
      ["two", "Second, amended"],
    ]);
    // The old one is still there, as for an editor that hasn't noticed.
    const result = await blameFile(repository.repository, before, "tide.ts");
    assert.equal(result.kind === "blame" && result.hashes[1], before);
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

  it("works if a configuration names a file of ignored commits that is missing or isn't one", async () => {
    await repository.commitFile("tide.ts", "one\ntwo\n", "First");
    const formatted = await repository.commitFile("tide.ts", "one;\ntwo;\n", "Format");
    await repository.commitFile("strange", "neither\n", "Strange");
    for (const file of ["missing", fixture.getPath("missing"), "strange", repository.folder]) {
      repository.runGit(["config", "blame.ignoreRevsFile", file]);
      assert.throws(() => repository.runGit(["blame", "tide.ts"]), file);
      assert.equal((await blame("tide.ts"))[0]?.[1], "Format", file);
    }
    await repository.commitFile(".git-blame-ignore-revs", `${formatted}\n`, "Ignore");
    assert.equal((await blame("tide.ts"))[0]?.[1], "First");
    // A file that is there is used.
    repository.runGit(["config", "blame.ignoreRevsFile", ".git-blame-ignore-revs"]);
    assert.equal((await blame("tide.ts"))[0]?.[1], "First");
  });

  it("accepts paths that look like options or patterns", async () => {
    for (const name of ["-x", "--help", "--output=x", ":(glob)*", "a\nb", "weird [1].ts"]) {
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
