import assert from "node:assert/strict";
import * as vscode from "vscode";
import { assertEventually } from "../support/wait.ts";
import {
  findScmInputDocument,
  waitForScmInput,
  CommitFixture,
  getExpectedPrefill,
  updateSetting,
} from "./commitFixture.ts";
import type { GitExtensionRepository } from "./openedRepositories.ts";

describe("SCM input prefill", () => {
  let fixture: CommitFixture;

  before(async () => {
    fixture = await CommitFixture.open();
  });
  afterEach(async () => {
    for (const name of ["commit.reference", "commit.template"]) await updateSetting(name, undefined);
    await fixture.closeRepositories();
  });
  after(() => fixture.close());

  it("inserts the reference of the active artifact, and follows the branch", async () => {
    const { testRepository, gitRepository } = await fixture.openRepository(
      "left",
      "tuleap-12-drifting-buoys",
    );
    const { gitRepository: other } = await fixture.openRepository("right");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
    assert.equal(other.inputBox.value, "");
    testRepository.runGit(["switch", "--quiet", "-c", "tuleap-13"]);
    await waitForScmInput(gitRepository, getExpectedPrefill(13));
    testRepository.runGit(["switch", "--quiet", "main"]);
    await waitForScmInput(gitRepository, "");
    assert.equal(other.inputBox.value, "");
  });

  it("uses the template with values of the artifact", async () => {
    const { id, title } = fixture.findBug("open");
    await updateSetting("commit.template", "art #${id} (${title})");
    const { gitRepository } = await fixture.openRepository("template", `tuleap-${id}`);
    await waitForScmInput(gitRepository, `\n\nart #${id} (${title}) `);
  });

  it("inserts a mention if the template would close the artifact", async () => {
    await updateSetting("commit.template", "Closes art #${id}");
    const { gitRepository } = await fixture.openRepository("closing", "tuleap-12");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
  });

  it("keeps typed text", async () => {
    const { testRepository, gitRepository } = await fixture.openRepository("typed");
    gitRepository.inputBox.value = "Half a mess";
    testRepository.runGit(["switch", "--quiet", "-c", "tuleap-12"]);
    // When the second input is filled, the first one was updated, too.
    const { gitRepository: later } = await fixture.openRepository("typed-later", "tuleap-12");
    await waitForScmInput(later, getExpectedPrefill(12));
    assert.equal(gitRepository.inputBox.value, "Half a mess");
  });

  it("doesn't insert a deleted reference again until the next commit", async () => {
    const { gitRepository } = await fixture.openRepository("deleted", "tuleap-12");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
    const document = await findScmInputDocument(getExpectedPrefill(12));
    const edit = new vscode.WorkspaceEdit();
    edit.delete(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
    await vscode.workspace.applyEdit(edit);
    await waitForScmInput(gitRepository, "");
    // When the second input is filled, the first one was updated, too.
    const { gitRepository: later } = await fixture.openRepository("deleted-later", "tuleap-13");
    await waitForScmInput(later, getExpectedPrefill(13));
    assert.equal(gitRepository.inputBox.value, "");
    await gitRepository.commit("Mend, art #12", { empty: true });
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
  });

  it("inserts the reference only by command if set so, below the typed text, once", async () => {
    const { gitRepository } = await fixture.openRepository("command", "tuleap-12");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
    await updateSetting("commit.reference", "command");
    gitRepository.inputBox.value = "Half a mess";
    for (const time of ["first", "second"]) {
      await vscode.commands.executeCommand("artifacts.addReference", { rootUri: gitRepository.rootUri });
      assert.equal(gitRepository.inputBox.value, "Half a mess\n\nart #12", time);
    }
    await gitRepository.commit(gitRepository.inputBox.value, { empty: true });
    assert.equal(gitRepository.inputBox.value, "");
    await updateSetting("commit.reference", "automatic");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
  });

  it("inserts the reference by command even if the setting is never", async () => {
    const { gitRepository } = await fixture.openRepository("never", "tuleap-12");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
    await updateSetting("commit.reference", "never");
    gitRepository.inputBox.value = "Mend the lamp";
    await vscode.commands.executeCommand("artifacts.addReference", { rootUri: gitRepository.rootUri });
    assert.equal(gitRepository.inputBox.value, "Mend the lamp\n\nart #12");
    await gitRepository.commit(gitRepository.inputBox.value, { empty: true });
    assert.equal(gitRepository.inputBox.value, "");
    await vscode.commands.executeCommand("artifacts.addReference", { rootUri: gitRepository.rootUri });
    assert.equal(gitRepository.inputBox.value, "\n\nart #12");
  });

  it("makes way for a merge message, and returns after the merge is aborted", async () => {
    const { testRepository, gitRepository } = await fixture.openRepository("merge", "tuleap-12");
    await vscode.commands.executeCommand("workbench.view.scm");
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
    const tree = testRepository.runGit(["rev-parse", "HEAD^{tree}"]);
    testRepository.runGit([
      "branch",
      "other",
      testRepository.runGit(["commit-tree", "-p", "HEAD", "-m", "Aside", tree]),
    ]);
    testRepository.runGit(["merge", "--quiet", "--no-ff", "--no-commit", "other"]);
    await gitRepository.status();
    // The input is empty then, or has the merge message from VS Code.
    await assertEventually(() =>
      Promise.resolve(assert.notEqual(gitRepository.inputBox.value, getExpectedPrefill(12))),
    );
    testRepository.runGit(["merge", "--abort"]);
    await gitRepository.status();
    await waitForScmInput(gitRepository, getExpectedPrefill(12));
  });

  describe("restores the previous message after an amend with only the reference", () => {
    const message = "Mend the lamp\n\nIt was dark.\n\nart #12";

    /** VS Code reports texts of an input with a delay, also older ones than those written meanwhile. */
    async function waitForShownScmInput(repository: GitExtensionRepository, text: string): Promise<void> {
      await waitForScmInput(repository, text);
      await findScmInputDocument(text);
    }

    async function commitAndPrefill(name: string): Promise<GitExtensionRepository> {
      const { gitRepository } = await fixture.openRepository(name, "tuleap-12");
      await waitForShownScmInput(gitRepository, getExpectedPrefill(12));
      gitRepository.inputBox.value = message;
      await waitForShownScmInput(gitRepository, message);
      await gitRepository.commit(message, { empty: true });
      await waitForShownScmInput(gitRepository, getExpectedPrefill(12));
      return gitRepository;
    }

    it("from the log", async () => {
      const gitRepository = await commitAndPrefill("amended");
      await gitRepository.commit(gitRepository.inputBox.value, { amend: true, empty: true });
      await waitForScmInput(gitRepository, message);
    });

    it("even if the input still has the reference", async () => {
      const gitRepository = await commitAndPrefill("amended-late");
      const listener = gitRepository.onDidCommit(() => {
        gitRepository.inputBox.value = getExpectedPrefill(12);
      });
      await gitRepository.commit(gitRepository.inputBox.value, { amend: true, empty: true });
      await waitForScmInput(gitRepository, message);
      listener.dispose();
    });
  });
});
