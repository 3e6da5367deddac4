// Saves CSV in a file that the user selects.
import * as vscode from "vscode";
import { normalizeLine } from "../model/displayText.ts";
import { toSafeFileName } from "../model/fileName.ts";
import type { ErrorHandler } from "./errorHandler.ts";
import { showNotification } from "./notifications.ts";
import { openAsText } from "./tabs.ts";

function promptForFile(title: string): Thenable<vscode.Uri | undefined> {
  const { HOME = "/", USERPROFILE = HOME } = process.env;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(USERPROFILE);
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export as CSV"),
    defaultUri: vscode.Uri.joinPath(folder, toSafeFileName(`${normalizeLine(title, 60)}.csv`)),
    filters: { CSV: ["csv"] },
  });
}

function showExported(
  errorHandler: Pick<ErrorHandler, "runInBackground">,
  file: vscode.Uri,
  rowCount: number,
): void {
  const name = file.path.split("/").at(-1) ?? "";
  const text =
    rowCount === 1
      ? vscode.l10n.t("Exported 1 row to {0}.", name)
      : vscode.l10n.t("Exported {0} rows to {1}.", rowCount, name);
  showNotification(errorHandler, "information", text, {
    label: vscode.l10n.t("Open"),
    run: () => openAsText(file),
  });
}

/** Resolves when the file is written, or the user has dismissed the dialog. The title becomes the proposed name. */
export async function saveCsvFile(
  errorHandler: Pick<ErrorHandler, "runInBackground">,
  title: string,
  content: string,
  rowCount: number,
): Promise<void> {
  const file = await promptForFile(title);
  if (file === undefined) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(content));
  showExported(errorHandler, file, rowCount);
}
