import * as vscode from "vscode";
import { ActiveArtifacts } from "./active.ts";
import { askRepository } from "./askRepository.ts";
import type { CommitsDependencies } from "./dependencies.ts";
import { FolderSites } from "./folderSite.ts";
import { Grammars } from "./grammars.ts";
import { Repositories } from "./repositories.ts";
import { WorkChoices } from "./atWork/workChoices.ts";
import type { Workplace } from "./workplace.ts";

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
