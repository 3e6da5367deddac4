// A query outside the settings, with or without a name. Stored data may be of another version and is parsed.
import { parseSavedQuery, type SavedQuery, toQuerySetting } from "./savedQuery.ts";

/** The name is stored separately, since a query setting without a name is invalid. */
interface StoredQuery {
  readonly name: string;
  readonly query: unknown;
}

export function toStoredQuery(query: SavedQuery): StoredQuery {
  return { name: query.name, query: toQuerySetting({ ...query, name: "unnamed" }) };
}

/** `undefined` if the value is invalid. */
export function parseStoredQuery(stored: unknown): SavedQuery | undefined {
  const { name, query }: Partial<StoredQuery> = typeof stored === "object" && stored !== null ? stored : {};
  const parsed = parseSavedQuery(query);
  return parsed.kind === "query" && typeof name === "string" ? { ...parsed.query, name } : undefined;
}
