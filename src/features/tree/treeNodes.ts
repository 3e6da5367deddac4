import type { ArtifactRow, FieldWithValue } from "../../model/artifact.ts";
import type { Failure } from "../../model/failure.ts";
import type { Milestone, MilestoneOwner } from "../../model/milestone.ts";
import type { Project } from "../../model/project.ts";
import type { QueryProblem } from "../../model/query/resolveQuery.ts";
import type { RowTracker } from "../../model/query/sortAndGroup.ts";
import type { SavedQueryParseResult, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Account, Site } from "../../model/site.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type {
  ArtifactTarget,
  AttachmentTarget,
  DraftTarget,
  KanbanTarget,
  MentioningCommit,
  MilestoneTarget,
  WebPageTarget,
  ProjectTarget,
  QueryTarget,
  SiteTarget,
  SvnRepositoryTarget,
  TrackerTarget,
} from "../../protocol/commandArguments.ts";
import type { StoredDraft } from "../../store/storedDraft.ts";
import type { QueryOrigin } from "../../store/queries/savedQueries.ts";
import type { ProjectFilter } from "./viewState.ts";

// Messages between or in place of artifacts: codes with data; `messageItems.ts` turns them into text.

type InvalidQuery = Extract<SavedQueryParseResult, { kind: "problem" }>;

export type TreeMessage =
  /** An invalid entry of the setting `artifacts.queries`. */
  | { readonly kind: "invalidEntry"; readonly problem: InvalidQuery["problem"]; readonly property: string }
  /** The settings contain more queries than are shown. */
  | { readonly kind: "queriesNotShown"; readonly origin: "user" | "workspace"; readonly count: number }
  /** The site of the query is not in `artifacts.sites`. */
  | { readonly kind: "siteNotConnected"; readonly url: string }
  | {
      readonly kind: "queryProblem";
      readonly problem: QueryProblem;
      readonly site: string;
      /** `undefined` for a query over several trackers. */
      readonly tracker: Pick<Tracker, "fields"> | undefined;
    }
  /** The server ignored the filter. */
  | { readonly kind: "contradicted"; readonly site: string; readonly of: "query" | "tracker" }
  /** The server doesn't support this kind of search. */
  | {
      readonly kind: "searchNotSupported";
      readonly site: string;
      readonly searchKind: "criteria" | "text" | "report" | "crossTracker";
    }
  /** Only open artifacts are requested, but the server doesn't report which artifacts are open. */
  | { readonly kind: "openStateUnknown"; readonly site: string }
  /** Trackers of a query that can't be searched any more. */
  | { readonly kind: "trackersMissing"; readonly site: string; readonly trackerIds: readonly number[] }
  | { readonly kind: "signedOut"; readonly site: string }
  /** The server doesn't report the current user, so the user has to select one. */
  | { readonly kind: "currentUserUnknown"; readonly site: string }
  /** There are no projects to search. */
  | { readonly kind: "noPinnedProjects"; readonly site: string; readonly of: "all" | "closed" }
  | {
      readonly kind: "searchedProjects";
      readonly site: string;
      /** Only closed artifacts where the server itself lists the open ones. */
      readonly of: "all" | "closed";
      readonly projects: readonly string[];
    }
  /** Trackers that could not be searched. */
  | {
      readonly kind: "skippedTrackers";
      readonly reason: "noField" | "contradicted";
      readonly of: "assigned" | "submitted";
      readonly site: string;
      readonly trackers: readonly string[];
    }
  | { readonly kind: "searchingCommits" | "noCommits" }
  | { readonly kind: "commitsTruncated"; readonly shownCount: number }
  | { readonly kind: "noRepositories"; readonly project: ProjectTarget }
  /** The server can't list repositories: only those created or changed here are known. */
  | {
      readonly kind: "svnNotListed";
      readonly site: string;
      readonly project: ProjectTarget;
      readonly isEmpty: boolean;
    }
  /** Already text, because the commits feature runs git. */
  | { readonly kind: "commitProblem"; readonly text: string }
  | {
      readonly kind: "trackerFailed";
      readonly site: string;
      readonly tracker: string;
      readonly failure: Failure;
    };

// The nodes of the two views. A node is also the target that its context menu passes to a command.

interface BaseNode {
  /** Stable over refreshes and windows, so that VS Code keeps expansion and selection. */
  readonly id: string;
}

interface BaseSiteNode extends BaseNode, SiteTarget {
  readonly site: Site;
}

/** What is known about a list once it has been loaded. */
export interface ListDetails {
  /** `undefined` for several trackers. */
  readonly trackerLabel: string | undefined;
  /** Only open artifacts were requested, but the server doesn't report which artifacts are open. */
  readonly isOpenStateUnknown: boolean;
}

