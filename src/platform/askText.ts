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
    async function judge(): Promise<void> {
      if (box.busy) return;
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
        box.busy = false;
        box.enabled = true;
      }
    }
    box.onDidAccept(() => {
      judge().catch((error: unknown) => {
        if (!turnedAway.signal.aborted) reject(error);
        box.hide();
      });
    });
    box.onDidChangeValue(() => {
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
  });
}
