// Commands of the extension with their arguments. Features call each other through them too. A test compares
// this table with package.json.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Attachment } from "../model/attachment.ts";
import type { InboxEntry } from "../model/inbox.ts";
import type { SavedQuery } from "../model/query/savedQuery.ts";
import type { FormSubject } from "../model/form/formSubject.ts";
import type { FieldSelector } from "../model/triage/fieldEditRequest.ts";
import type { LabeledId } from "../model/valueTypes.ts";

/** VS Code passes the clicked row and, if it is part of a selection, all selected rows. */
export type RowArguments<T> = [clicked: T, selected?: readonly unknown[] | undefined];

function kindOf(row: unknown): unknown {
  return typeof row === "object" && row !== null && "kind" in row ? row.kind : undefined;
}

/** The selected rows that have the same kind as the clicked one. */
export function getCommandRows<T>(...[clicked, selected]: RowArguments<T>): readonly T[] {
  const kind = kindOf(clicked);
  if (kind === undefined || !Array.isArray(selected) || !selected.includes(clicked)) return [clicked];
  return selected.filter((row): row is T => kindOf(row) === kind);
}

/** A site by the root of its REST API; tree rows are such targets. */
export interface SiteTarget {
  readonly siteApi: string;
}

/** A signed-in account of a site; the active one by default. */
export interface AccountTarget extends SiteTarget {
  readonly accountId?: string;
}

export interface ProjectTarget extends SiteTarget {
  readonly projectId: number;
}

/** A page of a site by its path. */
export interface WebPageTarget extends SiteTarget {
  readonly page: string;
}

export interface ArtifactTarget extends SiteTarget {
  readonly artifactId: number;
  /** Path of its web page, if known. */
  readonly page?: string | undefined;
  /** If known: not every server reports it. */
  readonly trackerId?: number | undefined;
  /** The first changeset that the user hasn't seen: the form opens there. */
  readonly unreadFrom?: number | undefined;
  /** Whether its form opens beside the active editor. */
  readonly opensBeside?: boolean | undefined;
  /** The list that it was opened from, in order, for Next and Previous. Called on navigation. */
  readonly getListedArtifacts?: (() => readonly ArtifactTarget[]) | undefined;
  /** Loads more of that list; undefined if it is complete. */
  readonly loadMore?:
    ((onCalledOff: (stop: () => void) => void) => Promise<"read" | "end" | "notRead">) | undefined;
}

/** With the displayed row, if it was selected in a list. */
export interface TriageTarget extends ArtifactTarget {
  readonly artifact?: ArtifactRow | undefined;
  /** Whether only statuses that mean open are offered. */
  readonly isReopened?: boolean | undefined;
}

/** An entry of the inbox. */
export interface InboxTarget extends ArtifactTarget {
  readonly entry: InboxEntry;
}

/** Views that list artifacts. */
export type ListViewId = "artifacts.tree" | "artifacts.myWork";

/** Keybindings pass the view whose selection is used; menus of pages pass the page. */
type SelectionTarget = { readonly view: ListViewId } | { readonly webview: string };

/** With several selected rows, the clicked row is first and also part of `selected`. */
export type TriageArguments = [target?: TriageTarget | SelectionTarget, selected?: readonly SiteTarget[]];

/** A saved query by its key in `SavedQueries`. */
export interface QueryTarget {
  readonly queryKey: string;
}

/** How artifacts are shown in an editor tab. */
export type TableView = "table" | "board";

export type TableSource =
  | { readonly kind: "saved"; readonly queryKey: string }
  /** An unsaved query; without conditions, a whole tracker. */
  | { readonly kind: "unsaved"; readonly query: SavedQuery }
  | { readonly kind: "selection"; readonly siteApi: string; readonly artifacts: readonly TableArtifact[] }
  | ({ readonly kind: "milestone" } & MilestoneTarget)
  | ({ readonly kind: "kanban" } & KanbanTarget);

/** What can be opened as a table or a board; tree rows are such targets. */
export type TableTarget =
  TableSource | TrackerTarget | QueryTarget | MilestoneTarget | KanbanTarget | ArtifactTarget;

