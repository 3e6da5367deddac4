// The workplace over real repositories and VS Code's own git extension. It is a copy of its own, beside the one that the
// extension under test has: both see the same repositories.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { openWorkplace } from "../../src/features/commits/feature.ts";
import type { ActiveArtifact, OpenRepository } from "../../src/features/commits/folderContext.ts";
import { GitHere } from "../../src/features/commits/gitExtension.ts";
import type { CommandArguments } from "../../src/protocol/commands.ts";
import { Sites } from "../../src/store/sites.ts";
import { Commands } from "../../src/vscode/commands.ts";
import { userSetting } from "../../src/vscode/configuration.ts";
import { Boundary } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { openStore } from "../support/fixtures/openStore.ts";
import { assertSoon } from "../support/wait.ts";
import { memory } from "../unit/commits/memory.ts";
import { GitStage, TestRepository } from "../unit/store/commits/gitStage.ts";
import { disconnectAll } from "./extensionUnderTest.ts";

const [here, there] = ["https://tuleap.example.com", "https://other.example.com:8443"];

async function set(name: string, value: unknown, target = vscode.ConfigurationTarget.Global): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, target);
}

function brief(active: ActiveArtifact | undefined): readonly unknown[] | undefined {
  return active && [active.site.label, active.artifactId, active.by];
}

