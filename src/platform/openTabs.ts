// When the extension host dies, its tabs stay on the screen with nobody behind them: what is typed there goes
// nowhere, and no serializer is called. The next host finds out by the process of the one before, which is gone
// without having said so, and opens what they showed again in tabs that work. After a reload it must not: the host
// before has either ended in good order or lives on for a while, and hidden tabs come back when they are shown.
import * as vscode from "vscode";
import type { Boundary } from "./boundary.ts";

interface OpenTab<Shown> {
  readonly shown: Shown;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

interface Kept {
  /** The extension host that is behind these tabs. */
  readonly process: number;
  readonly tabs: readonly OpenTab<unknown>[];
}

interface OpenTabsDependencies {
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly process: number;
  /** Whether an extension host is gone without having said so. */
  readonly hasDied: (process: number) => boolean;
  /** What VS Code knows these tabs by. */
  readonly viewType: string;
}

export class OpenTabs<Shown = unknown> {
  /** The tabs that nobody is behind. What they showed is only somebody's word. */
  readonly orphans: readonly OpenTab<unknown>[];
  readonly #dependencies: OpenTabsDependencies;
  #kept = "";
  #isOver = false;

  constructor(dependencies: OpenTabsDependencies) {
    const { memory, boundary, process, hasDied } = dependencies;
    this.#dependencies = dependencies;
    const kept = memory.get<Partial<Kept>>(this.#key);
    const isOthers = kept?.process !== undefined && kept.process !== process;
    this.orphans = isOthers && hasDied(kept.process) ? (kept.tabs ?? []) : [];
    // Whoever comes after us knows only of our end.
    if (isOthers) boundary.start("keep open tabs", () => memory.update(this.#key, undefined));
  }

  keep(tabs: readonly OpenTab<Shown>[]): void {
    if (this.#isOver) return;
    const { boundary, memory, process } = this.#dependencies;
    const kept: Kept = { process, tabs };
    const text = JSON.stringify(kept);
    if (text === this.#kept) return;
    this.#kept = text;
    boundary.start("keep open tabs", () => memory.update(this.#key, kept));
  }

  /** The host ends: what becomes of its tabs from now on is no longer its doing. */
  end(): void {
    this.#isOver = true;
  }

  /** Closes the tabs that nobody is behind. */
  async closeOrphans(): Promise<void> {
    const { viewType } = this.#dependencies;
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }

  get #key(): string {
    return `open ${this.#dependencies.viewType}`;
  }
}