export interface MilestoneTarget extends SiteTarget {
  readonly milestoneId: number;
}

export interface KanbanTarget extends SiteTarget {
  readonly kanbanId: number;
  readonly trackerId: number;
}

export interface TableArtifact {
  readonly artifactId: number;
  readonly trackerId: number | undefined;
}

/** Artifacts for a bulk edit. Omitted members are asked for in the table. */
export interface BulkEditTarget {
  readonly artifacts: readonly TriageTarget[];
  readonly field?: FieldSelector | undefined;
  /** Values for that field; added if it accepts several. */
  readonly values?: readonly LabeledId[] | undefined;
}

/** A commit of an open repository, by the repository's root. */
export interface CommitTarget {
  readonly repository: string;
  readonly hash: string;
}

/** A commit that mentions an artifact. */
export interface MentioningCommit extends CommitTarget {
  readonly subject: string;
  readonly author: string;
  /** ISO 8601. */
  readonly authoredAt: string;
}

/** Commits of all repositories, newest first. */
export interface MentioningCommitsResult {
  readonly commits: readonly MentioningCommit[];
  /** Whether there are more commits. */
  readonly isTruncated: boolean;
  /** Repositories that couldn't be searched, with the reason. */
  readonly problems: readonly string[];
}

/** The first names of a list, and how many it has. */
export interface BranchNames {
  readonly names: readonly string[];
  readonly count: number;
}

/** The branches that contain a commit, as they were last fetched or pushed. */
export interface CommitLocation extends CommitTarget {
  /**
   * Local branches, and remote ones without a local branch of the same name. The default branch is first, then the
   * current one.
   */
  readonly branches: BranchNames;
  /** Remote branches; undefined if the repository has no remote. */
  readonly pushedTo: BranchNames | undefined;
}

/** Callbacks for partial results and cancellation. */
export interface CommitSearchHandlers {
  readonly onCanceled: (stop: () => void) => void;
  readonly onFound: (commits: readonly MentioningCommit[]) => void;
}

export interface AttachmentTarget extends ArtifactTarget, Attachment {}

/** A local file to attach. */
export interface LocalFile {
  readonly path: string;
  /** Name of the attachment. */
  readonly name: string;
  /** Media type; guessed from the name if undefined. */
  readonly type?: string | undefined;
  /** Displayed location, if it isn't the path. */
  readonly origin?: string | undefined;
}

/** Omitted members are asked for. */
export interface AttachTarget extends ArtifactTarget {
  readonly fieldId?: number | undefined;
  readonly files?: readonly LocalFile[] | undefined;
  readonly resources?: readonly UriLike[] | undefined;
}

/** A file field of a new artifact. */
export interface NewFilesTarget {
  /** The name of the form. */
  readonly label: string;
  /** Set only if the form has several file fields. */
  readonly fieldLabel: string | undefined;
  readonly maxBytes: number | undefined;
  /** The key of the new artifact. */
  readonly draftKey: string;
  /** Without files or resources, the user is asked. */
  readonly files?: readonly LocalFile[] | undefined;
  readonly resources?: readonly UriLike[] | undefined;
}

