// What a person has chosen about how a view shows artifacts, kept with the workspace.
import type { Grouping, Sort, SortKey } from "../model/query/savedQuery.ts";
import type { ListView } from "../protocol/commands.ts";
import type { ContextKeys } from "../protocol/contextKeys.ts";
import type { Memory } from "../store/memory.ts";

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
