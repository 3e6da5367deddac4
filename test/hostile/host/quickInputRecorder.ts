import type * as vscode from "vscode";
import type { Surface } from "../support/surfaces.ts";

/** An item of a quick pick, or a button of a message. */
export type PickItem = string | (vscode.QuickPickItem & vscode.MessageItem);

export interface UserAnswers {
  /** Label of the message button to press, if any. */
  press: (message: string, buttons: readonly string[]) => string | undefined;
  /** Index of the item to pick. */
  pick: (labels: readonly string[]) => number;
  type: (isSecret: boolean) => string;
}

/** Records the texts of quick inputs and answers them. */
export interface QuickInputRecorder {
  readonly answers: UserAnswers;
  record(surface: Surface, where: string, text: string | undefined): void;
  recordRows(where: string, rows: readonly PickItem[]): void;
}
