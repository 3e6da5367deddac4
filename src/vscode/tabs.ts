// Recovery of webview tabs after a crash, and editors for content of other users.
import * as vscode from "vscode";
import type { ErrorHandler } from "./errorHandler.ts";

// When the extension host crashes, its tabs stay open without a host: input is lost, and no serializer is
// called. The next host detects the crash by the previous process, which ended without a clean shutdown, and
// reopens the tabs. After a reload it must not: the previous host has shut down cleanly or is still running,
// and hidden tabs are restored when they are shown.

interface OpenTab<Shown> {
  readonly shown: Shown;
  /** The only property of a tab that identifies it. */
  readonly title: string;
  readonly viewColumn: vscode.ViewColumn | undefined;
}

interface StoredTabs {
  /** The process of the extension host that owns these tabs. */
  readonly process: number;
  readonly tabs: readonly OpenTab<unknown>[];
}

interface TabRecoveryOptions {
  readonly memento: vscode.Memento;
  readonly errorHandler: ErrorHandler;
  readonly hostProcessId: number;
  /** Whether an extension host ended without a clean shutdown. */
  readonly hasCrashed: (process: number) => boolean;
  /** The view type of these tabs. */
  readonly viewType: string;
}

/**
 * From the most to the least reliable: only the title of an active tab may have changed just before the
 * crash.
 */
const tabMatchers: readonly ((tab: vscode.Tab, orphan: OpenTab<unknown>) => boolean)[] = [
  ({ label, group }, { title, viewColumn }) => label === title && group.viewColumn === viewColumn,
  ({ label }, { title }) => label === title,
  ({ isActive, group }, { viewColumn }) => isActive && group.viewColumn === viewColumn,
];

/** Finds one tab for each orphan. */
function findOrphanedTabs(
  tabs: readonly vscode.Tab[],
  orphans: readonly OpenTab<unknown>[],
): readonly vscode.Tab[] {
  const found = new Set<vscode.Tab>();
  let remaining = orphans;
  // Only a tab that was shown can be an orphan, so active tabs come first.
  const activeFirst = tabs.toSorted((one, other) => Number(other.isActive) - Number(one.isActive));
  for (const matches of tabMatchers) {
    remaining = remaining.filter((orphan) => {
      const tab = activeFirst.find((candidate) => !found.has(candidate) && matches(candidate, orphan));
      if (tab !== undefined) found.add(tab);
      return tab === undefined;
    });
  }
  return [...found];
}

export class TabRecovery<Shown = unknown> {
  /** Tabs of a crashed host. Their content is unvalidated. */
  readonly orphanedTabs: readonly OpenTab<unknown>[];
  readonly #options: TabRecoveryOptions;
  #savedText = "";
  #isStopped = false;

  constructor(options: TabRecoveryOptions) {
    const { memento, errorHandler, hostProcessId, hasCrashed } = options;
    this.#options = options;
    const stored = memento.get<Partial<StoredTabs>>(this.#key);
    const isOtherHost = stored?.process !== undefined && stored.process !== hostProcessId;
    this.orphanedTabs = isOtherHost && hasCrashed(stored.process) ? (stored.tabs ?? []) : [];
    // The next host must see only the tabs of this one.
    if (isOtherHost) {
      errorHandler.runInBackground("save open tabs", () => memento.update(this.#key, undefined));
    }
  }

  save(tabs: readonly OpenTab<Shown>[]): void {
    if (this.#isStopped) return;
    const { errorHandler, memento, hostProcessId } = this.#options;
    const stored: StoredTabs = { process: hostProcessId, tabs };
    const text = JSON.stringify(stored);
    if (text === this.#savedText) return;
    this.#savedText = text;
    errorHandler.runInBackground("save open tabs", () => memento.update(this.#key, stored));
  }

  /** The host shuts down: tabs that close from now on weren't closed by the user. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Closes orphaned tabs; those that weren't shown since a reload are restored by VS Code. */
  async closeOrphanedTabs(): Promise<void> {
    const { viewType } = this.#options;
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(viewType));
    const orphanedTabs = findOrphanedTabs(tabs, this.orphanedTabs);
    if (orphanedTabs.length > 0) await vscode.window.tabGroups.close(orphanedTabs, true);
  }

  get #key(): string {
    return `open ${this.#options.viewType}`;
  }
}

// Editors for content of other users. By default VS Code selects the editor by the file name, which the
// sender chooses: a notebook or a custom editor may run the content.

/** Without SVG, which can contain scripts. */
const bitmapPattern = /\.(?:png|jpe?g|gif|webp|bmp|ico|avif)$/i;

async function openWithEditor(uri: vscode.Uri, editor: string): Promise<void> {
  // In a preview tab, as a click in the Explorer does.
  await vscode.commands.executeCommand("vscode.openWith", uri, editor, { preview: true });
}

/** Opens VS Code's text editor, even if another editor is registered for the name. */
export async function openAsText(uri: vscode.Uri): Promise<void> {
  await openWithEditor(uri, "default");
}

export function isBitmapFileName(name: string): boolean {
  return bitmapPattern.test(name);
}

/** Opens bitmap images in VS Code's image preview, other files as text. */
export async function openAsTextOrImage(uri: vscode.Uri, name: string): Promise<void> {
  if (isBitmapFileName(name)) await openWithEditor(uri, "imagePreview.previewEditor");
  else await openAsText(uri);
}
