// A hidden SCM input, whose content VS Code doesn't report. The Git extension is a fake; the repository is real.
import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { OpenRepository, WorkspaceContext } from "../../src/features/commits/workspaceContext.ts";
import { CommitWatcher } from "../../src/features/commits/scmInput/afterCommit.ts";
import { ScmInputPrefill } from "../../src/features/commits/scmInput/scmInputPrefill.ts";
import { ReferenceFormatter } from "../../src/features/commits/scmInput/referenceFormatter.ts";
import { builtInGrammar } from "../../src/model/reference/findReferences.ts";
import { findPreparedMessageKind } from "../../src/store/commits/commitMessage.ts";
import { ReferenceCache } from "../../src/store/references/referenceCache.ts";
import { ErrorHandler } from "../../src/vscode/errorHandler.ts";
import { Log } from "../../src/vscode/log.ts";
import { createTestStore } from "../support/fixtures/testStore.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";
import { GitFixture, type TestRepository } from "../unit/store/commits/gitFixture.ts";
import { getExpectedPrefill } from "./commitFixture.ts";

const neverEvent: vscode.Event<never> = () => ({ dispose: () => undefined });

describe("a hidden SCM input", () => {
  let fixture: GitFixture;
  let testRepository: TestRepository;
  let disposables: vscode.Disposable;
  let inputBox: { value: string };
  let repository: OpenRepository;
  let prefill: ScmInputPrefill;
  const stateChanged = new vscode.EventEmitter<void>();
  const activeChanged = new vscode.EventEmitter<OpenRepository>();

  before(async () => {
    fixture = await GitFixture.open();
    testRepository = fixture.createRepository("hidden");
    testRepository.commit("First");
    testRepository.runGit(["switch", "--quiet", "-c", "other"]);
    await testRepository.writeFile("lamp.txt", "two\n");
    testRepository.runGit(["add", "."]);
    testRepository.commit("Two");
    testRepository.runGit(["switch", "--quiet", "main"]);
    await testRepository.writeFile("lamp.txt", "one\n");
    testRepository.runGit(["add", "."]);
    testRepository.commit("One");

    const { sites, catalog } = createTestStore([{ url: "https://demo.example.com", label: "Demo" }]);
    const [site] = sites.list();
    assert.ok(site);
    inputBox = { value: "" };
    const root = vscode.Uri.file(testRepository.folder);
    repository = {
      key: root.toString(),
      root,
      cli: testRepository.repository,
      scm: {
        rootUri: root,
        inputBox,
        state: {
          HEAD: { name: "main" },
          remotes: [],
          workingTreeChanges: [],
          indexChanges: [],
          mergeChanges: [],
          onDidChange: stateChanged.event,
        },
        ui: { selected: true, onDidChange: neverEvent },
        onDidCommit: neverEvent,
        status: () => Promise.resolve(),
      },
    };
    const workspace: WorkspaceContext = {
      gitApi: undefined,
      repositories: [repository],
      onDidChangeRepositories: neverEvent,
      getCurrentRepository: () => repository,
      pickRepository: () => Promise.resolve(repository),
      findRepository: () => repository,
      findMessageRepository: () => undefined,
      getSite: () => Promise.resolve(site),
      isAssociatedWithSite: () => Promise.resolve(true),
      getOrPickSite: () => Promise.resolve(site),
      onDidChangeSites: neverEvent,
      getGrammar: () => builtInGrammar,
      getActiveArtifact: () => ({ site, artifactId: 12, source: "branch" }),
      onDidChangeActiveArtifact: activeChanged.event,
    };
    const log = new Log("SCM input under test");
    const errorHandler = new ErrorHandler(log, () => undefined);
    const referenceCache = new ReferenceCache(catalog, Date.now);
    const referenceFormatter = new ReferenceFormatter(catalog, workspace, referenceCache);
    const commits = new CommitWatcher(workspace, errorHandler);
    prefill = new ScmInputPrefill(
      { workspace, workspaceState: createMemento(), errorHandler, referenceFormatter },
      commits,
    );
    disposables = vscode.Disposable.from(prefill, commits, referenceFormatter, referenceCache, log);
  });
  after(async () => {
    disposables.dispose();
    stateChanged.dispose();
    activeChanged.dispose();
    await fixture.close();
  });

  async function waitForText(text: string): Promise<void> {
    await assertEventually(() => Promise.resolve(assert.equal(inputBox.value, text)));
  }

  it("makes way for a merge message, and is filled again after the merge is aborted", async () => {
    await waitForText(getExpectedPrefill(12));
    assert.throws(() => testRepository.runGit(["merge", "--quiet", "other"]));
    stateChanged.fire();
    await waitForText("");
    testRepository.runGit(["merge", "--abort"]);
    stateChanged.fire();
    await waitForText(getExpectedPrefill(12));
  });

  it("keeps a restored message even if VS Code still reports the old text", async () => {
    await waitForText(getExpectedPrefill(12));
    assert.ok(await prefill.replaceIfUntouched(repository, ""));
    activeChanged.fire(repository);
    assert.ok(await prefill.replaceIfUntouched(repository, "What was said"));
    // An older change of the input arrives.
    inputBox.value = "";
    // The running update calls git once.
    for (let callCount = 0; callCount < 3; callCount++) {
      await findPreparedMessageKind(testRepository.repository);
    }
    assert.equal(inputBox.value, "");
  });
});
