import * as vscode from "vscode";

/** The path of a file of certificates to trust; undefined if the user dismisses the dialog. */
export async function chooseCaFile(): Promise<string | undefined> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Certificates to Trust for This Site"),
      openLabel: vscode.l10n.t("Trust for This Site"),
      filters: { [vscode.l10n.t("Certificates")]: ["pem", "crt", "cer"] },
    })) ?? [];
  return file?.fsPath;
}

/** What people know it by. */
export function caFileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== "") ?? path;
}
