import * as vscode from "vscode";
import { serverColorToThemeColor } from "./serverColors.ts";

/**
 * The icon of an artifact. The status must be visible in a narrow side bar, where VS Code cuts off the description: the shape
 * shows whether the artifact is open, the color is that of the status, or that of open and closed issues if the tracker
 * defines none.
 */
export function createStatusIcon(
  isOpen: boolean | undefined,
  statusColor: string | undefined,
): vscode.ThemeIcon {
  const color = serverColorToThemeColor(statusColor);
  if (isOpen === undefined) return new vscode.ThemeIcon("circle-outline", color);
  const [icon, defaultColor] = isOpen ? ["issues", "charts.green"] : ["pass", "disabledForeground"];
  return new vscode.ThemeIcon(icon, statusColor === undefined ? new vscode.ThemeColor(defaultColor) : color);
}
