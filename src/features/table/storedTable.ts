// The stored state of a table, to restore it after a reload or a crash. Stored data is untrusted and parsed.
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import { parseStoredQuery, toStoredQuery } from "../../model/query/storedQuery.ts";
import type { TableArtifact, TableSource, TableView } from "../../protocol/commandArguments.ts";

export interface StoredTable {
  readonly view: TableView;
  readonly source: TableSource;
  /** Conditions that were changed in the table and not saved. */
  readonly unsavedQuery: SavedQuery | undefined;
  readonly openOnly: boolean;
  /** The account that the rows were loaded with. */
  readonly accountId: string | undefined;
}

const maxSelected = 10_000;

type Properties = Readonly<Record<string, unknown>>;

function toProperties(value: unknown): Properties {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** There is one tab per key and view. */
export function toSourceKey(source: TableSource): string {
  switch (source.kind) {
    case "saved":
      return `saved ${source.queryKey}`;
    case "unsaved":
      return `unsaved ${JSON.stringify(toStoredQuery(source.query))}`;
    case "selection": {
      const ids = source.artifacts.map(({ artifactId }) => artifactId);
      return `selection ${source.siteApi} ${ids.toSorted((a, b) => a - b).join()}`;
    }
    case "milestone":
      return `milestone ${source.siteApi} ${source.milestoneId}`;
    case "kanban":
      return `kanban ${source.siteApi} ${source.kanbanId}`;
  }
}

export function serializeStoredTable({
  view,
  source,
  unsavedQuery,
  openOnly,
  accountId,
}: StoredTable): unknown {
  return {
    view,
    source: source.kind === "unsaved" ? { kind: source.kind, ...toStoredQuery(source.query) } : source,
    openOnly,
    ...(unsavedQuery !== undefined && { changed: toStoredQuery(unsavedQuery) }),
    ...(accountId !== undefined && { accountId }),
  };
}

function isId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

function parseSelected(value: unknown): readonly TableArtifact[] {
  const { artifactId, trackerId } = toProperties(value);
  return isId(artifactId) ? [{ artifactId, trackerId: isId(trackerId) ? trackerId : undefined }] : [];
}

function parseSource(value: unknown): TableSource | undefined {
  const { kind, queryKey, siteApi, artifacts, milestoneId, kanbanId, trackerId } = toProperties(value);
  if (kind === "saved" && typeof queryKey === "string") return { kind, queryKey };
  if (kind === "unsaved") {
    const query = parseStoredQuery(value);
    return query && { kind, query };
  }
  if (typeof siteApi !== "string") return undefined;
  if (kind === "milestone" && isId(milestoneId)) return { kind, siteApi, milestoneId };
  if (kind === "kanban" && isId(kanbanId) && isId(trackerId)) return { kind, siteApi, kanbanId, trackerId };
  if (kind !== "selection" || !Array.isArray(artifacts)) return undefined;
  const selected = artifacts.slice(0, maxSelected).flatMap(parseSelected);
  return selected.length === 0 ? undefined : { kind, siteApi, artifacts: selected };
}

/** `undefined` if the value is invalid. */
export function parseStoredTable(value: unknown): StoredTable | undefined {
  const { view, source: storedSource, changed, openOnly, accountId } = toProperties(value);
  const source = parseSource(storedSource);
  return (
    source && {
      view: view === "board" ? view : "table",
      source,
      unsavedQuery: parseStoredQuery(changed),
      openOnly: openOnly !== false,
      accountId: typeof accountId === "string" ? accountId : undefined,
    }
  );
}
