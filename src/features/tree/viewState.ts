// Project filters, display order, and the filter, sort and grouping of each view, stored with the workspace.
import { normalizeLine } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Grouping, Sort, SortKey } from "../../model/query/savedQuery.ts";
import type { ListViewId } from "../../protocol/commandArguments.ts";
import type { ContextKeyTypes } from "../../protocol/contributions.ts";
import type { Memento } from "../../store/mementos.ts";

/** When the children of a node were loaded, if they come from the offline cache; by node id. */
export class OfflineTimestamps {
  readonly #byRow = new Map<string, number>();

  /** Undefined for children that were just loaded. */
  set({ id }: { readonly id: string }, asOf: number | undefined): void {
    if (asOf === undefined) this.#byRow.delete(id);
    else this.#byRow.set(id, asOf);
  }

  get({ id }: { readonly id: string }): number | undefined {
    return this.#byRow.get(id);
  }
}

// The rows that a view shows, so that a selection can be sorted from top to bottom.

interface Identified {
  readonly id: string;
}

export class DisplayOrder<Row extends Identified> {
  /** By the id of the parent; roots by the empty string. */
  readonly #childrenByParent = new Map<string, readonly Row[]>();

  setChildren(parent: Row | undefined, rows: readonly Row[]): void {
    this.#childrenByParent.set(parent?.id ?? "", rows);
  }

  *findAll<Kind extends Row>(isOfKind: (row: Row) => row is Kind): Iterable<Kind> {
    for (const rows of this.#childrenByParent.values()) yield* rows.filter(isOfKind);
  }

  /** From top to bottom; rows are compared by id, because a redraw creates new instances. */
  sort(selection: readonly Row[]): readonly Row[] {
    const remaining = new Map(selection.map((row) => [row.id, row]));
    const sorted: Row[] = [];
    const visit = (parentId: string): void => {
      for (const row of this.#childrenByParent.get(parentId) ?? []) {
        const isSelected = remaining.delete(row.id);
        if (isSelected) sorted.push(row);
        if (remaining.size === 0) return;
        visit(row.id);
      }
    };
    visit("");
    return [...sorted, ...remaining.values()];
  }
}

/** A filter on all projects of a site, with limits after which the user has to load more. */
export interface ProjectFilter {
  readonly text: string;
  readonly maxMatches: number;
  readonly maxSearched: number;
}

// Servers can't search projects by name, so their list is loaded and searched here, some pages at a time.
const matchBatchSize = 50;
const searchBatchSize = 500;

export class ProjectFilters {
  readonly #bySite = new Map<string, ProjectFilter>();

  get(siteApi: string): ProjectFilter | undefined {
    return this.#bySite.get(siteApi);
  }

  /** An empty text removes the filter. */
  set(siteApi: string, text: string): void {
    const normalized = normalizeLine(text);
    if (normalized === "") {
      this.#bySite.delete(siteApi);
      return;
    }
    this.#bySite.set(siteApi, {
      text: normalized,
      maxMatches: matchBatchSize,
      maxSearched: searchBatchSize,
    });
  }

  /** Raises the limits after `searchedCount` projects were searched. */
  extend(siteApi: string, { text, maxMatches }: ProjectFilter, searchedCount: number): void {
    this.#bySite.set(siteApi, {
      text,
      maxMatches: maxMatches + matchBatchSize,
      maxSearched: searchedCount + searchBatchSize,
    });
  }
}

export function matchesProjectFilter(
  filter: ProjectFilter | undefined,
  { label, shortName }: Project,
): boolean {
  if (filter === undefined) return true;
  const text = filter.text.toLocaleLowerCase();
  return [label, shortName].some((name) => name.toLocaleLowerCase().includes(text));
}

// Filter, sort and grouping of a view.

export interface ViewArrangement {
  /** Undefined for the server's order: the newest first. */
  readonly sort: Sort | undefined;
  readonly group: Grouping | undefined;
}

const sortKeys: Readonly<Record<SortKey, true>> = {
  id: true,
  title: true,
  status: true,
  assignee: true,
  submitted: true,
  modified: true,
};
const groupings: Readonly<Record<Grouping, true>> = { status: true, assignee: true, tracker: true };

function isSortKey(value: unknown): value is SortKey {
  return typeof value === "string" && Object.hasOwn(sortKeys, value);
}

function isGrouping(value: unknown): value is Grouping {
  return typeof value === "string" && Object.hasOwn(groupings, value);
}

/** Another version of the extension may have stored another format, which is ignored. */
function parseSort(stored: unknown): Sort | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { by, direction } = stored as Readonly<Record<string, unknown>>;
  return isSortKey(by) && (direction === "ascending" || direction === "descending")
    ? { by, direction }
    : undefined;
}

/** Without a sort that the list has already: the newest first, unless it has its own order. */
export function toAppliedArrangement(
  { sort, group }: ViewArrangement,
  hasOwnOrder: boolean,
): ViewArrangement {
  const isNewestFirst = sort?.by === "id" && sort.direction === "descending";
  return { sort: isNewestFirst && !hasOwnOrder ? undefined : sort, group };
}

/** The order of the list, so that nothing has to be loaded in advance for sorting or grouping. */
export function isListOrder({ sort, group }: ViewArrangement): boolean {
  return sort === undefined && group === undefined;
}

/** Context keys, also used as memento keys. */
export const openOnlyContextKeys = {
  "artifacts.tree": "artifacts.treeOpenOnly",
  "artifacts.myWork": "artifacts.myWorkOpenOnly",
} as const satisfies Readonly<Record<ListViewId, keyof ContextKeyTypes>>;

export class ViewOptions {
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Whether a view shows only open artifacts, which is the default. */
  isOpenOnly(view: ListViewId): boolean {
    return this.#memento.get(openOnlyContextKeys[view]) !== false;
  }

  async setOpenOnly(view: ListViewId, isOpenOnly: boolean): Promise<void> {
    await this.#memento.update(openOnlyContextKeys[view], isOpenOnly);
  }

  /** Whether a view was visible when VS Code was last used with this workspace. */
  wasVisible(view: ListViewId): boolean {
    return this.#memento.get(`${view} visible`) === true;
  }

  async setVisible(view: ListViewId, isVisible: boolean): Promise<void> {
    await this.#memento.update(`${view} visible`, isVisible);
  }

  getArrangement(view: ListViewId): ViewArrangement {
    const group = this.#memento.get(`${view} group`);
    return {
      sort: parseSort(this.#memento.get(`${view} sort`)),
      group: isGrouping(group) ? group : undefined,
    };
  }

  async setSort(view: ListViewId, sort: Sort | undefined): Promise<void> {
    await this.#memento.update(`${view} sort`, sort);
  }

  async setGrouping(view: ListViewId, group: Grouping | undefined): Promise<void> {
    await this.#memento.update(`${view} group`, group);
  }
}
