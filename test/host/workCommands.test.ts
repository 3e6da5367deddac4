import assert from "node:assert/strict";
import * as vscode from "vscode";
import {
  createActiveArtifactFeature,
  type ActiveArtifactFeature,
} from "../../src/features/commits/activeArtifactStatusBar.ts";
import { createWorkspaceServices } from "../../src/features/commits/feature.ts";
import { GitExtension } from "../../src/features/commits/gitExtension.ts";
import {
  areCommitOffersEnabled,
  disableCommitOffers,
} from "../../src/features/commits/scmInput/commitSettings.ts";
import { type Simulator, startSimulator } from "../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../support/fixtures/testStore.ts";
import { assertEventually, waitUntil } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";
import type { TestRepository } from "../unit/store/commits/gitFixture.ts";
import { updateSetting } from "./commitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";
import type { GitExtensionRepository } from "./openedRepositories.ts";
import { type FakeQuickInput, FakeQuickInputs } from "./fakeQuickInputs.ts";

const bugs = 11;

/** A fake status bar item. */
class FakeStatusBarItem {
  text = "";
  tooltip: unknown;
  isShown = false;
  show(): void {
    this.isShown = true;
  }
  hide(): void {
    this.isShown = false;
  }
  dispose(): void {
    this.isShown = false;
  }
}

/** A separate instance of the active artifact feature; the test answers its prompts. */
class WorkFixture {
  readonly item = new FakeStatusBarItem();
  readonly workspaceContext: ReturnType<typeof createWorkspaceServices>;
  readonly feature: ActiveArtifactFeature;
  readonly workspaceState = createMemento();

  constructor(
    fixture: AfterCommitFixture,
    store: TestStore = fixture.formFixture.store,
    git: GitExtension = fixture.context.gitExtension,
  ) {
    const shared = { ...fixture.context, ...store, workspaceState: this.workspaceState, gitExtension: git };
    this.workspaceContext = createWorkspaceServices(shared, git);
    const { workspace, gitRepositories, activeArtifacts } = this.workspaceContext;
    const { createStatusBarItem } = vscode.window;
    Object.assign(vscode.window, { createStatusBarItem: () => this.item });
    this.feature = createActiveArtifactFeature({ ...shared, workspace, gitRepositories, activeArtifacts });
    Object.assign(vscode.window, { createStatusBarItem });
  }

  async assertShown(expected: RegExp | undefined): Promise<void> {
    await assertEventually(() => {
      const { isShown, text } = this.item;
      if (expected === undefined) assert.equal(isShown, false, text);
      else assert.ok(isShown && expected.test(text), isShown ? text : "the item is hidden");
      return Promise.resolve();
    });
  }

  close(): void {
    this.feature.dispose();
    this.workspaceContext.dispose();
  }
}

