// Artifacts that a link leads to, or could: found by number or by words of their title.
import type { Artifact, ArtifactRow } from "../model/artifact.ts";
import { hasNoRoute, isFailure } from "../model/failure.ts";
import type { PlacedRow } from "../model/query/rows.ts";
import { holdsWords, numberIn, titleField, wordsIn } from "../model/query/titles.ts";
import type { SiteCatalog } from "./catalog.ts";

/** What is known of an artifact that something links to; only the number if it may not be seen. */
export interface Linked {
  readonly artifactId: number;
  readonly row: ArtifactRow | undefined;
  readonly trackerLabel: string | undefined;
}

const atMost = 20;
/** What a server tells of at once. */
const perRequest = 100;

/** A whole artifact tells, a row only in lists that go across trackers, and not of every server. */
function trackerLabelOf(row: ArtifactRow | Artifact | PlacedRow): string | undefined {
  return "tracker" in row ? row.tracker?.label : undefined;
}

function linked(artifactId: number, row: ArtifactRow | undefined): Linked {
  return { artifactId, row, trackerLabel: row === undefined ? undefined : trackerLabelOf(row) };
}

/** One by one, for servers that can't tell of several at once; those that can't be read are left out. */
async function readEach(catalog: SiteCatalog, ids: readonly number[]): Promise<readonly ArtifactRow[]> {
  const { client } = await catalog.connection();
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

async function readSeveral(catalog: SiteCatalog, ids: readonly number[]): Promise<readonly ArtifactRow[]> {
  if (ids.length === 0) return [];
  const { client } = await catalog.connection();
  try {
    const found: ArtifactRow[] = [];
    for (let at = 0; at < ids.length; at += perRequest) {
      const rows = await client.artifactsById(ids.slice(at, at + perRequest));
      found.push(...rows.filter((row) => row.kind === "artifact"));
    }
    return found;
  } catch (failure) {
    if (!isFailure(failure) || !hasNoRoute(failure)) throw failure;
    return readEach(catalog, ids);
  }
}

/** Titles and states of artifacts, asked of the server only for those that were not seen yet. */
export async function describe(catalog: SiteCatalog, ids: readonly number[]): Promise<readonly Linked[]> {
  const seen = new Map(catalog.seenArtifacts.map((row) => [row.id, row]));
  const missing = ids.filter((id) => !seen.has(id));
  const read = new Map((await readSeveral(catalog, missing)).map((row) => [row.id, row]));
  return ids.map((id) => linked(id, read.get(id) ?? seen.get(id)));
}

/** By title: what was seen anywhere on the site, then what the given tracker has. */
async function findByTitle(
  catalog: SiteCatalog,
  text: string,
  trackerId: number | undefined,
): Promise<readonly Linked[]> {
  const words = wordsIn(text);
  if (words.length === 0) return [];
  const found = new Map(
    catalog.seenArtifacts.filter(({ title }) => holdsWords(title, words)).map((row) => [row.id, row]),
  );
  const tracker = trackerId === undefined ? undefined : await catalog.tracker(trackerId);
  const title = tracker && titleField(tracker)?.field;
  if (tracker !== undefined && title !== undefined && found.size < atMost) {
    const { client } = await catalog.connection();
    const { items } = await client.find(tracker, [{ kind: "contains", field: title.name, text }], {
      offset: 0,
      limit: atMost,
    });
    for (const row of items) {
      if (row.kind === "artifact" && holdsWords(row.title, words)) found.set(row.id, row);
    }
  }
  return [...found.values()].slice(0, atMost).map((row) => linked(row.id, row));
}

/** What is no number is looked for in titles. */
export async function findLinked(
  catalog: SiteCatalog,
  query: string,
  trackerId: number | undefined,
): Promise<readonly Linked[]> {
  const number = numberIn(query);
  if (number === undefined) return findByTitle(catalog, query.trim(), trackerId);
  const found = await describe(catalog, [number]);
  return found.filter(({ row }) => row !== undefined);
}
