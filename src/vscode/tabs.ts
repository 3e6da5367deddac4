// Tabs: those of webviews, reopened after a crash, and editors for content that others have written.
import * as vscode from "vscode";
import type { Boundary } from "./errorHandler.ts";

// When the extension host dies, its tabs stay on the screen with nobody behind them: what is typed there goes
// nowhere, and no serializer is called. The next host finds out by the process of the one before, which is gone
// without having said so, and opens what they showed again in tabs that work. After a reload it must not: the host
// before has either ended in good order or lives on for a while, and hidden tabs come back when they are shown.

interface OpenTab<Shown> {
  readonly shown: Shown;
  /** VS Code tells tabs apart by it, and by nothing that is ours. */
  readonly title: string;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

interface Kept {
  /** The extension host that is behind these tabs. */
  readonly process: number;
  readonly tabs: readonly OpenTab<unknown>[];
}

interface OpenTabsOptions {
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly process: number;
  /** Whether an extension host is gone without having said so. */
  readonly hasDied: (process: number) => boolean;
  /** What VS Code knows these tabs by. */
  readonly viewType: string;
}

/** From the surest way to the least sure: a title may have changed in the last moment, but only of a tab that is in front. */
const ways: readonly ((tab: vscode.Tab, orphan: OpenTab<unknown>) => boolean)[] = [
  ({ label, group }, { title, viewColumn }) => label === title && group.viewColumn === viewColumn,
  ({ label }, { title }) => label === title,
  ({ isActive, group }, { viewColumn }) => isActive && group.viewColumn === viewColumn,
];

/** Each orphan has one tab. */
function orphansAmong(
  tabs: readonly vscode.Tab[],
  orphans: readonly OpenTab<unknown>[],
): readonly vscode.Tab[] {
  const found = new Set<vscode.Tab>();
  let left = orphans;
  // Only a tab that was shown can be an orphan: those in front first.
  const inOrder = tabs.toSorted((one, other) => Number(other.isActive) - Number(one.isActive));
  for (const isIt of ways) {
    left = left.filter((orphan) => {
      const tab = inOrder.find((each) => !found.has(each) && isIt(each, orphan));
      if (tab !== undefined) found.add(tab);
      return tab === undefined;
    });
  }
  return [...found];
}

export class OpenTabs<Shown = unknown> {
  /** The tabs that nobody is behind. What they showed is only somebody's word. */
  readonly orphans: readonly OpenTab<unknown>[];
  readonly #options: OpenTabsOptions;
  #kept = "";
  #isOver = false;

  constructor(options: OpenTabsOptions) {
    const { memory, boundary, process, hasDied } = options;
    this.#options = options;
    const kept = memory.get<Partial<Kept>>(this.#key);
    const isOthers = kept?.process !== undefined && kept.process !== process;
    this.orphans = isOthers && hasDied(kept.process) ? (kept.tabs ?? []) : [];
    // Whoever comes after us knows only of our end.
    if (isOthers) boundary.start("keep open tabs", () => memory.update(this.#key, undefined));
  }

  keep(tabs: readonly OpenTab<Shown>[]): void {
    if (this.#isOver) return;
    const { boundary, memory, process } = this.#options;
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

  /** Closes the tabs that nobody is behind; those that were not shown since a reload come back by themselves. */
  async closeOrphans(): Promise<void> {
    const { viewType } = this.#options;
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
    const closed = orphansAmong(tabs, this.orphans);
    if (closed.length > 0) await vscode.window.tabGroups.close(closed, true);
  }

  get #key(): string {
    return `open ${this.#options.viewType}`;
  }
}

// Editors for content that others have written. Left to VS Code, the file's name picks the editor, and the sender picks the name:
// a notebook or a custom editor may run what is in the file.

/** Not SVG, which can hold scripts. */
const bitmapName = /\.(?:png|jpe?g|gif|webp|bmp|ico|avif)$/i;

async function openWith(uri: vscode.Uri, editor: string): Promise<void> {
  // As a click on a file in the Explorer does: the next one takes the tab over.
  await vscode.commands.executeCommand("vscode.openWith", uri, editor, { preview: true });
}

/** In VS Code's own text editor, whatever editor claims the name. */
export async function openAsText(uri: vscode.Uri): Promise<void> {
  await openWith(uri, "default");
}

export function isBitmapName(name: string): boolean {
  return bitmapName.test(name);
}

/** Bitmap images in VS Code's own image preview, everything else as text. */
export async function openAsTextOrImage(uri: vscode.Uri, name: string): Promise<void> {
  if (isBitmapName(name)) await openWith(uri, "imagePreview.previewEditor");
  else await openAsText(uri);
}
