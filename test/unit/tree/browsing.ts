import assert from "node:assert/strict";
import { partRows } from "../../../src/features/tree/artifactDetailRows.ts";
import { childrenOf } from "../../../src/features/tree/children.ts";
import type { LoadedRows } from "../../../src/features/tree/context.ts";
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
  readonly loadRows: () => Promise<LoadedRows>;
  /** Ids of the rows below which something was shown anew. */
  readonly redrawn: readonly string[];
  /** What menus are told. */
  readonly said: { isOpenUntold: boolean | undefined };
  readonly repositories: () => Promise<SvnRepositories>;
  readonly showsDrafts: () => boolean;
  readonly counted: () => undefined;
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
  const redraw = (node?: TreeNode): void => void redrawn.push(node?.id ?? "everything");
  const shared = { ...store, recent, choices, unsent, about, ages, redraw };
  const repositories = new SvnRepositories(store.catalog, memory);
  const rows: LoadedRows = {
    lists: new ListRows(shared, artifactLists, (_, isSo) => {
      said.isOpenUntold = isSo;
    }),
    parts: partRows(store.catalog, () => Promise.resolve(false)),
    commits: { below: () => Promise.reject(new Error("There is no repository to look into.")) },
    resources: new ResourceRows(shared, repositories),
  };
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
    redrawn,
    said,
    loadRows: () => Promise.resolve(rows),
    repositories: () => Promise.resolve(repositories),
    showsDrafts: () => true,
    counted: () => undefined,
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
  let rows: readonly TreeNode[] = (await rootsOf(browsing)).nodes;
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
