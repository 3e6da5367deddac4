// From artifacts to commits, and from commits to artifacts.
import * as vscode from "vscode";
import type { CommandArguments, FoundCommits } from "../../protocol/commands.ts";
import type { PartDependencies } from "../dependencies.ts";
import { artifactsInRange } from "./artifactsInRange.ts";
import { CommitsHere } from "./commitsHere.ts";
import { offerHistoryDetails } from "./historyDetails.ts";
import { linkCommit } from "./linkCommit.ts";
import { LinksAfterPush } from "./linksAfterPush.ts";
import { openCommit } from "./openCommit.ts";

export interface LogFeature {
  areOf(...asked: CommandArguments["artifacts.hasCommits"]): Promise<boolean>;
  of(...asked: CommandArguments["artifacts.commitsOf"]): Promise<FoundCommits | undefined>;
  open(...asked: CommandArguments["artifacts.openCommit"]): Promise<void>;
  link(...asked: CommandArguments["artifacts.linkCommit"]): Promise<void>;
  inRange(): Promise<void>;
  dispose(): void;
}

export function openLog(dependencies: PartDependencies): LogFeature {
  const { workplace, commitsChanged } = dependencies;
  const commits = new CommitsHere(dependencies, () => commitsChanged.announce());
  const links = new LinksAfterPush(dependencies);
  const all = vscode.Disposable.from(commits, links, offerHistoryDetails(dependencies));
  return {
    areOf: ({ siteApi }) => commits.areOf(siteApi),
    of: (artifact, search) => commits.of(artifact, search),
    open: (commit) => openCommit(workplace, commit),
    link: (commit, from) => linkCommit(dependencies, links, commit, from),
    inRange: () => artifactsInRange(dependencies),
    dispose: () => all.dispose(),
  };
}