describe("the workplace", () => {
  let stage: GitStage;
  let log: Log;
  let git: GitHere;
  let opened: ReturnType<typeof openWorkplace>;

  before(async () => {
    stage = await GitStage.open();
    log = new Log("Workplace under test");
    await connect({ url: here, label: "Here" });
    const boundary = new Boundary(log, () => undefined);
    const { catalog } = openStore([]);
    git = new GitHere();
    const services = {
      sites: new Sites(userSetting("artifacts.sites")),
      catalog,
      memory: memory(),
      boundary,
      commands: new Commands<CommandArguments>(boundary),
    };
    opened = openWorkplace(services, git);
    await git.settled();
  });
  afterEach(async () => {
    await connect({ url: here, label: "Here" });
    await set("artifacts.branch.patterns", undefined);
    for (const { root } of opened.workplace.repositories) {
      await vscode.commands.executeCommand("git.close", root);
    }
    await assertSoon(() => Promise.resolve(assert.deepEqual(opened.workplace.repositories, [])));
  });
  after(async () => {
    opened.dispose();
    git.dispose();
    log.dispose();
    await disconnectAll();
  });

  async function connect(
    ...sites: readonly { readonly url: string; readonly label: string }[]
  ): Promise<void> {
    await set("artifacts.sites", sites);
  }

  /** Has it opened by the git extension, and waits until its branch is known. */
  async function open({ folder }: TestRepository): Promise<OpenRepository> {
    await vscode.commands.executeCommand("git.openRepository", folder);
    const key = vscode.Uri.file(folder).toString();
    const found = (): OpenRepository =>
      opened.workplace.repositories.find((each) => each.key === key) ?? assert.fail(`${folder} is not open`);
    await assertSoon(() => Promise.resolve(assert.ok(found().git.state.HEAD)));
    return found();
  }

  /** Has the git extension look at once: its watcher may not have started yet. */
  async function run(made: TestRepository, place: OpenRepository, args: readonly string[]): Promise<void> {
    made.git(args);
    await place.git.status();
  }

  function repository(name: string, branch = "main"): TestRepository {
    const made = stage.repository(name);
    made.commit("First");
    if (branch !== "main") made.git(["switch", "--quiet", "-c", branch]);
    return made;
  }

  async function activeSoon(place: OpenRepository, expected: readonly unknown[] | undefined): Promise<void> {
    await assertSoon(() =>
      Promise.resolve(assert.deepEqual(brief(opened.workplace.activeIn(place)), expected)),
    );
  }

  it("keeps two repositories apart, and follows a branch that is switched elsewhere", async () => {
    const [left, right] = [repository("left", "tuleap-12-drifting-buoys"), repository("right")];
    const [inLeft, inRight] = [await open(left), await open(right)];
    const told: string[] = [];
    const listening = opened.workplace.activeChanged(({ key }) => told.push(key));
    await activeSoon(inLeft, ["Here", 12, "branch"]);
    await activeSoon(inRight, undefined);

    told.length = 0;
    await run(right, inRight, ["switch", "--quiet", "-c", "feature/TULEAP-7"]);
    await activeSoon(inRight, ["Here", 7, "branch"]);
    await activeSoon(inLeft, ["Here", 12, "branch"]);
    assert.deepEqual(told, [inRight.key]);

    await run(right, inRight, ["switch", "--quiet", "main"]);
    await activeSoon(inRight, undefined);
    listening.dispose();
  });

  it("takes a worktree for a place of its own, and knows the message files of both", async () => {
    const main = repository("trunk", "tuleap-3");
    main.git(["worktree", "add", "--quiet", "-b", "tuleap-4", stage.path("aside")]);
    const aside = new TestRepository(stage.path("aside"));
    const [inMain, inAside] = [await open(main), await open(aside)];
    await activeSoon(inMain, ["Here", 3, "branch"]);
    await activeSoon(inAside, ["Here", 4, "branch"]);
    await aside.file("note.txt", "");
    const { workplace } = opened;
    assert.equal(workplace.repositoryOf(vscode.Uri.file(join(aside.folder, "note.txt")))?.key, inAside.key);

    const messages = [
      [join(main.folder, ".git", "COMMIT_EDITMSG"), inMain.key],
      [join(main.folder, ".git", "worktrees", "aside", "COMMIT_EDITMSG"), inAside.key],
    ] as const;
    for (const [file, key] of messages) {
      await writeFile(file, "A message\n");
      const document = await vscode.workspace.openTextDocument(file);
      await assertSoon(() =>
        Promise.resolve(assert.equal(workplace.repositoryOfMessage(document)?.key, key)),
      );
    }
    const config = await vscode.workspace.openTextDocument(join(main.folder, ".git", "config"));
    assert.equal(workplace.repositoryOfMessage(config), undefined);
  });

  it("knows whose commit box a document is", async () => {
    const [one, two] = [await open(repository("box-one")), await open(repository("box-two"))];
    one.git.inputBox.value = "of one";
    two.git.inputBox.value = "of two";
    await vscode.commands.executeCommand("workbench.view.scm");
    const shown = (): readonly (readonly [text: string, key: string | undefined])[] =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === "vscode-scm")
        .map((document) => [document.getText(), opened.workplace.repositoryOfMessage(document)?.key]);
    await assertSoon(() => {
      const boxes = shown().filter(([, key]) => key !== undefined);
      const expected = [
        ["of one", one.key],
        ["of two", two.key],
      ] as const;
      return Promise.resolve(assert.deepEqual(new Map(boxes), new Map(expected)));
    });
  });

  it("has nobody at work where no branch is checked out, nor in an empty repository", async () => {
    const detached = repository("detached", "tuleap-12");
    const place = await open(detached);
    await activeSoon(place, ["Here", 12, "branch"]);
    await run(detached, place, ["switch", "--quiet", "--detach"]);
    await activeSoon(place, undefined);

    const empty = stage.repository("empty");
    const inEmpty = await open(empty);
    await activeSoon(inEmpty, undefined);
    // The first commit of all can be about something, too.
    await run(empty, inEmpty, ["symbolic-ref", "HEAD", "refs/heads/tuleap-9"]);
    await activeSoon(inEmpty, ["Here", 9, "branch"]);
  });

  it("goes by the person's choice for a branch, until it is taken back", async () => {
    const made = repository("chosen", "tuleap-12");
    const place = await open(made);
    const { api } = new Sites(userSetting("artifacts.sites")).list()[0] ?? assert.fail();
    await opened.active.choose(place, "tuleap-12", { kind: "work", siteApi: api, artifactId: 99 });
    await activeSoon(place, ["Here", 99, "choice"]);
    await opened.active.choose(place, "tuleap-12", { kind: "stopped" });
    await activeSoon(place, undefined);
    await run(made, place, ["switch", "--quiet", "-c", "tuleap-13"]);
    await activeSoon(place, ["Here", 13, "branch"]);
    await opened.active.choose(place, "tuleap-12", undefined);
    await run(made, place, ["switch", "--quiet", "tuleap-12"]);
    await activeSoon(place, ["Here", 12, "branch"]);
  });

  it("reads branches by the person's own patterns", async () => {
    const place = await open(repository("patterns", "issue-31-x"));
    await activeSoon(place, undefined);
    await set("artifacts.branch.patterns", ["issue-${id}"]);
    await activeSoon(place, ["Here", 31, "branch"]);
    assert.equal(opened.workplace.grammarOf(await siteOf(place)).patterns.length, 0);
  });

  async function siteOf({ root }: OpenRepository): Promise<NonNullable<ActiveArtifact["site"]>> {
    return (await opened.workplace.siteOf(root)) ?? assert.fail("the site is not known");
  }

  describe("finds the site of a folder", () => {
    async function label({ root }: OpenRepository): Promise<string | undefined> {
      return (await opened.workplace.siteOf(root))?.label;
    }

    it("by a remote, once there are several", async () => {
      const made = repository("remote", "tuleap-5");
      const place = await open(made);
      assert.equal(await label(place), "Here");
      await connect({ url: here, label: "Here" }, { url: there, label: "There" });
      assert.equal(await label(place), undefined);
      await activeSoon(place, undefined);
      await run(made, place, [
        "remote",
        "add",
        "origin",
        "ssh://gitolite@other.example.com:2222/proj/repo.git",
      ]);
      await activeSoon(place, ["There", 5, "branch"]);
      await run(made, place, [
        "remote",
        "set-url",
        "origin",
        "https://tuleap.example.com/plugins/git/proj/repo.git",
      ]);
      await activeSoon(place, ["Here", 5, "branch"]);
    });

    it("by what git-svn commits to, where git itself has no remote", async () => {
      const made = repository("git-svn", "tuleap-5");
      made.git(["config", "svn-remote.svn.url", "https://other.example.com:8443/svnplugin/proj/repo"]);
      await connect({ url: here, label: "Here" }, { url: there, label: "There" });
      await activeSoon(await open(made), ["There", 5, "branch"]);
    });

    it("by the setting first, of which only connected sites count", async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? assert.fail("no folder is open");
      const target = vscode.ConfigurationTarget.Workspace;
      await connect({ url: here, label: "Here" }, { url: there, label: "There" });
      const { workplace } = opened;
      const of = async (): Promise<string | undefined> =>
        (await workplace.siteOf(vscode.Uri.joinPath(folder?.uri ?? assert.fail(), "x.md")))?.label;
      try {
        assert.equal(await of(), undefined);
        await set("artifacts.folderSite", "There", target);
        assert.equal(await of(), "There");
        // A workspace that names a site which the person does not know is about none that the person knows.
        await connect({ url: here, label: "Here" });
        assert.equal(await of(), undefined);
      } finally {
        await set("artifacts.folderSite", undefined, target);
      }
      assert.equal(await of(), "Here");
    });
  });

  it("gives up what was closed", async () => {
    const place = await open(repository("closed", "tuleap-12"));
    await activeSoon(place, ["Here", 12, "branch"]);
    await vscode.commands.executeCommand("git.close", place.root);
    await assertSoon(() => Promise.resolve(assert.deepEqual(opened.workplace.repositories, [])));
    assert.equal(opened.workplace.activeIn(place), undefined);
    await mkdir(join(stage.path("closed"), "sub"));
    assert.equal(opened.workplace.repositoryOf(vscode.Uri.file(stage.path("closed"))), undefined);
  });
});
