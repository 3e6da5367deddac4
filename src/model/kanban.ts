/** A kanban: a board of a tracker on the server. Its columns are the open statuses; others are its backlog and archive. */
export interface Kanban {
  readonly kind: "kanban";
  readonly id: number;
  readonly label: string;
  readonly trackerId: number;
  readonly projectId: number;
  /** In the order of the statuses. */
  readonly columns: readonly KanbanColumn[];
}

interface KanbanColumn {
  /** Also that of the status. */
  readonly id: number;
  readonly label: string;
  /** The highest number of cards that the team allows itself, if it has one. */
  readonly limit: number | undefined;
}

/** The list of a kanban that a card is ranked in. */
export type KanbanList = number | "backlog";

interface PageUrl {
  readonly pathname: string;
  readonly searchParams: { get(name: string): string | null };
}

/** The ID in the URL of a kanban's web page; `undefined` for other URLs. */
export function parseKanbanUrl({ pathname, searchParams }: PageUrl): number | undefined {
  const isOlderPage =
    pathname.endsWith("/plugins/agiledashboard/") && searchParams.get("action") === "showKanban";
  const id = isOlderPage ? searchParams.get("id") : /\/kanban\/(\d+)\/?$/.exec(pathname)?.[1];
  return /^[1-9]\d{0,9}$/.test(id ?? "") ? Number(id) : undefined;
}
