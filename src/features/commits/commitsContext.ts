import type { Services } from "../../services.ts";
import type { ReferenceCache } from "../../store/references/referenceCache.ts";
import type { ReferenceSuggestions } from "../../store/references/referenceSuggestions.ts";
import type { ActiveArtifacts } from "./activeArtifacts.ts";
import type { WorkspaceContext } from "./workspaceContext.ts";
import type { GitExtension } from "./gitExtension.ts";
import type { GitRepositories } from "./gitRepositories.ts";
import type { ReferenceFormatter } from "./scmInput/referenceFormatter.ts";

/** Services and state that the parts of this feature share. */
export interface CommitsContext extends Pick<
  Services,
  | "sites"
  | "catalog"
  | "connectivity"
  | "workspaceState"
  | "onDidChangeCommits"
  | "errorHandler"
  | "commands"
  | "features"
> {
  readonly gitExtension: GitExtension;
  readonly gitRepositories: GitRepositories;
  readonly workspace: WorkspaceContext;
  readonly activeArtifacts: ActiveArtifacts;
  /** The artifacts that references resolve to. */
  readonly referenceCache: ReferenceCache;
  /** Artifacts to complete a reference with. */
  readonly referenceSuggestions: ReferenceSuggestions;
  readonly referenceFormatter: ReferenceFormatter;
}
