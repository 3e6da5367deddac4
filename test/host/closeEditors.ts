import * as vscode from "vscode";

/** Reverts unsaved documents, which would stay open otherwise, because tests can't confirm that they are closed. */
export async function closeAllWithoutSaving(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}
