// Loads linked artifacts, and finds artifacts to link by ID or title.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { isMissingApiRoute, isFailure } from "../model/failure.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import {
  titleContainsWords,
  parseTypedArtifactId,
  findTitleField,
  splitTitleSearch,
} from "../model/query/titleMatching.ts";
import type { SiteCatalog } from "./catalog.ts";

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

/** Searches loaded artifacts first, then the tracker. */
async function findByTitle(
  catalog: SiteCatalog,
  text: string,
  trackerId: number | undefined,
): Promise<readonly LinkedArtifact[]> {
  const words = splitTitleSearch(text);
  if (words.length === 0) return [];
  const matches = new Map(
    catalog.loadedArtifacts
      .filter(({ title }) => titleContainsWords(title, words))
      .map((row) => [row.id, row]),
  );
  const tracker = trackerId === undefined ? undefined : await catalog.loadTracker(trackerId);
  const title = tracker && findTitleField(tracker)?.field;
  if (tracker !== undefined && title !== undefined && matches.size < maxResults) {
    const { client } = await catalog.connect();
    const { items } = await client.findArtifacts(tracker, [{ kind: "contains", field: title.name, text }], {
      offset: 0,
      limit: maxResults,
    });
    for (const row of items) {
      if (row.kind === "artifact" && titleContainsWords(row.title, words)) matches.set(row.id, row);
    }
  }
  return [...matches.values()].slice(0, maxResults).map((row) => toLinkedArtifact(row.id, row));
}

/** Searches titles unless the query is an ID. */
export async function findLinkableArtifacts(
  catalog: SiteCatalog,
  query: string,
  trackerId: number | undefined,
): Promise<readonly LinkedArtifact[]> {
  const artifactId = parseTypedArtifactId(query);
  if (artifactId === undefined) return findByTitle(catalog, query.trim(), trackerId);
  const found = await loadLinkedArtifacts(catalog, [artifactId]);
  return found.filter(({ row }) => row !== undefined);
}
