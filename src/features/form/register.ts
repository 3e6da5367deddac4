// The ways into the forms. What is behind them is loaded on first need.
import * as vscode from "vscode";
import { draftScheme, formViewType } from "../../protocol/contributions.ts";
import type { PageMemory } from "../../protocol/page.ts";
import type { Services } from "../../services.ts";
import { once } from "../../vscode/async.ts";
import { LateFileSystem } from "../../vscode/fileSystems.ts";

/** Asked of VS Code: as long as there is no form, nothing of them is loaded. */
function isFormInFront(): boolean {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(formViewType);
}

export function registerForm(services: Services): void {
  const { openForms, boundary, commands } = services;
  const feature = once(async () => {
    const form = services.own(await (await import("./feature.ts")).createFormFeature(services));
    services.onShutdown(() => form.keepAll());
    return form;
  });
  const drafts = new LateFileSystem(async () => (await feature()).draftFiles);
  services.provide("form", {
    chooseArtifact: async (title, question) => (await feature()).opening.choose(title, question),
    chooseTracker: async (title) => (await feature()).opening.chooseTracker(title),
    activeArtifact: async () => (isFormInFront() ? (await feature()).opening.inFront() : undefined),
    openWithEdit: async (artifact, edit, before) =>
      (await feature()).opening.withWish(artifact, edit, before),
    forms: async () => (await feature()).forms,
  });
  if (openForms.orphans.length > 0) {
    boundary.start("reopen forms", async () => (await feature()).opening.orphans());
  }
  services.own(
    vscode.Disposable.from(
      drafts,
      vscode.workspace.registerFileSystemProvider(draftScheme, drafts, { isCaseSensitive: true }),
      vscode.window.registerWebviewPanelSerializer(formViewType, {
        deserializeWebviewPanel: async (panel, memory: Partial<PageMemory> | undefined) =>
          (await feature()).panels.deserializeWebviewPanel(panel, memory),
      }),
      commands.register("artifacts.openArtifact", async (...given) =>
        (await feature()).opening.artifacts(...given),
      ),
      commands.register("artifacts.nextArtifact", async () => (await feature()).inFront.next()),
      commands.register("artifacts.previousArtifact", async () => (await feature()).inFront.previous()),
      commands.register("artifacts.openDraft", async (...given) =>
        (await feature()).opening.drafts(...given),
      ),
      commands.register("artifacts.newArtifact", async (target) =>
        (await feature()).opening.newArtifact(target),
      ),
      commands.register("artifacts.newFromSelection", async () =>
        (await feature()).opening.newFromSelection(),
      ),
      commands.register("artifacts.newSvnRepository", async (project) =>
        (await feature()).svnOpening.fresh(project),
      ),
      commands.register("artifacts.editSvnRepository", async (repository) =>
        (await feature()).svnOpening.repository(repository),
      ),
      commands.register("artifacts.saveForm", async () => (await feature()).inFront.save()),
      commands.register("artifacts.undoEdit", async () => (await feature()).inFront.undo()),
      commands.register("artifacts.redoEdit", async () => (await feature()).inFront.redo()),
      commands.register("artifacts.refreshForm", async () => (await feature()).inFront.refresh()),
      commands.register("artifacts.discardForm", async () => (await feature()).inFront.discard()),
      commands.register("artifacts.openFormInBrowser", async () => (await feature()).inFront.openInBrowser()),
    ),
  );
}
