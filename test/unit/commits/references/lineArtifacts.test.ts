import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
import type { CommitsContext } from "../../../../src/features/commits/commitsContext.ts";
import { LineArtifactFinder } from "../../../../src/features/commits/references/lineArtifacts.ts";
import type { OpenRepository } from "../../../../src/features/commits/workspaceContext.ts";
import { waitUntil } from "../../../support/wait.ts";
import { GitFixture, isRunning, TestRepository } from "../../store/commits/gitFixture.ts";

/** A document of an editor. */
class FakeDocument {
  readonly uri: { readonly scheme: "file"; readonly fsPath: string; toString(): string };
  readonly encoding: string;
  version = 1;
  isClosed = false;
  isDirty = false;
  #text: string;

  constructor(fsPath: string, text: string, encoding = "utf8") {
    this.uri = { scheme: "file", fsPath, toString: () => `file://${fsPath}` };
    this.#text = text;
    this.encoding = encoding;
  }

  get lineCount(): number {
    return this.#text.split("\n").length;
  }

  getText(): string {
    return this.#text;
  }

  edit(text: string): void {
    this.#text = text;
    this.version += 1;
    this.isDirty = true;
  }
}

/** The names of VS Code. */
const encodings: Readonly<Record<string, string>> = { utf16le: "utf-16le", iso88591: "latin1" };

const decode = (bytes: Uint8Array, encoding: string): Promise<string> =>
  Promise.resolve(new TextDecoder(encodings[encoding]).decode(bytes));

