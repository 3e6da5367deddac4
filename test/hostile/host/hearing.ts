import type * as vscode from "vscode";
import type { Surface } from "../support/surfaces.ts";

/** A row of a list, or a button. */
export type Item = string | (vscode.QuickPickItem & vscode.MessageItem);

/** What a person would do, where it matters. */
export interface Manners {
  /** The button of a message that is pressed, if any. */
  press: (message: string, buttons: readonly string[]) => string | undefined;
  /** Which of the rows is taken. */
  pick: (labels: readonly string[]) => number;
  type: (isSecret: boolean) => string;
}

/** What boxes tell of themselves, and where they get their answers from. */
export interface Hearing {
  readonly manners: Manners;
  hear(surface: Surface, where: string, text: string | undefined): void;
  hearRows(where: string, rows: readonly Item[]): void;
}
