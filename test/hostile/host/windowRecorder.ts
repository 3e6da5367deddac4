// Records all texts that the extension shows in VS Code, and answers its prompts. The tests are inside the extension's folder,
// so that both get the same `vscode` module.
import * as vscode from "vscode";
import type { RpcMessage } from "../../../src/protocol/rpc.ts";
import type { ShownText, ShownMarkdown, Surface } from "../support/surfaces.ts";
import { FakeInputBox, FakeQuickPick } from "./fakeQuickInputs.ts";
import type { QuickInputRecorder, PickItem, UserAnswers } from "./quickInputRecorder.ts";

export class WindowRecorder implements QuickInputRecorder {
  /** Distinct texts. */
  readonly #shown = new Map<string, ShownText>();
  readonly markdown: ShownMarkdown[] = [];
  /** Messages that were posted to pages, as JSON. */
  readonly pageMessages: string[] = [];
  /** URLs that were opened outside of VS Code. */
  readonly openedUrls: string[] = [];
  readonly panels: vscode.WebviewPanel[] = [];
  readonly answers: UserAnswers = { press: () => undefined, pick: () => 0, type: () => "12" };
  /** Message listeners of the page in each open tab. */
  readonly #listeners = new Map<vscode.WebviewPanel, ((message: unknown) => unknown)[]>();
  readonly #restore: (() => void)[] = [];

  constructor() {
    this.#recordMessages();
    this.#recordQuickPicks();
    this.#recordProgress();
    this.#recordPanelsAndLinks();
  }

  get shown(): readonly ShownText[] {
    return [...this.#shown.values()];
  }

  reset(): void {
    this.#shown.clear();
    this.markdown.length = 0;
    this.openedUrls.length = 0;
  }

  restore(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  record(surface: Surface, where: string, text: string | undefined): void {
    if (text === undefined || text === "") return;
    this.#shown.set([surface, where, text].join("\n"), { surface, where, text });
  }

  recordTooltip(where: string, tooltip: string | vscode.MarkdownString | undefined): void {
    if (tooltip === undefined || typeof tooltip === "string") {
      this.record("tooltip", where, tooltip);
      return;
    }
    const { value, isTrusted, supportHtml, supportThemeIcons } = tooltip;
    this.markdown.push({ where, value, isTrusted, supportHtml, supportThemeIcons });
  }

  /** Sends a message in the name of the active page. */
  postAsPage(message: RpcMessage): void {
    const [, listeners = []] = [...this.#listeners].find(([{ active }]) => active) ?? [];
    for (const listener of listeners) listener(message);
  }

  #replace<T extends object, K extends keyof T & string>(
    owner: T,
    name: K,
    createReplacement: (original: T[K]) => T[K],
  ): void {
    const original = owner[name];
    Object.defineProperty(owner, name, {
      value: createReplacement(original),
      configurable: true,
      writable: true,
    });
    this.#restore.push(() =>
      Object.defineProperty(owner, name, { value: original, configurable: true, writable: true }),
    );
  }

  #recordMessages(): void {
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const) {
      const show = (message: string, ...rest: readonly unknown[]): Promise<unknown> => {
        const [first] = rest;
        const isOptions =
          typeof first === "object" && first !== null && ("modal" in first || "detail" in first);
        const options = isOptions ? (first as vscode.MessageOptions) : undefined;
        // Modal dialogs show plain text; only notifications have links.
        const surface = options?.modal === true ? "label" : "message";
        this.record(surface, name, message);
        for (const line of options?.detail?.split("\n") ?? []) this.record(surface, `${name} detail`, line);
        const buttons = (options === undefined ? rest : rest.slice(1)) as readonly PickItem[];
        const titles = buttons.map((button) => (typeof button === "string" ? button : button.title));
        for (const title of titles) this.record("label", `${name} button`, title);
        const pressed = titles.indexOf(this.answers.press(message, titles) ?? "");
        return Promise.resolve(buttons[pressed]);
      };
      // The overloads of the function do not matter here.
      this.#replace(vscode.window, name, () => show as never);
    }
  }

  recordRows(where: string, rows: readonly PickItem[]): void {
    for (const row of rows) {
      if (typeof row === "string") {
        this.record("pick", where, row);
        continue;
      }
      this.record("pick", `${where} label`, row.label);
      this.record("pick", `${where} description`, row.description);
      this.record("pick", `${where} detail`, row.detail);
    }
  }

  #recordQuickPicks(): void {
    const show = async (
      rows: readonly PickItem[] | Promise<readonly PickItem[]>,
      options?: vscode.QuickPickOptions,
    ): Promise<unknown> => {
      const items = await rows;
      this.record("title", "showQuickPick title", options?.title);
      this.record("title", "showQuickPick placeholder", options?.placeHolder);
      this.recordRows("showQuickPick", items);
      const selectable = items.filter(
        (row) => typeof row === "string" || row.kind !== vscode.QuickPickItemKind.Separator,
      );
      const picked =
        selectable[this.answers.pick(selectable.map((row) => (typeof row === "string" ? row : row.label)))];
      return options?.canPickMany === true && picked !== undefined ? [picked] : picked;
    };
    this.#replace(vscode.window, "showQuickPick", () => show as never);
    // Dismiss file dialogs.
    for (const name of ["showOpenDialog", "showSaveDialog"] as const) {
      this.#replace(vscode.window, name, () => () => Promise.resolve(undefined));
    }
    this.#replace(vscode.window, "createQuickPick", () => (() => new FakeQuickPick(this)) as never);
    this.#replace(vscode.window, "createInputBox", () => () => new FakeInputBox(this));
  }

  #recordProgress(): void {
    this.#replace(vscode.window, "withProgress", (original) => (options, task) => {
      this.record("message", "withProgress", options.title);
      return original(options, (progress, token) =>
        task(
          {
            report: (value) => {
              const { message } = value as { readonly message?: string };
              this.record("message", "progress", message);
              progress.report(value);
            },
          },
          token,
        ),
      );
    });
  }

  #recordPanelsAndLinks(): void {
    this.#replace(vscode.window, "createWebviewPanel", (original) => (...args) => {
      const panel = original(...args);
      this.panels.push(panel);
      this.record("title", "createWebviewPanel", args[1]);
      const listeners: ((message: unknown) => unknown)[] = [];
      this.#listeners.set(panel, listeners);
      panel.onDidDispose(() => this.#listeners.delete(panel));
      const post = panel.webview.postMessage.bind(panel.webview);
      const listen = panel.webview.onDidReceiveMessage.bind(panel.webview);
      Object.defineProperties(panel.webview, {
        postMessage: {
          value: (message: unknown) => {
            this.pageMessages.push(JSON.stringify(message));
            return post(message);
          },
        },
        onDidReceiveMessage: {
          value: (listener: (message: unknown) => unknown) => {
            listeners.push(listener);
            return listen(listener);
          },
        },
      });
      return panel;
    });
    const open = (target: vscode.Uri): Promise<boolean> => {
      this.openedUrls.push(target.toString(true));
      return Promise.resolve(true);
    };
    this.#replace(vscode.env, "openExternal", () => open as never);
  }
}