describe("LineArtifactFinder", () => {
  const activeArtifactId = 99;
  const site = { api: "https://tuleap.example.org/api/" };
  let fixture: GitFixture;
  let repository: TestRepository;
  let open: OpenRepository;
  /** Files that git reports as changed. */
  let changes: { readonly uri: { readonly fsPath: string } }[];
  let openRepositories: OpenRepository[];
  let finder: LineArtifactFinder;
  /** Git writes here whether it blames, and waits while `holdFile` exists. */
  let pidFile: string;
  let callsFile: string;
  let holdFile: string;

  beforeEach(async () => {
    fixture = await GitFixture.open();
    repository = fixture.createRepository("here");
    [pidFile, callsFile, holdFile] = [
      fixture.getPath("pid"),
      fixture.getPath("calls"),
      fixture.getPath("hold"),
    ];
    changes = [];
    open = await openRepository(repository);
    openRepositories = [open];
    finder = createFinder(open);
  });
  afterEach(async () => {
    finder.dispose();
    await fixture.close();
  });

  async function openRepository({ folder }: TestRepository): Promise<OpenRepository> {
    const gitPath = await fixture.createGitWrapper("watched-git", [
      'case "$*" in',
      `*" blame "*) echo blame >> '${callsFile}'; echo $$ > '${pidFile}'; [ -e '${holdFile}' ] && exec sleep 600;;`,
      "esac",
    ]);
    const state = { workingTreeChanges: changes, indexChanges: [], mergeChanges: [] };
    return { key: folder, cli: { gitPath, folder }, scm: { state } } as unknown as OpenRepository;
  }

  function createFinder(
    opened: OpenRepository,
    limits?: { readonly maxBlameBytes: number },
  ): LineArtifactFinder {
    const workspace = {
      repositories: openRepositories,
      findRepository: () => opened,
      getSite: () => Promise.resolve(site),
      getGrammar: () => ({ trackerNames: [], patterns: [] }),
      getActiveArtifact: () => ({ site, artifactId: activeArtifactId }),
    };
    const context = { workspace } as unknown as Pick<CommitsContext, "workspace">;
    return new LineArtifactFinder(context, decode, limits);
  }

  function openDocument(name: string, text: string, encoding?: string): FakeDocument {
    return new FakeDocument(join(open.cli.folder, name), text, encoding);
  }

  async function commitBytes(name: string, bytes: Buffer, message: string): Promise<void> {
    await writeFile(join(repository.folder, name), bytes);
    repository.runGit(["add", "--", name]);
    repository.commit(message);
  }

  async function find(document: FakeDocument, line: number): Promise<readonly number[]> {
    const { signal } = new AbortController();
    const found = await finder.find(document as unknown as vscode.TextDocument, line, signal);
    return found?.artifactIds ?? [];
  }

  const findAll = (document: FakeDocument): Promise<readonly (readonly number[])[]> =>
    Promise.all(Array.from({ length: document.lineCount }, (_, line) => find(document, line)));

  const countBlames = async (): Promise<number> =>
    (await readFile(callsFile, "utf8")).split("blame").length - 1;

  /** Waits until git blames, and returns its process. */
  async function waitForBlame(): Promise<number> {
    await waitUntil("git blames", () => existsSync(pidFile));
    await waitUntil("its process is written", async () => (await readFile(pidFile, "utf8")).endsWith("\n"));
    return Number(await readFile(pidFile, "utf8"));
  }

  it("blames a file once for all its lines and edits", async () => {
    await repository.commitFile("tide.ts", "one\ntwo\n", "Add, art #12");
    await repository.commitFile("tide.ts", "one\n2\n", "Change, art #13 and art #14");
    const document = openDocument("tide.ts", "one\n2\n");
    assert.deepEqual(await Promise.all([find(document, 0), find(document, 1)]), [[12], [13, 14]]);
    assert.deepEqual(await find(document, 2), [], "after the last line break");
    document.edit("new\none\n2\n");
    assert.deepEqual(await find(document, 0), [activeArtifactId]);
    assert.deepEqual(await find(document, 2), [13, 14]);
    assert.equal(await countBlames(), 1);
  });

  it("shows only the first artifact of a merge", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    await repository.commitFile("other.ts", "x\n", "Side, art #13");
    repository.runGit(["switch", "--quiet", "main"]);
    repository.runGit(["merge", "--quiet", "--no-commit", "--no-ff", "side"]);
    await repository.commitFile("tide.ts", "one\nmerged\n", "Merge, art #14, art #13");
    assert.deepEqual(await find(openDocument("tide.ts", "one\nmerged\n"), 1), [14]);
  });

  it("reads CRLF, also if git changes line endings", async () => {
    await repository.commitFile("crlf.ts", "one\r\ntwo\r\n", "Add, art #12");
    await repository.commitFile("lf.ts", "one\ntwo\n", "Add, art #13");
    for (const [name, id] of [
      ["crlf.ts", 12],
      ["lf.ts", 13],
    ] as const) {
      for (const text of ["one\r\ntwo\r\n", "one\ntwo\n"]) {
        const document = openDocument(name, text);
        assert.deepEqual(await Promise.all([find(document, 0), find(document, 1)]), [[id], [id]], name);
      }
    }
  });

  it("follows an amended and a rebased commit", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    await repository.commitFile("tide.ts", "one\ntwo\n", "Change, art #13");
    const document = openDocument("tide.ts", "one\ntwo\n");
    assert.deepEqual(await find(document, 1), [13]);
    repository.commit("Change, art #14", ["--amend"]);
    assert.deepEqual(await find(document, 1), [14]);
    repository.runGit(["switch", "--quiet", "--detach", "HEAD~"]);
    await repository.commitFile("other.ts", "x\n", "Other, art #15");
    repository.runGit(["rebase", "--quiet", "HEAD", "main"]);
    assert.deepEqual(await find(document, 1), [14]);
    assert.deepEqual(await find(document, 0), [12]);
    assert.equal(await countBlames(), 3);
  });

  it("finds artifacts in a worktree and in a submodule", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    repository.runGit(["worktree", "add", "--quiet", "-b", "side", fixture.getPath("side")]);
    const worktree = new TestRepository(fixture.getPath("side"));
    await worktree.commitFile("tide.ts", "one\ntwo\n", "Change, art #13");
    const allowFiles = ["-c", "protocol.file.allow=always"];
    repository.runGit([...allowFiles, "submodule", "--quiet", "add", worktree.folder, "lib"]);
    for (const folder of [worktree.folder, join(repository.folder, "lib")]) {
      open = await openRepository(new TestRepository(folder));
      finder = createFinder(open);
      assert.deepEqual(await find(openDocument("tide.ts", "one\ntwo\n"), 1), [13], folder);
    }
  });

  describe("in files that aren't stored as they are shown", () => {
    it("finds the commits of other encodings than UTF-8", async () => {
      const text = "été\r\nĊ\r\nmer\r\n";
      await commitBytes("utf16.txt", Buffer.from(`\uFEFF${text}`, "utf16le"), "Add, art #12");
      const utf16 = openDocument("utf16.txt", text, "utf16le");
      assert.deepEqual(await findAll(utf16), [[12], [12], [12], []]);
      utf16.edit(text.replace("mer", "mare"));
      assert.deepEqual(await findAll(utf16), [[12], [12], [activeArtifactId], []]);
      await commitBytes("latin1.txt", Buffer.from("été\nmer\n", "latin1"), "Add, art #13");
      assert.deepEqual(await findAll(openDocument("latin1.txt", "été\nmer\n", "iso88591")), [[13], [13], []]);
      // Opened again in another encoding.
      const text8 = "\uFFFDt\uFFFD\nmer\n";
      assert.deepEqual(await findAll(openDocument("latin1.txt", text8)), [[13], [13], []]);
    });

    it("finds the commits of a file that git converts to UTF-8", async () => {
      await repository.commitFile(
        ".gitattributes",
        "*.txt working-tree-encoding=UTF-16LE-BOM\n",
        "Attributes",
      );
      await commitBytes("utf16.txt", Buffer.from("\uFEFFété\nmer\n", "utf16le"), "Add, art #12");
      const document = openDocument("utf16.txt", "été\nmer\n", "utf16le");
      assert.deepEqual(await findAll(document), [[12], [12], []]);
    });

    it("finds the commit of a line with an expanded ID", async () => {
      await repository.commitFile(".gitattributes", "* ident\n", "Attributes");
      await repository.commitFile("tide.ts", "// $Id$\none\n", "Add, art #12");
      const document = openDocument("tide.ts", "// $Id: 0123 $\none\n");
      assert.deepEqual(await findAll(document), [[12], [12], []]);
      document.edit("// $Id: 0123 $ new\none\n");
      assert.deepEqual(await findAll(document), [[activeArtifactId], [12], []]);
    });

    it("finds lines of an editor where carriage returns end lines", async () => {
      await repository.commitFile("mixed.txt", "one\rtwo\nthree\n", "Add, art #12");
      await repository.commitFile("mixed.txt", "one\rtwo\n3\n", "Change, art #13");
      assert.deepEqual(await findAll(openDocument("mixed.txt", "one\ntwo\n3\n")), [[12], [12], [13], []]);
    });

    /** Letters are upper case on disk, and lower case in commits. */
    async function configureFilter(): Promise<void> {
      repository.runGit(["config", "filter.case.clean", "tr A-Z a-z"]);
      repository.runGit(["config", "filter.case.smudge", "tr a-z A-Z"]);
      await repository.commitFile(".gitattributes", "*.txt filter=case\n", "Attributes");
    }

    it("finds the commits of a filtered file by line number while it is unchanged", async () => {
      await configureFilter();
      await repository.commitFile("tide.txt", "ONE\nTWO\n3\n", "Add, art #12");
      await repository.commitFile("tide.txt", "ONE\n2\n3\n", "Change, art #13");
      const document = openDocument("tide.txt", "ONE\n2\n3\n");
      assert.deepEqual(await findAll(document), [[12], [13], [12], []]);
      document.edit("ONE!\n2\n3\n");
      assert.deepEqual(await findAll(document), [[], [13], [12], []], "edited");
      document.isDirty = false;
      changes.push({ uri: document.uri });
      assert.deepEqual(await findAll(document), [[], [13], [12], []], "saved");
    });

    it("never says that a line of a filtered file isn't committed, as in LFS", async () => {
      repository.runGit(["config", "filter.lfs.clean", "echo version; echo oid; echo size; cat > /dev/null"]);
      await repository.commitFile(".gitattributes", "*.txt filter=lfs\n", "Attributes");
      await repository.commitFile("tide.txt", "one\ntwo\n", "Add, art #12");
      const document = openDocument("tide.txt", "one\ntwo\n");
      assert.deepEqual(await findAll(document), [[], [], []]);
      document.edit("one\ntwo\nthree\n");
      assert.deepEqual(await findAll(document), [[], [], [], []]);
    });
  });

  describe("in files that aren't committed", () => {
    it("shows the active artifact", async () => {
      await repository.writeFile("first.ts", "one\n");
      assert.deepEqual(await find(openDocument("first.ts", "one\n"), 0), [activeArtifactId], "no commit");
      await repository.commitFile("tide.ts", "one\n", "Add, art #12");
      for (const name of ["untracked.ts", "-x", ":(glob)*", "a\nb", "weird [1].ts"]) {
        await repository.writeFile(name, "one\n");
        assert.deepEqual(await find(openDocument(name, "one\n"), 0), [activeArtifactId], name);
      }
      const document = openDocument("untracked.ts", "one\n");
      repository.runGit(["add", "untracked.ts"]);
      assert.deepEqual(await find(document, 0), [activeArtifactId], "staged");
      repository.commit("Add, art #13");
      assert.deepEqual(await find(document, 0), [13], "committed");
    });

    it("shows nothing in ignored files, in the .git folder and outside of the repository", async () => {
      await repository.commitFile(".gitignore", "out/\n", "Add, art #12");
      await mkdir(join(repository.folder, "out"));
      await repository.writeFile("out/tide.js", "one\n");
      await repository.writeFile(".git/COMMIT_EDITMSG", "one\n");
      await writeFile(fixture.getPath("elsewhere.ts"), "one\n");
      for (const name of ["out/tide.js", ".git/COMMIT_EDITMSG", "../elsewhere.ts", "missing.ts"]) {
        assert.deepEqual(await find(openDocument(name, "one\n"), 0), [], name);
      }
    });

    it("finds the commits of a file that was renamed but not committed", async () => {
      await repository.commitFile("tide.ts", "one\ntwo\nthree\n", "Add, art #12");
      await rename(join(repository.folder, "tide.ts"), join(repository.folder, "tides.ts"));
      const document = openDocument("tides.ts", "one\ntwo\nthree\nfour\n");
      assert.deepEqual(await find(document, 0), [activeArtifactId], "git doesn't know it yet");
      repository.runGit(["add", "--all"]);
      assert.deepEqual(await findAll(document), [[12], [12], [12], [activeArtifactId], []]);
    });
  });

  it("finds the commits of files behind symbolic links", async () => {
    await mkdir(join(repository.folder, "src"));
    await repository.commitFile("src/tide.ts", "one\n", "Add, art #12");
    await symlink("src/tide.ts", join(repository.folder, "link.ts"));
    await symlink("src", join(repository.folder, "folder"));
    repository.runGit(["add", "--all"]);
    repository.commit("Add links, art #13");
    for (const name of ["link.ts", "folder/tide.ts"]) {
      assert.deepEqual(await findAll(openDocument(name, "one\n")), [[12], []], name);
    }
    await symlink(repository.folder, fixture.getPath("there"));
    open = await openRepository(new TestRepository(fixture.getPath("there")));
    finder = createFinder(open);
    assert.deepEqual(await find(openDocument("src/tide.ts", "one\n"), 0), [12], "linked repository");
  });

  it("shows nothing for lines that a merge brings in before it is committed", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    repository.runGit(["switch", "--quiet", "-c", "side"]);
    await repository.commitFile("tide.ts", "one\ntwo\n", "Side, art #13");
    await repository.commitFile("side.ts", "one\n", "Side, art #14");
    repository.runGit(["switch", "--quiet", "main"]);
    repository.runGit(["merge", "--quiet", "--no-commit", "--no-ff", "side"]);
    const document = openDocument("tide.ts", "one\ntwo\n");
    assert.deepEqual(await findAll(document), [[12], [], []]);
    assert.deepEqual(await find(openDocument("side.ts", "one\n"), 0), []);
    repository.commit("Merge");
    assert.deepEqual(await findAll(document), [[12], [13], []]);
  });

  it("shows nothing for lines that may be older than a shallow clone", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    await repository.commitFile("tide.ts", "one\ntwo\n", "Change, art #13");
    await repository.commitFile("tide.ts", "one\ntwo\nthree\n", "Change, art #14");
    const clone = fixture.createRepository("clone");
    clone.runGit(["fetch", "--quiet", "--depth=2", `file://${repository.folder}`, "main"]);
    clone.runGit(["checkout", "--quiet", "FETCH_HEAD"]);
    open = await openRepository(clone);
    finder = createFinder(open);
    assert.deepEqual(await findAll(openDocument("tide.ts", "one\ntwo\nthree\n")), [[], [], [14], []]);
  });

  it("tries again after git has failed", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    const document = openDocument("tide.ts", "one\n");
    const objects = join(repository.folder, ".git", "objects");
    const hash = repository.runGit(["rev-parse", "HEAD:tide.ts"]);
    const blob = join(objects, hash.slice(0, 2), hash.slice(2));
    await rename(blob, `${blob}.moved`);
    assert.deepEqual(await find(document, 0), []);
    await rename(`${blob}.moved`, blob);
    assert.deepEqual(await find(document, 0), [12]);
  });

  it("tries to read a commit again", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    const failFile = fixture.getPath("fail");
    await writeFile(failFile, "");
    const gitPath = await fixture.createGitWrapper("failing-git", [
      `case "$*" in *" log "*) [ -e '${failFile}' ] && exit 1;; esac`,
    ]);
    open = { ...open, cli: { ...open.cli, gitPath } };
    finder = createFinder(open);
    const document = openDocument("tide.ts", "one\n");
    assert.deepEqual(await find(document, 0), []);
    await rm(failFile);
    assert.deepEqual(await find(document, 0), [12]);
  });

  it("keeps the blames of short files, but not of many long ones", async () => {
    finder = createFinder(open, { maxBlameBytes: 5_000 });
    const long = (name: string): string => `${name}${"x".repeat(100)}\n`.repeat(10);
    const names = ["a.ts", "b.ts", "c.ts"];
    for (const name of names) await repository.writeFile(name, long(name));
    await repository.writeFile("short.ts", "one\n");
    repository.runGit(["add", "--all"]);
    repository.commit("Add, art #12");
    const findFirst = async (name: string): Promise<void> =>
      assert.deepEqual(await find(openDocument(name, name === "short.ts" ? "one\n" : long(name)), 0), [12]);
    for (const name of names) await findFirst(name);
    assert.equal(await countBlames(), 3);
    await findFirst("c.ts");
    await findFirst("short.ts");
    await findFirst("short.ts");
    assert.equal(await countBlames(), 4);
    await findFirst("a.ts");
    assert.equal(await countBlames(), 5, "the oldest one was forgotten");
  });

  it("returns nothing for a line of an older version", async () => {
    await repository.commitFile("tide.ts", "one\n", "Add, art #12");
    await repository.commitFile("tide.ts", "one\ntwo\n", "Change, art #13");
    const document = openDocument("tide.ts", "one\ntwo\n");
    const found = find(document, 1);
    document.edit("new\none\ntwo\n");
    assert.deepEqual(await found, []);
    assert.deepEqual(await find(document, 2), [13]);
  });

  describe("while git blames", () => {
    let document: FakeDocument;
    let found: Promise<readonly number[]>;
    let pid: number;

    beforeEach(async () => {
      await repository.commitFile("tide.ts", "one\n", "Add, art #12");
      await writeFile(holdFile, "");
      document = openDocument("tide.ts", "one\n");
      found = find(document, 0);
      pid = await waitForBlame();
      assert.ok(isRunning(pid));
    });

    async function assertStopped(): Promise<void> {
      assert.deepEqual(await found, []);
      await waitUntil("git has stopped", () => !isRunning(pid));
    }

    it("stops when the document is closed, and starts again when it is opened", async () => {
      document.isClosed = true;
      finder.closeDocument(document as unknown as vscode.TextDocument);
      await assertStopped();
      await rm(holdFile);
      assert.deepEqual(await find(openDocument("tide.ts", "one\n"), 0), [12]);
    });

    it("stops when HEAD changes", async () => {
      await finder.removeOutdated(open);
      assert.ok(isRunning(pid));
      repository.commit("Add, art #13", ["--amend"]);
      await finder.removeOutdated(open);
      await assertStopped();
    });

    it("stops when it is asked again after HEAD has changed", async () => {
      repository.commit("Add, art #13", ["--amend"]);
      await rm(holdFile);
      assert.deepEqual(await find(document, 0), [13]);
      await assertStopped();
    });

    it("stops when the repository is closed, and goes on in others", async () => {
      finder.removeClosedRepositories();
      assert.ok(isRunning(pid));
      openRepositories.splice(0, 1, { ...open, key: "other" });
      finder.removeClosedRepositories();
      await assertStopped();
    });

    it("stops when the folder of the repository is removed", async () => {
      await rm(repository.folder, { recursive: true });
      await finder.removeOutdated(open);
      await assertStopped();
      await rm(holdFile);
      assert.deepEqual(await find(openDocument("tide.ts", "one\n"), 0), []);
    });

    it("stops when it is disposed", async () => {
      finder.dispose();
      await assertStopped();
    });
  });
});
