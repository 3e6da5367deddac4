// Lists of artifacts: those of a tracker, search results, and the current user's.
import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import { InvalidCriterion, type Failure, isFailure } from "../model/failure.ts";
import type { CollectionPage } from "../model/collectionPage.ts";
import {
  type FilterVerification,
  verifyRowsMatchCriteria,
  type Criterion,
  findCriterionProblem,
} from "../model/query/criteria.ts";
import type { RowWithTracker } from "../model/query/sortAndGroup.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import { parsePage, undefinedIfNotFound } from "./pagination.ts";
import { artifactRowSchema, toArtifactRow } from "./format/parseArtifact.ts";
import { lenientTextSchema, integerSchema, textSchema } from "./format/wireSchemas.ts";
import type { HttpResponse, HttpClient, HttpRequest } from "./network/httpClient.ts";

// Open artifacts of the current user in all trackers. Servers without this route answer with 404.

export type MyArtifactsRole = "assigned" | "submitted";

const roleParameters = { assigned: "assigned_to", submitted: "submitted_by" } as const;

const rowWithTrackerSchema = artifactRowSchema.extend({
  tracker: z.object({ id: integerSchema, label: textSchema, color_name: lenientTextSchema }),
  project: z.object({ label: lenientTextSchema }).nullish().catch(undefined),
});

function toRowWithTracker(wire: z.infer<typeof rowWithTrackerSchema>): RowWithTracker {
  const { id, label, color_name } = wire.tracker;
  const project = wire.project?.label;
  const tracker = { id, label, color: color_name, ...(project !== undefined && { project }) };
  // These rows have no status, but the server lists only open artifacts.
  return { ...toArtifactRow(wire), isOpen: true, tracker };
}

const maxPageSize = 250;

/** Oldest first; `undefined` if the server has no such route. */
export async function fetchMyArtifactsPage(
  http: HttpClient,
  role: MyArtifactsRole,
  { offset, limit = maxPageSize, signal }: PageOptions,
): Promise<CollectionPage<RowWithTracker> | undefined> {
  const query = JSON.stringify({ [roleParameters[role]]: true });
  const parameters = { query, limit: Math.min(limit, maxPageSize), offset };
  const response = await undefinedIfNotFound(http.send({ uri: "users/self/artifacts", parameters, signal }));
  return response && parsePage(response, offset, rowWithTrackerSchema, toRowWithTracker);
}

