import type * as vscode from "vscode";
import type { OpenRepository, Workplace } from "../workplace.ts";

/** Opens something for each repository, and closes it with the repository. */
export function eachRepository(
  workplace: Workplace,
  open: (repository: OpenRepository) => vscode.Disposable,
): vscode.Disposable {
  const opened = new Map<OpenRepository, vscode.Disposable>();

  function closeAllBut(repositories: readonly OpenRepository[]): void {
    for (const [repository, disposable] of opened) {
      if (repositories.includes(repository)) continue;
      opened.delete(repository);
      disposable.dispose();
    }
  }

  function look(): void {
    const { repositories } = workplace;
    closeAllBut(repositories);
    for (const repository of repositories) {
      if (!opened.has(repository)) opened.set(repository, open(repository));
    }
  }

  const listening = workplace.changed(look);
  look();
  return {
    dispose: () => {
      listening.dispose();
      closeAllBut([]);
    },
  };
}
