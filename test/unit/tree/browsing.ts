import assert from "node:assert/strict";
import { type PartRows, partRows } from "../../../src/features/tree/artifactDetailRows.ts";
import { childrenOf } from "../../../src/features/tree/children.ts";
import { Unsent } from "../../../src/features/tree/drafts.ts";
import { ListRows } from "../../../src/features/tree/listRows.ts";
import type { About, TreeNode } from "../../../src/features/tree/nodes.ts";
import { ResourceRows } from "../../../src/features/tree/resourceRows.ts";
import { rootsOf } from "../../../src/features/tree/roots.ts";
import { Ages, ProjectFilters, ViewChoices } from "../../../src/features/tree/viewState.ts";
import type { KeptDraft } from "../../../src/store/keptDraft.ts";
import { Me } from "../../../src/store/queries/currentUser.ts";
import { Lists } from "../../../src/store/queries/lists.ts";
import { RecentlyOpened } from "../../../src/store/queries/recent.ts";
import { type QueryOrigin, SavedQueries } from "../../../src/store/queries/savedQueries.ts";
import type { Reach } from "../../../src/store/reach.ts";
import { SvnRepositories } from "../../../src/store/svn/repositories.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/simulator.ts";
import { openStore, signIn, type Store } from "../../support/fixtures/openStore.ts";
import { memoryInProcess } from "../store/queries/stage.ts";

interface Untouched {
  readonly filters: ProjectFilters;
  readonly unsent: Unsent;
  readonly about: Map<string, About>;
  readonly ages: Ages;
  readonly reach: Reach;
  readonly choices: ViewChoices;
  readonly me: Me;
  readonly recent: RecentlyOpened;
  readonly queries: SavedQueries;
  readonly artifactLists: Lists;
  readonly rows: ListRows;
  readonly lists: () => Promise<ListRows>;
  /** Ids of the rows below which something was shown anew. */
  readonly redrawn: readonly string[];
  /** What menus are told. */
  readonly said: { isOpenUntold: boolean | undefined };
  readonly parts: () => Promise<PartRows>;
  readonly commits: () => Promise<never>;
  readonly repositories: SvnRepositories;
  readonly resources: () => Promise<ResourceRows>;
  readonly showsDrafts: () => boolean;
  readonly isCounted: (queryKey: string) => boolean;
  readonly isWorkCounted: () => boolean;
  /** Says what was typed and not sent. */
  readonly type: (drafts: readonly KeptDraft[]) => void;
  /** Says what stands in the settings. */
  readonly save: (origin: QueryOrigin, queries: readonly unknown[]) => void;
}

export interface Browsing extends Store, Untouched {
  readonly server: Simulator;
}

/** What the views need besides a store: nothing is chosen, and nothing typed yet. */
export function untouched(store: Store): Untouched {
  let drafts: readonly KeptDraft[] = [];
  const saved = new Map<QueryOrigin, readonly unknown[]>();
  const unsent = new Unsent(() => Promise.resolve(drafts));
  const about = new Map<string, About>();
  const ages = new Ages();
  const memory = memoryInProcess();
  const me = new Me(memory);
  const recent = new RecentlyOpened(memory);
  const choices = new ViewChoices(memory);
  const redrawn: string[] = [];
  const said: Untouched["said"] = { isOpenUntold: undefined };
  const artifactLists = new Lists({ ...store, me, now: () => new Date("2026-03-01T12:00:00") });
  const rows = new ListRows({
    ...store,
    lists: artifactLists,
    recent,
    choices,
    unsent,
    about,
    ages,
    redraw: (parent) => redrawn.push(parent.id),
    noteOpenUntold: (_, isSo) => {
      said.isOpenUntold = isSo;
    },
  });
  const parts = partRows({ ...store, hasCommits: () => Promise.resolve(false) });
  const repositories = new SvnRepositories(store.catalog, memory);
  const resources = new ResourceRows({
    ...store,
    about,
    ages,
    repositories,
    redraw: ({ id }) => redrawn.push(id),
  });
  return {
    filters: new ProjectFilters(),
    unsent,
    about,
    ages,
    reach: store.connections.reach,
    choices,
    me,
    recent,
    queries: new SavedQueries({
      read: (origin) => saved.get(origin),
      write: (origin, queries) => Promise.resolve(void saved.set(origin, queries)),
    }),
    artifactLists,
    rows,
    redrawn,
    said,
    lists: () => Promise.resolve(rows),
    parts: () => Promise.resolve(parts),
    commits: () => Promise.reject(new Error("There is no repository to look into.")),
    repositories,
    resources: () => Promise.resolve(resources),
    showsDrafts: () => true,
    isCounted: () => false,
    isWorkCounted: () => false,
    type: (typed) => {
      drafts = typed;
      unsent.invalidate();
    },
    save: (origin, queries) => saved.set(origin, queries),
  };
}

const servers: Simulator[] = [];

export async function browse(
  options: SimulatorOptions,
  account?: "member" | "admin" | "outsider",
): Promise<Browsing> {
  const server = await startSimulator(options);
  servers.push(server);
  const store = openStore([{ url: server.url, label: "Demo" }]);
  if (account !== undefined) await signIn(store, `${server.url}/api`, server.accounts[account]);
  return { ...store, server, ...untouched(store) };
}

export function label(node: TreeNode): string {
  switch (node.kind) {
    case "project":
      return node.project.label;
    case "tracker":
      return node.tracker.label;
    case "artifact":
      return `#${node.artifact.id}`;
    case "field":
      return node.field.label;
    case "query":
      return node.query.name;
    case "group":
      return node.label ?? "";
    case "note":
      return node.note.kind;
    default:
      return node.kind;
  }
}

/** Opens rows by their labels, from the top, and gives what stands below the last one. */
export async function open(browsing: Browsing, ...path: readonly string[]): Promise<readonly TreeNode[]> {
  let rows: readonly TreeNode[] = (await rootsOf(browsing, browsing.sites)).nodes;
  for (const step of path) {
    const row = rows.find((each) => label(each) === step);
    assert.ok(row, `no row ${step} among ${rows.map(label).join(", ")}`);
    rows = await childrenOf(browsing, row);
  }
  return rows;
}

/** Ends the servers that a test has browsed. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}
