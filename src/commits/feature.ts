// What is behind the commands about commits and branches, and what works by itself once a repository is open.
import * as vscode from "vscode";
import type { FolderContext, Resource } from "../protocol/commands.ts";
import { SearchScope } from "../store/queries/searchScope.ts";
import { Lookups } from "../store/references/lookups.ts";
import { Proposals } from "../store/references/proposals.ts";
import { type BoxFeature, openBox } from "./box/feature.ts";
import type { CommitsDependencies, PartDependencies } from "./dependencies.ts";
import { type LogFeature, openLog } from "./log/feature.ts";
import { folderContext } from "./folderContext.ts";
import { openWork, type WorkFeature } from "./atWork/feature.ts";
import { openTexts, type TextFeature } from "./text/feature.ts";
import { openWorkplace } from "./openWorkplace.ts";

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
