import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import * as vscode from "vscode";
import {
  MessageDiagnostics,
  RefusingRepositories,
} from "../../src/features/commits/scmInput/messageDiagnostics.ts";
import { MessagePlaces } from "../../src/features/commits/scmInput/messageDocuments.ts";
import { ReferenceRules } from "../../src/store/svn/referenceRules.ts";
import { SvnRepositories } from "../../src/store/svn/repositories.ts";
import type { Dialect } from "../simulator/simulator.ts";
import { svnFolderVariable, svnOnPath, WorkingCopies } from "../support/fixtures/workingCopies.ts";
import { assertSoon } from "../support/wait.ts";
import { memory } from "../unit/commits/memory.ts";
import { boxDocument } from "./commitStage.ts";
import { OfferStage } from "./offerStage.ts";

type Told = readonly [code: unknown, severity: number, text: string];

const strict = "https://tuleap.example/svnplugin/lighthouse/charts-archive";

for (const dialect of ["product", "documented"] as const satisfies readonly Dialect[]) {
  describe(`messages for a repository that takes none without a reference (${dialect})`, () => {
    /** Where nobody can read the rule, nothing is assumed. */
    const are = dialect === "product" ? "are refused" : "are taken, since nobody can read the rule,";
    let stage: OfferStage;
    let judging: vscode.Disposable;
    let rule: readonly Told[];

    before(async () => {
      stage = await OfferStage.open(dialect);
      const { context, desk } = stage;
      const repositories = new SvnRepositories(context.catalog, memory());
      await repositories.remember(desk.site, 101, { id: 2, name: "charts-archive", address: strict });
      const places = new MessagePlaces(context.workplace);
      const rules = new ReferenceRules({ catalog: context.catalog, repositories, now: Date.now });
      const refusing = new RefusingRepositories(rules, Date.now);
      const diagnostics = new MessageDiagnostics(context, places, refusing);
      judging = vscode.Disposable.from(diagnostics, rules);
      const text =
        `The Subversion repository charts-archive at ${desk.site.label} refuses messages without a reference, ` +
        "such as art #12.";
      rule = dialect === "product" ? [["refused", vscode.DiagnosticSeverity.Error, text]] : [];
    });
    after(async () => {
      judging.dispose();
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await stage.close();
    });

    const told = ({ uri }: vscode.TextDocument): readonly Told[] =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === "Artifacts")
        .map(({ code, severity, message }) => [code, severity, message]);

    /** By codes; a reference to nothing shows that a message was looked at. */
    async function codesSoon(document: vscode.TextDocument, expected: readonly string[]): Promise<void> {
      const codes = (): readonly unknown[] => told(document).map(([code]) => code);
      await assertSoon(() => Promise.resolve(assert.deepEqual(codes(), expected)));
    }

    it(`${are} in the box of a repository that git-svn commits from`, async () => {
      const { made, place } = await stage.opened.repository("git-svn");
      made.git(["config", "svn-remote.svn.url", `${strict}/trunk`]);
      place.inputBox.value = "Mend, TULEAP-987654";
      const document = await boxDocument(place.inputBox.value);
      await codesSoon(document, [...rule.map(([code]) => String(code)), "missing"]);
      assert.deepEqual(
        told(document).filter(([code]) => code === "refused"),
        rule,
      );
      place.inputBox.value = "Mend, art #987654";
      await codesSoon(document, ["missing"]);
    });

    it("are not refused in other repositories", async () => {
      const { made, place } = await stage.opened.repository("other");
      made.git(["config", "svn-remote.svn.url", `${strict}-2/trunk`]);
      place.inputBox.value = "Mend more, TULEAP-987654";
      await codesSoon(await boxDocument(place.inputBox.value), ["missing"]);
    });

    describe("by svn itself", () => {
      let copies: WorkingCopies;
      let copy: string;
      const { PATH } = process.env;

      before(async function () {
        process.env["PATH"] = [process.env[svnFolderVariable], PATH].join(delimiter);
        const svn = svnOnPath();
        if (svn === undefined) {
          console.error("There is no Subversion on the PATH.");
          this.skip();
        }
        copies = await WorkingCopies.open(svn);
        copy = await copies.make("charts", strict);
      });
      after(async () => {
        process.env["PATH"] = PATH;
        await (copies as WorkingCopies | undefined)?.close();
      });

      it(`${are} in the box of an extension that looks after a working copy`, async () => {
        const control = vscode.scm.createSourceControl("svn", "SVN", vscode.Uri.file(copy));
        control.inputBox.value = "Draw, TULEAP-987654";
        const document = await boxDocument(control.inputBox.value);
        await codesSoon(document, [...rule.map(([code]) => String(code)), "missing"]);
        control.dispose();
      });

      it(`${are} in the file that svn has edited, as far as it is the message`, async () => {
        const file = join(copy, "svn-commit.tmp");
        const own = "--This line, and those below, will be ignored--\n\nA    art #12.txt\n";
        await writeFile(file, `Draw, TULEAP-987654\n${own}`);
        const document = await vscode.workspace.openTextDocument(file);
        await vscode.window.showTextDocument(document);
        await codesSoon(document, [...rule.map(([code]) => String(code)), "missing"]);
      });
    });
  });
}
