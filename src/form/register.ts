// The ways into the forms. What is behind them is loaded on first need.
import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import { LateFileSystem } from "../platform/lateFileSystem.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { PageMemory } from "../protocol/page.ts";
import type { FormFeature } from "./feature.ts";
import { draftScheme, formViewType } from "./names.ts";
import type { OpenForms } from "./openForms.ts";

interface FormEntrance {
  readonly feature: () => Promise<FormFeature>;
  readonly openForms: OpenForms;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export function registerForm({ feature, openForms, boundary, commands }: FormEntrance): vscode.Disposable {
  const drafts = new LateFileSystem(async () => (await feature()).draftFiles);
  if (openForms.orphans().length > 0) {
    boundary.start("reopen forms", async () => (await feature()).opening.orphans());
  }
  return vscode.Disposable.from(
    drafts,
    vscode.workspace.registerFileSystemProvider(draftScheme, drafts, { isCaseSensitive: true }),
    vscode.window.registerWebviewPanelSerializer(formViewType, {
      deserializeWebviewPanel: async (panel, memory: Partial<PageMemory> | undefined) =>
        (await feature()).panels.deserializeWebviewPanel(panel, memory),
    }),
    commands.register("artifacts.openArtifact", async (target) => (await feature()).opening.artifact(target)),
    commands.register("artifacts.chooseArtifact", async (title) => (await feature()).opening.choose(title)),
    commands.register("artifacts.openDraft", async (target) => (await feature()).opening.draft(target)),
    commands.register("artifacts.newArtifact", async (target) =>
      (await feature()).opening.newArtifact(target),
    ),
    commands.register("artifacts.newFromSelection", async () => (await feature()).opening.newFromSelection()),
    commands.register("artifacts.saveForm", async () => (await feature()).inFront.save()),
    commands.register("artifacts.undoEdit", async () => (await feature()).inFront.undo()),
    commands.register("artifacts.redoEdit", async () => (await feature()).inFront.redo()),
    commands.register("artifacts.refreshForm", async () => (await feature()).inFront.refresh()),
    commands.register("artifacts.discardForm", async () => (await feature()).inFront.discard()),
    commands.register("artifacts.openFormInBrowser", async () => (await feature()).inFront.openInBrowser()),
  );
}
