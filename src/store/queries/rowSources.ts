// Row sources: the requests that return the rows of a query.
import type { MyArtifactsRole } from "../../api/artifactLists.ts";
import type { ReadClient } from "../../api/readClient.ts";
import type { ReadConnection } from "../connections.ts";
import type { Artifact, ArtifactRow } from "../../model/artifact.ts";
import { isInaccessible, isFailure } from "../../model/failure.ts";
import { artifactMatchesCriteria } from "../../model/query/conditions.ts";
import {
  type FilterVerification,
  type Criterion,
  verifyRowsMatchCriteria,
} from "../../model/query/criteria.ts";
import type { QueryResolutionResult } from "../../model/query/resolveQuery.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import {
  type CurrentRowsById,
  detectOrder,
  type NewestRows,
  type RowPage,
  type RowSource,
} from "./rowList.ts";

/** Returns the current connection, which may change between requests. */
export type ConnectForReading = () => Promise<Pick<ReadConnection, "client">>;

export interface RowLoaders {
  readonly connect: ConnectForReading;
  /** An artifact that was loaded after it was saved here; its row isn't requested again. */
  readonly findSaved?: (artifactId: number) => Promise<Artifact> | undefined;
}

/** `undefined` if it isn't known, or couldn't be loaded. */
async function loadSaved(
  findSaved: RowLoaders["findSaved"],
  artifactId: number,
): Promise<Artifact | undefined> {
  try {
    return await findSaved?.(artifactId);
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return undefined;
  }
}

// Rows don't show whether the server applied every criterion, so a few complete artifacts are checked.

/** Spread over the page: a server that ignores a criterion returns anything. */
const sampleSize = 3;

function pickSample(rows: readonly ArtifactRow[]): readonly number[] {
  const indexes = Array.from({ length: sampleSize }, (_, index) =>
    Math.round((index * (rows.length - 1)) / (sampleSize - 1)),
  );
  return [...new Set(indexes)].flatMap((rowIndex) => rows[rowIndex]?.id ?? []);
}

/** In one request if the server supports it, otherwise one by one. */
async function loadArtifacts(
  client: ReadClient,
  ids: readonly number[],
  signal: AbortSignal | undefined,
): Promise<readonly Artifact[]> {
  try {
    const artifacts = await client.artifactsById(ids, signal);
    return artifacts.filter((each) => each.kind === "artifact");
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return Promise.all(ids.map((id) => client.artifact(id, signal)));
  }
}

/** The result is "unchecked" if the sample can't be loaded. */
async function checkSample(
  client: ReadClient,
  { tracker, criteria }: { readonly tracker: Tracker; readonly criteria: readonly Criterion[] },
  { items }: RowPage<ArtifactRow>,
  signal: AbortSignal | undefined,
): Promise<FilterVerification> {
  try {
    const rows = items.filter((item) => item.kind === "artifact");
    const sample = await loadArtifacts(client, pickSample(rows), signal);
    const matches = sample.map((artifact) => artifactMatchesCriteria(tracker, criteria, artifact));
    if (matches.includes(false)) return "contradicted";
    return matches.length === 0 || matches.includes(undefined) ? "unchecked" : "checked";
  } catch (failure) {
    if (!isFailure(failure) || signal?.aborted === true) throw failure;
    return "unchecked";
  }
}

/** Wraps a source and checks a sample once, if its rows don't show whether they match. */
function verifyFilter(
  connect: ConnectForReading,
  query: { readonly tracker: Tracker; readonly criteria: readonly Criterion[] },
  source: RowSource<ArtifactRow>,
): RowSource<ArtifactRow> {
  let verification: FilterVerification | undefined;
  return {
    ...source,
    fetchPage: async (request) => {
      const page = await source.fetchPage(request);
      if (page?.credibility !== "unchecked" || page.items.length === 0) return page;
      verification ??= await checkSample((await connect()).client, query, page, request.signal);
      return { ...page, credibility: verification };
    },
  };
}

