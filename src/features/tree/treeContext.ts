import type { Services } from "../../services.ts";
import type { BadgeSource } from "./badgeSource.ts";
import type { DraftWatcher, DraftCache } from "./treeDrafts.ts";
import type {
  ListDetails,
  ArtifactNode,
  CommitsNode,
  FieldsNode,
  ArtifactListNode,
  ProjectNode,
  RecentArtifactsNode,
  ProjectParentNode,
  SvnRepositoriesNode,
  TreeNode,
} from "./treeNodes.ts";
import type { OfflineTimestamps, ProjectFilters, ViewOptions } from "./viewState.ts";

/** Loaders whose code is imported when a row of their kind is first expanded. */
export interface ChildLoaders {
  readonly lists: {
    getChildren(parent: ArtifactListNode | RecentArtifactsNode): Promise<TreeNode[]>;
    loadMore(parent: ArtifactListNode): Promise<void>;
    refresh(parent: ArtifactListNode): void;
  };
  readonly commits: { getChildren(parent: CommitsNode): Promise<TreeNode[]> };
  readonly artifacts: (parent: ArtifactNode | FieldsNode) => Promise<TreeNode[]>;
  readonly projects: {
    getChildren(parent: ProjectParentNode): Promise<TreeNode[]>;
    loadMore(parent: SvnRepositoriesNode): Promise<void>;
    refresh(parent: ProjectNode | SvnRepositoriesNode): void;
  };
}

/** Services and state that the two views share. */
export interface TreeContext extends Services {
  readonly projectFilters: ProjectFilters;
  readonly viewOptions: ViewOptions;
  readonly draftCache: DraftCache;
  readonly draftWatcher: DraftWatcher;
  /** Details of the lists that have been expanded, by the id of the parent node. */
  readonly listDetails: Map<string, ListDetails>;
  readonly offlineTimestamps: OfflineTimestamps;
  /** The list whose size the badge of "My Work" shows. */
  readonly getBadgeSource: () => BadgeSource | undefined;
  /** Whether the tree shows drafts, because "My Work" is not visible. */
  readonly shouldShowDrafts: () => boolean;
  /** Redraws a node with its children, or everything, in both views. */
  readonly redraw: (node?: TreeNode) => void;
  readonly getChildLoaders: () => Promise<ChildLoaders>;
}
