// The rows of the tree. A row is also what its context menu hands to a command: a target.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Failure } from "../model/failure.ts";
import type { Project } from "../model/project.ts";
import type { Account, Site } from "../model/site.ts";
import type { TrackerSummary } from "../model/tracker.ts";
import type { FieldEntry } from "../model/value.ts";
import type { ProjectFilter } from "./projectFilters.ts";
import type {
  ArtifactTarget,
  AttachmentTarget,
  DraftTarget,
  PageTarget,
  ProjectTarget,
  SiteTarget,
  TrackerTarget,
} from "../protocol/commands.ts";
import type { KeptDraft } from "../store/keptDraft.ts";

interface Row extends SiteTarget {
  /** Stable over refreshes and windows, so that expansion and selection stay. */
  readonly id: string;
  readonly site: Site;
}

export interface SiteNode extends Row, PageTarget {
  readonly kind: "site";
  readonly account: Account | undefined;
}

/** What was typed into forms of a site and not sent. */
export interface DraftsNode extends Row {
  readonly kind: "drafts";
  readonly accountId: string | undefined;
  readonly count: number;
}

export interface DraftNode extends Row, DraftTarget {
  readonly kind: "draft";
  readonly kept: KeptDraft;
}

export interface AllProjectsNode extends Row {
  readonly kind: "allProjects";
  readonly filter: ProjectFilter | undefined;
  /** Unfolded from the start where there is nothing else to see. */
  readonly startsOpen: boolean;
}

export interface ProjectNode extends Row, ProjectTarget, PageTarget {
  readonly kind: "project";
  readonly project: Project;
  readonly isPinned: boolean;
}

export interface TrackerNode extends Row, PageTarget, TrackerTarget {
  readonly kind: "tracker";
  readonly tracker: TrackerSummary;
}

export interface ArtifactNode extends Row, ArtifactTarget {
  readonly kind: "artifact";
  readonly artifact: ArtifactRow;
  readonly tracker: TrackerSummary;
  /** Whether something typed about it waits to be sent. */
  readonly isUnsent: boolean;
}

/** The values of an artifact's fields, read when it is opened. */
export interface FieldsNode extends Row {
  readonly kind: "fields";
  readonly artifact: ArtifactRow;
}

export interface AttachmentNode extends Row, AttachmentTarget {
  readonly kind: "attachment";
}

export interface FieldNode extends Row {
  readonly kind: "field";
  readonly field: FieldEntry;
}

/** Stands for an element that could not be read. */
export interface UnreadableNode extends Row {
  readonly kind: "unreadable";
  readonly elementId: number | undefined;
}

/** Rows that have rows below them which are read from the server. */
export type ParentNode = SiteNode | AllProjectsNode | ProjectNode | TrackerNode | ArtifactNode | FieldsNode;

export interface MoreNode extends Row {
  readonly kind: "more";
  readonly parent: ParentNode;
  readonly lookedAt: number | undefined;
  readonly size: number | undefined;
}

export interface ProblemNode extends Row {
  readonly kind: "problem";
  readonly parent: ParentNode;
  readonly failure: Failure;
  /** Whether another try reads all that was shown again, or what was to come after it. */
  readonly retry: "again" | "more";
}

/** Says that there is nothing, where an empty space would leave one guessing. */
export interface NothingNode extends Row {
  readonly kind: "nothing";
  readonly of: "projects" | "matches" | "trackers" | "artifacts" | "fields";
}

export type TreeNode =
  | ParentNode
  | DraftsNode
  | DraftNode
  | AttachmentNode
  | FieldNode
  | UnreadableNode
  | MoreNode
  | ProblemNode
  | NothingNode;
