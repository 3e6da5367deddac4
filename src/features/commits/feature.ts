// The lazily loaded part of the commits feature: active artifact, SCM input, references and commit log.
import * as vscode from "vscode";
import type { FolderContext, UriLike } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { SearchScopeStore } from "../../store/queries/searchedTrackers.ts";
import { ReferenceCache } from "../../store/references/referenceCache.ts";
import { ReferenceSuggestions } from "../../store/references/referenceSuggestions.ts";
import type { SvnRepositories } from "../../store/svn/svnRepositories.ts";
import { ActiveArtifacts } from "./activeArtifacts.ts";
import { createActiveArtifactFeature } from "./activeArtifactStatusBar.ts";
import { getCurrentOrPickRepository } from "./pickRepository.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { WorkspaceContext } from "./workspaceContext.ts";
import { FolderSites } from "./folderSites.ts";
import type { GitExtension } from "./gitExtension.ts";
import { ReferenceGrammars } from "./referenceGrammars.ts";
import { type CommitLogFeature, createCommitLogFeature } from "./log/feature.ts";
import { createReferencesFeature, type ReferencesFeature } from "./references/feature.ts";
import { GitRepositories } from "./gitRepositories.ts";
import { createScmInputFeature } from "./scmInput/feature.ts";
import { ReferenceFormatter } from "./scmInput/referenceFormatter.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import type { CommandArguments } from "../../protocol/commandArguments.ts";
import type { CommitsCommand } from "./register.ts";
import type { WorkspaceReferencesFeature } from "./workspaceReferences/feature.ts";
import type { ReferenceRow } from "./workspaceReferences/referenceRows.ts";

/** Without a repository: the file of the active editor, else the only folder of the workspace. */
function getFallbackFolder(): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.activeTextEditor?.document.uri ?? (folders.length === 1 ? folders[0]?.uri : undefined);
}

/** The context of the folder of a resource, or of the current repository. */
async function loadFolderContext(
  workspace: WorkspaceContext,
  resource: UriLike | undefined,
): Promise<FolderContext> {
  const uri = resource && vscode.Uri.from(resource);
  const repository = uri === undefined ? workspace.getCurrentRepository() : workspace.findRepository(uri);
  const folder = uri ?? repository?.root ?? getFallbackFolder();
  const site = folder && (await workspace.getSite(folder));
  const active = repository && workspace.getActiveArtifact(repository);
  return {
    siteApi: site?.api,
    artifactId: active?.site.api === site?.api ? active?.artifactId : undefined,
  };
}

export function createWorkspaceServices(
  services: Pick<Services, "sites" | "catalog" | "workspaceState" | "errorHandler" | "commands">,
  gitExtension: GitExtension,
): Pick<CommitsContext, "workspace" | "gitRepositories" | "activeArtifacts"> & vscode.Disposable {
  const gitRepositories = new GitRepositories(gitExtension, services.errorHandler);
  const folderSites = new FolderSites(services, gitRepositories);
  const activeArtifacts = new ActiveArtifacts(services, gitRepositories, folderSites);
  const grammars = new ReferenceGrammars(services.catalog);
  const workspace: WorkspaceContext = {
    get gitApi() {
      return gitExtension.api;
    },
    get repositories() {
      return gitRepositories.list;
    },
    onDidChangeRepositories: gitRepositories.onDidChange,
    getCurrentRepository: () => gitRepositories.getCurrent(),
    pickRepository: (title) => getCurrentOrPickRepository(gitExtension, gitRepositories, title),
    findRepository: (uri) => gitRepositories.findByUri(uri),
    findMessageRepository: (document) => gitRepositories.findByMessage(document),
    getSite: (folder) => folderSites.get(folder),
    isAssociatedWithSite: (folder) => folderSites.isAssociated(folder),
    getOrPickSite: (folder) => folderSites.getOrPick(folder),
    onDidChangeSites: folderSites.onDidChange,
    getGrammar: (site) => grammars.get(site),
    getActiveArtifact: (repository) => activeArtifacts.get(repository),
    onDidChangeActiveArtifact: activeArtifacts.onDidChange,
  };
  const disposables = vscode.Disposable.from(activeArtifacts, folderSites, gitRepositories);
  return { workspace, gitRepositories, activeArtifacts, dispose: () => disposables.dispose() };
}