export interface PageOptions {
  readonly offset: number;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

const defaultPageSize = 50;

/** Newest first, unless the server ignores the order. */
export async function fetchTrackerArtifactsPage(
  http: HttpClient,
  tracker: TrackerSummary,
  { offset, limit = defaultPageSize, signal }: PageOptions,
): Promise<CollectionPage<ArtifactRow>> {
  const parameters = { limit, offset, order: "desc" };
  return parsePage(
    await http.send({ uri: tracker.artifactsUri, parameters, signal }),
    offset,
    artifactRowSchema,
    toArtifactRow,
  );
}

export interface SearchResultPage extends CollectionPage<ArtifactRow> {
  readonly credibility: FilterVerification;
}

/**
 * Where a site reads criteria: the specification sends them in the body of the GET, the product in the URL.
 */
export class DetectedCriteriaLocation {
  value: "body" | "url" | undefined;
}

function toWireCriterion(criterion: Criterion): { readonly operator: string; readonly value: unknown } {
  switch (criterion.kind) {
    case "contains":
      return { operator: "contains", value: criterion.text };
    case "anyOf": {
      const [first, ...rest] = criterion.ids;
      return { operator: "contains", value: rest.length === 0 ? String(first) : criterion.ids };
    }
    case "date":
      return {
        operator: criterion.operator,
        value: criterion.operator === "between" ? criterion.dates : criterion.dates[0],
      };
  }
}

type WireCriteria = Readonly<Record<string, unknown>>;

/** The product strips backslashes once before it parses the query. */
function escapeBackslashes(text: string): string {
  return text.replaceAll("\\", "\\\\");
}

function encodeCriteria(criteria: WireCriteria): string {
  return escapeBackslashes(JSON.stringify(criteria));
}

/** Servers reject longer URLs, some of them with an HTML page. */
const maxUrlLength = 8000;

function isUrlTooLong(parameters: Readonly<Record<string, string>>): boolean {
  return new URLSearchParams(parameters).toString().length > maxUrlLength;
}

function assertCriteriaSupported(tracker: Tracker, criteria: readonly Criterion[]): void {
  for (const [index, criterion] of criteria.entries()) {
    const isRepeated = criteria.findIndex(({ field }) => field === criterion.field) !== index;
    // Criteria are members of one object: of two on the same field only the last would be sent.
    const problem = isRepeated ? "duplicateField" : findCriterionProblem(tracker, criterion);
    if (problem !== undefined) {
      throw new InvalidCriterion({ method: "GET", url: tracker.artifactsUri }, criterion.field, problem);
    }
  }
}

function assertCriteriaFitUrl(
  tracker: Tracker,
  criteria: readonly Criterion[],
  wireCriteria: WireCriteria,
): void {
  if (!isUrlTooLong({ query: encodeCriteria(wireCriteria) })) return;
  const [first] = criteria;
  throw new InvalidCriterion({ method: "GET", url: tracker.artifactsUri }, first?.field ?? "", "tooLong");
}

const bodyRejectedStatuses = new Set([400, 405, 411, 413, 501]);

function mayRejectBody(failure: Failure): boolean {
  if (failure.kind === "unreachable") return failure.reason === "closed";
  return failure.request.status !== undefined && bodyRejectedStatuses.has(failure.request.status);
}

/** Default page sizes of servers. */
const defaultPageSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/**
 * Avoids default page sizes until the location is known, so that a response shows whether the URL was read.
 */
function toDetectableLimit(location: DetectedCriteriaLocation, limit: number): number {
  return location.value === undefined && defaultPageSizes.has(limit) ? limit - 1 : limit;
}

/** A server that applies the page size of the URL reads the URL; any other reads the body. */
function readsUrlParameters({ header, parameters }: HttpResponse): boolean {
  return header("x-pagination-limit") === String(parameters?.["limit"]);
}

/**
 * Sends criteria where the site reads them, or in both places until that is known, without a body if the
 * server rejects it.
 */
async function sendCriteria(
  http: HttpClient,
  location: DetectedCriteriaLocation,
  criteria: WireCriteria,
  request: HttpRequest,
): Promise<HttpResponse> {
  const query = encodeCriteria(criteria);
  const withQuery = { ...request, parameters: { ...request.parameters, query } };
  switch (location.value) {
    case "url":
      return http.send(withQuery);
    case "body":
      return http.send({ ...request, body: criteria });
    case undefined:
      try {
        return await http.send({ ...withQuery, body: criteria });
      } catch (failure) {
        if (!isFailure(failure) || !mayRejectBody(failure)) throw failure;
        const response = await http.send(withQuery);
        // A server that ignores the URL has returned an unfiltered list.
        if (!readsUrlParameters(response)) throw failure;
        return response;
      }
  }
}

export async function fetchSearchResultPage(
  http: HttpClient,
  location: DetectedCriteriaLocation,
  tracker: Tracker,
  criteria: readonly Criterion[],
  { offset, limit: requestedLimit = defaultPageSize, signal }: PageOptions,
): Promise<SearchResultPage> {
  const wireCriteria = Object.fromEntries(
    criteria.map((criterion) => [criterion.field, toWireCriterion(criterion)]),
  );
  assertCriteriaSupported(tracker, criteria);
  if (location.value !== "body") assertCriteriaFitUrl(tracker, criteria, wireCriteria);
  const limit = toDetectableLimit(location, requestedLimit);
  const uri = tracker.artifactsUri;
  // The request changes once the location is known; the cache key doesn't.
  const cacheKey = JSON.stringify([uri, wireCriteria, offset]);
  const request = { uri, parameters: { limit, offset }, cacheKey, signal };
  const response = await sendCriteria(http, location, wireCriteria, request);
  if (response.header("x-pagination-limit") !== undefined) {
    location.value ??= readsUrlParameters(response) ? "url" : "body";
  }
  const page = parsePage(response, offset, artifactRowSchema, toArtifactRow);
  const rows = page.items.filter((item) => item.kind === "artifact");
  return { ...page, credibility: verifyRowsMatchCriteria(tracker, criteria, rows) };
}

// Queries in TQL, which servers read only in the URL.

/**
 * Oldest first; `undefined` if the server has no TQL: a server that ignores the URL would return everything.
 * A query that the server can't parse is rejected with its message.
 */
export async function fetchTqlResultPage(
  http: HttpClient,
  location: DetectedCriteriaLocation,
  tracker: TrackerSummary,
  text: string,
  { offset, limit: requestedLimit = defaultPageSize, signal }: PageOptions,
): Promise<SearchResultPage | undefined> {
  if (location.value === "body") return undefined;
  const expert_query = escapeBackslashes(text);
  const failedRequest = { method: "GET", url: tracker.artifactsUri };
  // Servers ignore an empty query, and any query that is sent together with `query`.
  if (text.trim() === "") throw new InvalidCriterion(failedRequest, "", "invalidValue");
  if (isUrlTooLong({ expert_query })) throw new InvalidCriterion(failedRequest, "", "tooLong");
  const limit = toDetectableLimit(location, requestedLimit);
  const uri = tracker.artifactsUri;
  const cacheKey = JSON.stringify([uri, text, offset]);
  const response = await http.send({ uri, parameters: { limit, offset, expert_query }, cacheKey, signal });
  if (!readsUrlParameters(response)) return undefined;
  location.value ??= "url";
  return { ...parsePage(response, offset, artifactRowSchema, toArtifactRow), credibility: "unchecked" };
}
