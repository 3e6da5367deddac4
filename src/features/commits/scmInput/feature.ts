// Commit messages: the reference in the box, completion, what is wrong with them, and what may follow a commit.
import * as vscode from "vscode";
import { ReferenceRules } from "../../../store/svn/referenceRules.ts";
import type { PartDependencies } from "../folderContext.ts";
import { addReference } from "./addReference.ts";
import { CommitWatch, offerAfterCommits } from "./afterCommit.ts";
import { completeMessages } from "./messageCompletions.ts";
import { MessageDiagnostics, offerFixes, RefusingRepositories } from "./messageDiagnostics.ts";
import { MessagePlaces } from "./messageDocuments.ts";
import { BoxFilling } from "./prefill.ts";
import { ReferenceTexts } from "./referenceTexts.ts";
import { rescueMessages } from "./rescueMessage.ts";

export interface BoxFeature {
  addReference(given?: unknown): Promise<void>;
  dispose(): void;
}

export function openBox(dependencies: PartDependencies): BoxFeature {
  const { workplace, boundary } = dependencies;
  const texts = new ReferenceTexts(dependencies);
  const commits = new CommitWatch(workplace, boundary);
  const filling = new BoxFilling({ ...dependencies, texts, commits });
  const places = new MessagePlaces(workplace);
  const rules = new ReferenceRules({ ...dependencies, repositories: dependencies.svn, now: Date.now });
  const refusing = new RefusingRepositories(rules, Date.now);
  const diagnostics = new MessageDiagnostics({ ...dependencies, places, texts, refusing });
  const all = vscode.Disposable.from(
    texts,
    commits,
    filling,
    rules,
    diagnostics,
    offerFixes(diagnostics),
    completeMessages({ ...dependencies, places, texts }),
    rescueMessages({ ...dependencies, commits, texts, filling, warn: vscode.window.showWarningMessage }),
    offerAfterCommits({ ...dependencies, commits, texts, ask: vscode.window.showInformationMessage }),
  );
  return {
    addReference: (given) => addReference({ ...dependencies, texts, filling }, given),
    dispose: () => all.dispose(),
  };
}
