// The artifact that somebody is on: taking it up, seeing it in the status bar, being done with it.
import * as vscode from "vscode";
import { ActiveFacts } from "./activeFacts.ts";
import { showActiveMenu } from "./activeMenu.ts";
import { showInStatusBar } from "./statusBar.ts";
import { Work, type WorkDependencies } from "./startWork.ts";

export interface WorkFeature {
  start(given?: unknown): Promise<void>;
  stop(): Promise<void>;
  showMenu(): Promise<void>;
  dispose(): void;
}

export function openWork(dependencies: WorkDependencies): WorkFeature {
  const facts = new ActiveFacts({ ...dependencies, now: Date.now });
  const work = new Work(dependencies);
  const all = vscode.Disposable.from(facts, showInStatusBar({ ...dependencies, facts }));
  return {
    start: (given) => work.start(given),
    stop: () => work.stop(),
    showMenu: () =>
      showActiveMenu({ ...dependencies, facts, stopWork: (repository) => work.stop(repository) }),
    dispose: () => all.dispose(),
  };
}
