import type { Services } from "../../services.ts";
import type { Lookups } from "../../store/references/lookups.ts";
import type { Proposals } from "../../store/references/proposals.ts";
import type { ActiveArtifacts } from "./activeArtifact.ts";
import type { Workplace } from "./folderContext.ts";
import type { GitHere } from "./gitExtension.ts";
import type { Repositories } from "./repositories.ts";
import type { ReferenceTexts } from "./scmInput/referenceTexts.ts";

/** What the parts of this feature share. */
export interface CommitsContext extends Pick<
  Services,
  "sites" | "catalog" | "memory" | "commitsChanged" | "boundary" | "commands" | "features"
> {
  readonly git: GitHere;
  readonly gitRepositories: Repositories;
  readonly workplace: Workplace;
  readonly active: ActiveArtifacts;
  /** The artifacts that texts refer to, as their sites know them. */
  readonly lookups: Lookups;
  /** Artifacts to complete a reference with. */
  readonly proposals: Proposals;
  readonly texts: ReferenceTexts;
}
