import type { ArtifactRow, FieldEntry } from "../../model/artifact.ts";
import type { Failure } from "../../model/failure.ts";
import type { Project } from "../../model/project.ts";
import type { QueryProblem } from "../../model/query/resolve.ts";
import type { Place } from "../../model/query/rows.ts";
import type { ParsedQuery, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Account, Site } from "../../model/site.ts";
import type { Tracker, TrackerSummary } from "../../model/tracker.ts";
import type {
  ArtifactTarget,
  AttachmentTarget,
  DraftTarget,
  FoundCommit,
  PageTarget,
  ProjectTarget,
  QueryTarget,
  SiteTarget,
  SvnRepositoryTarget,
  TrackerTarget,
} from "../../protocol/commands.ts";
import type { KeptDraft } from "../../store/keptDraft.ts";
import type { QueryOrigin } from "../../store/queries/savedQueries.ts";
import type { ProjectFilter } from "./viewState.ts";

// What rows say that stand in place of artifacts, or beside them: a code with data, put into words where it is drawn.

type Flaw = Extract<ParsedQuery, { kind: "problem" }>;

export type Note =
  /** An entry of the settings that makes no sense. */
  | { readonly kind: "unparsable"; readonly problem: Flaw["problem"]; readonly member: string }
  /** There are more in the settings than are shown. */
  | { readonly kind: "queriesLeftOut"; readonly origin: "user" | "workspace"; readonly count: number }
  /** The person has no such site. */
  | { readonly kind: "siteUnknown"; readonly address: string }
  | {
      readonly kind: "queryProblem";
      readonly problem: QueryProblem;
      readonly site: string;
      readonly tracker: Pick<Tracker, "fields">;
    }
  /** The server answered another question than was asked. */
  | { readonly kind: "contradicted"; readonly site: string; readonly of: "query" | "tracker" }
  /** The server can't be asked in this way. */
  | { readonly kind: "absent"; readonly site: string; readonly way: "criteria" | "text" | "report" }
  /** Only open ones are wanted, and the server does not tell which those are. */
  | { readonly kind: "openUntold"; readonly site: string }
  | { readonly kind: "signedOut"; readonly site: string }
  /** The server knows nobody, so the person has to say who they are. */
  | { readonly kind: "nobodyIsMe"; readonly site: string }
  /** There is nothing to look through. */
  | { readonly kind: "nothingPinned"; readonly site: string; readonly of: "all" | "closed" }
  | {
      readonly kind: "lookedIn";
      readonly site: string;
      /** What was looked for: where servers list what is open, only what is closed. */
      readonly of: "all" | "closed";
      readonly projects: readonly string[];
    }
  /** Trackers that told nothing. */
  | {
      readonly kind: "silent";
      readonly why: "noField" | "contradicted";
      readonly of: "assigned" | "submitted";
      readonly site: string;
      readonly trackers: readonly string[];
    }
  | { readonly kind: "searchingCommits" | "noCommits" }
  | { readonly kind: "commitsCut"; readonly shown: number }
  | { readonly kind: "noRepositories"; readonly project: ProjectTarget }
  /** The server can't list them: there are only those that we know of. */
  | {
      readonly kind: "svnUntold";
      readonly site: string;
      readonly project: ProjectTarget;
      readonly isEmpty: boolean;
    }
  /** In words already: git is not asked by the tree. */
  | { readonly kind: "commitProblem"; readonly text: string }
  | {
      readonly kind: "trackerFailed";
      readonly site: string;
      readonly tracker: string;
      readonly failure: Failure;
    };

// The rows of the tree and of "My Work". A row is also what its context menu hands to a command: a target.

interface AnyRow {
  /** Stable over refreshes and windows, so that expansion and selection stay. */
  readonly id: string;
}

interface Row extends AnyRow, SiteTarget {
  readonly site: Site;
}

/** What is known of a list once it was looked at. */
export interface About {
  readonly trackerLabel: string;
  /** Only open ones were wanted, and the server does not tell which those are. */
  readonly isOpenUntold: boolean;
}

/** A query of the settings that can be asked. */
export interface QueryNode extends Row, QueryTarget {
  readonly kind: "query";
  readonly query: SavedQuery;
  readonly origin: QueryOrigin;
  readonly isCounted: boolean;
  /** Asked when the row is drawn. */
  readonly about: () => About | undefined;
}

/** A query of the settings that makes no sense, or whose site is none of the person's. */
export interface BrokenQueryNode extends AnyRow, QueryTarget {
  readonly kind: "brokenQuery";
  readonly name: string | undefined;
  readonly origin: QueryOrigin;
  readonly note: Note;
}

/** What concerns oneself, of one site. */
export interface WorkNode extends Row {
  readonly kind: "work";
  readonly concern: "assigned" | "submitted";
  readonly isCounted: boolean;
}