/** A file or folder as passed by VS Code's views. */
export interface UriLike {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

export interface TrackerTarget extends SiteTarget {
  readonly trackerId: number;
}

export interface SvnRepositoryTarget extends ProjectTarget {
  readonly repositoryId: number;
  /** If known: not every server reports it. */
  readonly name?: string | undefined;
  readonly url?: string | undefined;
}

/** An API resource by its URI relative to the API root, or by its id. */
export type ApiResourceTarget =
  | (SiteTarget & { readonly resource: string })
  | SvnRepositoryTarget
  | ArtifactTarget
  | TrackerTarget
  | ProjectTarget;

/** A draft by its subject. */
export interface DraftTarget extends SiteTarget {
  readonly subject: FormSubject;
}

/** The first content of a new artifact. */
export interface NewArtifactContent extends SiteTarget {
  readonly title: string;
  /** Markdown, for the description. */
  readonly text: string;
  /** An artifact of the site that it is linked to. */
  readonly linkedArtifactId?: number | undefined;
}

/** Context of a prompt for an artifact. */
export interface ArtifactPromptContext {
  /** Restricts the prompt to a site. */
  readonly siteApi?: string | undefined;
  /** The artifact that the link starts from: the answer must be another one on the same site. */
  readonly linkedFrom?: ArtifactTarget | undefined;
  /** The file that the prompt is for; its folder may determine the site. */
  readonly resource?: UriLike | undefined;
}

/** Site, tracker and artifact of a workspace folder, as far as known without asking. */
export interface FolderContext {
  readonly siteApi: string | undefined;
  /** The active artifact of its repository. */
  readonly artifactId: number | undefined;
}

export interface CommandArguments {
  "artifacts.connect": [];
  "artifacts.signIn": [site?: SiteTarget];
  "artifacts.switchAccount": [site?: SiteTarget];
  "artifacts.checkConnection": [site?: SiteTarget];
  "artifacts.signOut": [account?: AccountTarget];
  "artifacts.removeSite": [site?: SiteTarget];
  /** Asks whether a site may be used without encryption. */
  "artifacts.connectUnencrypted": [site?: SiteTarget];
  "artifacts.showLog": [];
  "artifacts.refresh": [row?: SiteTarget, selected?: readonly unknown[]];
  "artifacts.retry": [row?: SiteTarget];
  "artifacts.loadMore": [row: SiteTarget];
  "artifacts.filterProjects": [site?: SiteTarget];
  "artifacts.clearProjectFilter": [site: SiteTarget];
  "artifacts.pinProject": RowArguments<ProjectTarget>;
  "artifacts.unpinProject": RowArguments<ProjectTarget>;
  /** Prompts for the artifact by default. */
  "artifacts.openArtifact": [artifact?: ArtifactTarget, selected?: readonly unknown[]];
  /** Prompts for the tracker by default, and if there is a first content. */
  "artifacts.newArtifact": [target?: TrackerTarget];
  "artifacts.newArtifactFromSelection": [];
  "artifacts.newSvnRepository": [project?: ProjectTarget];
  /** Prompts for the repository by default. */
  "artifacts.editSvnRepository": [repository?: SvnRepositoryTarget];
  /** Copies the checkout URL. */
  "artifacts.copyRepositoryUrl": RowArguments<SvnRepositoryTarget>;
  /** Defaults to the active form, or prompts for the artifact; curl commands also work for JSON documents. */
  "artifacts.inspectAsJson": [target?: ApiResourceTarget, selected?: readonly unknown[]];
  "artifacts.copyAsCurl": [target?: ApiResourceTarget, selected?: readonly unknown[]];
  /** Reloads the active JSON document. */
  "artifacts.refreshJson": [document?: unknown];
  "artifacts.openDraft": RowArguments<DraftTarget>;
  "artifacts.discardDraft": RowArguments<DraftTarget>;
  /** Commands of the active form. */
  "artifacts.saveForm": [];
  "artifacts.undoEdit": [];
  "artifacts.redoEdit": [];
  "artifacts.refreshForm": [];
  "artifacts.openFormInBrowser": [];
  "artifacts.discardForm": [];
  "artifacts.openInBrowser": RowArguments<WebPageTarget | ArtifactTarget>;
  "artifacts.copyReference": RowArguments<ArtifactTarget>;
  "artifacts.copyLink": RowArguments<ArtifactTarget>;
  /** Default to the active form or the table's selection, or prompt for the artifact. */
  "artifacts.setStatus": TriageArguments;
  "artifacts.assign": TriageArguments;
  "artifacts.assignToMe": TriageArguments;
  "artifacts.addComment": TriageArguments;
  "artifacts.linkArtifact": TriageArguments;
  "artifacts.changeField": TriageArguments;
  "artifacts.deleteArtifact": TriageArguments;
  /** Lists changes that were saved from this machine. */
  "artifacts.undoChange": [];
  /** Next artifact of the list that the active form was opened from. */
  "artifacts.nextArtifact": [];
  "artifacts.previousArtifact": [];
  "artifacts.goToArtifact": [];
  "artifacts.searchArtifacts": [];
  /** Prompts for the current user if the server can't report it. */
  "artifacts.selectCurrentUser": [site?: SiteTarget];
  /** Prompts for the tracker by default. */
  "artifacts.newQuery": [tracker?: TrackerTarget];
  "artifacts.runTql": [];
  "artifacts.saveTql": [];
  "artifacts.editQuery": [query: QueryTarget];
  "artifacts.deleteQuery": RowArguments<QueryTarget>;
  /** Prompts for a query or tracker by default. */
  "artifacts.openTable": [source?: TableTarget, selected?: readonly unknown[]];
  "artifacts.refreshTable": [];
  "artifacts.openBoard": [source?: TableTarget, selected?: readonly unknown[]];
  "artifacts.refreshBoard": [];
  /** Prompts for its URL. */
  "artifacts.openKanban": [];
  "artifacts.removeKanban": RowArguments<KanbanTarget>;
  /** Creates a branch and runs the configured actions. */
  "artifacts.startWork": [artifact?: ArtifactTarget];
  "artifacts.stopWork": [];
  /** Opened from the status bar. */
  "artifacts.showActiveArtifact": [];
  /** Adds the reference to the SCM input. */
  "artifacts.addReference": [repository?: unknown];
  /** From a commit in the Timeline or the Graph, or from a picker. */
  "artifacts.linkCommit": [commit?: unknown, from?: unknown];
  "artifacts.listArtifactsInRange": [];
  /** Of a file or folder; of the active editor by default. */
  "artifacts.findArtifactsInHistory": [resource?: UriLike];
  /** Shows the References view, or prompts for one of the references to an artifact. */
  "artifacts.findReferencesInWorkspace": [artifact?: ArtifactTarget];
  "artifacts.refreshReferences": [];
  "artifacts.cancelReferenceSearch": [];
  /** Opens the changes of a commit in the diff editor. */
  "artifacts.openCommit": [commit: CommitTarget];
  /** Shows the row's count in the badge, or none. */
  "artifacts.showCountInBadge": [row?: unknown];
  "artifacts.hideCountInBadge": [];
  "artifacts.treeShowAll": [];
  "artifacts.treeShowOpen": [];
  "artifacts.treeSort": [];
  "artifacts.treeGroup": [];
  "artifacts.myWorkShowAll": [];
  "artifacts.myWorkShowOpen": [];
  "artifacts.myWorkSort": [];
  "artifacts.myWorkGroup": [];
  "artifacts.myWorkRefresh": [];
  "artifacts.inboxRefresh": [];
  /** Defaults to the selection of the Inbox, as the other commands for its rows. */
  "artifacts.inboxMarkRead": Partial<RowArguments<InboxTarget>>;
  "artifacts.inboxMarkAllRead": [];
  /** Hides the entry until tomorrow. */
  "artifacts.inboxSnooze": Partial<RowArguments<InboxTarget>>;
  /** Opens the form at the first unread change. */
  "artifacts.openInboxEntry": Partial<RowArguments<InboxTarget>>;
  /** Default to the active form, or prompt for the artifact. */
  "artifacts.followArtifact": TriageArguments;
  "artifacts.stopFollowing": TriageArguments;
  /** Opens an attachment in an editor without saving it. */
  "artifacts.openAttachment": RowArguments<AttachmentTarget>;
  "artifacts.downloadAttachment": RowArguments<AttachmentTarget>;
  "artifacts.saveAttachmentAs": RowArguments<AttachmentTarget>;
  "artifacts.removeAttachment": RowArguments<AttachmentTarget>;
  /** Prompts for the artifact by default. */
  "artifacts.downloadAllAttachments": [artifact?: ArtifactTarget, selected?: readonly unknown[]];
  /** Attaches files of the workspace or from a dialog; prompts for the artifact. */
  "artifacts.attachFile": [resource?: UriLike, selected?: readonly UriLike[]];
  "artifacts.attachToArtifact": [where: AttachTarget];
}
