// VS Code's messages and dialogs, answered by the test. Only copies of our code that the tests were bundled with ask them: the
// extension under test has a `vscode` of its own.
import * as vscode from "vscode";

type Dialogs = "showSaveDialog" | "showOpenDialog" | "showInputBox" | "showQuickPick";

const messages = ["showInformationMessage", "showWarningMessage", "showErrorMessage"] as const;

export class WindowAnswers {
  /** What was said or asked, with the details of dialogs. */
  readonly said: string[] = [];
  /** The buttons that are pressed, in this order, each where it is offered. */
  readonly presses: string[] = [];
  readonly #original: Partial<typeof vscode.window> = {};

  constructor() {
    for (const name of messages) {
      this.#replace(name, (text: string, ...rest: readonly unknown[]) =>
        Promise.resolve(this.#press(text, rest)),
      );
    }
  }

  /** What a dialog answers from now on. */
  answer(name: Dialogs, answer: (...given: readonly never[]) => unknown): void {
    this.#replace(name, (...given: readonly never[]) => Promise.resolve(answer(...given)));
  }

  restore(): void {
    Object.assign(vscode.window, this.#original);
  }

  #press(text: string, rest: readonly unknown[]): unknown {
    const [options] = rest as readonly (vscode.MessageOptions | string | undefined)[];
    const detail = typeof options === "object" ? (options.detail ?? "") : "";
    this.said.push(detail === "" ? text : `${text}\n${detail}`);
    if (!rest.includes(this.presses[0])) return undefined;
    return this.presses.shift();
  }

  #replace(name: (typeof messages)[number] | Dialogs, replacement: unknown): void {
    this.#original[name] ??= vscode.window[name] as never;
    Object.assign(vscode.window, { [name]: replacement });
  }
}
