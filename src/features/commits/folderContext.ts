// What the parts of this feature have in common: the repositories that are open, the site that each belongs to, and the
// artifact that somebody is on in each.
import type * as vscode from "vscode";
import type { Grammar } from "../../model/reference/find.ts";
import type { Site } from "../../model/site.ts";
import type { Repository } from "../../store/commits/git.ts";
import type { GitApi, GitRepository } from "./gitExtension.ts";

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
