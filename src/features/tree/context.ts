import type { Services } from "../../services.ts";
import type { CountChoice } from "./countChoice.ts";
import type { DraftWatch, Unsent } from "./drafts.ts";
import type {
  About,
  ArtifactNode,
  CommitsNode,
  FieldsNode,
  ListNode,
  ProjectNode,
  RecentNode,
  ResourcesNode,
  SvnFolderNode,
  TreeNode,
} from "./nodes.ts";
import type { Ages, ProjectFilters, ViewChoices } from "./viewState.ts";

/** The rows whose code is loaded when one of their parents is first expanded. */
export interface LoadedRows {
  readonly lists: {
    below(parent: ListNode | RecentNode): Promise<TreeNode[]>;
    more(parent: ListNode): Promise<void>;
    refresh(parent: ListNode): void;
  };
  readonly commits: { below(parent: CommitsNode): Promise<TreeNode[]> };
  readonly parts: (parent: ArtifactNode | FieldsNode) => Promise<TreeNode[]>;
  readonly resources: {
    below(parent: ProjectNode | SvnFolderNode | ResourcesNode): Promise<TreeNode[]>;
    more(parent: SvnFolderNode): Promise<void>;
    refresh(parent: ProjectNode | SvnFolderNode): void;
  };
}

/** What the two views share. */
export interface TreeContext extends Services {
  readonly filters: ProjectFilters;
  readonly choices: ViewChoices;
  readonly unsent: Unsent;
  readonly watch: DraftWatch;
  /** What is known of lists that have been expanded, by the id of the parent row. */
  readonly about: Map<string, About>;
  readonly ages: Ages;
  /** The list whose size the badge of "My Work" shows. */
  readonly counted: () => CountChoice | undefined;
  /** Whether the tree shows unsent drafts, because "My Work" is not visible. */
  readonly showsDrafts: () => boolean;
  /** Draws a row and its children again, or everything, in both views. */
  readonly redraw: (node?: TreeNode) => void;
  readonly loadRows: () => Promise<LoadedRows>;
}
