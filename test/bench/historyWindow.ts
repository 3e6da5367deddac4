// Find Artifacts in History in a VS Code window, and what VS Code and git alone take for a list of the same length.
import { join } from "node:path";
import type { GitPathAndFolder } from "../../src/store/commits/git.ts";
import { runCommand } from "../support/processes.ts";
import { createTestExtension } from "../support/window/testExtension.ts";
import { retryOnTimeout } from "../support/window/retry.ts";
import { openWindow, type VSCodeWindow } from "../support/window/window.ts";
import { waitForVisible } from "./waitForVisible.ts";

interface ListCommand {
  readonly keys: string;
  readonly title: string;
}

const ourCommand: ListCommand = { keys: "Control+Alt+F8", title: "Artifacts in the History of" };
const plainCommand: ListCommand = { keys: "Control+Alt+F9", title: "Plain History" };
const button = "Open as Table";

/** Another extension, which lists the commits that git lists for the path. Its keybindings run both commands. */
function createPlainExtension({ gitPath }: GitPathAndFolder, clone: string, path: string): Promise<string> {
  const toKey = ({ keys }: ListCommand): string => keys.toLowerCase().replace("control", "ctrl");
  const command = "plainHistory.show";
  const log = [gitPath, ["log", "--", path], { cwd: clone, maxBuffer: 2 ** 30 }];
  return createTestExtension({
    name: "plain-history",
    manifest: {
      contributes: {
        commands: [{ command, title: plainCommand.title }],
        keybindings: [
          { command, key: toKey(plainCommand) },
          { command: "artifacts.findArtifactsInHistory", key: toKey(ourCommand) },
        ],
      },
    },
    program: `import * as vscode from "vscode";
      import { execFile } from "node:child_process";
      const [git, args, options] = ${JSON.stringify(log)};
      export function activate() {
        vscode.commands.registerCommand(${JSON.stringify(command)}, () => {
          const box = vscode.window.createQuickPick();
          box.title = ${JSON.stringify(plainCommand.title)};
          box.busy = true;
          box.show();
          execFile(git, args, options, (_error, output) => {
            const commits = output.split(/^commit /m).slice(1);
            box.items = commits.map((commit) => ({ label: commit.slice(0, 7), detail: commit.trim().split("\\n").at(-1) }));
            box.buttons = [{ iconPath: new vscode.ThemeIcon("table"), tooltip: ${JSON.stringify(button)} }];
          });
        });
      }`,
  });
}

export class HistoryWindow {
  readonly #window: VSCodeWindow;

  private constructor(window: VSCodeWindow) {
    this.#window = window;
  }

  /** Opens a file of a clone. */
  static async open(repository: GitPathAndFolder, path: string, siteUrl: string): Promise<HistoryWindow> {
    const { gitPath, folder } = repository;
    const clone = join(folder, "clone");
    await runCommand(gitPath, ["clone", "--quiet", "--shared", folder, clone]);
    const settings = { "artifacts.sites": [{ url: siteUrl, label: "Demo" }] };
    const otherExtension = await createPlainExtension(repository, clone, path);
    const window = await openWindow({ folder: clone, settings, otherExtension });
    await window.openFile(path.slice(path.lastIndexOf("/") + 1));
    const historyWindow = new HistoryWindow(window);
    // Loads the code of the commands. While a window starts, its repository isn't open yet.
    await retryOnTimeout(async (timeout) => {
      await historyWindow.listArtifacts(timeout);
      await historyWindow.listCommits(timeout);
    });
    return historyWindow;
  }

  /** Until all commits are read and the artifacts are listed. Their titles aren't loaded, because the list is closed then. */
  listArtifacts(timeout?: number): Promise<void> {
    return this.#list(ourCommand, timeout);
  }

  listCommits(timeout?: number): Promise<void> {
    return this.#list(plainCommand, timeout);
  }

  close(): Promise<void> {
    return this.#window.close();
  }

  async #list({ keys, title }: ListCommand, timeout: number | undefined): Promise<void> {
    const { page } = this.#window;
    await page.keyboard.press(keys);
    await waitForVisible(page, { selector: ".quick-input-title", text: title }, { timeout });
    await waitForVisible(page, { selector: `.quick-input-widget [aria-label="${button}"]` });
    await waitForVisible(page, { selector: ".quick-input-list .monaco-list-row" });
    await page.keyboard.press("Escape");
  }
}
