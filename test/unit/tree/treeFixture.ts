import assert from "node:assert/strict";
import { createArtifactChildrenLoader } from "../../../src/features/tree/artifactChildren.ts";
import { loadChildren } from "../../../src/features/tree/loadChildren.ts";
import type { ChildLoaders } from "../../../src/features/tree/treeContext.ts";
import { DraftCache } from "../../../src/features/tree/treeDrafts.ts";
import { ArtifactListChildrenLoader } from "../../../src/features/tree/artifactListChildren.ts";
import type { ListDetails, TreeNode } from "../../../src/features/tree/treeNodes.ts";
import { ProjectChildrenLoader } from "../../../src/features/tree/projectChildren.ts";
import { loadTreeRoots } from "../../../src/features/tree/treeRoots.ts";
import { OfflineTimestamps, ProjectFilters, ViewOptions } from "../../../src/features/tree/viewState.ts";
import type { StoredDraft } from "../../../src/store/storedDraft.ts";
import { CurrentUser } from "../../../src/store/queries/currentUser.ts";
import { ArtifactLists } from "../../../src/store/queries/artifactLists.ts";
import { KnownKanbans } from "../../../src/store/knownKanbans.ts";
import { RecentArtifacts } from "../../../src/store/queries/recentArtifacts.ts";
import { type QueryOrigin, SavedQueries } from "../../../src/store/queries/savedQueries.ts";
import type { Connectivity } from "../../../src/store/connectivity.ts";
import { SvnRepositories } from "../../../src/store/svn/svnRepositories.ts";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/simulator.ts";
import { createTestStore, signIn, type TestStore } from "../../support/fixtures/testStore.ts";
import { createMemento } from "../store/queries/queryFixture.ts";

interface ViewServices {
  readonly projectFilters: ProjectFilters;
  readonly draftCache: DraftCache;
  readonly listDetails: Map<string, ListDetails>;
  readonly offlineTimestamps: OfflineTimestamps;
  readonly connectivity: Connectivity;
  readonly viewOptions: ViewOptions;
  readonly currentUser: CurrentUser;
  readonly recentlyOpened: RecentArtifacts;
  readonly savedQueries: SavedQueries;
  readonly knownKanbans: () => Promise<KnownKanbans>;
  readonly artifactLists: ArtifactLists;
  readonly getChildLoaders: () => Promise<ChildLoaders>;
  /** Ids of the nodes that were redrawn. */
  readonly refreshedIds: readonly string[];
  /** Context keys that were set. */
  readonly contextKeys: { isOpenStateUnknown: boolean | undefined };
  readonly svnRepositories: () => Promise<SvnRepositories>;
  readonly shouldShowDrafts: () => boolean;
  readonly getBadgeSource: () => undefined;
  readonly setDrafts: (drafts: readonly StoredDraft[]) => void;
  readonly setQueries: (origin: QueryOrigin, queries: readonly unknown[]) => void;
}

export interface TreeFixture extends TestStore, ViewServices {
  readonly server: Simulator;
}

/** What the views need in addition to a store, with default options and without drafts. */
export function createViewServices(store: TestStore): ViewServices {
  let drafts: readonly StoredDraft[] = [];
  const saved = new Map<QueryOrigin, readonly unknown[]>();
  const draftCache = new DraftCache(() => Promise.resolve(drafts));
  const listDetails = new Map<string, ListDetails>();
  const offlineTimestamps = new OfflineTimestamps();
  const memento = createMemento();
  const currentUser = new CurrentUser(memento);
  const recentlyOpened = new RecentArtifacts(memento);
  const viewOptions = new ViewOptions(memento);
  const refreshedIds: string[] = [];
  const contextKeys: ViewServices["contextKeys"] = { isOpenStateUnknown: undefined };
  const artifactLists = new ArtifactLists({
    ...store,
    currentUser,
    now: () => new Date("2026-03-01T12:00:00"),
  });
  const redraw = (node?: TreeNode): void => void refreshedIds.push(node?.id ?? "everything");
  const kanbans = new KnownKanbans(memento, redraw);
  const knownKanbans = (): Promise<KnownKanbans> => Promise.resolve(kanbans);
  const shared = {
    ...store,
    knownKanbans,
    recentlyOpened,
    viewOptions,
    draftCache,
    listDetails,
    offlineTimestamps,
    redraw,
  };
  const svnRepositories = new SvnRepositories(store.catalog, memento);
  const childLoaders: ChildLoaders = {
    lists: new ArtifactListChildrenLoader(shared, artifactLists, (_, isUnknown) => {
      contextKeys.isOpenStateUnknown = isUnknown;
    }),
    artifacts: createArtifactChildrenLoader(store.catalog, () => Promise.resolve(false)),
    commits: { getChildren: () => Promise.reject(new Error("no repository is open")) },
    projects: new ProjectChildrenLoader(shared, svnRepositories),
  };
  return {
    projectFilters: new ProjectFilters(),
    draftCache,
    listDetails,
    offlineTimestamps,
    connectivity: store.connections.connectivity,
    viewOptions,
    currentUser,
    recentlyOpened,
    savedQueries: new SavedQueries({
      read: (origin) => saved.get(origin),
      write: (origin, queries) => Promise.resolve(void saved.set(origin, queries)),
    }),
    knownKanbans,
    artifactLists,
    refreshedIds,
    contextKeys,
    getChildLoaders: () => Promise.resolve(childLoaders),
    svnRepositories: () => Promise.resolve(svnRepositories),
    shouldShowDrafts: () => true,
    getBadgeSource: () => undefined,
    setDrafts: (storedDrafts) => {
      drafts = storedDrafts;
      draftCache.invalidate();
    },
    setQueries: (origin, queries) => saved.set(origin, queries),
  };
}

const servers: Simulator[] = [];

export async function createTreeFixture(
  options: SimulatorOptions,
  account?: "member" | "admin" | "outsider",
): Promise<TreeFixture> {
  const server = await startSimulator(options);
  servers.push(server);
  const store = createTestStore([{ url: server.url, label: "Demo" }]);
  if (account !== undefined) await signIn(store, `${server.url}/api`, server.accounts[account]);
  return { ...store, server, ...createViewServices(store) };
}

export function getLabel(node: TreeNode): string {
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
    case "milestones":
      return `${node.status} milestones`;
    case "milestone":
      return node.milestone.label;
    case "kanban":
      return node.label;
    case "message":
      return node.message.kind;
    default:
      return node.kind;
  }
}

/** Expands nodes by their labels, from the root, and returns the children of the last one. */
export async function openPath(
  fixture: TreeFixture,
  ...path: readonly string[]
): Promise<readonly TreeNode[]> {
  let rows: readonly TreeNode[] = (await loadTreeRoots(fixture)).nodes;
  for (const step of path) {
    const row = rows.find((each) => getLabel(each) === step);
    assert.ok(row, `no node ${step} among ${rows.map(getLabel).join(", ")}`);
    rows = await loadChildren(fixture, row);
  }
  return rows;
}

/** Closes the servers of all fixtures. */
export async function closeServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.close()));
}
