import type { SavedCondition, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { SiteTarget } from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import type { SavedQueryEntry } from "../../store/queries/savedQueries.ts";
import { SearchScopeStore } from "../../store/queries/searchedTrackers.ts";
import { promptCondition } from "./promptCondition.ts";
import { selectCurrentUser } from "./selectCurrentUser.ts";
import { QueryBuilder } from "./queryBuilder.ts";
import { promptAndSaveQuery } from "./saveQuery.ts";
import { TqlEditors } from "./tqlEditors.ts";
import { ArtifactSearchPick } from "./artifactSearchPick.ts";

interface QueriesFeature {
  readonly builder: QueryBuilder;
  readonly search: ArtifactSearchPick;
  readonly tqlEditors: TqlEditors;
  selectCurrentUser(site: SiteTarget | undefined): Promise<void>;
  promptCondition(
    site: Site,
    tracker: Tracker,
    usedFields: readonly string[],
    before: SavedCondition | undefined,
  ): Promise<SavedCondition | undefined>;
  saveQuery(query: SavedQuery, before: SavedQueryEntry | undefined): Promise<SavedQueryEntry | undefined>;
}

export function createQueriesFeature(services: Services): QueriesFeature {
  const tqlEditors = new TqlEditors(services);
  return {
    tqlEditors,
    builder: new QueryBuilder(services, tqlEditors),
    search: new ArtifactSearchPick(services, new SearchScopeStore(services.workspaceState)),
    selectCurrentUser: (site) => selectCurrentUser(services, site),
    promptCondition: (site, tracker, usedFields, before) =>
      promptCondition(services, site, tracker, usedFields, before),
    saveQuery: (query, before) => promptAndSaveQuery(services, query, before),
  };
}
