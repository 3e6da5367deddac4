import type { JsonObject } from "../http/json.ts";
import type { Page } from "../http/queryParameters.ts";
import type { ArtifactFilter } from "../query/criteria.ts";
import { getLinks } from "../product/representations/natures.ts";
import { canReadArtifact } from "../state/access.ts";
import type { Artifact } from "../state/artifact.ts";
import { getAllArtifacts } from "../state/listArtifacts.ts";
import type { ServerState } from "../state/serverState.ts";
import type { Viewer } from "../state/user.ts";
import { artifactColumn, createFieldColumn, metadataColumns } from "./columns.ts";
import type { Column } from "./columns.ts";
import { createFieldComparison } from "./fieldComparisons.ts";
import { findSearchedTrackers } from "./findSearchedTrackers.ts";
import { metadataComparisons } from "./metadataComparisons.ts";
import { parseTql } from "./parseTql.ts";
import { createQueryError, InvalidPartError } from "./searchContext.ts";
import type { SearchContext } from "./searchContext.ts";
import { findSearchedFields } from "./searchedFields.ts";
import { sortArtifacts } from "./sortOrder.ts";
import { getComparisons, measureComplexity } from "./tqlQuery.ts";
import type { Comparison, LinkCondition, OrCondition, Term } from "./tqlQuery.ts";

export interface SearchResult {
  /** One member per column, by name. */
  readonly rows: readonly JsonObject[];
  readonly columns: readonly Pick<Column, "name" | "type">[];
  readonly size: number;
}

/** The setting of the product by default. */
const maxComplexity = 30;

/** Runs a query over several trackers; its parts are checked in the order of the product. */
export function searchAcrossTrackers(
  text: string,
  page: Page,
  server: ServerState,
  viewer: Viewer,
): SearchResult {
  if (text === "") throw createQueryError("TQL query is required and cannot be empty");
  const query = parseTql(text);
  const context: SearchContext = {
    server,
    viewer,
    trackers: findSearchedTrackers(query.from, server, viewer),
  };
  if (measureComplexity(query.condition) > maxComplexity) {
    throw createQueryError(
      "The query is considered too complex to be executed by the server. Please simplify it (for example remove comparisons) to continue.",
    );
  }
  const matches = createFilter(query.condition, context);
  const columns = [artifactColumn, ...selectColumns(query.columns, context)];
  // The size of a result includes unreadable artifacts.
  const found = context.trackers.flatMap((tracker) => getAllArtifacts(server, tracker)).filter(matches);
  const sorted = sortArtifacts(found, query.order, context);
  const readable = sorted
    .slice(page.offset, page.offset + page.limit)
    .filter((artifact) => canReadArtifact(viewer, artifact));
  // A page without readable artifacts looks like a query without results.
  if (readable.length === 0) return { rows: [], columns: [], size: 0 };
  return {
    rows: readable.map((artifact) =>
      Object.fromEntries(columns.map((column) => [column.name, column.represent(artifact, context)])),
    ),
    columns,
    size: found.length,
  };
}

/** Unknown names are reported first, then all invalid comparisons. */
function createFilter(condition: OrCondition, context: SearchContext): ArtifactFilter {
  const errors = new ErrorCollector();
  const filters = new Map<Comparison, ArtifactFilter>();
  for (const comparison of getComparisons(condition)) {
    const filter = errors.collect(comparison.name, () => createComparison(comparison, context));
    if (filter !== undefined) filters.set(comparison, filter);
  }
  errors.throwFor("search", "comparisons");
  const matchesTerm = (term: Term, artifact: Artifact): boolean => {
    if (term.kind === "comparison") return filters.get(term)?.(artifact) === true;
    return term.kind === "link"
      ? matchesLinkCondition(artifact, term, context)
      : matchesCondition(term, artifact);
  };
  const matchesCondition = ({ operands }: OrCondition, artifact: Artifact): boolean =>
    operands.some((and) => and.operands.every((term) => matchesTerm(term, artifact)));
  return (artifact) => matchesCondition(condition, artifact);
}

function matchesLinkCondition(
  artifact: Artifact,
  { isNegated, direction, type, target }: LinkCondition,
  { server }: SearchContext,
): boolean {
  const isTarget = (id: number): boolean => {
    if (target === undefined) return true;
    if (target.kind === "artifact") return id === target.id;
    const isOfTracker = server.artifacts.find(id)?.tracker.itemName === target.name;
    return isOfTracker === (target.operator === "=");
  };
  const hasLink = getLinks(artifact, direction).some(
    (link) => (type === undefined || link.type === type) && isTarget(link.artifactId),
  );
  return hasLink !== isNegated;
}

function createComparison(comparison: Comparison, context: SearchContext): ArtifactFilter | undefined {
  const { name } = comparison;
  if (name.startsWith("@")) return metadataComparisons.get(name)?.(comparison, context);
  const fields = findSearchedFields(name, context);
  return fields && createFieldComparison(comparison, fields, context);
}

function selectColumns(names: readonly string[], context: SearchContext): readonly Column[] {
  if (new Set(names).size < names.length) {
    throw createQueryError("Selection on same field multiple times is not allowed");
  }
  const errors = new ErrorCollector();
  const columns = names.flatMap(
    (name) =>
      errors.collect(name, () => {
        if (name.startsWith("@")) return metadataColumns.get(name);
        const fields = findSearchedFields(name, context);
        return fields && createFieldColumn(name, fields);
      }) ?? [],
  );
  errors.throwFor("select", "selectables");
  return columns;
}

class ErrorCollector {
  readonly #unknownNames = new Set<string>();
  readonly #messages: string[] = [];

  /** `undefined` from the work means that nothing has this name. */
  collect<T>(name: string, work: () => T | undefined): T | undefined {
    try {
      const result = work();
      if (result === undefined) this.#unknownNames.add(name);
      return result;
    } catch (error) {
      if (!(error instanceof InvalidPartError)) throw error;
      this.#messages.push(error.message);
      return undefined;
    }
  }

  throwFor(verb: "search" | "select", allowed: string): void {
    const { size } = this.#unknownNames;
    if (size > 0) {
      const names = [...this.#unknownNames].join("', '");
      const clause = size === 1 ? "it refers to" : "they refer to";
      throw createQueryError(
        `We cannot ${verb} on '${names}', we don't know what ${clause}. Please refer to the documentation for the allowed ${allowed}.`,
      );
    }
    if (this.#messages.length > 0) throw createQueryError(this.#messages.join("\n"));
  }
}
