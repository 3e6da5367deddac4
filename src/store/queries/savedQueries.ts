// Saved queries in user and workspace settings. Workspace settings aren't trusted: they are parsed, and only run on
// sites the user has connected.
import {
  maxSavedQueries,
  type SavedQueryParseResult,
  parseSavedQueries,
  type SavedQuery,
  toQuerySetting,
} from "../../model/query/savedQuery.ts";
import { Emitter } from "../emitter.ts";

export type QueryOrigin = "user" | "workspace";

export interface QuerySettingsStorage {
  read(origin: QueryOrigin): unknown;
  write(origin: QueryOrigin, queries: readonly unknown[]): Promise<void>;
}

export interface SavedQueryEntry {
  /** Stable as long as the query keeps its name. */
  readonly key: string;
  readonly origin: QueryOrigin;
  readonly parsed: SavedQueryParseResult;
}

export const queryOrigins: readonly QueryOrigin[] = ["user", "workspace"];

function toEntries(setting: unknown): readonly unknown[] {
  return Array.isArray(setting) ? setting : [];
}

function getName(parsed: SavedQueryParseResult): string | undefined {
  return parsed.kind === "query" ? parsed.query.name : parsed.name;
}

/** Queries with the same name are distinguished by their position. */
function toSavedQueryEntries(
  origin: QueryOrigin,
  all: readonly SavedQueryParseResult[],
): readonly SavedQueryEntry[] {
  const countsByName = new Map<string, number>();
  return all.map((parsed) => {
    const name = getName(parsed) ?? "";
    const count = countsByName.get(name) ?? 0;
    countsByName.set(name, count + 1);
    return { key: `${origin} ${count} ${name}`, origin, parsed };
  });
}

export function getQueryOrigin(key: string): QueryOrigin | undefined {
  return queryOrigins.find((origin) => key.startsWith(`${origin} `));
}

export class SavedQueries {
  /** Fires when the saved queries have changed. */
  readonly onDidChange = new Emitter<void>();
  readonly #settings: QuerySettingsStorage;

  constructor(settings: QuerySettingsStorage) {
    this.#settings = settings;
  }

  /** User settings first, each in the order of the settings. */
  list(): readonly SavedQueryEntry[] {
    return queryOrigins.flatMap((origin) =>
      toSavedQueryEntries(origin, parseSavedQueries(this.#settings.read(origin))),
    );
  }

  /** Number of queries beyond the limit. */
  countHidden(origin: QueryOrigin): number {
    return Math.max(0, this.#countEntries(origin) - maxSavedQueries);
  }

  /** Whether another query would exceed the limit. */
  isFull(origin: QueryOrigin): boolean {
    return this.#countEntries(origin) >= maxSavedQueries;
  }

  find(key: string): SavedQueryEntry | undefined {
    return this.list().find((entry) => entry.key === key);
  }

  /** Replaces the query with the key, or appends. Invalid entries are kept as they are. */
  async save(origin: QueryOrigin, query: SavedQuery, replacedKey?: string): Promise<void> {
    const entries = [...toEntries(this.#settings.read(origin))];
    const position = this.#findPosition(origin, replacedKey);
    entries.splice(position ?? entries.length, position === undefined ? 0 : 1, toQuerySetting(query));
    await this.#settings.write(origin, entries);
  }

  async remove(key: string): Promise<void> {
    const entry = this.find(key);
    const position = entry && this.#findPosition(entry.origin, key);
    if (entry === undefined || position === undefined) return;
    const entries = toEntries(this.#settings.read(entry.origin));
    await this.#settings.write(
      entry.origin,
      entries.filter((_, index) => index !== position),
    );
  }

  #countEntries(origin: QueryOrigin): number {
    return toEntries(this.#settings.read(origin)).length;
  }

  #findPosition(origin: QueryOrigin, key: string | undefined): number | undefined {
    const position = toSavedQueryEntries(origin, parseSavedQueries(this.#settings.read(origin))).findIndex(
      (entry) => entry.key === key,
    );
    return position < 0 ? undefined : position;
  }
}
