// The artifacts of a tracker, all of them or those that meet criteria.
import * as z from "zod";
import type { ArtifactRow } from "../model/artifact.ts";
import { CriterionRefused, type Failure, isFailure } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import { type Credibility, credibility, type Criterion, criterionProblem } from "../model/query/query.ts";
import type { PlacedRow } from "../model/query/rows.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import { readPage, unlessAbsent } from "./collection.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import { dispensableText, integer, text } from "./format/wire.ts";
import type { Answer, Http, HttpRequest } from "./network/http.ts";

// The open artifacts that concern oneself, of all trackers. Servers that can't tell answer with 404.

export type Concern = "assigned" | "submitted";

const wireConcern = { assigned: "assigned_to", submitted: "submitted_by" } as const;

const placedSchema = rowSchema.extend({
  tracker: z.object({ id: integer, label: text, color_name: dispensableText }),
});

function toPlacedRow(wire: z.infer<typeof placedSchema>): PlacedRow {
  const { id, label, color_name } = wire.tracker;
  // These rows tell of no status, but only open ones are among them.
  return { ...toRow(wire), isOpen: true, tracker: { id, label, color: color_name } };
}

const largestPage = 250;

/** Oldest first; undefined where the server can't tell. */
export async function listOwnArtifacts(
  http: Http,
  concern: Concern,
  { offset, limit = largestPage, signal }: ListOptions,
): Promise<Page<PlacedRow> | undefined> {
  const query = JSON.stringify({ [wireConcern[concern]]: true });
  const parameters = { query, limit: Math.min(limit, largestPage), offset };
  const answer = await unlessAbsent(http.send({ uri: "users/self/artifacts", parameters, signal }));
  return answer && readPage(answer, offset, placedSchema, toPlacedRow);
}

