import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { blameFile, readCommitParents, splitBlame } from "../../../../src/store/commits/blame.ts";
import type { GitPathAndFolder } from "../../../../src/store/commits/git.ts";
import { waitUntil } from "../../../support/wait.ts";
import { GitFixture, isRunning, TestRepository } from "./gitFixture.ts";

/** By the names of VS Code. */
const encodings: Readonly<Record<string, string>> = {
  utf16le: "utf-16le",
  utf16be: "utf-16be",
  iso88591: "latin1",
  shiftjis: "shift_jis",
};

const decode = (bytes: Uint8Array, encoding: string): Promise<string> =>
  Promise.resolve(new TextDecoder(encodings[encoding]).decode(bytes));

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
    encoding = "utf8",
  ): Promise<readonly (readonly [line: string, subject: string])[]> {
    const result = await blameFile(blamed.repository, blamed.runGit(["rev-parse", "HEAD"]), path);
    assert.ok(result.kind === "blame", JSON.stringify(result));
    const log = ["-c", "log.showSignature=false", "log", "-1", "--format=%s"];
    const { lines, hashes } = await splitBlame(result, encoding, decode);
    return lines.map((line, index) => [line, blamed.runGit([...log, hashes[index] ?? ""])]);
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

  async function commitBytes(name: string, bytes: Buffer, message: string): Promise<void> {
    await writeFile(join(repository.folder, name), bytes);
    repository.runGit(["add", "--", name]);
    repository.commit(message);
  }

  it("decodes lines, whichever bytes their characters have", async () => {
    // Characters with the byte of a line feed at either end.
    const first = "one\r\nĊ ਊ\r\ntwo";
    const second = "one\r\nĊ ਊ\r\n2\r\n";
    const expected = [
      ["one", "First"],
      ["Ċ ਊ", "First"],
      ["2", "Second"],
    ];
    const encodeUtf16: Readonly<Record<string, (text: string) => Buffer>> = {
      utf16le: (text) => Buffer.from(text, "utf16le"),
      utf16be: (text) => Buffer.from(text, "utf16le").swap16(),
    };
    for (const [encoding, encode] of Object.entries(encodeUtf16)) {
      for (const mark of ["", "\uFEFF"]) {
        const name = `${encoding}${mark.length}.txt`;
        await commitBytes(name, encode(`${mark}${first}`), "First");
        await commitBytes(name, encode(`${mark}${second}`), "Second");
        assert.deepEqual(await blame(name, repository, encoding), expected, name);
      }
    }
    await commitBytes("latin1.txt", Buffer.from("été\nmer\n", "latin1"), "Latin 1");
    assert.deepEqual(await blame("latin1.txt", repository, "iso88591"), [
      ["été", "Latin 1"],
      ["mer", "Latin 1"],
    ]);
    await commitBytes("japanese.txt", Buffer.from([0x92, 0xaa, 10, 0x90, 0x5c, 10]), "Shift JIS");
    assert.deepEqual(await blame("japanese.txt", repository, "shiftjis"), [
      ["潮", "Shift JIS"],
      ["申", "Shift JIS"],
    ]);
  });

  it("splits lines where an editor does", async () => {
    await repository.commitFile("mixed.txt", "one\rtwo\r\r\nthree\n", "First");
    await repository.commitFile("mixed.txt", "one\rtwo\r\r\n3\n", "Second");
    assert.deepEqual(await blame("mixed.txt"), [
      ["one", "First"],
      ["two", "First"],
      ["", "First"],
      ["3", "Second"],
    ]);
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
    assert.equal((await blameFile(repository.repository, head, "lib/lib.ts")).kind, "fileMissing");
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

  it("works without configuration if the path of the repository has a line break", async () => {
    const odd = fixture.createRepository("odd\nname");
    await odd.commitFile("tide.ts", "one\n", "First");
    odd.runGit(["worktree", "add", "--quiet", "-b", "side", fixture.getPath("side\n")]);
    odd.runGit(["config", "blame.ignoreRevsFile", "missing"]);
    for (const folder of [odd.folder, fixture.getPath("side\n")]) {
      assert.deepEqual(await blame("tide.ts", new TestRepository(folder)), [["one", "First"]], folder);
    }
  });

  it("accepts paths that look like options or patterns", async () => {
    for (const name of ["-x", "--help", "--output=x", ":(glob)*", "a\nb", "weird [1].ts"]) {
      await repository.commitFile(name, "one\n", `Add ${JSON.stringify(name)}`);
      assert.equal((await blame(name)).length, 1, name);
    }
  });

  it("stops when it is canceled before it reads without configuration", async () => {
    const head = await repository.commitFile("tide.ts", "one\n", "First");
    repository.runGit(["config", "blame.ignoreRevsFile", "missing"]);
    const pidFile = fixture.getPath("pid");
    const gitPath = await fixture.createGitWrapper("slow-git", [
      `case "$*" in *" --git-path "*) echo $$ > '${pidFile}'; exec sleep 600;; esac`,
    ]);
    const slow: GitPathAndFolder = { ...repository.repository, gitPath };
    const controller = new AbortController();
    const result = blameFile(slow, head, "tide.ts", controller.signal);
    const readPid = (): Promise<string> => readFile(pidFile, "utf8").catch(() => "");
    await waitUntil("git runs", async () => (await readPid()).endsWith("\n"));
    controller.abort();
    assert.equal((await result).kind, "canceled");
    const pid = Number(await readPid());
    await waitUntil("git has stopped", () => !isRunning(pid));
  });

  it("says that a file isn't committed, and that it was canceled", async () => {
    repository.commit("Empty");
    const head = repository.runGit(["rev-parse", "HEAD"]);
    assert.equal((await blameFile(repository.repository, head, "missing.ts")).kind, "fileMissing");
    const canceled = await blameFile(repository.repository, head, "missing.ts", AbortSignal.abort());
    assert.equal(canceled.kind, "canceled");
  });
});

describe("readCommitParents", () => {
  let fixture: GitFixture;
  let repository: TestRepository;
  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
  });
  afterEach(() => fixture.close());

  it("counts the parents, and says where a shallow clone ends", async () => {
    const read = (from: TestRepository, ref: string): ReturnType<typeof readCommitParents> =>
      readCommitParents(from.repository, from.runGit(["rev-parse", ref]));
    await repository.commitFile("tide.ts", "one\n", "First");
    await repository.commitFile("tide.ts", "two\n", "Second");
    repository.runGit(["switch", "--quiet", "-c", "side", "HEAD~"]);
    repository.commit("Side");
    repository.runGit(["merge", "--quiet", "--no-edit", "main"]);
    const complete = { kind: "parents", isCutOff: false };
    assert.deepEqual(await read(repository, "HEAD"), { ...complete, count: 2 });
    assert.deepEqual(await read(repository, "main"), { ...complete, count: 1 });
    assert.deepEqual(await read(repository, "main~"), { ...complete, count: 0 });
    const clone = fixture.createRepository("clone");
    clone.runGit(["fetch", "--quiet", "--depth=2", `file://${repository.folder}`, "side"]);
    assert.deepEqual(await read(clone, "FETCH_HEAD"), { ...complete, count: 2 });
    assert.deepEqual(await read(clone, "FETCH_HEAD^2"), { ...complete, isCutOff: true, count: 0 });
    assert.equal((await readCommitParents(clone.repository, "0".repeat(40))).kind, "failed");
  });
});
