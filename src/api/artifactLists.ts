// The artifacts of a tracker, all of them or those that meet criteria.
import type { ArtifactRow } from "../model/artifact.ts";
import { CriterionRefused, type Failure, isFailure } from "../model/failure.ts";
import type { Page } from "../model/page.ts";
import { type Credibility, credibility, type Criterion, criterionProblem } from "../model/query.ts";
import type { Tracker, TrackerSummary } from "../model/tracker.ts";
import { rowSchema, toRow } from "./format/artifactReading.ts";
import { readPage } from "./collection.ts";
import type { Answer, Http } from "./network/http.ts";

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

/** The product strips backslashes once before it reads the criteria. */
function inAddress(criteria: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(criteria).replaceAll("\\", "\\\\");
}

/** Servers refuse longer addresses, some with a web page. */
const longestAddress = 8000;

function refuseWhatIsIgnored(tracker: Tracker, criteria: readonly Criterion[]): void {
  for (const criterion of criteria) {
    const problem = criterionProblem(tracker, criterion);
    if (problem !== undefined) {
      throw new CriterionRefused({ method: "GET", url: tracker.artifactsUri }, criterion.field, problem);
    }
  }
}

const refusesBodies = new Set([400, 405, 411, 413, 501]);

function mayMindBody(failure: Failure): boolean {
  if (failure.kind === "unreachable") return failure.reason === "closed";
  return failure.request.status !== undefined && refusesBodies.has(failure.request.status);
}

/** Who heeds the page size in the address reads the address; who does not, reads the body. */
function learn(place: CriteriaPlace, answer: Answer, limit: number): void {
  const honoured = answer.header("x-pagination-limit");
  if (place.known === undefined && honoured !== undefined) {
    place.known = Number(honoured) === limit ? "address" : "body";
  }
}

export async function findArtifacts(
  http: Http,
  place: CriteriaPlace,
  tracker: Tracker,
  criteria: readonly Criterion[],
  { offset, limit = rowsPerPage, signal }: ListOptions,
): Promise<FoundPage> {
  refuseWhatIsIgnored(tracker, criteria);
  const wire = Object.fromEntries(criteria.map((criterion) => [criterion.field, wireCriterion(criterion)]));
  const query = inAddress(wire);
  if (place.known !== "body" && encodeURIComponent(query).length > longestAddress) {
    throw new CriterionRefused(
      { method: "GET", url: tracker.artifactsUri },
      criteria[0]?.field ?? "",
      "tooLong",
    );
  }
  const uri = tracker.artifactsUri;
  const whole = { limit, offset, ...(place.known === "body" ? {} : { query }) };
  const ask = (body: unknown): Promise<Answer> => http.send({ uri, parameters: whole, body, signal });

  let answer: Answer;
  if (place.known === "address") {
    answer = await ask(undefined);
  } else {
    try {
      answer = await ask(wire);
    } catch (failure) {
      if (place.known === "body" || !isFailure(failure) || !mayMindBody(failure)) throw failure;
      answer = await ask(undefined);
      place.known = "address";
    }
  }
  learn(place, answer, limit);
  const page = readPage(answer, offset, rowSchema, toRow);
  const rows = page.items.filter((item) => item.kind === "artifact");
  return { ...page, credibility: credibility(tracker, criteria, rows) };
}
