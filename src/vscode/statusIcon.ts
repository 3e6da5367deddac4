import * as vscode from "vscode";
import type { ArtifactRow } from "../model/artifact.ts";
import { serverColorToThemeColor } from "./serverColors.ts";

/**
 * The icon of an artifact. The status must be visible in a narrow side bar, where VS Code cuts off the description: the shape
 * shows whether the artifact is open, the color is that of the status, or that of open and closed issues if the tracker
 * defines none. It has no color if the server only says that the artifact is open, as in My Work.
 */
export function createStatusIcon(
  { isOpen, status }: Pick<ArtifactRow, "isOpen" | "status">,
  statusColor: string | undefined,
): vscode.ThemeIcon {
  const color = serverColorToThemeColor(statusColor);
  if (isOpen === undefined) return new vscode.ThemeIcon("circle-outline", color);
  if (isOpen && status === undefined) return new vscode.ThemeIcon("issues");
  const [icon, defaultColor] = isOpen ? ["issues", "charts.green"] : ["pass", "disabledForeground"];
  return new vscode.ThemeIcon(icon, statusColor === undefined ? new vscode.ThemeColor(defaultColor) : color);
}
