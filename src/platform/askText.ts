import * as vscode from "vscode";
import { withoutLinks } from "../model/displayText.ts";

export type Verdict<T> =
  { readonly kind: "accepted"; readonly value: T } | { readonly kind: "refused"; readonly why: string };

interface TextQuestionButton<T> {
  readonly button: vscode.QuickInputButton;
  /** What it gives ends the question; undefined leaves it open. */
  readonly press: (text: string) => T | undefined;
}

export interface TextQuestion<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly buttons?: readonly TextQuestionButton<T>[];
  /** What there is to say of the value that the box begins with, until somebody types. */
  readonly firstMessage?: ((signal: AbortSignal) => Promise<vscode.InputBoxValidationMessage>) | undefined;
  /** Looks at what was entered, possibly asking a server; what is refused stays in the box to be mended. */
  readonly judge: (text: string, signal: AbortSignal) => Promise<Verdict<T>>;
}

/** Asks for a text until it is accepted; undefined when the person turns away, which also ends the judging. */
export function askText<T>(question: TextQuestion<T>): Promise<T | undefined> {
  const box = vscode.window.createInputBox();
  const { buttons = [] } = question;
  const turnedAway = new AbortController();
  box.title = question.title;
  box.prompt = question.prompt;
  box.placeholder = question.placeholder;
  box.value = question.value ?? "";
  box.password = question.isSecret ?? false;
  box.ignoreFocusOut = true;
  box.buttons = buttons.map(({ button }) => button);

  return new Promise<T | undefined>((resolve, reject) => {
    let isJudging = false;
    /** What is said of the first value is of no use any more. */
    const overtaken = new AbortController();
    async function sayFirst(): Promise<void> {
      if (question.firstMessage === undefined) return;
      box.busy = true;
      try {
        const said = await question.firstMessage(AbortSignal.any([turnedAway.signal, overtaken.signal]));
        if (turnedAway.signal.aborted || overtaken.signal.aborted) return;
        box.validationMessage = { ...said, message: withoutLinks(said.message) };
      } finally {
        box.busy = isJudging;
      }
    }
    const fail = (error: unknown): void => {
      if (!turnedAway.signal.aborted) reject(error);
      box.hide();
    };
    async function judge(): Promise<void> {
      if (isJudging) return;
      overtaken.abort();
      isJudging = true;
      box.busy = true;
      box.enabled = false;
      try {
        const verdict = await question.judge(box.value, turnedAway.signal);
        if (turnedAway.signal.aborted) return;
        if (verdict.kind === "accepted") {
          resolve(verdict.value);
          box.hide();
        } else {
          box.validationMessage = withoutLinks(verdict.why);
        }
      } finally {
        isJudging = false;
        box.busy = false;
        box.enabled = true;
      }
    }
    box.onDidAccept(() => {
      judge().catch(fail);
    });
    box.onDidChangeValue(() => {
      overtaken.abort();
      box.validationMessage = undefined;
    });
    box.onDidTriggerButton((pressed) => {
      const value = buttons.find(({ button }) => button === pressed)?.press(box.value);
      if (value === undefined) return;
      resolve(value);
      box.hide();
    });
    box.onDidHide(() => {
      turnedAway.abort();
      resolve(undefined);
      box.dispose();
    });
    box.show();
    sayFirst().catch((error: unknown) => {
      if (!overtaken.signal.aborted) fail(error);
    });
  });
}
