import * as vscode from "vscode";
import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandArguments } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import type { AttachmentTools } from "../store/attachments/createAttachments.ts";
import { type Drafts, thisProcess } from "../store/drafts.ts";
import { Forms } from "../store/forms.ts";
import type { Sites } from "../store/sites.ts";
import { DraftFiles, urisIn } from "./draftFiles.ts";
import { draftScheme } from "./draftPlace.ts";
import { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { FormPanels, formViewType } from "./formPanels.ts";
import { OpenForms } from "./openForms.ts";
import { Opening } from "./opening.ts";
import { pageMethods } from "./pageMethods.ts";

export interface FormDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly drafts: Drafts;
  readonly tools: () => Promise<AttachmentTools>;
  readonly extensionUri: vscode.Uri;
  /** What a window remembers, for the tabs that a crash leaves behind. */
  readonly memory: vscode.Memento;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments>;
}

export interface FormFeature extends vscode.Disposable {
  /** Brings to disk what is still on its way there; the window waits for it when it goes. */
  keepAll(): Promise<void>;
}

export function registerForm(dependencies: FormDependencies): FormFeature {
  const { sites, catalog, drafts, tools, boundary, commands } = dependencies;
  const forms = new Forms({ catalog, drafts, siteAt: (api) => sites.find(api), now: () => Date.now() });
  const draftFiles = new DraftFiles({ forms, sites, catalog });
  const actions = new FormActions({ commands, draftFiles });
  const openForms = new OpenForms({ memory: dependencies.memory, boundary, ...thisProcess });
  const panels: FormPanels = new FormPanels({
    ...dependencies,
    forms,
    openForms,
    methods: (panel) =>
      pageMethods({ catalog, forms, draftFiles, actions, tools, boundary, commands }, panel),
    onClosedUnsent: (editing) => boundary.start("closed form", () => opening.sayKept(editing)),
  });
  const opening = new Opening({ sites, catalog, commands, panels, openForms });

  const withActive = (act: (panel: FormPanel) => unknown): (() => unknown) => {
    return () => (panels.active === undefined ? undefined : act(panels.active));
  };

  boundary.start("reopen forms", () => opening.orphans());
  const registered = vscode.Disposable.from(
    panels,
    draftFiles,
    vscode.window.registerWebviewPanelSerializer(formViewType, panels),
    vscode.workspace.registerFileSystemProvider(draftScheme, draftFiles, { isCaseSensitive: true }),
    // The document itself lives on for a while after its editor was closed.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.flatMap(urisIn)) {
        if (uri.scheme === draftScheme) boundary.start("close text", () => draftFiles.closed(uri));
      }
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) panels.look();
    }),
    drafts.changed.listen(() => boundary.start("look at drafts", () => forms.lookAround())),
    drafts.discarded.listen((subject) => boundary.start("discard form", () => forms.discard(subject))),
    catalog.written.listen(({ siteApi, artifactId, fieldIds }) => {
      if (fieldIds.length === 0) return;
      forms.noteOwn(siteApi, artifactId, fieldIds);
      panels.look({ siteApi, artifactId });
    }),
    catalog.forgotten.listen((siteApi) =>
      boundary.start("account changed", () => panels.accountChanged(siteApi)),
    ),
    commands.register("artifacts.openArtifact", (target) => opening.artifact(target)),
    commands.register("artifacts.chooseArtifact", (title) => opening.choose(title)),
    commands.register("artifacts.openDraft", (target) => opening.draft(target)),
    commands.register("artifacts.newArtifact", (target) => opening.newArtifact(target)),
    commands.register("artifacts.newFromSelection", () => opening.newFromSelection()),
    commands.register(
      "artifacts.saveForm",
      withActive((panel) => actions.save(panel, "checked")),
    ),
    commands.register(
      "artifacts.undoEdit",
      withActive((panel) => actions.step(panel, "undo")),
    ),
    commands.register(
      "artifacts.redoEdit",
      withActive((panel) => actions.step(panel, "redo")),
    ),
    commands.register(
      "artifacts.refreshForm",
      withActive((panel) => actions.refresh(panel)),
    ),
    commands.register(
      "artifacts.discardForm",
      withActive((panel) => actions.discard(panel)),
    ),
    commands.register(
      "artifacts.openFormInBrowser",
      withActive((panel) => actions.openInBrowser(panel)),
    ),
  );
  return {
    dispose: () => registered.dispose(),
    keepAll: async () => {
      await Promise.all([forms.close(), openForms.end()]);
    },
  };
}
