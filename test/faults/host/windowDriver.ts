// Replaces the prompts of VS Code: answers them and records messages. The tests are inside the extension's folder, so that
// both get the same `vscode` module.
import * as vscode from "vscode";
import { WebviewSpy } from "./webviewSpy.ts";

type Button = string | vscode.MessageItem;

function isOptions(value: unknown): value is vscode.MessageOptions {
  return typeof value === "object" && value !== null && ("modal" in value || "detail" in value);
}

/** An input box or quick pick that is filled in and accepted as soon as it is shown. */
class AutoQuickInput {
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
    // The caller adds listeners after show().
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

export class WindowDriver {
  readonly messages: string[] = [];
  /** Modal dialogs that had no button to press. */
  readonly modalDialogs: string[] = [];
  readonly unhandledRejections: unknown[] = [];
  readonly pages: WebviewSpy[] = [];
  /** Labels of buttons that are pressed in any message. */
  buttonsToPress: readonly string[] = [];
  /** Typed into every input box. */
  textToType = "";
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
    this.#replace("showInputBox", () => Promise.resolve(this.textToType));
    this.#replace("createInputBox", () => new AutoQuickInput(this.textToType));
    this.#replace("createQuickPick", () => new AutoQuickInput(this.textToType));
    const create = vscode.window.createWebviewPanel.bind(vscode.window);
    this.#replace("createWebviewPanel", (...args: Parameters<typeof create>) => {
      const panel = create(...args);
      this.pages.push(new WebviewSpy(panel));
      return panel;
    });
    const record = (reason: unknown): void => {
      // Ignore rejections of other extensions.
      const isOurs = reason instanceof Error && /artifacts-for-tuleap/.test(reason.stack ?? "");
      if (isOurs) this.unhandledRejections.push(reason);
    };
    process.on("unhandledRejection", record);
    this.#restore.push(() => process.off("unhandledRejection", record));
  }

  reset(): void {
    for (const recorded of [this.messages, this.modalDialogs, this.unhandledRejections]) recorded.length = 0;
    this.buttonsToPress = [];
    this.textToType = "";
  }

  restore(): void {
    for (const restore of this.#restore.splice(0)) restore();
  }

  #replace(name: keyof typeof vscode.window, value: unknown): void {
    const original: unknown = vscode.window[name];
    const set = (replacement: unknown): void => {
      Object.defineProperty(vscode.window, name, { value: replacement, configurable: true, writable: true });
    };
    set(value);
    this.#restore.push(() => set(original));
  }

  #answer(method: string, message: string, rest: readonly unknown[]): Promise<unknown> {
    const [first] = rest;
    const options = isOptions(first) ? first : undefined;
    const buttons = (options === undefined ? rest : rest.slice(1)) as readonly Button[];
    const pressed = buttons.find((button) =>
      this.buttonsToPress.includes(typeof button === "string" ? button : button.title),
    );
    this.messages.push(message);
    if (options?.modal === true && pressed === undefined) this.modalDialogs.push(`${method}: ${message}`);
    return Promise.resolve(pressed);
  }
}