/** A valid query of the settings whose site is connected. */
export interface QueryNode extends BaseSiteNode, QueryTarget {
  readonly kind: "query";
  readonly query: SavedQuery;
  readonly origin: QueryOrigin;
  readonly isBadgeSource: boolean;
  /** Asked when the row is drawn. */
  readonly getListDetails: () => ListDetails | undefined;
}

/** An invalid query of the settings, or one whose site is not connected. */
export interface InvalidQueryNode extends BaseNode, QueryTarget {
  readonly kind: "invalidQuery";
  readonly name: string | undefined;
  readonly origin: QueryOrigin;
  readonly message: TreeMessage;
}

/** Artifacts of one site that are assigned to or submitted by the current user. */
export interface MyWorkNode extends BaseSiteNode {
  readonly kind: "work";
  readonly concern: "assigned" | "submitted";
  readonly isBadgeSource: boolean;
}

/** Artifacts of one site that were opened recently. */
export interface RecentArtifactsNode extends BaseSiteNode {
  readonly kind: "recent";
}

/** A message between or in place of artifacts. */
export interface MessageNode extends BaseNode {
  readonly kind: "message";
  /** The query or site that the message is about, for the command of its item. */
  readonly queryKey?: string | undefined;
  readonly siteApi?: string | undefined;
  readonly message: TreeMessage;
}

/** Artifacts with the same status, assignee or tracker. */
export interface GroupNode extends BaseSiteNode {
  readonly kind: "group";
  readonly by: "status" | "assignee" | "tracker";
  /** Undefined for artifacts without a status, assignee or tracker. */
  readonly label: string | undefined;
  /** The project of a tracker, if the list has artifacts of several projects. */
  readonly project: string | undefined;
  readonly artifacts: readonly ArtifactNode[];
}

export interface SiteNode extends BaseSiteNode, WebPageTarget {
  readonly kind: "site";
  readonly account: Account | undefined;
  readonly isOffline: boolean;
}

/** The drafts of a site. */
export interface DraftGroupNode extends BaseSiteNode {
  readonly kind: "drafts";
  readonly accountId: string | undefined;
  readonly count: number;
}

export interface DraftNode extends BaseSiteNode, DraftTarget {
  readonly kind: "draft";
  readonly storedDraft: StoredDraft;
}

export interface AllProjectsNode extends BaseSiteNode {
  readonly kind: "allProjects";
  readonly filter: ProjectFilter | undefined;
  /** True if the site has no other rows. */
  readonly isInitiallyExpanded: boolean;
}

export interface ProjectNode extends BaseSiteNode, ProjectTarget, WebPageTarget {
  readonly kind: "project";
  readonly project: Project;
  readonly isPinned: boolean;
  /** Whether another project of the site has the same name. */
  readonly hasDuplicateName: boolean;
}

export interface TrackerNode extends BaseSiteNode, WebPageTarget, TrackerTarget {
  readonly kind: "tracker";
  readonly tracker: TrackerSummary;
  /** Asked when the row is drawn. */
  readonly getListDetails: () => ListDetails | undefined;
}

export interface ArtifactNode extends BaseSiteNode, ArtifactTarget {
  readonly kind: "artifact";
  readonly artifact: ArtifactRow;
  /** Undefined if the tracker is unknown. */
  readonly tracker: RowTracker | undefined;
  /** True if its list covers several trackers. */
  readonly shouldShowTracker: boolean;
  /** True if its list has artifacts of several projects. */
  readonly shouldShowProject: boolean;
  /** As `SiteCatalog.findStatusColor` returns it. */
  readonly statusColor: string | undefined;
  readonly hasDraft: boolean;
}

/** The values of an artifact's fields, loaded when the node is expanded. */
export interface FieldsNode extends BaseSiteNode {
  readonly kind: "fields";
  readonly artifact: ArtifactRow;
}

/** The commits that mention an artifact, searched when the node is expanded. */
export interface CommitsNode extends BaseSiteNode {
  readonly kind: "commits";
  readonly target: ArtifactTarget;
}

export interface CommitNode extends BaseSiteNode, MentioningCommit {
  readonly kind: "commit";
}

export interface AttachmentNode extends BaseSiteNode, AttachmentTarget {
  readonly kind: "attachment";
}

export interface FieldNode extends BaseSiteNode {
  readonly kind: "field";
  readonly field: FieldWithValue;
}

/** An item of a collection that could not be parsed. */
export interface UnreadableNode extends BaseSiteNode {
  readonly kind: "unreadable";
  readonly itemId: number | undefined;
}

