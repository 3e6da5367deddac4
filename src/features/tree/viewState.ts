// What a view shows and in which order: filters, sorting and grouping, kept with the workspace.
import { cleanLine } from "../../model/displayText.ts";
import type { Project } from "../../model/project.ts";
import type { Grouping, Sort, SortKey } from "../../model/query/savedQuery.ts";
import type { ListView } from "../../protocol/commands.ts";
import type { ContextKeys } from "../../protocol/contributions.ts";
import type { Memory } from "../../store/mementos.ts";

/** When what stands below rows was read, by their ids: of those whose server could not be asked now. */
export class Ages {
  readonly #byRow = new Map<string, number>();

  /** Undefined for what was read now. */
  note({ id }: { readonly id: string }, asOf: number | undefined): void {
    if (asOf === undefined) this.#byRow.delete(id);
    else this.#byRow.set(id, asOf);
  }

  of({ id }: { readonly id: string }): number | undefined {
    return this.#byRow.get(id);
  }
}

// The rows that a view was given last, so that what was selected can be told in the order in which it is seen.

interface Identified {
  readonly id: string;
}

export class ShownOrder<Row extends Identified> {
  /** By the row above; those at the top by the empty text. */
  readonly #below = new Map<string, readonly Row[]>();

  note(parent: Row | undefined, rows: readonly Row[]): void {
    this.#below.set(parent?.id ?? "", rows);
  }

  /** Those that are of a kind, wherever they stand. */
  *all<Kind extends Row>(isOfKind: (row: Row) => row is Kind): Iterable<Kind> {
    for (const rows of this.#below.values()) yield* rows.filter(isOfKind);
  }

  /** From the top down; a row that took the place of an older one counts as it. */
  inOrder(some: readonly Row[]): readonly Row[] {
    const wanted = new Map(some.map((row) => [row.id, row]));
    const found: Row[] = [];
    const look = (parentId: string): void => {
      for (const row of this.#below.get(parentId) ?? []) {
        const isWanted = wanted.delete(row.id);
        if (isWanted) found.push(row);
        if (wanted.size === 0) return;
        look(row.id);
      }
    };
    look("");
    return [...found, ...wanted.values()];
  }
}

/** What a person is looking for among all projects of a site, and how far to look before asking again. */
export interface ProjectFilter {
  readonly text: string;
  readonly enoughMatches: number;
  readonly enoughLookedAt: number;
}

// Servers can't search projects by name, so their list is read and searched here, some pages at a time.
const matchesAtATime = 50;
const lookedAtATime = 500;

export class ProjectFilters {
  readonly #bySite = new Map<string, ProjectFilter>();

  of(siteApi: string): ProjectFilter | undefined {
    return this.#bySite.get(siteApi);
  }

  /** An empty text ends the filtering. */
  set(siteApi: string, text: string): void {
    const wanted = cleanLine(text);
    if (wanted === "") {
      this.#bySite.delete(siteApi);
      return;
    }
    this.#bySite.set(siteApi, {
      text: wanted,
      enoughMatches: matchesAtATime,
      enoughLookedAt: lookedAtATime,
    });
  }

  /** The person wants more than what was found among `lookedAt` projects. */
  extend(siteApi: string, { text, enoughMatches }: ProjectFilter, lookedAt: number): void {
    this.#bySite.set(siteApi, {
      text,
      enoughMatches: enoughMatches + matchesAtATime,
      enoughLookedAt: lookedAt + lookedAtATime,
    });
  }
}

export function admits(filter: ProjectFilter | undefined, { label, shortName }: Project): boolean {
  if (filter === undefined) return true;
  const wanted = filter.text.toLocaleLowerCase();
  return [label, shortName].some((name) => name.toLocaleLowerCase().includes(wanted));
}

// What a person has chosen about how a view shows artifacts, kept with the workspace.

export interface Arrangement {
  /** Undefined for the order they come in: the newest first. */
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

function isSortKey(word: unknown): word is SortKey {
  return typeof word === "string" && Object.hasOwn(sortKeys, word);
}

function isGrouping(word: unknown): word is Grouping {
  return typeof word === "string" && Object.hasOwn(groupings, word);
}

/** What another version of the program kept may look otherwise. */
function toSort(kept: unknown): Sort | undefined {
  if (typeof kept !== "object" || kept === null) return undefined;
  const { by, direction } = kept as Readonly<Record<string, unknown>>;
  return isSortKey(by) && (direction === "ascending" || direction === "descending")
    ? { by, direction }
    : undefined;
}

/** Nothing has to be read beyond what is shown, and nothing moved. */
export function isPlain({ sort, group }: Arrangement): boolean {
  const isNewestFirst = sort === undefined || (sort.by === "id" && sort.direction === "descending");
  return isNewestFirst && group === undefined;
}

/** What it is called in menus, and kept under. */
export const openOnlyKeys = {
  "artifacts.tree": "artifacts.treeOpenOnly",
  "artifacts.myWork": "artifacts.myWorkOpenOnly",
} as const satisfies Readonly<Record<ListView, keyof ContextKeys>>;

export class ViewChoices {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Whether a view shows only what is open; so unless somebody said otherwise. */
  isOpenOnly(view: ListView): boolean {
    return this.#memory.get(openOnlyKeys[view]) !== false;
  }

  async setOpenOnly(view: ListView, isSo: boolean): Promise<void> {
    await this.#memory.update(openOnlyKeys[view], isSo);
  }

  arrangement(view: ListView): Arrangement {
    const group = this.#memory.get(`${view} group`);
    return {
      sort: toSort(this.#memory.get(`${view} sort`)),
      group: isGrouping(group) ? group : undefined,
    };
  }

  async setSort(view: ListView, sort: Sort | undefined): Promise<void> {
    await this.#memory.update(`${view} sort`, sort);
  }

  async setGroup(view: ListView, group: Grouping | undefined): Promise<void> {
    await this.#memory.update(`${view} group`, group);
  }
}
