import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type * as vscode from "vscode";
import type { CommitsContext } from "../../../../src/features/commits/commitsContext.ts";
import { LineArtifactFinder } from "../../../../src/features/commits/references/lineArtifacts.ts";
import type { OpenRepository } from "../../../../src/features/commits/workspaceContext.ts";
import { waitUntil } from "../../../support/wait.ts";
import { GitFixture, isRunning, TestRepository } from "../../store/commits/gitFixture.ts";

/** A document of an editor. */
class FakeDocument {
  readonly uri: { readonly scheme: "file"; readonly fsPath: string };
  version = 1;
  isClosed = false;
  #text: string;

  constructor(fsPath: string, text: string) {
    this.uri = { scheme: "file", fsPath };
    this.#text = text;
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
  }
}

describe("LineArtifactFinder", () => {
  const activeArtifactId = 99;
  const site = { api: "https://tuleap.example.org/api/" };
  let fixture: GitFixture;
  let repository: TestRepository;
  let open: OpenRepository;
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
    open = await openRepository(repository);
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
    return { key: folder, cli: { gitPath, folder } } as unknown as OpenRepository;
  }

  function createFinder(opened: OpenRepository): LineArtifactFinder {
    const workspace = {
      findRepository: () => opened,
      getSite: () => Promise.resolve(site),
      getGrammar: () => ({ trackerNames: [], patterns: [] }),
      getActiveArtifact: () => ({ site, artifactId: activeArtifactId }),
    };
    return new LineArtifactFinder({ workspace } as unknown as Pick<CommitsContext, "workspace">);
  }

  function openDocument(name: string, text: string): FakeDocument {
    return new FakeDocument(join(open.cli.folder, name), text);
  }

  async function find(document: FakeDocument, line: number): Promise<readonly number[]> {
    const { signal } = new AbortController();
    const found = await finder.find(document as unknown as vscode.TextDocument, line, signal);
    return found?.artifactIds ?? [];
  }

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

    it("stops when it is disposed", async () => {
      finder.dispose();
      await assertStopped();
    });
  });
});
