// Loads linked artifacts, and finds artifacts to link by ID or text.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { isMissingApiRoute, isFailure } from "../model/failure.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import {
  hasWordsToSearch,
  parseTypedArtifactId,
  sortByRelevance,
  splitSearchWords,
  titleContainsWords,
} from "../model/query/artifactMatching.ts";
import type { Site } from "../model/site.ts";
import type { SiteCatalog } from "./catalog.ts";
import { ArtifactSearch, type SearchServices } from "./queries/artifactSearch.ts";
import { loadSearchedTrackers, type SearchedTrackers } from "./queries/searchedTrackers.ts";

/** Only the ID is known if the user can't see the artifact. */
export interface LinkedArtifact {
  readonly artifactId: number;
  readonly row: ArtifactRow | undefined;
  readonly trackerLabel: string | undefined;
}

const maxResults = 20;
/** Maximum IDs per request. */
const batchSize = 100;

/** Known for artifacts and for rows of lists across trackers, on some servers. */
function getTrackerLabel(row: ArtifactRow | Artifact | RowWithTracker): string | undefined {
  return "tracker" in row ? row.tracker?.label : undefined;
}

function toLinkedArtifact(artifactId: number, row: ArtifactRow | undefined): LinkedArtifact {
  return { artifactId, row, trackerLabel: row === undefined ? undefined : getTrackerLabel(row) };
}

/** For servers without a batch request. Inaccessible artifacts are left out. */
async function loadOneByOne(catalog: SiteCatalog, ids: readonly number[]): Promise<readonly ArtifactRow[]> {
  const { client } = await catalog.connect();
  const rows = await Promise.all(
    ids.map((id) =>
      client.artifact(id).catch((failure: unknown) => {
        if (!isFailure(failure)) throw failure;
        return undefined;
      }),
    ),
  );
  return rows.filter((row) => row !== undefined);
}

async function loadMissingRows(
  catalog: SiteCatalog,
  ids: readonly number[],
): Promise<readonly ArtifactRow[]> {
  if (ids.length === 0) return [];
  const { client } = await catalog.connect();
  try {
    const rows: ArtifactRow[] = [];
    for (let offset = 0; offset < ids.length; offset += batchSize) {
      const batch = await client.artifactsById(ids.slice(offset, offset + batchSize));
      rows.push(...batch.filter((row) => row.kind === "artifact"));
    }
    return rows;
  } catch (failure) {
    if (!isFailure(failure) || !isMissingApiRoute(failure)) throw failure;
    return loadOneByOne(catalog, ids);
  }
}

/** Loads only artifacts that aren't in a loaded list. */
export async function loadLinkedArtifacts(
  catalog: SiteCatalog,
  ids: readonly number[],
): Promise<readonly LinkedArtifact[]> {
  const loadedById = new Map(catalog.loadedArtifacts.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !loadedById.has(id));
  const fetchedById = new Map((await loadMissingRows(catalog, missing)).map((row) => [row.id, row]));
  return ids.map((id) => toLinkedArtifact(id, fetchedById.get(id) ?? loadedById.get(id)));
}

/** Without queries over all projects, the tracker of the artifact is searched too, whatever the user selected. */
export function createLinkSearch(
  services: SearchServices,
  site: Site,
  getTrackerId: () => number | undefined,
): ArtifactSearch {
  const loadTrackers = async (signal: AbortSignal): Promise<SearchedTrackers> => {
    const trackerId = getTrackerId();
    const { trackers, failure } = await loadSearchedTrackers(services, site, signal);
    if (trackerId === undefined || trackers.some(({ id }) => id === trackerId)) return { trackers, failure };
    const own = await services.catalog.getSite(site).loadTracker(trackerId);
    return { trackers: [own, ...trackers], failure };
  };
  return new ArtifactSearch({ ...services, loadTrackers }, site);
}

/** Loaded artifacts need no request; they are merged with those that the search finds. */
async function findByWords(
  catalog: SiteCatalog,
  search: ArtifactSearch,
  text: string,
  signal: AbortSignal,
): Promise<readonly LinkedArtifact[]> {
  const words = splitSearchWords(text);
  if (words.length === 0) return [];
  const loaded = catalog.loadedArtifacts.filter(({ title }) => titleContainsWords(title, words));
  const matches = await search.search(text, { signal });
  const { rows: found = [], failures: [failed] = [] } = matches ?? {};
  const foundIds = new Set(found.map(({ id }) => id));
  const all = [...found, ...loaded.filter(({ id }) => !foundIds.has(id))];
  if (failed !== undefined && all.length === 0) throw failed.failure;
  const unique = [...new Map(all.map((row) => [row.id, row])).values()];
  return sortByRelevance(unique, text, (row) => row)
    .slice(0, maxResults)
    .map((row) => toLinkedArtifact(row.id, row));
}

/** Searches titles and descriptions unless the query is only an ID. "Release 12" may be a title, or a reference. */
export async function findLinkableArtifacts(
  catalog: SiteCatalog,
  search: ArtifactSearch,
  query: string,
  signal: AbortSignal,
): Promise<readonly LinkedArtifact[]> {
  const artifactId = parseTypedArtifactId(query);
  if (artifactId === undefined) return findByWords(catalog, search, query.trim(), signal);
  const isOnlyId = !hasWordsToSearch(query) || /^\d+$/.test(query.trim());
  const [byId, byWords] = await Promise.all([
    loadLinkedArtifacts(catalog, [artifactId]),
    isOnlyId ? [] : findByWords(catalog, search, query.trim(), signal),
  ]);
  const found = byId.filter(({ row }) => row !== undefined);
  return [...found, ...byWords.filter((each) => each.artifactId !== artifactId)].slice(0, maxResults);
}
