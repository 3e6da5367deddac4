// When the extension host dies, its tabs stay on the screen with nobody behind them: what is typed there goes
// nowhere, and no serializer is called. The next host finds out by the process of the one before, which is gone
// without having said so, and opens these forms again in tabs that work. After a reload it must not: the host
// before has either ended in good order or lives on for a while, and hidden tabs come back when they are shown.
import * as vscode from "vscode";
import { isSubject, type Subject } from "../model/subject.ts";
import type { Boundary } from "../platform/boundary.ts";

interface OpenForm {
  readonly subject: Subject;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

interface Kept {
  /** The extension host that is behind these tabs; undefined once it has ended in good order. */
  readonly process: number | undefined;
  readonly forms: readonly OpenForm[];
}

interface OpenFormsDependencies {
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly process: number;
  readonly isRunning: (process: number) => boolean;
}

const key = "openForms";

export class OpenForms {
  readonly #dependencies: OpenFormsDependencies;
  #kept = "";

  constructor(dependencies: OpenFormsDependencies) {
    this.#dependencies = dependencies;
  }

  keep(forms: readonly OpenForm[]): void {
    const { boundary, process } = this.#dependencies;
    const kept: Kept = { process, forms };
    const text = JSON.stringify(kept);
    if (text === this.#kept) return;
    this.#kept = text;
    boundary.start("keep open forms", () => this.#dependencies.memory.update(key, kept));
  }

  /** The host ends in good order. */
  async end(): Promise<void> {
    const kept: Kept = { process: undefined, forms: [] };
    await this.#dependencies.memory.update(key, kept);
  }

  /** The forms whose tabs nobody is behind. */
  orphans(): readonly OpenForm[] {
    const { memory, process, isRunning } = this.#dependencies;
    const kept = memory.get<Partial<Kept>>(key);
    if (kept?.process === undefined || kept.process === process || isRunning(kept.process)) return [];
    return (kept.forms ?? []).filter(({ subject }) => isSubject(subject));
  }

  /** Closes the tabs that nobody is behind. */
  async closeTabs(viewType: string): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }
}
