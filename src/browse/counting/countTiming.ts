import * as vscode from "vscode";
import { settings } from "../../protocol/settings.ts";
import { countMinutes } from "./countMinutes.ts";
import type { Clock } from "./countWatch.ts";

/** Minutes between two looks at the number at the icon; 0 for none but those that are asked for. */
export function refreshMinutes(): number {
  return countMinutes(vscode.workspace.getConfiguration().get<unknown>(settings.refreshMinutes));
}

export const countClock: Clock = {
  now: () => Date.now(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};
