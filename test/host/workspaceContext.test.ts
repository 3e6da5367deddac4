// A separate instance of the workspace context, with real repositories and VS Code's Git extension.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { createWorkspaceServices } from "../../src/features/commits/feature.ts";
import type { ActiveArtifact, OpenRepository } from "../../src/features/commits/workspaceContext.ts";
import { GitExtension } from "../../src/features/commits/gitExtension.ts";
import type { CommandArguments } from "../../src/protocol/commandArguments.ts";
import { Sites } from "../../src/store/sites.ts";
import { CommandRegistry } from "../../src/vscode/commandRegistry.ts";
import { createUserListSetting } from "../../src/vscode/configuration.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";
import { GitFixture, TestRepository } from "../unit/store/commits/gitFixture.ts";
import { clearSites } from "./extensionUnderTest.ts";

const [hereUrl, thereUrl] = ["https://tuleap.example.com", "https://other.example.com:8443"];

async function updateSetting(
  name: string,
  value: unknown,
  target = vscode.ConfigurationTarget.Global,
): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, target);
}

function summarize(active: ActiveArtifact | undefined): readonly unknown[] | undefined {
  return active && [active.site.label, active.artifactId, active.source];
}

describe("WorkspaceContext", () => {
  let fixture: GitFixture;
  let log: Log;
  let git: GitExtension;
  let context: ReturnType<typeof createWorkspaceServices>;

  before(async () => {
    fixture = await GitFixture.open();
    log = new Log("Workspace under test");
    await connect({ url: hereUrl, label: "Here" });
    const errorHandler = new ErrorHandler(log, () => undefined);
    const { catalog } = createTestStore([]);
    git = new GitExtension();
    const services = {
      sites: new Sites(createUserListSetting("artifacts.sites")),
      catalog,
      workspaceState: createMemento(),
      errorHandler,
      commands: new CommandRegistry<CommandArguments>(errorHandler),
    };
    context = createWorkspaceServices(services, git);
    await git.whenReady();
  });
  afterEach(async () => {
    await connect({ url: hereUrl, label: "Here" });
    await updateSetting("artifacts.branch.patterns", undefined);
    for (const { root } of context.workspace.repositories) {
      await vscode.commands.executeCommand("git.close", root);
    }
    await assertEventually(() => Promise.resolve(assert.deepEqual(context.workspace.repositories, [])));
  });
  after(async () => {
    context.dispose();
    git.dispose();
    log.dispose();
    await clearSites();
  });

  async function connect(
    ...sites: readonly { readonly url: string; readonly label: string }[]
  ): Promise<void> {
    await updateSetting("artifacts.sites", sites);
  }

  /** Opens the repository with the Git extension, and waits until its branch is known. */
  async function open({ folder }: TestRepository): Promise<OpenRepository> {
    await vscode.commands.executeCommand("git.openRepository", folder);
    const key = vscode.Uri.file(folder).toString();
    const find = (): OpenRepository =>
      context.workspace.repositories.find((each) => each.key === key) ?? assert.fail(`${folder} is not open`);
    await assertEventually(() => Promise.resolve(assert.ok(find().scm.state.HEAD)));
    return find();
  }

  /** Runs git, and updates the Git extension, whose watcher may not have started yet. */
  async function runGit(
    testRepository: TestRepository,
    repository: OpenRepository,
    args: readonly string[],
  ): Promise<void> {
    testRepository.runGit(args);
    await repository.scm.status();
  }

  function createRepository(name: string, branch = "main"): TestRepository {
    const testRepository = fixture.createRepository(name);
    testRepository.commit("First");
    if (branch !== "main") testRepository.runGit(["switch", "--quiet", "-c", branch]);
    return testRepository;
  }

  async function waitForActive(
    repository: OpenRepository,
    expected: readonly unknown[] | undefined,
  ): Promise<void> {
    await assertEventually(() =>
      Promise.resolve(assert.deepEqual(summarize(context.workspace.getActiveArtifact(repository)), expected)),
    );
  }

  it("handles each repository separately, and follows branches switched outside of VS Code", async () => {
    const [left, right] = [createRepository("left", "tuleap-12-drifting-buoys"), createRepository("right")];
    const [leftRepository, rightRepository] = [await open(left), await open(right)];
    const changedKeys: string[] = [];
    const listener = context.workspace.onDidChangeActiveArtifact(({ key }) => changedKeys.push(key));
    await waitForActive(leftRepository, ["Here", 12, "branch"]);
    await waitForActive(rightRepository, undefined);

    changedKeys.length = 0;
    await runGit(right, rightRepository, ["switch", "--quiet", "-c", "feature/TULEAP-7"]);
    await waitForActive(rightRepository, ["Here", 7, "branch"]);
    await waitForActive(leftRepository, ["Here", 12, "branch"]);
    assert.deepEqual(changedKeys, [rightRepository.key]);

    await runGit(right, rightRepository, ["switch", "--quiet", "main"]);
    await waitForActive(rightRepository, undefined);
    listener.dispose();
  });

  it("handles a worktree as a repository, and finds the message files of both", async () => {
    const mainRepository = createRepository("trunk", "tuleap-3");
    mainRepository.runGit(["worktree", "add", "--quiet", "-b", "tuleap-4", fixture.getPath("aside")]);
    const worktree = new TestRepository(fixture.getPath("aside"));
    const [openMain, openWorktree] = [await open(mainRepository), await open(worktree)];
    await waitForActive(openMain, ["Here", 3, "branch"]);
    await waitForActive(openWorktree, ["Here", 4, "branch"]);
    await worktree.writeFile("note.txt", "");
    const { workspace } = context;
    assert.equal(
      workspace.findRepository(vscode.Uri.file(join(worktree.folder, "note.txt")))?.key,
      openWorktree.key,
    );

    const messages = [
      [join(mainRepository.folder, ".git", "COMMIT_EDITMSG"), openMain.key],
      [join(mainRepository.folder, ".git", "worktrees", "aside", "COMMIT_EDITMSG"), openWorktree.key],
    ] as const;
    for (const [file, key] of messages) {
      await writeFile(file, "A message\n");
      const document = await vscode.workspace.openTextDocument(file);
      await assertEventually(() =>
        Promise.resolve(assert.equal(workspace.findMessageRepository(document)?.key, key)),
      );
    }
    const config = await vscode.workspace.openTextDocument(join(mainRepository.folder, ".git", "config"));
    assert.equal(workspace.findMessageRepository(config), undefined);
  });

  it("finds the repository of an SCM input", async () => {
    const [first, second] = [
      await open(createRepository("box-one")),
      await open(createRepository("box-two")),
    ];
    first.scm.inputBox.value = "of one";
    second.scm.inputBox.value = "of two";
    await vscode.commands.executeCommand("workbench.view.scm");
    const getInputs = (): readonly (readonly [text: string, key: string | undefined])[] =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === "vscode-scm")
        .map((document) => [document.getText(), context.workspace.findMessageRepository(document)?.key]);
    await assertEventually(() => {
      const inputs = getInputs().filter(([, key]) => key !== undefined);
      const expected = [
        ["of one", first.key],
        ["of two", second.key],
      ] as const;
      return Promise.resolve(assert.deepEqual(new Map(inputs), new Map(expected)));
    });
  });

  it("has no active artifact if no branch is checked out, or in an empty repository", async () => {
    const detached = createRepository("detached", "tuleap-12");
    const repository = await open(detached);
    await waitForActive(repository, ["Here", 12, "branch"]);
    await runGit(detached, repository, ["switch", "--quiet", "--detach"]);
    await waitForActive(repository, undefined);

    const empty = fixture.createRepository("empty");
    const openEmpty = await open(empty);
    await waitForActive(openEmpty, undefined);
    // The branch of the first commit counts, too.
    await runGit(empty, openEmpty, ["symbolic-ref", "HEAD", "refs/heads/tuleap-9"]);
    await waitForActive(openEmpty, ["Here", 9, "branch"]);
  });

  it("uses the user's choice for a branch until it is removed", async () => {
    const testRepository = createRepository("chosen", "tuleap-12");
    const repository = await open(testRepository);
    const { api } = new Sites(createUserListSetting("artifacts.sites")).list()[0] ?? assert.fail();
    await context.activeArtifacts.setChoice(repository, "tuleap-12", {
      kind: "work",
      siteApi: api,
      artifactId: 99,
    });
    await waitForActive(repository, ["Here", 99, "choice"]);
    await context.activeArtifacts.setChoice(repository, "tuleap-12", { kind: "stopped" });
    await waitForActive(repository, undefined);
    await runGit(testRepository, repository, ["switch", "--quiet", "-c", "tuleap-13"]);
    await waitForActive(repository, ["Here", 13, "branch"]);
    await context.activeArtifacts.setChoice(repository, "tuleap-12", undefined);
    await runGit(testRepository, repository, ["switch", "--quiet", "tuleap-12"]);
    await waitForActive(repository, ["Here", 12, "branch"]);
  });

  it("uses the user's patterns for branch names", async () => {
    const repository = await open(createRepository("patterns", "issue-31-x"));
    await waitForActive(repository, undefined);
    await updateSetting("artifacts.branch.patterns", ["issue-${id}"]);
    await waitForActive(repository, ["Here", 31, "branch"]);
    assert.equal(context.workspace.getGrammar(await getSite(repository)).patterns.length, 0);
  });

  async function getSite({ root }: OpenRepository): Promise<NonNullable<ActiveArtifact["site"]>> {
    return (await context.workspace.getSite(root)) ?? assert.fail("the site is not known");
  }

  describe("getSite", () => {
    async function getLabel({ root }: OpenRepository): Promise<string | undefined> {
      return (await context.workspace.getSite(root))?.label;
    }

    it("uses a remote if there are several sites", async () => {
      const testRepository = createRepository("remote", "tuleap-5");
      const repository = await open(testRepository);
      assert.equal(await getLabel(repository), "Here");
      await connect({ url: hereUrl, label: "Here" }, { url: thereUrl, label: "There" });
      assert.equal(await getLabel(repository), undefined);
      await waitForActive(repository, undefined);
      await runGit(testRepository, repository, [
        "remote",
        "add",
        "origin",
        "ssh://gitolite@other.example.com:2222/proj/repo.git",
      ]);
      await waitForActive(repository, ["There", 5, "branch"]);
      await runGit(testRepository, repository, [
        "remote",
        "set-url",
        "origin",
        "https://tuleap.example.com/plugins/git/proj/repo.git",
      ]);
      await waitForActive(repository, ["Here", 5, "branch"]);
    });

    it("uses the git-svn URL if there is no Git remote", async () => {
      const testRepository = createRepository("git-svn", "tuleap-5");
      testRepository.runGit([
        "config",
        "svn-remote.svn.url",
        "https://other.example.com:8443/svnplugin/proj/repo",
      ]);
      await connect({ url: hereUrl, label: "Here" }, { url: thereUrl, label: "There" });
      await waitForActive(await open(testRepository), ["There", 5, "branch"]);
    });

    it("prefers the setting, which must name a connected site", async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? assert.fail("no folder is open");
      const target = vscode.ConfigurationTarget.Workspace;
      await connect({ url: hereUrl, label: "Here" }, { url: thereUrl, label: "There" });
      const { workspace } = context;
      const getLabelOfFile = async (): Promise<string | undefined> =>
        (await workspace.getSite(vscode.Uri.joinPath(folder?.uri ?? assert.fail(), "x.md")))?.label;
      try {
        assert.equal(await getLabelOfFile(), undefined);
        await updateSetting("artifacts.folderSite", "There", target);
        assert.equal(await getLabelOfFile(), "There");
        // If the setting names a site that isn't connected, no other site is used.
        await connect({ url: hereUrl, label: "Here" });
        assert.equal(await getLabelOfFile(), undefined);
      } finally {
        await updateSetting("artifacts.folderSite", undefined, target);
      }
      assert.equal(await getLabelOfFile(), "Here");
    });
  });

  it("removes closed repositories", async () => {
    const repository = await open(createRepository("closed", "tuleap-12"));
    await waitForActive(repository, ["Here", 12, "branch"]);
    await vscode.commands.executeCommand("git.close", repository.root);
    await assertEventually(() => Promise.resolve(assert.deepEqual(context.workspace.repositories, [])));
    assert.equal(context.workspace.getActiveArtifact(repository), undefined);
    await mkdir(join(fixture.getPath("closed"), "sub"));
    assert.equal(context.workspace.findRepository(vscode.Uri.file(fixture.getPath("closed"))), undefined);
  });
});
