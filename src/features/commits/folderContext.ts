// What the parts of this feature have in common: the repositories that are open, the site that each belongs to, and the
// artifact that somebody is on in each.
import type * as vscode from "vscode";
import type { Grammar } from "../../model/reference/find.ts";
import type { Site } from "../../model/site.ts";
import type { CommandAnswers, CommandArguments } from "../../protocol/commands.ts";
import type { Catalog } from "../../store/catalog.ts";
import type { Repository } from "../../store/commits/git.ts";
import type { Emitter } from "../../store/emitter.ts";
import type { Memory, Pins } from "../../store/mementos.ts";
import type { RecentlyOpened } from "../../store/queries/recent.ts";
import type { Lookups } from "../../store/references/lookups.ts";
import type { Proposals } from "../../store/references/proposals.ts";
import type { Sites } from "../../store/sites.ts";
import type { SvnRepositories } from "../../store/svn/repositories.ts";
import type { Commands } from "../../vscode/commands.ts";
import type { Boundary } from "../../vscode/errorHandler.ts";
import type { GitApi, GitHere, GitRepository } from "./gitExtension.ts";

export interface CommitsDependencies {
  readonly sites: Sites;
  readonly catalog: Catalog;
  readonly pins: Pins;
  readonly recent: RecentlyOpened;
  /** What is kept for the workspace. */
  readonly memory: Memory;
  readonly git: GitHere;
  readonly svn: SvnRepositories;
  /** To be told when commits of another site can be shown than before. */
  readonly commitsChanged: Emitter<void>;
  readonly boundary: Boundary;
  readonly commands: Commands<CommandArguments, CommandAnswers>;
}

/** What each part of the feature is made with. */
export interface PartDependencies extends CommitsDependencies {
  readonly workplace: Workplace;
  /** What sites tell of the artifacts that texts refer to. */
  readonly lookups: Lookups;
  /** What somebody who writes a reference may mean. */
  readonly proposals: Proposals;
}

/** A repository that is open in the window. */
export interface OpenRepository {
  /** Its root, as text: what tells repositories apart. */
  readonly key: string;
  readonly root: vscode.Uri;
  /** As the git extension has it: state, commit box. */
  readonly git: GitRepository;
  /** For our own questions to git. */
  readonly asked: Repository;
}

/** The artifact that a branch is about, or that somebody has chosen to work on. */
export interface ActiveArtifact {
  readonly site: Site;
  readonly artifactId: number;
  /** By the name of the branch, or by choice. */
  readonly by: "branch" | "choice";
}

export interface Workplace {
  /** Undefined while there is no git in this window. */
  readonly api: GitApi | undefined;
  readonly repositories: readonly OpenRepository[];
  /** Some were opened or closed, or git came or went. */
  readonly changed: vscode.Event<void>;
  /** The one that somebody is at: of the editor in front, else the one that is selected, else the only one. */
  current(): OpenRepository | undefined;
  /**
   * For what somebody has asked for: the one at hand, else the person's choice. Says so where there is no git, or no
   * repository; undefined then, and where the person turns away.
   */
  askRepository(title: string): Promise<OpenRepository | undefined>;
  /** The innermost one that holds a file. */
  repositoryOf(uri: vscode.Uri): OpenRepository | undefined;
  /** The one whose commit box a document is, or whose commit message file. */
  repositoryOfMessage(document: vscode.TextDocument): OpenRepository | undefined;
  /** The site that a folder's references are about, as far as that can be told without a question. */
  siteOf(folder: vscode.Uri): Promise<Site | undefined>;
  /** The same; asks once where it can't be told, and remembers the answer. */
  askSite(folder: vscode.Uri): Promise<Site | undefined>;
  /** Another site may be meant in some folder by now. */
  readonly sitesChanged: vscode.Event<void>;
  /** What is read as a reference at a site: its trackers that are known, and the person's patterns. The same until that changes. */
  grammarOf(site: Site): Grammar;
  activeIn(repository: OpenRepository): ActiveArtifact | undefined;
  /** Another artifact, or none, is active in a repository. */
  readonly activeChanged: vscode.Event<OpenRepository>;
}
