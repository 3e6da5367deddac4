// Somebody at VS Code's window: answers what the extension asks, and notes what it says. The tests lie inside of the
// extension's folder, so that both have the same `vscode`.
import * as vscode from "vscode";
import { TappedPage } from "./tappedPage.ts";

type Button = string | vscode.MessageItem;

function isOptions(value: unknown): value is vscode.MessageOptions {
  return typeof value === "object" && value !== null && ("modal" in value || "detail" in value);
}

/** A box, with or without a list, that is filled and accepted as soon as it is shown. */
class FilledBox {
  title: string | undefined;
  prompt: string | undefined;
  placeholder: string | undefined;
  password = false;
  ignoreFocusOut = false;
  busy = false;
  enabled = true;
  buttons: readonly vscode.QuickInputButton[] = [];
  validationMessage: string | undefined;
  value = "";
  items: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  readonly selectedItems: readonly vscode.QuickPickItem[] = [];
  readonly #typed: string;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidChangeActive = new vscode.EventEmitter<readonly vscode.QuickPickItem[]>().event;
  readonly onDidTriggerButton = new vscode.EventEmitter<vscode.QuickInputButton>().event;

  constructor(typed: string) {
    this.#typed = typed;
  }

  show(): void {
    this.value = this.#typed;
    // Whoever shows it has not listened to all of it yet.
    setImmediate(() => {
      this.#changed.fire(this.#typed);
      this.#accepted.fire();
    });
  }

  hide(): void {
    this.#hidden.fire();
  }

  dispose(): void {
    this.#changed.dispose();
    this.#accepted.dispose();
    this.#hidden.dispose();
  }
}

export class Driver {
  readonly said: string[] = [];
  /** What was in the way of everything else, with the buttons that it had. */
  readonly blocked: string[] = [];
  readonly unheard: unknown[] = [];
  readonly pages: TappedPage[] = [];
  /** The buttons that are pressed where they are offered. */
  press: readonly string[] = [];
  /** What is typed into boxes. */
  typed = "";
  readonly #restore: (() => void)[] = [];

  constructor() {
    for (const name of ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const) {
      this.#replace(name, (message: string, ...rest: readonly unknown[]) =>
        this.#answer(name, message, rest),
      );
    }
    this.#replace(
      "showQuickPick",
      async (rows: Promise<readonly unknown[]> | readonly unknown[]) => (await rows)[0],
    );
    this.#replace("showInputBox", () => Promise.resolve(this.typed));
    this.#replace("createInputBox", () => new FilledBox(this.typed));
    this.#replace("createQuickPick", () => new FilledBox(this.typed));
    const create = vscode.window.createWebviewPanel.bind(vscode.window);
    this.#replace("createWebviewPanel", (...asked: Parameters<typeof create>) => {
      const panel = create(...asked);
      this.pages.push(new TappedPage(panel));
      return panel;
    });
    const note = (reason: unknown): void => {
      // Other extensions run here too.
      const isOurs = reason instanceof Error && /artifacts-for-tuleap/.test(reason.stack ?? "");
      if (isOurs) this.unheard.push(reason);
    };
    process.on("unhandledRejection", note);
    this.#restore.push(() => process.off("unhandledRejection", note));
  }

  forget(): void {
    for (const heard of [this.said, this.blocked, this.unheard]) heard.length = 0;
    this.press = [];
    this.typed = "";
  }

  restore(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #replace(name: keyof typeof vscode.window, value: unknown): void {
    const original: unknown = vscode.window[name];
    const set = (to: unknown): void => {
      Object.defineProperty(vscode.window, name, { value: to, configurable: true, writable: true });
    };
    set(value);
    this.#restore.push(() => set(original));
  }

  #answer(how: string, message: string, rest: readonly unknown[]): Promise<unknown> {
    const [first] = rest;
    const options = isOptions(first) ? first : undefined;
    const buttons = (options === undefined ? rest : rest.slice(1)) as readonly Button[];
    const pressed = buttons.find((button) =>
      this.press.includes(typeof button === "string" ? button : button.title),
    );
    this.said.push(message);
    if (options?.modal === true && pressed === undefined) this.blocked.push(`${how}: ${message}`);
    return Promise.resolve(pressed);
  }
}