export interface ListOptions {
  readonly offset: number;
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

const rowsPerPage = 50;

/** Newest first where the server can; others list in their own order. */
export async function listArtifacts(
  http: Http,
  tracker: TrackerSummary,
  { offset, limit = rowsPerPage, signal }: ListOptions,
): Promise<Page<ArtifactRow>> {
  const parameters = { limit, offset, order: "desc" };
  return readPage(
    await http.send({ uri: tracker.artifactsUri, parameters, signal }),
    offset,
    rowSchema,
    toRow,
  );
}

export interface FoundPage extends Page<ArtifactRow> {
  readonly credibility: Credibility;
}

/** Where a site reads criteria. The specification sends them in the body of the GET, the product in the address. */
export class CriteriaPlace {
  known: "body" | "address" | undefined;
}

function wireCriterion(criterion: Criterion): { readonly operator: string; readonly value: unknown } {
  switch (criterion.kind) {
    case "contains":
      return { operator: "contains", value: criterion.text };
    case "anyOf": {
      const [only, ...others] = criterion.ids;
      return { operator: "contains", value: others.length === 0 ? String(only) : criterion.ids };
    }
    case "date":
      return {
        operator: criterion.operator,
        value: criterion.operator === "between" ? criterion.days : criterion.days[0],
      };
  }
}

type WireCriteria = Readonly<Record<string, unknown>>;

/** The product strips backslashes once before it reads what is asked. */
function doubledBackslashes(text: string): string {
  return text.replaceAll("\\", "\\\\");
}

function inAddress(criteria: WireCriteria): string {
  return doubledBackslashes(JSON.stringify(criteria));
}

/** Servers refuse longer addresses, some with a web page. */
const longestAddress = 8000;

function isTooLong(parameters: Readonly<Record<string, string>>): boolean {
  return new URLSearchParams(parameters).toString().length > longestAddress;
}

function refuseWhatIsIgnored(tracker: Tracker, criteria: readonly Criterion[]): void {
  for (const [index, criterion] of criteria.entries()) {
    const isRepeated = criteria.findIndex(({ field }) => field === criterion.field) !== index;
    // Criteria are members of one object: of two on a field only the last would be sent.
    const problem = isRepeated ? "repeatedField" : criterionProblem(tracker, criterion);
    if (problem !== undefined) {
      throw new CriterionRefused({ method: "GET", url: tracker.artifactsUri }, criterion.field, problem);
    }
  }
}

function refuseWhatIsTooLong(tracker: Tracker, criteria: readonly Criterion[], wire: WireCriteria): void {
  if (!isTooLong({ query: inAddress(wire) })) return;
  const [first] = criteria;
  throw new CriterionRefused({ method: "GET", url: tracker.artifactsUri }, first?.field ?? "", "tooLong");
}

const refusesBodies = new Set([400, 405, 411, 413, 501]);

function mayMindBody(failure: Failure): boolean {
  if (failure.kind === "unreachable") return failure.reason === "closed";
  return failure.request.status !== undefined && refusesBodies.has(failure.request.status);
}

/** Page sizes that servers use when they are asked for none. */
const defaultSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

/** While it is not known who reads the address, no page has a size that might be a server's own choice. */
function tellingLimit(place: CriteriaPlace, limit: number): number {
  return place.known === undefined && defaultSizes.has(limit) ? limit - 1 : limit;
}

/** Who heeds the page size in the address reads the address; who does not, reads the body. */
function heedsAddress({ header, parameters }: Answer): boolean {
  return header("x-pagination-limit") === String(parameters?.["limit"]);
}

/** In the place where the site is known to read criteria, else in both; a server that minds the body gets none. */
async function ask(
  http: Http,
  place: CriteriaPlace,
  criteria: WireCriteria,
  request: HttpRequest,
): Promise<Answer> {
  const query = inAddress(criteria);
  const inBoth = { ...request, parameters: { ...request.parameters, query } };
  switch (place.known) {
    case "address":
      return http.send(inBoth);
    case "body":
      return http.send({ ...request, body: criteria });
    case undefined:
      try {
        return await http.send({ ...inBoth, body: criteria });
      } catch (failure) {
        if (!isFailure(failure) || !mayMindBody(failure)) throw failure;
        const answer = await http.send(inBoth);
        // One that reads no address has answered another question than the one that it refused.
        if (!heedsAddress(answer)) throw failure;
        return answer;
      }
  }
}

export async function findArtifacts(
  http: Http,
  place: CriteriaPlace,
  tracker: Tracker,
  criteria: readonly Criterion[],
  { offset, limit: wanted = rowsPerPage, signal }: ListOptions,
): Promise<FoundPage> {
  const wire = Object.fromEntries(criteria.map((criterion) => [criterion.field, wireCriterion(criterion)]));
  refuseWhatIsIgnored(tracker, criteria);
  if (place.known !== "body") refuseWhatIsTooLong(tracker, criteria, wire);
  const limit = tellingLimit(place, wanted);
  const uri = tracker.artifactsUri;
  // Once a site is known it is asked in another way; it is the same question all the same.
  const question = JSON.stringify([uri, wire, offset]);
  const request = { uri, parameters: { limit, offset }, question, signal };
  const answer = await ask(http, place, wire, request);
  if (answer.header("x-pagination-limit") !== undefined) {
    place.known ??= heedsAddress(answer) ? "address" : "body";
  }
  const page = readPage(answer, offset, rowSchema, toRow);
  const rows = page.items.filter((item) => item.kind === "artifact");
  return { ...page, credibility: credibility(tracker, criteria, rows) };
}

// Queries in the server's own language, which is read in the address only.

/**
 * What a text finds, oldest first; undefined where the server reads no such texts: one that does not look at the address
 * would answer with everything. What is wrong with a text the server says in its refusal.
 */
export async function findByText(
  http: Http,
  place: CriteriaPlace,
  tracker: TrackerSummary,
  text: string,
  { offset, limit: wanted = rowsPerPage, signal }: ListOptions,
): Promise<FoundPage | undefined> {
  if (place.known === "body") return undefined;
  const expert_query = doubledBackslashes(text);
  const refused = { method: "GET", url: tracker.artifactsUri };
  // An empty one is passed over, and beside a `query` so is any other.
  if (text.trim() === "") throw new CriterionRefused(refused, "", "badValue");
  if (isTooLong({ expert_query })) throw new CriterionRefused(refused, "", "tooLong");
  const limit = tellingLimit(place, wanted);
  const uri = tracker.artifactsUri;
  const question = JSON.stringify([uri, text, offset]);
  const answer = await http.send({ uri, parameters: { limit, offset, expert_query }, question, signal });
  if (!heedsAddress(answer)) return undefined;
  place.known ??= "address";
  return { ...readPage(answer, offset, rowSchema, toRow), credibility: "unchecked" };
}
