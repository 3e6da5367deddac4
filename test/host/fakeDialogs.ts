// Fakes of VS Code's messages and dialogs. They apply only to code bundled with the tests: the extension under test has its
// own `vscode`.
import * as vscode from "vscode";

type DialogName = "showSaveDialog" | "showOpenDialog" | "showInputBox" | "showQuickPick";

const messageMethods = ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const;

export class FakeDialogs {
  /** Texts of messages, with the details of dialogs. */
  readonly messages: string[] = [];
  /** Pressed in this order, each in the next message that has it. */
  readonly buttonsToPress: string[] = [];
  readonly #original: Partial<typeof vscode.window> = {};

  constructor() {
    for (const name of messageMethods) {
      this.#replace(name, (text: string, ...rest: readonly unknown[]) =>
        Promise.resolve(this.#press(text, rest)),
      );
    }
  }

  /** Applies until it is replaced. */
  setAnswer(name: DialogName, answer: (...args: readonly never[]) => unknown): void {
    this.#replace(name, (...args: readonly never[]) => Promise.resolve(answer(...args)));
  }

  restore(): void {
    Object.assign(vscode.window, this.#original);
  }

  #press(text: string, rest: readonly unknown[]): unknown {
    const [options] = rest as readonly (vscode.MessageOptions | string | undefined)[];
    const detail = typeof options === "object" ? (options.detail ?? "") : "";
    this.messages.push(detail === "" ? text : `${text}\n${detail}`);
    if (!rest.includes(this.buttonsToPress[0])) return undefined;
    return this.buttonsToPress.shift();
  }

  #replace(name: (typeof messageMethods)[number] | DialogName, replacement: unknown): void {
    this.#original[name] ??= vscode.window[name] as never;
    Object.assign(vscode.window, { [name]: replacement });
  }
}
