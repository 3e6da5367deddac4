import type * as vscode from "vscode";
import type { Answer } from "../model/assist/frame.ts";

export interface Tool {
  /** What a person sees while it runs. */
  readonly prepare: (input: unknown, signal: AbortSignal) => Promise<vscode.PreparedToolInvocation>;
  readonly invoke: (input: unknown, signal: AbortSignal) => Promise<Answer>;
}