describe("Start Work and Stop Work", () => {
  let fixture: AfterCommitFixture;
  let inputs: FakeQuickInputs;
  let workFixture: WorkFixture;
  let id: number;
  let testRepository: TestRepository;
  let gitRepository: GitExtensionRepository;

  before(async () => {
    fixture = await AfterCommitFixture.open("product");
    inputs = new FakeQuickInputs();
    id = await fixture.getFirstArtifactId(bugs);
    ({ testRepository, gitRepository } = await fixture.repositories.openRepository("buoys"));
    await testRepository.writeFile("note.txt", "One\n");
    testRepository.runGit(["add", "note.txt"]);
    testRepository.commit("Second");
    workFixture = new WorkFixture(fixture);
    await waitUntil(
      "the repository is known",
      () => workFixture.workspaceContext.gitRepositories.list.length === 1,
    );
  });
  after(async () => {
    workFixture.close();
    inputs.close();
    await fixture.close();
  });
  afterEach(() => inputs.dismissUntilDone(Promise.resolve()));
  beforeEach(() => {
    fixture.executedCommands.length = 0;
    inputs.messages.length = 0;
    inputs.buttonToPress = undefined;
  });

  const getBranch = (): string => testRepository.runGit(["branch", "--show-current"]);

  async function startWork(): Promise<{ readonly prompt: FakeQuickInput; readonly done: Promise<void> }> {
    const done = workFixture.feature.startWork({
      siteApi: fixture.formFixture.site.api,
      artifactId: id,
      trackerId: bugs,
    });
    return { prompt: await inputs.waitForPrompt(`Start Work on #${id}`), done };
  }

  /** Accepts the prompt for additional actions. */
  async function acceptFollowUps(done: Promise<void>): Promise<void> {
    (await inputs.waitForPrompt(`Started Work on #${id}`)).accept();
    await done;
  }

  async function switchTo(name: string, expected: RegExp | undefined): Promise<void> {
    testRepository.runGit(["switch", "--quiet", name]);
    await gitRepository.status();
    await workFixture.assertShown(expected);
  }

  const idPattern = (): RegExp => new RegExp(`#${id}\\b`);

  it("create a branch from the typed template", async () => {
    const { prompt, done } = await startWork();
    await prompt.waitForRow(new RegExp(`^Create Branch tuleap-${id}-.*\n.*from main`));
    await prompt
      .type("feature/${status|lower}-${slug|max:8}")
      .waitForRow(/^Create Branch feature\/[\w-]+\n.*remembers/);
    await prompt.type("tuleap-${id").waitForRow(/^Missing closing brace/);
    prompt.accept();
    assert.equal(getBranch(), "main", "an invalid template creates no branch");
    await prompt
      .type("tuleap-${id}-${title|upper|slug|max:6}")
      .waitForRow(new RegExp(`^Create Branch tuleap-${id}-[a-z]+`));
    prompt.accept();
    const followUps = await inputs.waitForPrompt(`Started Work on #${id}`);
    assert.match(getBranch(), new RegExp(`^tuleap-${id}-[a-z-]+$`));
    (await followUps.toggleItems("Assign to Me")).accept();
    await done;
    const target = {
      siteApi: fixture.formFixture.site.api,
      artifactId: id,
      trackerId: bugs,
      page: undefined,
    };
    assert.deepEqual(fixture.executedCommands, [["artifacts.assignToMe", target]]);
  });

  it("show the active artifact with a menu in the status bar", async () => {
    await workFixture.assertShown(new RegExp(`#${id} \\w`));
    assert.match(String(workFixture.item.tooltip), new RegExp(`^#${id} .*\nStatus: [^]*\nSite: `));
    const menuClosed = workFixture.feature.showMenu();
    await (await inputs.waitForPrompt(`#${id} `)).pick("Copy Reference");
    await menuClosed;
    assert.equal(fixture.executedCommands[0]?.[0], "artifacts.copyReference");
  });

  it("offer to enable prompts after commits again", async () => {
    const repository =
      workFixture.workspaceContext.gitRepositories.getCurrent() ?? assert.fail("no repository");
    const getLabels = async (): Promise<readonly string[]> => {
      const menuClosed = workFixture.feature.showMenu();
      const menu = await inputs.waitForPrompt(`#${id} `);
      inputs.dismiss();
      await menuClosed;
      return menu.labels;
    };
    assert.ok(!(await getLabels()).includes("Enable Prompts After Commits"));
    await disableCommitOffers(workFixture.workspaceState, repository);
    const menuClosed = workFixture.feature.showMenu();
    await (await inputs.waitForPrompt(`#${id} `)).pick("Enable Prompts After Commits");
    await menuClosed;
    assert.ok(areCommitOffersEnabled(workFixture.workspaceState, repository));
  });

  it("follow a branch that is switched outside of VS Code", async () => {
    const ownBranch = getBranch();
    testRepository.runGit(["switch", "--quiet", "main"]);
    await workFixture.assertShown(undefined);
    testRepository.runGit(["switch", "--quiet", ownBranch]);
    await workFixture.assertShown(idPattern());
  });

  it("stop and restart work on the same branch", async () => {
    await workFixture.feature.stopWork();
    await workFixture.assertShown(undefined);
    const ownBranch = getBranch();
    const { prompt, done } = await startWork();
    await prompt.type(ownBranch).pick(`Stay on ${ownBranch}`);
    await acceptFollowUps(done);
    await workFixture.assertShown(idPattern());
    assert.equal(getBranch(), ownBranch);
  });

  it("store the artifact of a branch whose name doesn't identify it", async () => {
    const { prompt, done } = await startWork();
    await prompt.type("quiet-waters").pick("Create Branch quiet-waters");
    await acceptFollowUps(done);
    assert.equal(getBranch(), "quiet-waters");
    await workFixture.assertShown(idPattern());
    await switchTo("main", undefined);
    await switchTo("quiet-waters", idPattern());
    await switchTo("main", undefined);
  });

  it("refuse to overwrite uncommitted changes", async () => {
    const oldBranch = `tuleap-${id}-old`;
    testRepository.runGit(["switch", "--quiet", "-c", oldBranch]);
    await testRepository.writeFile("note.txt", "Two\n");
    testRepository.commit("Third", ["--all"]);
    await switchTo("main", undefined);
    await testRepository.writeFile("note.txt", "Mine\n");
    const refusedAttempt = await startWork();
    await refusedAttempt.prompt.pick(`Check Out ${oldBranch}`);
    await refusedAttempt.done;
    await inputs.waitForMessage("Your changes in note.txt would be lost");
    assert.equal(getBranch(), "main");
    await testRepository.writeFile("note.txt", "One\n");
    const { prompt, done } = await startWork();
    await prompt.pick(`Check Out ${oldBranch}`);
    await acceptFollowUps(done);
    assert.equal(getBranch(), oldBranch);
  });

  it("leave a repository that runs other programs to the Git extension", async () => {
    await switchTo("main", undefined);
    testRepository.runGit(["config", "filter.evil.smudge", "touch ran"]);
    const { executeCommand } = vscode.commands;
    const executed: unknown[] = [];
    Object.assign(vscode.commands, { executeCommand: (...command: unknown[]) => executed.push(command) });
    try {
      inputs.buttonToPress = "Check Out with Git…";
      const { prompt, done } = await startWork();
      await prompt.pick(`Check Out tuleap-${id}-old`);
      await done;
      await inputs.waitForMessage("filter.evil.smudge");
      assert.equal(getBranch(), "main");
      await waitUntil("the Git command is run", () => executed.length > 0);
      const [command, root] = executed[0] as readonly [string, vscode.Uri];
      assert.deepEqual([command, root.toString()], ["git.checkout", gitRepository.rootUri.toString()]);
    } finally {
      Object.assign(vscode.commands, { executeCommand });
      testRepository.runGit(["config", "--unset", "filter.evil.smudge"]);
    }
  });

  it("report a disabled Git extension only when they are run", async () => {
    const { getExtension } = vscode.extensions;
    // The exports of a disabled Git extension.
    const disabled = {
      enabled: false,
      onDidChangeEnablement: () => new vscode.Disposable(() => undefined),
      getAPI: () => assert.fail("the extension is disabled"),
    };
    Object.assign(vscode.extensions, {
      getExtension: () => ({ isActive: true, exports: disabled, activate: () => Promise.resolve(disabled) }),
    });
    const withoutGit = new WorkFixture(fixture, fixture.formFixture.store, new GitExtension());
    try {
      assert.deepEqual([inputs.messages, withoutGit.item.isShown], [[], false]);
      await withoutGit.feature.startWork();
      await inputs.waitForMessage("Enable VS Code's built-in Git extension");
    } finally {
      Object.assign(vscode.extensions, { getExtension });
      withoutGit.close();
    }
  });

  describe("in a window with several repositories and sites", () => {
    let otherServer: Simulator;
    let severalSites: WorkFixture;
    let rightRepository: TestRepository;
    let demoApi: string;

    before(async () => {
      otherServer = await startSimulator({ dialect: "product" });
      const { server } = fixture.formFixture;
      const store = createTestStore([
        { url: server.url, label: "Demo" },
        { url: otherServer.url, label: "Other" },
      ]);
      demoApi = `${server.url}/api`;
      await signIn(store, demoApi, server.accounts.admin);
      ({ testRepository: rightRepository } = await fixture.repositories.openRepository("right"));
      await rightRepository.writeFile("starboard.txt", "x");
      severalSites = new WorkFixture(fixture, store);
      await waitUntil(
        "both repositories are known",
        () => severalSites.workspaceContext.gitRepositories.list.length === 2,
      );
    });
    after(async () => {
      await updateSetting("folderSite", undefined);
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      severalSites.close();
      await otherServer.close();
    });

    async function open({ folder }: TestRepository, name: string): Promise<void> {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(vscode.Uri.file(folder), name));
    }

    it("prompt for the repository, and once for its site", async () => {
      const target = { siteApi: demoApi, artifactId: id, trackerId: bugs };
      const before = getBranch();
      const done = severalSites.feature.startWork(target);
      await (await inputs.waitForPrompt("Select a repository")).pick("right");
      await (await inputs.waitForPrompt("Select the site that references")).pick("Demo");
      (await inputs.waitForPrompt(`Start Work on #${id}`)).accept();
      await inputs.waitForPrompt(`Started Work on #${id}`);
      inputs.dismiss();
      await done;
      assert.match(rightRepository.runGit(["branch", "--show-current"]), /^tuleap-\d+-/);
      assert.equal(getBranch(), before);
      // There is no current repository until a file of one is opened.
      await severalSites.assertShown(undefined);
      await open(rightRepository, "starboard.txt");
      await severalSites.assertShown(idPattern());
      await open(testRepository, "note.txt");
      await severalSites.assertShown(undefined);
      const again = severalSites.feature.startWork(target);
      await (await inputs.waitForPrompt("Select a repository")).pick("right");
      await inputs.waitForPrompt(`Start Work on #${id}`);
      inputs.dismiss();
      await again;
    });

    it("refuse an artifact of another site", async () => {
      await updateSetting("folderSite", "Other");
      await severalSites.feature.startWork({ siteApi: demoApi, artifactId: id, trackerId: bugs });
      await inputs.waitForMessage(
        "This artifact is on Demo, but the repository in this window is associated with Other",
      );
      assert.equal(inputs.isAnyShown, false);
    });
  });
});
