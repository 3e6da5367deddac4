import type * as vscode from "vscode";
import type { Services } from "../../../services.ts";

/** Workspace state: whether the files of this workspace were searched before. Until then, forms don't start a search. */
export const usedStateKey = "workspaceReferencesUsed";

interface Disposable {
  dispose(): void;
}

/** Calls `watch`, which loads the feature, once files were searched. Its rows change then. */
export async function watchWhenUsed(
  { workspaceState, errorHandler }: Pick<Services, "workspaceState" | "errorHandler">,
  { event: onDidChangeRows }: Pick<vscode.EventEmitter<undefined>, "event">,
  watch: () => Promise<Disposable>,
): Promise<Disposable> {
  if (workspaceState.get(usedStateKey) === true) return watch();
  let isDisposed = false;
  let current: Disposable = onDidChangeRows(() => {
    current.dispose();
    errorHandler.runInBackground("watch references in files", async () => {
      current = await watch();
      if (isDisposed) current.dispose();
    });
  });
  return {
    dispose: () => {
      isDisposed = true;
      current.dispose();
    },
  };
}