/** What was opened not long ago. */
export interface RecentNode extends Row {
  readonly kind: "recent";
}

/** Says something in place of artifacts, or beside them. */
export interface NoteNode extends AnyRow {
  readonly kind: "note";
  /** What it is about, where that is known: a click on it may do something about that. */
  readonly queryKey?: string | undefined;
  readonly siteApi?: string | undefined;
  readonly note: Note;
}

/** Artifacts that have something in common. */
export interface GroupNode extends Row {
  readonly kind: "group";
  readonly by: "status" | "assignee" | "tracker";
  /** Undefined for those that belong to none. */
  readonly label: string | undefined;
  readonly rows: readonly ArtifactNode[];
}

export interface SiteNode extends Row, PageTarget {
  readonly kind: "site";
  readonly account: Account | undefined;
  readonly isOutOfReach: boolean;
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
  /** Whether another project of the site has the same name. */
  readonly isNamesake: boolean;
}

export interface TrackerNode extends Row, PageTarget, TrackerTarget {
  readonly kind: "tracker";
  readonly tracker: TrackerSummary;
  /** Asked when the row is drawn. */
  readonly about: () => About | undefined;
}

export interface ArtifactNode extends Row, ArtifactTarget {
  readonly kind: "artifact";
  readonly artifact: ArtifactRow;
  /** Undefined where nobody tells. */
  readonly tracker: Place | undefined;
  /** Whether its list goes across trackers. */
  readonly isAmongOthers: boolean;
  /** Whether something typed about it waits to be sent. */
  readonly isUnsent: boolean;
}

/** The values of an artifact's fields, read when it is opened. */
export interface FieldsNode extends Row {
  readonly kind: "fields";
  readonly artifact: ArtifactRow;
}

/** The commits that mention an artifact, found when it is opened. */
export interface CommitsNode extends Row {
  readonly kind: "commits";
  readonly of: ArtifactTarget;
}

export interface CommitNode extends Row, FoundCommit {
  readonly kind: "commit";
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

/** The Subversion repositories of a project, read when it is opened. */
export interface SvnFolderNode extends Row, ProjectTarget, PageTarget {
  readonly kind: "svnFolder";
  readonly project: Project;
  /** The address of the collection in the API. */
  readonly resource: string;
}

export interface SvnRepositoryNode extends Row, SvnRepositoryTarget {
  readonly kind: "svnRepository";
  /** Path of its web page, where that is known. */
  readonly page: string | undefined;
}

/** What a project lists besides, and we have no feature for. */
export interface ResourcesNode extends Row {
  readonly kind: "resources";
  readonly project: Project;
}

export interface ResourceNode extends Row {
  readonly kind: "resource";
  readonly type: string;
  readonly resource: string;
}

/** Rows above a list of artifacts. */
export type ListNode = TrackerNode | QueryNode | WorkNode;

/** Rows that have rows below them which are read from the server. */
export type ParentNode =
  SiteNode | AllProjectsNode | ProjectNode | ListNode | ArtifactNode | FieldsNode | SvnFolderNode;

export interface MoreNode extends Row {
  readonly kind: "more";
  readonly parent: ParentNode;
  readonly lookedAt: number | undefined;
  readonly size: number | undefined;
  /** The rows are in another order than they come in, or in groups: it holds for those that were read. */
  readonly isArranged: boolean;
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
  readonly of:
    | "projects"
    | "matches"
    | "trackers"
    | "artifacts"
    | "openArtifacts"
    | "found"
    | "assigned"
    | "submitted"
    | "recent"
    | "fields";
}

export type TreeNode =
  | ParentNode
  | BrokenQueryNode
  | RecentNode
  | NoteNode
  | GroupNode
  | DraftsNode
  | DraftNode
  | CommitsNode
  | CommitNode
  | SvnRepositoryNode
  | ResourcesNode
  | ResourceNode
  | AttachmentNode
  | FieldNode
  | UnreadableNode
  | MoreNode
  | ProblemNode
  | NothingNode;

/** Rows whose tooltips are made when they are pointed at. */
export type TooltipNode = SiteNode | ProjectNode | ArtifactNode;

/** Rows whose looks are loaded when one of them is first shown. */
export type LateNode =
  | NoteNode
  | ProblemNode
  | BrokenQueryNode
  | UnreadableNode
  | NothingNode
  | DraftsNode
  | DraftNode
  | GroupNode
  | MoreNode
  | ArtifactNode
  | CommitsNode
  | CommitNode
  | AttachmentNode
  | FieldNode
  | SvnFolderNode
  | SvnRepositoryNode
  | ResourcesNode
  | ResourceNode;

export function noteRow(
  parentId: string,
  note: Note,
  about: Pick<NoteNode, "queryKey" | "siteApi"> = {},
): NoteNode {
  return { kind: "note", id: `${parentId}/note/${note.kind}`, note, ...about };
}
