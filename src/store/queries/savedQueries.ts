// The queries that a person, or the workspace, keeps in the settings. Whoever wrote a workspace wrote its settings too: what
// they ask for is parsed, and asked only of sites that the person has connected.
import {
  mostQueries,
  type ParsedQuery,
  parseSavedQueries,
  type SavedQuery,
  savedQueryOf,
} from "../../model/query/savedQuery.ts";
import { Emitter } from "../emitter.ts";

export type QueryOrigin = "user" | "workspace";

/** Where settings are kept. */
export interface QuerySettings {
  read(origin: QueryOrigin): unknown;
  write(origin: QueryOrigin, queries: readonly unknown[]): Promise<void>;
}

export interface KeptQuery {
  /** Stable as long as it keeps its name. */
  readonly key: string;
  readonly origin: QueryOrigin;
  readonly parsed: ParsedQuery;
}

export const origins: readonly QueryOrigin[] = ["user", "workspace"];

function entriesOf(setting: unknown): readonly unknown[] {
  return Array.isArray(setting) ? setting : [];
}

function nameOf(parsed: ParsedQuery): string | undefined {
  return parsed.kind === "query" ? parsed.query.name : parsed.name;
}

/** Two of one name are told apart by their place. */
function keyed(origin: QueryOrigin, all: readonly ParsedQuery[]): readonly KeptQuery[] {
  const seen = new Map<string, number>();
  return all.map((parsed) => {
    const name = nameOf(parsed) ?? "";
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${origin} ${count} ${name}`, origin, parsed };
  });
}

export function originOf(key: string): QueryOrigin | undefined {
  return origins.find((origin) => key.startsWith(`${origin} `));
}

export class SavedQueries {
  /** Says that there are others now. */
  readonly changed = new Emitter<void>();
  readonly #settings: QuerySettings;

  constructor(settings: QuerySettings) {
    this.#settings = settings;
  }

  /** Those of the person first, each in the order of the settings. */
  list(): readonly KeptQuery[] {
    return origins.flatMap((origin) => keyed(origin, parseSavedQueries(this.#settings.read(origin))));
  }

  /** How many of the settings are not among those, since there are too many. */
  leftOut(origin: QueryOrigin): number {
    return Math.max(0, this.#countIn(origin) - mostQueries);
  }

  /** Whether another one would not be shown. */
  isFull(origin: QueryOrigin): boolean {
    return this.#countIn(origin) >= mostQueries;
  }

  find(key: string): KeptQuery | undefined {
    return this.list().find((kept) => kept.key === key);
  }

  /** In place of the one that has the key, or after all others. Entries that can't be read stay as they are written. */
  async save(origin: QueryOrigin, query: SavedQuery, inPlaceOf?: string): Promise<void> {
    const entries = [...entriesOf(this.#settings.read(origin))];
    const place = this.#placeOf(origin, inPlaceOf);
    entries.splice(place ?? entries.length, place === undefined ? 0 : 1, savedQueryOf(query));
    await this.#settings.write(origin, entries);
  }

  async remove(key: string): Promise<void> {
    const kept = this.find(key);
    const place = kept && this.#placeOf(kept.origin, key);
    if (kept === undefined || place === undefined) return;
    const entries = entriesOf(this.#settings.read(kept.origin));
    await this.#settings.write(
      kept.origin,
      entries.filter((_, at) => at !== place),
    );
  }

  #countIn(origin: QueryOrigin): number {
    return entriesOf(this.#settings.read(origin)).length;
  }

  #placeOf(origin: QueryOrigin, key: string | undefined): number | undefined {
    const place = keyed(origin, parseSavedQueries(this.#settings.read(origin))).findIndex(
      (kept) => kept.key === key,
    );
    return place < 0 ? undefined : place;
  }
}
