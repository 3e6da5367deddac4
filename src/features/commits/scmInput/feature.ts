// Commit messages: the reference in the box, completion, what is wrong with them, and what may follow a commit.
import * as vscode from "vscode";
import { ReferenceRules } from "../../../store/svn/referenceRules.ts";
import type { SvnRepositories } from "../../../store/svn/repositories.ts";
import type { CommitsContext } from "../commitsContext.ts";
import { addReference } from "./addReference.ts";
import { CommitWatch, offerAfterCommits } from "./afterCommit.ts";
import { completeMessages } from "./messageCompletions.ts";
import { MessageDiagnostics, offerFixes, RefusingRepositories } from "./messageDiagnostics.ts";
import { MessagePlaces } from "./messageDocuments.ts";
import { BoxFilling } from "./prefill.ts";
import { rescueMessages } from "./rescueMessage.ts";

export interface BoxFeature {
  addReference(given?: unknown): Promise<void>;
  dispose(): void;
}

export function openBox(context: CommitsContext, svnRepositories: SvnRepositories): BoxFeature {
  const { catalog, workplace, boundary } = context;
  const commits = new CommitWatch(workplace, boundary);
  const filling = new BoxFilling(context, commits);
  const places = new MessagePlaces(workplace);
  const rules = new ReferenceRules({ catalog, repositories: svnRepositories, now: Date.now });
  const refusing = new RefusingRepositories(rules, Date.now);
  const diagnostics = new MessageDiagnostics(context, places, refusing);
  const all = vscode.Disposable.from(
    commits,
    filling,
    rules,
    diagnostics,
    offerFixes(diagnostics),
    completeMessages(context, places),
    rescueMessages(context, commits, filling),
    offerAfterCommits(context, commits, vscode.window.showInformationMessage),
  );
  return {
    addReference: (given) => addReference(context, filling, given),
    dispose: () => all.dispose(),
  };
}
