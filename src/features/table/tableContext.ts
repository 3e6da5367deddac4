import type { Site } from "../../model/site.ts";
import type { Services } from "../../services.ts";
import type { ArtifactLoader } from "../../store/triage/artifactLoader.ts";
import type { TableLayouts } from "./tableLayouts.ts";
import type { BulkCommentDrafts } from "./bulkCommentDrafts.ts";

/** Services that all tables share. */
export interface TableContext extends Services {
  readonly layouts: TableLayouts;
  readonly bulkComments: BulkCommentDrafts;
  readonly loaderFor: (site: Site) => ArtifactLoader;
}
