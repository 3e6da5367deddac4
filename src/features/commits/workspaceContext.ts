// What the parts of this feature share: the open repositories with their sites and active artifacts.
import type * as vscode from "vscode";
import type { ReferenceGrammar } from "../../model/reference/findReferences.ts";
import type { Site } from "../../model/site.ts";
import type { GitPathAndFolder } from "../../store/commits/git.ts";
import type { GitExtensionApi, GitExtensionRepository } from "./gitExtension.ts";

/** A repository that is open in the window. */
export interface OpenRepository {
  /** Its root URI as a string, which identifies the repository. */
  readonly key: string;
  readonly root: vscode.Uri;
  /** The repository of the Git extension: state and SCM input. */
  readonly scm: GitExtensionRepository;
  /** For running git. */
  readonly cli: GitPathAndFolder;
}

/** The artifact that the name of a branch identifies, or that the user has started work on. */
export interface ActiveArtifact {
  readonly site: Site;
  readonly artifactId: number;
  readonly source: "branch" | "choice";
}

export interface WorkspaceContext {
  /** Undefined while the Git extension is not available. */
  readonly gitApi: GitExtensionApi | undefined;
  readonly repositories: readonly OpenRepository[];
  /** Repositories were opened or closed, or the Git extension was enabled or disabled. */
  readonly onDidChangeRepositories: vscode.Event<void>;
  /** The repository of the active editor, else the selected one, else the only one. */
  getCurrentRepository(): OpenRepository | undefined;
  /**
   * For commands: the current repository, else the user's choice. Undefined if there is no Git or no repository, which a
   * message says, or if the user dismisses the prompt.
   */
  pickRepository(title: string): Promise<OpenRepository | undefined>;
  /** The innermost repository that contains a file. */
  findRepository(uri: vscode.Uri): OpenRepository | undefined;
  /** The repository whose SCM input or commit message file the document is. */
  findMessageRepository(document: vscode.TextDocument): OpenRepository | undefined;
  /** The site that a folder belongs to; undefined if that is unknown without a prompt. */
  getSite(folder: vscode.Uri): Promise<Site | undefined>;
  /** Whether the folder belongs to its site for another reason than that it is the only one. */
  isAssociatedWithSite(folder: vscode.Uri): Promise<boolean>;
  /** Like `getSite`, but prompts if the site is unknown, and stores the answer. */
  getOrPickSite(folder: vscode.Uri): Promise<Site | undefined>;
  /** The site of some folder may have changed. */
  readonly onDidChangeSites: vscode.Event<void>;
  /** What is recognized as a reference: loaded trackers and the user's patterns. The same object until these change. */
  getGrammar(site: Site): ReferenceGrammar;
  getActiveArtifact(repository: OpenRepository): ActiveArtifact | undefined;
  /** The active artifact of a repository has changed. */
  readonly onDidChangeActiveArtifact: vscode.Event<OpenRepository>;
}
