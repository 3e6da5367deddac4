// What is behind the commands about commits and branches, and what works by itself once a repository is open.
import * as vscode from "vscode";
import type { FolderContext, Resource } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { SearchScope } from "../../store/queries/titleSearch.ts";
import { Lookups } from "../../store/references/lookups.ts";
import { Proposals } from "../../store/references/proposals.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import { ActiveArtifacts } from "./activeArtifact.ts";
import { openWork, type WorkFeature } from "./activeStatus.ts";
import { askRepository } from "./askRepository.ts";
import type { CommitsContext } from "./commitsContext.ts";
import type { Workplace } from "./folderContext.ts";
import { FolderSites } from "./folderSite.ts";
import type { GitHere } from "./gitExtension.ts";
import { Grammars } from "./grammars.ts";
import { type LogFeature, openLog } from "./log/feature.ts";
import { openTexts, type TextFeature } from "./references/feature.ts";
import { Repositories } from "./repositories.ts";
import { type BoxFeature, openBox } from "./scmInput/feature.ts";
import { ReferenceTexts } from "./scmInput/referenceTexts.ts";

/** Without a repository: the file in front, else the only folder of the workspace. */
function folderInUse(): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.activeTextEditor?.document.uri ?? (folders.length === 1 ? folders[0]?.uri : undefined);
}

/** What the folder of a file is about, or the folder that somebody works in. */
async function folderContext(workplace: Workplace, resource: Resource | undefined): Promise<FolderContext> {
  const uri = resource && vscode.Uri.from(resource);
  const repository = uri === undefined ? workplace.current() : workplace.repositoryOf(uri);
  const folder = uri ?? repository?.root ?? folderInUse();
  const site = folder && (await workplace.siteOf(folder));
  const active = repository && workplace.activeIn(repository);
  return {
    siteApi: site?.api,
    artifactId: active?.site.api === site?.api ? active?.artifactId : undefined,
  };
}

export function openWorkplace(
  services: Pick<Services, "sites" | "catalog" | "memory" | "boundary" | "commands">,
  git: GitHere,
): Pick<CommitsContext, "workplace" | "gitRepositories" | "active"> & vscode.Disposable {
  const gitRepositories = new Repositories(git, services.boundary);
  const folderSites = new FolderSites(services, gitRepositories);
  const active = new ActiveArtifacts(services, gitRepositories, folderSites);
  const grammars = new Grammars(services.catalog);
  const workplace: Workplace = {
    get api() {
      return git.api;
    },
    get repositories() {
      return gitRepositories.list;
    },
    changed: gitRepositories.changed,
    current: () => gitRepositories.current(),
    askRepository: (title) => askRepository(git, gitRepositories, title),
    repositoryOf: (uri) => gitRepositories.holding(uri),
    repositoryOfMessage: (document) => gitRepositories.ofMessage(document),
    siteOf: (folder) => folderSites.of(folder),
    askSite: (folder) => folderSites.ask(folder),
    sitesChanged: folderSites.changed,
    grammarOf: (site) => grammars.of(site),
    activeIn: (repository) => active.in(repository),
    activeChanged: active.changed,
  };
  const all = vscode.Disposable.from(active, folderSites, gitRepositories);
  return { workplace, gitRepositories, active, dispose: () => all.dispose() };
}

export interface CommitsFeature {
  readonly work: WorkFeature;
  readonly box: BoxFeature;
  readonly texts: TextFeature;
  readonly log: LogFeature;
  folderContext(resource: Resource | undefined): Promise<FolderContext>;
  dispose(): void;
}

export function createCommits(
  services: Services,
  git: GitHere,
  svnRepositories: SvnRepositories,
): CommitsFeature {
  const { catalog, memory } = services;
  const opened = openWorkplace(services, git);
  const { workplace, gitRepositories, active } = opened;
  const lookups = new Lookups(catalog, Date.now);
  const proposals = new Proposals({ ...services, scope: new SearchScope(memory), lookups });
  const texts = new ReferenceTexts(catalog, workplace, lookups);
  const shared = { git, gitRepositories, workplace, active, lookups, proposals, texts };
  const context: CommitsContext = { ...services, ...shared };
  const work = openWork(context);
  const box = openBox(context, svnRepositories);
  const log = openLog(context);
  const all = vscode.Disposable.from(log, box, work, texts, opened, lookups);
  return {
    work,
    box,
    log,
    texts: openTexts(context),
    folderContext: (resource) => folderContext(workplace, resource),
    dispose: () => all.dispose(),
  };
}