/** The Subversion repositories of a project, loaded when the node is expanded. */
export interface SvnRepositoriesNode extends BaseSiteNode, ProjectTarget, WebPageTarget {
  readonly kind: "svnFolder";
  readonly project: Project;
  /** URI of the collection in the API. */
  readonly resource: string;
}

export interface SvnRepositoryNode extends BaseSiteNode, SvnRepositoryTarget {
  readonly kind: "svnRepository";
  /** Path of its web page, if known. */
  readonly page: string | undefined;
}

/** The milestones of a project, or below another one, loaded when the node is expanded. */
export interface MilestonesNode extends BaseSiteNode, ProjectTarget {
  readonly kind: "milestones";
  readonly owner: MilestoneOwner;
  readonly status: "open" | "closed";
}

/** A milestone is an artifact, too. */
export interface MilestoneNode extends BaseSiteNode, ProjectTarget, ArtifactTarget, MilestoneTarget {
  readonly kind: "milestone";
  readonly milestone: Milestone;
}

/** A kanban that the user has opened before. */
export interface KanbanNode extends BaseSiteNode, KanbanTarget, WebPageTarget {
  readonly kind: "kanban";
  readonly label: string;
}

/** Resources of a project that the extension has no feature for. */
export interface UnsupportedResourcesNode extends BaseSiteNode {
  readonly kind: "resources";
  readonly project: Project;
}

export interface UnsupportedResourceNode extends BaseSiteNode {
  readonly kind: "resource";
  readonly type: string;
  readonly resource: string;
}

/** A project, and what has children below it besides artifacts. */
export type ProjectParentNode =
  ProjectNode | SvnRepositoriesNode | MilestonesNode | MilestoneNode | UnsupportedResourcesNode;

/** Parents of a list of artifacts. */
export type ArtifactListNode = TrackerNode | QueryNode | MyWorkNode;

/** Nodes whose children are loaded from the server. */
export type ParentNode =
  | SiteNode
  | AllProjectsNode
  | ProjectNode
  | ArtifactListNode
  | ArtifactNode
  | FieldsNode
  | SvnRepositoriesNode
  | MilestonesNode
  | MilestoneNode;

export interface LoadMoreNode extends BaseSiteNode {
  readonly kind: "loadMore";
  readonly parent: ParentNode;
  readonly requestedCount: number | undefined;
  readonly size: number | undefined;
  /** Rows are sorted or grouped, which covers only those that are loaded. */
  readonly isSortedOrGrouped: boolean;
}

export interface FailureNode extends BaseSiteNode {
  readonly kind: "failure";
  readonly parent: ParentNode;
  readonly failure: Failure;
  /** Whether a retry reloads the list or loads its next page. */
  readonly retry: "reload" | "loadMore";
}

/** Placeholder for an empty list. */
export interface EmptyListNode extends BaseSiteNode {
  readonly kind: "empty";
  readonly missing:
    | "projects"
    | "matches"
    | "trackers"
    | "artifacts"
    | "openArtifacts"
    | "found"
    | "assigned"
    | "submitted"
    | "recent"
    | "openMilestones"
    | "closedMilestones"
    | "fields";
}

export type TreeNode =
  | ParentNode
  | InvalidQueryNode
  | RecentArtifactsNode
  | MessageNode
  | GroupNode
  | DraftGroupNode
  | DraftNode
  | CommitsNode
  | CommitNode
  | SvnRepositoryNode
  | KanbanNode
  | UnsupportedResourcesNode
  | UnsupportedResourceNode
  | AttachmentNode
  | FieldNode
  | UnreadableNode
  | LoadMoreNode
  | FailureNode
  | EmptyListNode;

/** Nodes whose tooltips are created on hover. */
export type LazyTooltipNode = SiteNode | ProjectNode | ArtifactNode;

/** Nodes whose tree items are created by code that is imported when the first of them is shown. */
export type LazyItemNode =
  | InvalidQueryNode
  | UnreadableNode
  | EmptyListNode
  | DraftGroupNode
  | DraftNode
  | GroupNode
  | LoadMoreNode
  | ArtifactNode
  | CommitsNode
  | CommitNode
  | AttachmentNode
  | FieldsNode
  | FieldNode
  | SvnRepositoriesNode
  | SvnRepositoryNode
  | MilestonesNode
  | MilestoneNode
  | KanbanNode
  | UnsupportedResourcesNode
  | UnsupportedResourceNode;

export function createMessageNode(
  parentId: string,
  message: TreeMessage,
  source: Pick<MessageNode, "queryKey" | "siteApi"> = {},
): MessageNode {
  return { kind: "message", id: `${parentId}/note/${message.kind}`, message, ...source };
}
