import type { Boundary } from "../platform/boundary.ts";
import type { Commands } from "../platform/commands.ts";
import type { CommandAnswers, CommandArguments } from "../protocol/commands.ts";
import type { Catalog } from "../store/catalog.ts";
import type { Emitter } from "../store/emitter.ts";
import type { Memory } from "../store/memory.ts";
import type { Pins } from "../store/pins.ts";
import type { RecentlyOpened } from "../store/queries/recent.ts";
import type { Lookups } from "../store/references/lookups.ts";
import type { Proposals } from "../store/references/proposals.ts";
import type { Sites } from "../store/sites.ts";
import type { SvnRepositories } from "../store/svn/repositories.ts";
import type { GitHere } from "./gitHere.ts";
import type { Workplace } from "./workplace.ts";

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
