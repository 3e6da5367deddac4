// Hears everything that the extension shows or asks by VS Code's window, and answers in place of a person. The tests lie inside of
// the extension's folder, so that they and the extension have the same `vscode`.
import * as vscode from "vscode";
import type { Message } from "../../../src/protocol/rpc.ts";
import type { Shown, ShownMarkdown, Surface } from "../support/surfaces.ts";
import { FakeInput, FakePick } from "./fakeBoxes.ts";
import type { Hearing, Item, Manners } from "./hearing.ts";

export class Recorder implements Hearing {
  /** Each of them once, however often it is shown. */
  readonly #shown = new Map<string, Shown>();
  readonly markdown: ShownMarkdown[] = [];
  /** What was posted to pages, as JSON. */
  readonly posted: string[] = [];
  /** Addresses that were to be opened outside of VS Code. */
  readonly opened: string[] = [];
  readonly panels: vscode.WebviewPanel[] = [];
  readonly manners: Manners = { press: () => undefined, pick: () => 0, type: () => "12" };
  /** Who listens to the page of each open tab. */
  readonly #listeners = new Map<vscode.WebviewPanel, ((message: unknown) => unknown)[]>();
  readonly #restore: (() => void)[] = [];

  constructor() {
    this.#messages();
    this.#picks();
    this.#progress();
    this.#panelsAndLinks();
  }

  get shown(): readonly Shown[] {
    return [...this.#shown.values()];
  }

  forget(): void {
    this.#shown.clear();
    this.markdown.length = 0;
    this.opened.length = 0;
  }

  restore(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  hear(surface: Surface, where: string, text: string | undefined): void {
    if (text === undefined || text === "") return;
    this.#shown.set([surface, where, text].join("\n"), { surface, where, text });
  }

  hearTooltip(where: string, tooltip: string | vscode.MarkdownString | undefined): void {
    if (tooltip === undefined || typeof tooltip === "string") {
      this.hear("tooltip", where, tooltip);
      return;
    }
    const { value, isTrusted, supportHtml, supportThemeIcons } = tooltip;
    this.markdown.push({ where, value, isTrusted, supportHtml, supportThemeIcons });
  }

  /** Says something that the page in front could say. */
  sayAsPage(message: Message): void {
    const [, listeners = []] = [...this.#listeners].find(([{ active }]) => active) ?? [];
    for (const listener of listeners) listener(message);
  }

  #replace<T extends object, K extends keyof T & string>(
    owner: T,
    name: K,
    made: (original: T[K]) => T[K],
  ): void {
    const original = owner[name];
    Object.defineProperty(owner, name, { value: made(original), configurable: true, writable: true });
    this.#restore.push(() =>
      Object.defineProperty(owner, name, { value: original, configurable: true, writable: true }),
    );
  }

  #messages(): void {
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const) {
      const show = (message: string, ...rest: readonly unknown[]): Promise<unknown> => {
        const [first] = rest;
        const isOptions =
          typeof first === "object" && first !== null && ("modal" in first || "detail" in first);
        const options = isOptions ? (first as vscode.MessageOptions) : undefined;
        // A dialog shows text and nothing else; only what pops up in the corner has links.
        const surface = options?.modal === true ? "label" : "message";
        this.hear(surface, name, message);
        for (const line of options?.detail?.split("\n") ?? []) this.hear(surface, `${name} detail`, line);
        const buttons = (options === undefined ? rest : rest.slice(1)) as readonly Item[];
        const titles = buttons.map((each) => (typeof each === "string" ? each : each.title));
        for (const title of titles) this.hear("label", `${name} button`, title);
        const pressed = titles.indexOf(this.manners.press(message, titles) ?? "");
        return Promise.resolve(buttons[pressed]);
      };
      // Its many shapes are of no interest here.
      this.#replace(vscode.window, name, () => show as never);
    }
  }

  hearRows(where: string, rows: readonly Item[]): void {
    for (const row of rows) {
      if (typeof row === "string") {
        this.hear("pick", where, row);
        continue;
      }
      this.hear("pick", `${where} label`, row.label);
      this.hear("pick", `${where} description`, row.description);
      this.hear("pick", `${where} detail`, row.detail);
    }
  }

  #picks(): void {
    const show = async (
      rows: readonly Item[] | Promise<readonly Item[]>,
      options?: vscode.QuickPickOptions,
    ): Promise<unknown> => {
      const all = await rows;
      this.hear("title", "showQuickPick title", options?.title);
      this.hear("title", "showQuickPick placeholder", options?.placeHolder);
      this.hearRows("showQuickPick", all);
      const real = all.filter(
        (row) => typeof row === "string" || row.kind !== vscode.QuickPickItemKind.Separator,
      );
      const chosen = real[this.manners.pick(real.map((row) => (typeof row === "string" ? row : row.label)))];
      return options?.canPickMany === true && chosen !== undefined ? [chosen] : chosen;
    };
    this.#replace(vscode.window, "showQuickPick", () => show as never);
    // Dialogs for files are closed as soon as they are opened.
    for (const name of ["showOpenDialog", "showSaveDialog"] as const) {
      this.#replace(vscode.window, name, () => () => Promise.resolve(undefined));
    }
    this.#replace(vscode.window, "createQuickPick", () => (() => new FakePick(this)) as never);
    this.#replace(vscode.window, "createInputBox", () => () => new FakeInput(this));
  }

  #progress(): void {
    this.#replace(vscode.window, "withProgress", (original) => (options, task) => {
      this.hear("message", "withProgress", options.title);
      return original(options, (progress, token) =>
        task(
          {
            report: (value) => {
              const { message } = value as { readonly message?: string };
              this.hear("message", "progress", message);
              progress.report(value);
            },
          },
          token,
        ),
      );
    });
  }

  #panelsAndLinks(): void {
    this.#replace(vscode.window, "createWebviewPanel", (original) => (...args) => {
      const panel = original(...args);
      this.panels.push(panel);
      this.hear("title", "createWebviewPanel", args[1]);
      const listeners: ((message: unknown) => unknown)[] = [];
      this.#listeners.set(panel, listeners);
      panel.onDidDispose(() => this.#listeners.delete(panel));
      const post = panel.webview.postMessage.bind(panel.webview);
      const listen = panel.webview.onDidReceiveMessage.bind(panel.webview);
      Object.defineProperties(panel.webview, {
        postMessage: {
          value: (message: unknown) => {
            this.posted.push(JSON.stringify(message));
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
      this.opened.push(target.toString(true));
      return Promise.resolve(true);
    };
    this.#replace(vscode.env, "openExternal", () => open as never);
  }
}
