import type { SavedCondition, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { SiteTarget } from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import type { KeptQuery } from "../../store/queries/savedQueries.ts";
import { SearchScope } from "../../store/queries/titleSearch.ts";
import { askCondition } from "./askCondition.ts";
import { chooseMe } from "./askMe.ts";
import { QueryBuilder } from "./queryBuilder.ts";
import { saveQuery } from "./saveQuery.ts";
import { ArtifactSearch } from "./searchArtifacts.ts";

interface QueriesFeature {
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearch;
  chooseMe(site: SiteTarget | undefined): Promise<void>;
  askCondition(
    site: Site,
    tracker: Tracker,
    taken: readonly string[],
    before: SavedCondition | undefined,
  ): Promise<SavedCondition | undefined>;
  saveQuery(query: SavedQuery, before: KeptQuery | undefined): Promise<KeptQuery | undefined>;
}

export function createQueries(services: Services): QueriesFeature {
  return {
    builder: new QueryBuilder(services),
    search: new ArtifactSearch(services, new SearchScope(services.memory)),
    chooseMe: (site) => chooseMe(services, site),
    askCondition: (site, tracker, taken, before) => askCondition(services, site, tracker, taken, before),
    saveQuery: (query, before) => saveQuery(services, query, before),
  };
}