/** Without those that the user can't access any more. */
async function loadExistingArtifacts(
  connect: ConnectForReading,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly Artifact[]> {
  const [id] = ids;
  if (id === undefined) return [];
  const { client } = await connect();
  if (ids.length > 1) return loadArtifacts(client, ids, signal);
  try {
    return [await client.artifact(id, signal)];
  } catch (failure) {
    if (isFailure(failure) && isInaccessible(failure)) return [];
    throw failure;
  }
}

/** Artifacts the server no longer returns have left the list. */
async function reloadRows(
  { connect, findSaved }: RowLoaders,
  ids: readonly number[],
  isInList: (artifact: Artifact) => boolean | undefined,
  signal: AbortSignal,
): Promise<CurrentRowsById<ArtifactRow> | undefined> {
  const known = (await Promise.all(ids.map((id) => loadSaved(findSaved, id)))).filter(
    (artifact) => artifact !== undefined,
  );
  const unknownIds = ids.filter((id) => known.every((artifact) => artifact.id !== id));
  const artifacts = [...known, ...(await loadExistingArtifacts(connect, unknownIds, signal))];
  const results = artifacts.map((artifact) => ({ artifact, isListed: isInList(artifact) }));
  if (results.some(({ artifact, isListed }) => isListed === undefined || artifact.asOf !== undefined)) {
    return undefined;
  }
  const rows = new Map(
    results.map(({ artifact, isListed }) => [
      artifact.id,
      isListed === true ? toArtifactRow(artifact) : undefined,
    ]),
  );
  return new Map(ids.map((id) => [id, rows.get(id)]));
}

/** Drops everything that a list doesn't have, to save memory. */
function toArtifactRow(artifact: Artifact): ArtifactRow {
  const { id, title, status, isOpen, page, assignees, submittedBy, submittedOn, modifiedOn } = artifact;
  return {
    kind: "artifact",
    id,
    title,
    status,
    isOpen,
    page,
    assignees,
    submittedBy,
    submittedOn,
    modifiedOn,
  };
}

export function createTrackerSource(loaders: RowLoaders, tracker: TrackerSummary): RowSource<ArtifactRow> {
  const isListed = (): boolean => true;
  return {
    order: "newestFirst",
    fetchPage: async (request) => (await loaders.connect()).client.artifacts(tracker, request),
    isListed,
    loadRows: (ids, signal) => reloadRows(loaders, ids, isListed, signal),
  };
}

/** Artifacts that match all criteria; without criteria, all. */
export function createCriteriaSource(
  loaders: RowLoaders,
  tracker: Tracker,
  criteria: readonly Criterion[],
): RowSource<ArtifactRow> {
  if (criteria.length === 0) return createTrackerSource(loaders, tracker);
  const isListed = (artifact: Artifact): boolean | undefined =>
    artifactMatchesCriteria(tracker, criteria, artifact);
  return {
    order: "oldestFirst",
    isFiltered: true,
    fetchPage: async (request) => (await loaders.connect()).client.findArtifacts(tracker, criteria, request),
    isListed,
    loadRows: (ids, signal) => reloadRows(loaders, ids, isListed, signal),
  };
}

/** Twice the usual page, because only the open rows are shown. */
const newestCount = 100;

/** Fewer rows than this don't fill a view. */
const minNewestRows = 25;

/**
 * Loads the newest open rows of a tracker from its unfiltered list, which needs neither the structure nor the size of the
 * filtered one.
 */
export class NewestOpenRows {
  readonly #connect: ConnectForReading;
  readonly #tracker: TrackerSummary;
  #started: { readonly page: Promise<RowPage<ArtifactRow>>; readonly abort: () => void } | undefined;

  constructor(connect: ConnectForReading, tracker: TrackerSummary) {
    this.#connect = connect;
    this.#tracker = tracker;
  }

  /** Starts the request for the next call of `fetch`. */
  start(): void {
    this.cancel();
    this.#started = this.#request();
  }

  cancel(): void {
    this.#started?.abort();
    this.#started = undefined;
  }

  /** `undefined` if the server doesn't report which rows are open, or few of them are. */
  async fetch(signal: AbortSignal): Promise<NewestRows<ArtifactRow> | undefined> {
    const { page, abort } = this.#started ?? this.#request();
    this.#started = undefined;
    signal.addEventListener("abort", abort);
    const { items, nextOffset, total, asOf } = await page.finally(() =>
      signal.removeEventListener("abort", abort),
    );
    const rows = items.filter((item) => item.kind === "artifact");
    // Without a status, the server's filter and the row may disagree.
    const areJudged = rows.every(({ isOpen, status }) => isOpen !== undefined && status !== undefined);
    const areNewest = rows.length === items.length && detectOrder(items, "newestFirst") === "newestFirst";
    const isComplete = nextOffset === undefined && total !== undefined;
    const openRows = rows.filter(({ isOpen }) => isOpen);
    const isEnough = isComplete || openRows.length >= minNewestRows;
    return areJudged && areNewest && isEnough ? { rows: openRows, isComplete, asOf } : undefined;
  }

  #request(): { readonly page: Promise<RowPage<ArtifactRow>>; readonly abort: () => void } {
    const controller = new AbortController();
    const page = this.#connect().then(({ client }) =>
      client.artifacts(this.#tracker, { offset: 0, limit: newestCount, signal: controller.signal }),
    );
    // A failure is reported by `fetch`.
    page.catch(() => undefined);
    return { page, abort: () => controller.abort() };
  }
}

