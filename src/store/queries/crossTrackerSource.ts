// Rows of queries over several trackers. Several queries are merged, newest first and without duplicates.
import {
  type CrossTrackerPart,
  type CrossTrackerResolution,
  rowMatchesFilter,
} from "../../model/query/combinedTracker.ts";
import type { CrossTrackerRow } from "../../model/query/crossTracker.ts";
import type { RowTracker, RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { UnreadableItem } from "../../model/collectionPage.ts";
import { removeProjectIcon } from "../../model/project.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { RowPage, RowSource } from "./rowList.ts";
import type { ConnectForReading } from "./rowSources.ts";

type Item = RowWithTracker | UnreadableItem;
type Page = RowPage<RowWithTracker>;
type PageRequest = Parameters<RowSource<RowWithTracker>["fetchPage"]>[0];

/** The ID of the tracker, if only one of its name is searched in the project. */
function findTracker(
  { tracker, project }: CrossTrackerRow,
  { trackers }: CrossTrackerPart,
): RowTracker | undefined {
  const [known, ...others] = trackers.filter(
    (each) =>
      each.label === tracker?.label &&
      (project === undefined || each.project === undefined || each.project === removeProjectIcon(project)),
  );
  return known !== undefined && others.length === 0 ? known : tracker;
}

type FetchQueryPage = (part: CrossTrackerPart, request: PageRequest) => Promise<Page | undefined>;

function createFetch(
  connect: ConnectForReading,
  { filter, isOpen, hasSeveralProjects }: CrossTrackerResolution,
): FetchQueryPage {
  /** Rows of a tracker share one object. */
  const rowTrackers = new Map<string, RowTracker>();
  const getRowTracker = (row: CrossTrackerRow, part: CrossTrackerPart): RowTracker | undefined => {
    if (row.tracker === undefined) return undefined;
    const key = JSON.stringify([row.tracker.label, row.project]);
    const shared = rowTrackers.get(key);
    if (shared !== undefined) return shared;
    const { id, label, color } = findTracker(row, part) ?? row.tracker;
    const project = hasSeveralProjects ? row.project : undefined;
    const rowTracker = { id, label, color, ...(project !== undefined && { project }) };
    rowTrackers.set(key, rowTracker);
    return rowTracker;
  };
  return async (part, request) => {
    const { client } = await connect();
    const page = await client.findAcrossTrackers(part.query, request);
    if (page === undefined) return undefined;
    const items = page.items.flatMap((item): readonly Item[] => {
      if (item.kind === "unreadable") return [item];
      return rowMatchesFilter(item, filter) ? [{ ...item, isOpen, tracker: getRowTracker(item, part) }] : [];
    });
    // A later page without readable rows has a total of zero.
    const total = page.items.length === 0 && request.offset > 0 ? undefined : page.total;
    return { ...page, items, total };
  };
}

/** What is loaded of a query. */
interface QueryRows {
  readonly part: CrossTrackerPart;
  /** Rows that aren't merged yet. */
  rows: readonly Item[];
  next: number | undefined;
  total: number;
}

function getNewestId({ rows: [first] }: QueryRows): number {
  // Unreadable rows have no place of their own.
  return first?.kind === "artifact" ? first.id : Number.POSITIVE_INFINITY;
}

const maxConcurrentQueries = 4;

/** After the first page of all queries. */
const maxRequestsPerPage = 20;

/** The merged rows of several queries, page by page: each page takes a request or more, and may have no rows. */
class MergedRows {
  /** The position of the next page: how many artifacts of all queries were requested. */
  offset = 0;
  readonly #queries: readonly QueryRows[];
  readonly #mergedIds = new Set<number>();
  readonly #fetch: FetchQueryPage;
  #asOf: number | undefined;

  constructor(parts: readonly CrossTrackerPart[], fetch: FetchQueryPage) {
    this.#queries = parts.map((part) => ({ part, rows: [], next: 0, total: 0 }));
    this.#fetch = fetch;
  }

  /** `undefined` if the server doesn't support such queries. */
  async loadPage({ limit, signal }: PageRequest): Promise<Page | undefined> {
    const pending = this.#pending.slice(0, this.offset === 0 ? undefined : maxRequestsPerPage);
    const pages = await mapConcurrent(pending, maxConcurrentQueries, ({ part, next = 0 }) =>
      this.#fetch(part, { offset: next, limit, signal }),
    );
    for (const [index, query] of pending.entries()) {
      const page = pages[index];
      if (page === undefined) return undefined;
      this.#addPage(query, page);
    }
    const items = this.#merge();
    return {
      items,
      nextOffset: this.#pending.length > 0 ? this.offset : undefined,
      total: this.#queries.reduce((sum, { total }) => sum + total, 0),
      ...(this.#asOf === undefined ? {} : { asOf: this.#asOf }),
    };
  }

  /** Rows of other queries can't be merged before these have some, too. */
  get #pending(): readonly QueryRows[] {
    return this.#queries.filter(({ rows, next }) => rows.length === 0 && next !== undefined);
  }

  #addPage(query: QueryRows, page: Page): void {
    const { next = 0 } = query;
    query.total = page.total ?? query.total;
    // Grows with each page, also if artifacts are deleted meanwhile.
    this.offset += Math.max(1, (page.nextOffset ?? query.total) - next);
    query.rows = page.items;
    query.next = page.nextOffset;
    this.#asOf = page.asOf ?? this.#asOf;
  }

  #merge(): readonly Item[] {
    const merged: Item[] = [];
    while (this.#pending.length === 0) {
      const newest = this.#queries
        .filter(({ rows }) => rows.length > 0)
        .reduce<QueryRows | undefined>(
          (best, each) => (best === undefined || getNewestId(each) > getNewestId(best) ? each : best),
          undefined,
        );
      const [row, ...others] = newest?.rows ?? [];
      if (newest === undefined || row === undefined) break;
      newest.rows = others;
      if (row.kind === "artifact") {
        if (this.#mergedIds.has(row.id)) continue;
        this.#mergedIds.add(row.id);
      }
      merged.push(row);
    }
    return merged;
  }
}

export function createCrossTrackerSource(
  connect: ConnectForReading,
  resolved: CrossTrackerResolution,
): RowSource<RowWithTracker> {
  const { queries, isOrdered } = resolved;
  const fetch = createFetch(connect, resolved);
  let merged = new MergedRows(queries, fetch);
  return {
    order: isOrdered ? "asListed" : "newestFirst",
    isFiltered: true,
    fetchPage: async (request) => {
      // A reload that failed has started again from the first page.
      if (merged.offset !== request.offset) merged = new MergedRows(queries, fetch);
      const items: Item[] = [];
      for (;;) {
        const page = await merged.loadPage(request);
        if (page === undefined) return undefined;
        items.push(...page.items);
        if (page.nextOffset === undefined || page.nextOffset > request.offset) return { ...page, items };
      }
    },
  };
}
