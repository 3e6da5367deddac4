// What a table shows, as something to be kept: for its key, and for when it comes back after a reload. What comes back is
// somebody else's word until it is parsed.
import { parseSavedQuery, type SavedQuery, savedQueryOf } from "../../model/query/savedQuery.ts";
import type { ChosenArtifact, TableSource } from "../../protocol/commands.ts";

export interface KeptTable {
  readonly source: TableSource;
  /** Conditions that were changed in the table and not saved. */
  readonly changed: SavedQuery | undefined;
  readonly openOnly: boolean;
  /** Who has seen it. */
  readonly accountId: string | undefined;
}

const mostChosen = 10_000;

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** One that has no name yet is written with one, since every query in the settings has. */
function writtenQuery(query: SavedQuery): Members {
  return { name: query.name, query: savedQueryOf({ ...query, name: "unnamed" }) };
}

function readQuery(written: unknown): SavedQuery | undefined {
  const { name, query } = membersOf(written);
  const parsed = parseSavedQuery(query);
  return parsed.kind === "query" && typeof name === "string" ? { ...parsed.query, name } : undefined;
}

/** One tab for each. */
export function sourceKey(source: TableSource): string {
  switch (source.kind) {
    case "saved":
      return `saved ${source.queryKey}`;
    case "unsaved":
      return `unsaved ${JSON.stringify(writtenQuery(source.query))}`;
    case "selection": {
      const ids = source.artifacts.map(({ artifactId }) => artifactId);
      return `selection ${source.siteApi} ${ids.toSorted((one, other) => one - other).join()}`;
    }
  }
}

export function writtenTable({ source, changed, openOnly, accountId }: KeptTable): unknown {
  return {
    source: source.kind === "unsaved" ? { kind: source.kind, ...writtenQuery(source.query) } : source,
    openOnly,
    ...(changed !== undefined && { changed: writtenQuery(changed) }),
    ...(accountId !== undefined && { accountId }),
  };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function readChosen(written: unknown): readonly ChosenArtifact[] {
  const { artifactId, trackerId } = membersOf(written);
  return isId(artifactId) ? [{ artifactId, trackerId: isId(trackerId) ? trackerId : undefined }] : [];
}

function readSource(written: unknown): TableSource | undefined {
  const { kind, queryKey, siteApi, artifacts } = membersOf(written);
  if (kind === "saved" && typeof queryKey === "string") return { kind, queryKey };
  if (kind === "unsaved") {
    const query = readQuery(written);
    return query && { kind, query };
  }
  if (kind !== "selection" || typeof siteApi !== "string" || !Array.isArray(artifacts)) return undefined;
  const chosen = artifacts.slice(0, mostChosen).flatMap(readChosen);
  return chosen.length === 0 ? undefined : { kind, siteApi, artifacts: chosen };
}

/** Undefined for what no table has said. */
export function readTable(written: unknown): KeptTable | undefined {
  const { source: given, changed, openOnly, accountId } = membersOf(written);
  const source = readSource(given);
  return (
    source && {
      source,
      changed: readQuery(changed),
      openOnly: openOnly !== false,
      accountId: typeof accountId === "string" ? accountId : undefined,
    }
  );
}
