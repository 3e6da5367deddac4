import * as vscode from "vscode";
import type { ArtifactTarget } from "../../protocol/commandArguments.ts";
import { type ContextKeyTypes, draftScheme } from "../../protocol/contributions.ts";
import type { Services } from "../../services.ts";
import { monotonicClock } from "../../store/monotonicClock.ts";
import { FormSessions } from "../../store/formSessions.ts";
import { setContext } from "../../vscode/commandRegistry.ts";
import { DraftTextFileSystem, getTabUris } from "./draftTextFileSystem.ts";
import { FormActions } from "./formActions.ts";
import type { FormPanel } from "./formPanel.ts";
import { FormPanels } from "./formPanels.ts";
import { FormNavigation } from "./formNavigation.ts";
import { FormOpener } from "./formOpener.ts";
import { SavesOfClosedForms } from "./savesOfClosedForms.ts";
import { SvnFormOpener, getSvnFormTexts } from "./svnForms.ts";

/** Actions on the active form; they do nothing if there is none. */
interface ActiveFormActions {
  save(): unknown;
  undo(): unknown;
  redo(): unknown;
  refresh(): unknown;
  discard(): unknown;
  openInBrowser(): unknown;
  next(): unknown;
  previous(): unknown;
}

export interface FormFeature extends vscode.Disposable {
  readonly opener: FormOpener;
  readonly svnOpener: SvnFormOpener;
  readonly panels: FormPanels;
  readonly draftFileSystem: DraftTextFileSystem;
  /** All open form sessions, with or without a tab. */
  readonly forms: FormSessions;
  readonly activeForm: ActiveFormActions;
  readonly savesOfClosedForms: SavesOfClosedForms;
  /** Writes pending drafts to disk; the window waits for it when it closes. */
  saveAllDrafts(): Promise<void>;
}

export async function createFormFeature(services: Services): Promise<FormFeature> {
  const { sites, catalog, connectivity, drafts, formTabs, errorHandler, attachmentTools, followedArtifacts } =
    services;
  const repositories = await services.svnRepositories();
  const forms = new FormSessions({
    catalog,
    drafts,
    findSite: (api) => sites.find(api),
    now: () => Date.now(),
    clock: monotonicClock,
    pendingAttachments: async () => (await attachmentTools()).pendingAttachments,
    svn: {
      words: getSvnFormTexts,
      remember: (site, projectId, repository) =>
        errorHandler.runInBackground("remember repository", () =>
          repositories.remember(site, projectId, repository),
        ),
      recall: (site, repositoryId) => repositories.findRemembered(site, repositoryId),
    },
  });
  const draftFileSystem = new DraftTextFileSystem(services, forms);
  const actions = new FormActions(services, forms, draftFileSystem);
  const panels = new FormPanels(services, forms, (panel) => actions.createHostMethods(panel));
  const navigation = new FormNavigation();
  const opener = new FormOpener(services, panels, navigation);
  const savesOfClosedForms = new SavesOfClosedForms(services, forms, opener);

  function openNext(target: ArtifactTarget, viewColumn: vscode.ViewColumn | undefined): Promise<unknown> {
    return opener.openArtifact(target, viewColumn);
  }

  function withActive(act: (panel: FormPanel) => unknown): () => unknown {
    return () => (panels.active === undefined ? undefined : act(panels.active));
  }

  const retryChecks = (): void =>
    errorHandler.runInBackground("check saves", () => savesOfClosedForms.retry());

  /** For the menu of the page, which offers Follow or Stop Following. */
  function updateFollowKey(): void {
    const artifact = opener.getActiveArtifact();
    const isFollowed = artifact !== undefined && followedArtifacts.has(artifact);
    errorHandler.runInBackground("update context key", () =>
      setContext<ContextKeyTypes>("artifacts.formIsFollowed", isFollowed),
    );
  }

  const subscriptions = vscode.Disposable.from(
    panels,
    draftFileSystem,
    opener,
    panels.onDidChangeActive.event(() =>
      errorHandler.runInBackground("update navigation", () => navigation.updateContextKey(panels.active)),
    ),
    panels.onDidChangeActive.event(updateFollowKey),
    followedArtifacts.onDidChange.event(updateFollowKey),
    panels.onDidCloseWithDraft.event((session) =>
      errorHandler.runInBackground("show saved draft", () => opener.showDraftSaved(session)),
    ),
    // VS Code keeps a document for some time after its editor was closed, so the tabs are watched instead.
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      for (const uri of closed.flatMap(getTabUris)) {
        if (uri.scheme === draftScheme) {
          errorHandler.runInBackground("close draft editor", () => draftFileSystem.handleEditorClosed(uri));
        }
      }
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) panels.checkForChanges();
    }),
    forms.onDidCreateArtifact.event(({ key, artifactId }) => opener.handleCreated(key, artifactId)),
    forms.onDidDiscardNewArtifact.event((key) => opener.handleDiscarded(key)),
    drafts.onDidChange.event(() => errorHandler.runInBackground("reload drafts", () => forms.reloadDrafts())),
    drafts.onDidDiscard.event(({ subject }) => {
      if (subject.kind === "new") opener.handleDiscarded(subject.key);
      errorHandler.runInBackground("discard draft", () => forms.discardDraft(subject));
    }),
    catalog.onDidWriteArtifact.event(({ siteApi, artifactId, fieldIds }) => {
      forms.noteOwnChanges(siteApi, artifactId, fieldIds);
      panels.checkForChanges({ siteApi, artifactId });
    }),
    connectivity.onDidChange.event(({ siteApi, isBack }) => {
      panels.handleConnectivityChange(siteApi, isBack);
      if (isBack) retryChecks();
    }),
    catalog.onDidForgetSite.event(retryChecks),
    catalog.onDidForgetSite.event((siteApi) =>
      errorHandler.runInBackground("handle account change", () => panels.handleAccountChange(siteApi)),
    ),
  );
  return {
    opener,
    svnOpener: new SvnFormOpener(services, panels),
    panels,
    draftFileSystem,
    forms,
    savesOfClosedForms,
    activeForm: {
      save: withActive((panel) => actions.save(panel, "checked")),
      undo: withActive((panel) => actions.undoOrRedo(panel, "undo")),
      redo: withActive((panel) => actions.undoOrRedo(panel, "redo")),
      refresh: withActive((panel) => actions.refresh(panel)),
      discard: withActive((panel) => actions.discard(panel)),
      openInBrowser: withActive((panel) => actions.openInBrowser(panel)),
      next: withActive((panel) => navigation.navigate(panel, "next", openNext)),
      previous: withActive((panel) => navigation.navigate(panel, "previous", openNext)),
    },
    dispose: () => void subscriptions.dispose(),
    saveAllDrafts: async () => {
      formTabs.stop();
      await forms.closeAll();
    },
  };
}
