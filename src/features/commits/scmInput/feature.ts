// Commit messages: prefilled reference, completions, diagnostics, and prompts after a commit.
import * as vscode from "vscode";
import { RequiredSvnReferences } from "../../../store/svn/requiredSvnReferences.ts";
import type { SvnRepositories } from "../../../store/svn/svnRepositories.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { addReferenceToScmInput } from "./addReference.ts";
import { CommitWatcher, offerActionsAfterCommits } from "./afterCommit.ts";
import { registerMessageCompletions } from "./messageCompletions.ts";
import { MessageDiagnostics, registerQuickFixes, SvnReferenceRequirements } from "./messageDiagnostics.ts";
import { CommitMessageContexts } from "./messageDocuments.ts";
import { ScmInputPrefill } from "./scmInputPrefill.ts";
import { warnAboutReferenceOnlyCommits } from "./referenceOnlyCommits.ts";

export interface ScmInputFeature {
  addReference(target?: unknown): Promise<void>;
  dispose(): void;
}

export function createScmInputFeature(
  context: CommitsContext,
  svnRepositories: SvnRepositories,
): ScmInputFeature {
  const { catalog, workspace, errorHandler } = context;
  const commits = new CommitWatcher(workspace, errorHandler);
  const prefill = new ScmInputPrefill(context, commits);
  const messageContexts = new CommitMessageContexts(workspace);
  const rules = new RequiredSvnReferences({ catalog, repositories: svnRepositories, now: Date.now });
  const requirements = new SvnReferenceRequirements(rules, Date.now);
  const diagnostics = new MessageDiagnostics(context, messageContexts, requirements);
  const disposables = vscode.Disposable.from(
    commits,
    prefill,
    rules,
    diagnostics,
    registerQuickFixes(diagnostics),
    registerMessageCompletions(context, messageContexts),
    warnAboutReferenceOnlyCommits(context, commits, prefill),
    offerActionsAfterCommits(context, commits, vscode.window.showInformationMessage),
  );
  return {
    addReference: (target) => addReferenceToScmInput(context, prefill, target),
    dispose: () => disposables.dispose(),
  };
}
