import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import {
  MessageDiagnostics,
  SvnReferenceRequirements,
} from "../../src/features/commits/scmInput/messageDiagnostics.ts";
import { CommitMessageContexts } from "../../src/features/commits/scmInput/messageDocuments.ts";
import { RequiredSvnReferences } from "../../src/store/svn/requiredSvnReferences.ts";
import { SvnRepositories } from "../../src/store/svn/svnRepositories.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { svnFolderVariable, findSvnOnPath, WorkingCopies } from "../support/fixtures/workingCopies.ts";
import { assertEventually } from "../support/wait.ts";
import { createMemento } from "../unit/commits/memento.ts";
import { findScmInputDocument } from "./commitFixture.ts";
import { AfterCommitFixture } from "./afterCommitFixture.ts";

type DiagnosticSummary = readonly [code: unknown, severity: number, text: string];

const strictUrl = "https://tuleap.example/svnplugin/lighthouse/charts-archive";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`messages for a Subversion repository that requires references on the ${dialect} dialect`, () => {
    /** If the rule can't be read, nothing is assumed. */
    const areChecked = dialect === "product" ? "get an error" : "get no error because the rule can't be read";
    let fixture: AfterCommitFixture;
    let disposables: vscode.Disposable;
    let expectedRejection: readonly DiagnosticSummary[];

    before(async () => {
      fixture = await AfterCommitFixture.open(dialect);
      const { context, formFixture } = fixture;
      const repositories = new SvnRepositories(context.catalog, createMemento());
      await repositories.remember(formFixture.site, 101, {
        id: 2,
        name: "charts-archive",
        address: strictUrl,
      });
      const messageContexts = new CommitMessageContexts(context.workspace);
      const rules = new RequiredSvnReferences({ catalog: context.catalog, repositories, now: Date.now });
      const requirements = new SvnReferenceRequirements(rules, Date.now);
      const diagnostics = new MessageDiagnostics(context, messageContexts, requirements);
      disposables = vscode.Disposable.from(diagnostics, rules);
      const text =
        `The Subversion repository charts-archive on ${formFixture.site.label} rejects commit messages without a reference ` +
        "such as art #12.";
      expectedRejection = dialect === "product" ? [["rejected", vscode.DiagnosticSeverity.Error, text]] : [];
    });
    after(async () => {
      disposables.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await fixture.close();
    });

    const getDiagnostics = ({ uri }: vscode.TextDocument): readonly DiagnosticSummary[] =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === "Artifacts")
        .map(({ code, severity, message }) => [code, severity, message]);

    /** A reference to a missing artifact shows that the message was checked. */
    async function waitForCodes(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
      const codes = (): readonly unknown[] => getDiagnostics(document).map(([code]) => code);
      await assertEventually(() => Promise.resolve(assert.deepEqual(codes(), expected)));
    }

    it(`${areChecked} in the SCM input of a git-svn repository`, async () => {
      const { testRepository, gitRepository } = await fixture.repositories.openRepository("git-svn");
      testRepository.runGit(["config", "svn-remote.svn.url", `${strictUrl}/trunk`]);
      gitRepository.inputBox.value = "Mend, TULEAP-987654";
      const document = await findScmInputDocument(gitRepository.inputBox.value);
      await waitForCodes(document, [...expectedRejection.map(([code]) => String(code)), "missing"]);
      assert.deepEqual(
        getDiagnostics(document).filter(([code]) => code === "rejected"),
        expectedRejection,
      );
      gitRepository.inputBox.value = "Mend, art #987654";
      await waitForCodes(document, ["missing"]);
    });

    it("get no error in other repositories", async () => {
      const { testRepository, gitRepository } = await fixture.repositories.openRepository("other");
      testRepository.runGit(["config", "svn-remote.svn.url", `${strictUrl}-2/trunk`]);
      gitRepository.inputBox.value = "Mend more, TULEAP-987654";
      await waitForCodes(await findScmInputDocument(gitRepository.inputBox.value), ["missing"]);
    });

    describe("with svn", () => {
      let copies: WorkingCopies;
      let copy: string;
      const { PATH } = process.env;

      before(async function () {
        process.env["PATH"] = [process.env[svnFolderVariable], PATH].join(delimiter);
        const svn = findSvnOnPath();
        if (svn === undefined) {
          console.error("Subversion isn't on the PATH.");
          this.skip();
        }
        copies = await WorkingCopies.open(svn);
        copy = await copies.checkOut("charts", strictUrl);
      });
      after(async () => {
        process.env["PATH"] = PATH;
        await (copies as WorkingCopies | undefined)?.close();
      });

      it(`${areChecked} in the SCM input of a Subversion extension`, async () => {
        const control = vscode.scm.createSourceControl("svn", "SVN", vscode.Uri.file(copy));
        control.inputBox.value = "Draw, TULEAP-987654";
        const document = await findScmInputDocument(control.inputBox.value);
        await waitForCodes(document, [...expectedRejection.map(([code]) => String(code)), "missing"]);
        control.dispose();
      });

      it(`${areChecked} in the message file of svn, above the separator`, async () => {
        const file = join(copy, "svn-commit.tmp");
        const footer = "--This line, and those below, will be ignored--\n\nA    art #12.txt\n";
        await writeFile(file, `Draw, TULEAP-987654\n${footer}`);
        const document = await vscode.workspace.openTextDocument(file);
        await vscode.window.showTextDocument(document);
        await waitForCodes(document, [...expectedRejection.map(([code]) => String(code)), "missing"]);
      });
    });
  });
}
