import { decideAsked } from "./asked.ts";
import { chooseMe } from "./askMe.ts";
import { QueryBuilder } from "./builder/queryBuilder.ts";
import { Comments } from "./comment.ts";
import { Concerns } from "./concern.ts";
import { Decisions } from "./decisions.ts";
import { Deleting } from "./deleting.ts";
import type { TriageDependencies } from "./dependencies.ts";
import { Links } from "./link.ts";
import { ArtifactSearch } from "./search/searchArtifacts.ts";
import { SearchScope } from "../store/queries/searchScope.ts";
import type { CommandArguments, SiteTarget } from "../protocol/commands.ts";
import { openTables, type TableFeature } from "./table/feature.ts";

export interface TriageFeature {
  readonly decisions: Decisions;
  readonly comments: Comments;
  readonly links: Links;
  readonly deleting: Deleting;
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearch;
  readonly tables: TableFeature;
  chooseMe(site: SiteTarget | undefined): Promise<void>;
  decide(...asked: CommandArguments["artifacts.decide"]): Promise<boolean>;
}

export function openTriage(dependencies: TriageDependencies): TriageFeature {
  const concerns = new Concerns(dependencies);
  const tables = openTables(dependencies, concerns);
  const deciding = { ...dependencies, selectedInTable: () => tables.selected() };
  return {
    tables,
    decisions: new Decisions(deciding, concerns),
    comments: new Comments(deciding, concerns),
    links: new Links(deciding, concerns),
    deleting: new Deleting(deciding, concerns),
    builder: new QueryBuilder(dependencies),
    search: new ArtifactSearch({ ...dependencies, scope: new SearchScope(dependencies.memory) }),
    chooseMe: (site) => chooseMe(dependencies, site),
    decide: (target, wish, done) => decideAsked(dependencies, concerns, target, wish, done),
  };
}