export function withNewestRows(
  source: RowSource<ArtifactRow>,
  newestOpenRows: NewestOpenRows,
  { tracker, criteria }: { readonly tracker: Tracker; readonly criteria: readonly Criterion[] },
): RowSource<ArtifactRow> {
  return {
    ...source,
    dropNewest: () => newestOpenRows.cancel(),
    fetchNewest: async (signal) => {
      const newest = await newestOpenRows.fetch(signal);
      const isContradicted =
        newest !== undefined && verifyRowsMatchCriteria(tracker, criteria, newest.rows) === "contradicted";
      return isContradicted ? undefined : newest;
    },
  };
}

function createTextSource(
  connect: ConnectForReading,
  tracker: TrackerSummary,
  text: string,
): RowSource<ArtifactRow> {
  return {
    order: "oldestFirst",
    fetchPage: async (request) => (await connect()).client.findByTql(tracker, text, request),
  };
}

function createReportSource(connect: ConnectForReading, reportId: number): RowSource<ArtifactRow> {
  return {
    order: "oldestFirst",
    fetchPage: async (request) => (await connect()).client.reportArtifacts(reportId, request),
  };
}

export interface WorkRowLoaders extends RowLoaders {
  readonly connect: () => Promise<ReadConnection>;
}

/** Whether an artifact is open and of the user; `undefined` if the server doesn't report it. */
function isWorkOf(
  userId: string | undefined,
  role: MyArtifactsRole,
  artifact: Artifact,
): boolean | undefined {
  const { isOpen, assignees, submittedBy, asOf } = artifact;
  if (userId === undefined || isOpen === undefined || asOf !== undefined) return undefined;
  const users = role === "assigned" ? assignees : submittedBy === undefined ? [] : [submittedBy];
  return isOpen && users.some(({ id }) => String(id) === userId);
}

/** `findRow` returns a loaded row. */
export function createMyWorkSource(
  { connect, findSaved }: WorkRowLoaders,
  role: MyArtifactsRole,
  findRow: (artifactId: number) => RowWithTracker | undefined,
): RowSource<RowWithTracker> {
  return {
    order: "oldestFirst",
    isFiltered: true,
    fetchPage: async (request) => (await connect()).client.myArtifacts(role, request),
    // Only the server knows which artifacts have entered or left the list.
    loadRows: async (ids) => {
      const { account } = await connect();
      const rows = new Map<number, RowWithTracker | undefined>();
      for (const id of ids) {
        const artifact = await loadSaved(findSaved, id);
        const row = findRow(id);
        const isListed = artifact && isWorkOf(account?.id, role, artifact);
        if (artifact === undefined || isListed !== (row !== undefined)) return undefined;
        rows.set(id, row && { ...toArtifactRow(artifact), tracker: row.tracker });
      }
      return rows;
    },
  };
}

export function createQuerySource(
  loaders: RowLoaders,
  tracker: Tracker,
  resolved: Exclude<QueryResolutionResult, { kind: "problems" }>,
): RowSource<ArtifactRow> {
  const { connect } = loaders;
  switch (resolved.kind) {
    case "criteria":
      return verifyFilter(
        connect,
        { tracker, ...resolved },
        createCriteriaSource(loaders, tracker, resolved.criteria),
      );
    case "text":
      return createTextSource(connect, tracker, resolved.text);
    case "report":
      return createReportSource(connect, resolved.reportId);
    case "noMatches":
      return {
        order: "newestFirst",
        fetchPage: () => Promise.resolve({ items: [], nextOffset: undefined, total: 0 }),
      };
  }
}
