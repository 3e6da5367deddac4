// Registers commands and editors of forms. The feature is loaded on first use.
import * as vscode from "vscode";
import { draftScheme, formViewType } from "../../protocol/contributions.ts";
import type { FormWebviewState } from "../../protocol/formProtocol.ts";
import type { Services } from "../../services.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { FormFeature } from "./feature.ts";
import { LazyFileSystem } from "../../vscode/fileSystems.ts";

/** Asks VS Code instead of the feature, which is not loaded as long as there is no form. */
function isFormActive({ activeTab }: vscode.TabGroup): boolean {
  const input = activeTab?.input;
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(formViewType);
}

export function registerForm(services: Services): void {
  const { formTabs, errorHandler, commands, drafts: draftStore } = services;
  const { tabGroups } = vscode.window;
  const feature = memoizeAsync(async () => {
    const form = services.addDisposable(await (await import("./feature.ts")).createFormFeature(services));
    services.onShutdown(() => form.saveAllDrafts());
    return form;
  });
  const drafts = new LazyFileSystem(async () => (await feature()).draftFileSystem);
  services.registerFeature("form", {
    selectArtifact: async (title, question) => (await feature()).opener.pickArtifact(title, question),
    selectTracker: async (title, site) => (await feature()).opener.pickTracker(title, site),
    openNewArtifact: async (content) => (await feature()).opener.openNewWithContent(content),
    getFormArtifact: async () =>
      isFormActive(tabGroups.activeTabGroup) ? (await feature()).opener.getActiveArtifact() : undefined,
    openWithEdit: async (artifact, edit, before) =>
      (await feature()).opener.openWithEdit(artifact, edit, before),
    getForms: async () => (await feature()).forms,
    checkForChanges: async (artifact) => {
      if (tabGroups.all.some(isFormActive)) (await feature()).panels.checkForChanges(artifact);
    },
  });
  if (formTabs.orphanedTabs.length > 0) {
    errorHandler.runInBackground("reopen forms", async () => (await feature()).opener.reopenAfterCrash());
  }
  const runInActiveForm = (action: keyof FormFeature["activeForm"]) => async () =>
    (await feature()).activeForm[action]();
  services.addDisposable(
    vscode.Disposable.from(
      drafts,
      draftStore.onDidFindUncheckedSaves.event((unchecked) =>
        errorHandler.runInBackground("check saves", async () =>
          (await feature()).savesOfClosedForms.check(unchecked),
        ),
      ),
      vscode.workspace.registerFileSystemProvider(draftScheme, drafts, { isCaseSensitive: true }),
      vscode.window.registerWebviewPanelSerializer(formViewType, {
        deserializeWebviewPanel: async (panel, state: Partial<FormWebviewState> | undefined) =>
          (await feature()).panels.deserializeWebviewPanel(panel, state),
      }),
      commands.register("artifacts.openArtifact", async (...args) =>
        (await feature()).opener.openArtifacts(...args),
      ),
      commands.register("artifacts.nextArtifact", runInActiveForm("next")),
      commands.register("artifacts.previousArtifact", runInActiveForm("previous")),
      commands.register("artifacts.openDraft", async (...args) =>
        (await feature()).opener.openDrafts(...args),
      ),
      commands.register("artifacts.newArtifact", async (target) =>
        (await feature()).opener.openNewArtifact(target),
      ),
      commands.register("artifacts.newArtifactFromSelection", async () =>
        (await feature()).opener.openNewFromSelection(),
      ),
      commands.register("artifacts.newSvnRepository", async (project) =>
        (await feature()).svnOpener.openNewRepository(project),
      ),
      commands.register("artifacts.editSvnRepository", async (repository) =>
        (await feature()).svnOpener.openRepository(repository),
      ),
      commands.register("artifacts.saveForm", runInActiveForm("save")),
      commands.register("artifacts.undoEdit", runInActiveForm("undo")),
      commands.register("artifacts.redoEdit", runInActiveForm("redo")),
      commands.register("artifacts.refreshForm", runInActiveForm("refresh")),
      commands.register("artifacts.discardForm", runInActiveForm("discard")),
      commands.register("artifacts.openFormInBrowser", runInActiveForm("openInBrowser")),
    ),
  );
}
