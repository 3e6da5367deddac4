// What is behind the commands about commits and branches, and what works by itself once a repository is open.
import * as vscode from "vscode";
import type { FolderContext, Resource } from "../../protocol/commands.ts";
import { SearchScope } from "../../store/queries/titleSearch.ts";
import { Lookups } from "../../store/references/lookups.ts";
import { Proposals } from "../../store/references/proposals.ts";
import { ActiveArtifacts } from "./activeArtifact.ts";
import { WorkChoices } from "./activeFacts.ts";
import { openWork, type WorkFeature } from "./activeStatus.ts";
import { askRepository } from "./askRepository.ts";
import type { CommitsDependencies, PartDependencies, Workplace } from "./folderContext.ts";
import { FolderSites } from "./folderSite.ts";
import { Grammars } from "./grammars.ts";
import { type LogFeature, openLog } from "./log/feature.ts";
import { openTexts, type TextFeature } from "./references/feature.ts";
import { Repositories } from "./repositories.ts";
import { type BoxFeature, openBox } from "./scmInput/feature.ts";

/** Without a repository: the file in front, else the only folder of the workspace. */
function folderInUse(): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return vscode.window.activeTextEditor?.document.uri ?? (folders.length === 1 ? folders[0]?.uri : undefined);
}

/** What the folder of a file is about, or the folder that somebody works in. */
export async function folderContext(
  workplace: Workplace,
  resource: Resource | undefined,
): Promise<FolderContext> {
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

/** What this part of the feature itself needs beside what the others see. */
export interface OpenedWorkplace {
  readonly workplace: Workplace;
  readonly repositories: Repositories;
  readonly active: ActiveArtifacts;
  dispose(): void;
}

type WorkplaceDependencies = Pick<
  CommitsDependencies,
  "sites" | "catalog" | "memory" | "git" | "boundary" | "commands"
>;

export function openWorkplace(dependencies: WorkplaceDependencies): OpenedWorkplace {
  const { git, memory, boundary, catalog } = dependencies;
  const repositories = new Repositories(git, boundary);
  const folderSites = new FolderSites({ ...dependencies, repositories });
  const active = new ActiveArtifacts({
    repositories,
    folderSites,
    choices: new WorkChoices(memory),
    boundary,
  });
  const grammars = new Grammars(catalog);
  const workplace: Workplace = {
    get api() {
      return git.api;
    },
    get repositories() {
      return repositories.list;
    },
    changed: repositories.changed,
    current: () => repositories.current(),
    askRepository: (title) => askRepository(git, repositories, title),
    repositoryOf: (uri) => repositories.holding(uri),
    repositoryOfMessage: (document) => repositories.ofMessage(document),
    siteOf: (folder) => folderSites.of(folder),
    askSite: (folder) => folderSites.ask(folder),
    sitesChanged: folderSites.changed,
    grammarOf: (site) => grammars.of(site),
    activeIn: (repository) => active.in(repository),
    activeChanged: active.changed,
  };
  const all = vscode.Disposable.from(active, folderSites, repositories);
  return { workplace, repositories, active, dispose: () => all.dispose() };
}

export interface CommitsFeature {
  readonly work: WorkFeature;
  readonly box: BoxFeature;
  readonly texts: TextFeature;
  readonly log: LogFeature;
  folderContext(resource: Resource | undefined): Promise<FolderContext>;
  dispose(): void;
}

export function openCommits(dependencies: CommitsDependencies): CommitsFeature {
  const opened = openWorkplace(dependencies);
  const { workplace } = opened;
  const lookups = new Lookups(dependencies.catalog, Date.now);
  const scope = new SearchScope(dependencies.memory);
  const proposals = new Proposals({ ...dependencies, scope, lookups });
  const shared: PartDependencies = { ...dependencies, workplace, lookups, proposals };
  const work = openWork({ ...shared, ...opened });
  const box = openBox(shared);
  const log = openLog(shared);
  const all = vscode.Disposable.from(log, box, work, opened, lookups);
  return {
    work,
    box,
    log,
    texts: openTexts(shared),
    folderContext: (resource) => folderContext(workplace, resource),
    dispose: () => all.dispose(),
  };
}
