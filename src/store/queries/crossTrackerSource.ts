// Rows of queries over several trackers. Several queries are merged, newest first and without duplicates.
import {
  type CrossTrackerPart,
  type CrossTrackerResolution,
  rowMatchesFilter,
} from "../../model/query/combinedTracker.ts";
import type { CrossTrackerRow } from "../../model/query/crossTracker.ts";
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { UnreadableItem } from "../../model/collectionPage.ts";
import { mapConcurrent } from "../concurrency.ts";
import type { RowPage, RowSource } from "./rowList.ts";
import type { ConnectForReading } from "./rowSources.ts";

type Item = RowWithTracker | UnreadableItem;
type Page = RowPage<RowWithTracker>;
type PageRequest = Parameters<RowSource<RowWithTracker>["fetchPage"]>[0];

/** The ID of the tracker, if only one of its name is searched. */
function findTracker(
  { tracker }: CrossTrackerRow,
  { trackers }: CrossTrackerPart,
): RowWithTracker["tracker"] {
  const [known, ...others] = trackers.filter(({ label }) => label === tracker?.label);
  return known !== undefined && others.length === 0 ? known : tracker;
}

async function fetchPage(
  connect: ConnectForReading,
  { filter, isOpen }: CrossTrackerResolution,
  query: CrossTrackerPart,
  request: PageRequest,
): Promise<Page | undefined> {
  const { client } = await connect();
  const page = await client.findAcrossTrackers(query.query, request);
  if (page === undefined) return undefined;
  const items = page.items.flatMap((item): readonly Item[] => {
    if (item.kind === "unreadable") return [item];
    return rowMatchesFilter(item, filter) ? [{ ...item, isOpen, tracker: findTracker(item, query) }] : [];
  });
  // A later page without readable rows has a total of zero.
  const total = page.items.length === 0 && request.offset > 0 ? undefined : page.total;
  return { ...page, items, total };
}

type FetchQueryPage = (query: CrossTrackerPart, request: PageRequest) => Promise<Page | undefined>;

const maxConcurrentQueries = 4;

class QueryPages {
  readonly query: CrossTrackerPart;
  /** Loaded rows that aren't merged yet. */
  readonly rows: Item[] = [];
  next: number | undefined = 0;
  total = 0;

  constructor(query: CrossTrackerPart) {
    this.query = query;
  }

  get newestId(): number {
    const [first] = this.rows;
    // Unreadable rows have no place of their own.
    return first?.kind === "artifact" ? first.id : Number.POSITIVE_INFINITY;
  }
}

/** The merged rows of several queries, from the first on. */
class MergedRows {
  readonly #pages: readonly QueryPages[];
  readonly #merged: Item[] = [];
  readonly #mergedIds = new Set<number>();
  readonly #fetch: FetchQueryPage;
  #asOf: number | undefined;

  constructor(queries: readonly CrossTrackerPart[], fetch: FetchQueryPage) {
    this.#pages = queries.map((query) => new QueryPages(query));
    this.#fetch = fetch;
  }

  async getPage({ offset, limit, signal }: PageRequest): Promise<Page | undefined> {
    const end = offset + limit;
    while (this.#merged.length < end) {
      if (!(await this.#fill(limit, signal))) return undefined;
      const newest = this.#pages
        .filter(({ rows }) => rows.length > 0)
        .reduce<QueryPages | undefined>(
          (best, each) => (best === undefined || each.newestId > best.newestId ? each : best),
          undefined,
        );
      const row = newest?.rows.shift();
      if (row === undefined) break;
      this.#add(row);
    }
    const hasMore =
      this.#merged.length > end ||
      this.#pages.some(({ rows, next }) => rows.length > 0 || next !== undefined);
    return {
      items: this.#merged.slice(offset, end),
      nextOffset: hasMore ? end : undefined,
      total: this.#pages.reduce((sum, { total }) => sum + total, 0),
      ...(this.#asOf === undefined ? {} : { asOf: this.#asOf }),
    };
  }

  #add(row: Item): void {
    if (row.kind === "artifact") {
      if (this.#mergedIds.has(row.id)) return;
      this.#mergedIds.add(row.id);
    }
    this.#merged.push(row);
  }

  /** Loads until each query has a row that can be compared, or no further ones; `false` if the server can't. */
  async #fill(limit: number, signal: AbortSignal): Promise<boolean> {
    let isSupported = true;
    const pending = this.#pages.filter(({ rows, next }) => rows.length === 0 && next !== undefined);
    await mapConcurrent(pending, maxConcurrentQueries, async (pages) => {
      while (isSupported && pages.rows.length === 0 && pages.next !== undefined) {
        const page = await this.#fetch(pages.query, { offset: pages.next, limit, signal });
        if (page === undefined) {
          isSupported = false;
          return;
        }
        pages.rows.push(...page.items);
        pages.next = page.nextOffset;
        pages.total = page.total ?? pages.total;
        this.#asOf = page.asOf ?? this.#asOf;
      }
    });
    return isSupported;
  }
}

export function createCrossTrackerSource(
  connect: ConnectForReading,
  resolved: CrossTrackerResolution,
): RowSource<RowWithTracker> {
  const { queries, isOrdered } = resolved;
  const fetch: FetchQueryPage = (query, request) => fetchPage(connect, resolved, query, request);
  const [query, ...others] = queries;
  const order = isOrdered ? "asListed" : "newestFirst";
  if (query !== undefined && others.length === 0) {
    return { order, isFiltered: true, fetchPage: (request) => fetch(query, request) };
  }
  let merged = new MergedRows(queries, fetch);
  return {
    order,
    isFiltered: true,
    fetchPage: (request) => {
      if (request.offset === 0) merged = new MergedRows(queries, fetch);
      return merged.getPage(request);
    },
  };
}