export interface CommitsFeature {
  readonly commands: { readonly [Name in CommitsCommand]: (...args: CommandArguments[Name]) => unknown };
  readonly references: ReferencesFeature;
  readonly commitLog: CommitLogFeature;
  /** The References view. */
  workspaceReferences(): Promise<WorkspaceReferencesFeature>;
  getFolderContext(resource: UriLike | undefined): Promise<FolderContext>;
  dispose(): void;
}

export function createCommitsFeature(
  services: Services,
  gitExtension: GitExtension,
  svnRepositories: SvnRepositories,
  referencesView: vscode.TreeView<ReferenceRow>,
  onDidChangeReferenceRows: vscode.EventEmitter<undefined>,
): CommitsFeature {
  const { catalog, workspaceState } = services;
  const workspaceContext = createWorkspaceServices(services, gitExtension);
  const { workspace, gitRepositories, activeArtifacts } = workspaceContext;
  const referenceCache = new ReferenceCache(catalog, Date.now);
  const referenceSuggestions = new ReferenceSuggestions({
    ...services,
    scope: new SearchScopeStore(workspaceState),
    referenceCache,
  });
  const referenceFormatter = new ReferenceFormatter(catalog, workspace, referenceCache);
  const shared = {
    gitExtension,
    gitRepositories,
    workspace,
    activeArtifacts,
    referenceCache,
    referenceSuggestions,
    referenceFormatter,
  };
  const context: CommitsContext = { ...services, ...shared };
  const activeArtifact = createActiveArtifactFeature(context);
  const scmInput = createScmInputFeature(context, svnRepositories);
  const commitLog = createCommitLogFeature(context);
  const references = createReferencesFeature(context, services);
  const workspaceReferences = memoizeAsync(async () => {
    const { createWorkspaceReferencesFeature } = await import("./workspaceReferences/feature.ts");
    return services.addDisposable(
      createWorkspaceReferencesFeature(context, referencesView, onDidChangeReferenceRows),
    );
  });
  const disposables = vscode.Disposable.from(
    commitLog,
    scmInput,
    references.currentLine,
    references.codeComments,
    activeArtifact,
    referenceFormatter,
    workspaceContext,
    referenceCache,
  );
  return {
    commands: {
      "artifacts.startWork": (artifact) => activeArtifact.startWork(artifact),
      "artifacts.stopWork": () => activeArtifact.stopWork(),
      "artifacts.showActiveArtifact": () => activeArtifact.showMenu(),
      "artifacts.addReference": (target) => scmInput.addReference(target),
      "artifacts.openCommit": (commit) => commitLog.openCommit(commit),
      "artifacts.linkCommit": (...args) => commitLog.linkCommit(...args),
      "artifacts.listArtifactsInRange": async () =>
        (await import("./log/commitRangeChangeLog.ts")).promptCommitRangeChangeLog(context),
      "artifacts.findArtifactsInHistory": async (resource) =>
        (await import("./log/pathArtifactsPick.ts")).findArtifactsInHistory(context, resource),
      "artifacts.findReferencesInWorkspace": async (artifact) => (await workspaceReferences()).find(artifact),
      "artifacts.refreshReferences": async () => (await workspaceReferences()).refresh(),
      "artifacts.cancelReferenceSearch": async () => (await workspaceReferences()).cancel(),
    },
    commitLog,
    references,
    workspaceReferences,
    getFolderContext: (resource) => loadFolderContext(workspace, resource),
    dispose: () => disposables.dispose(),
  };
}
