// The commands of the extension: their ids and what they take. People, menus, keybindings, other extensions
// and our own features all reach a feature this way. A test holds this table equal to package.json.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Attachment } from "../model/attachment.ts";
import type { SavedQuery } from "../model/query/savedQuery.ts";
import type { Subject } from "../model/subject.ts";
import type { WishedField } from "../model/triage/wish.ts";
import type { Chosen } from "../model/value.ts";

/** VS Code hands a menu's command the row that was clicked and, where that is one of several selected, all of those. */
export type RowArguments<T> = [clicked: T, selected?: readonly unknown[] | undefined];

function kindOf(row: unknown): unknown {
  return typeof row === "object" && row !== null && "kind" in row ? row.kind : undefined;
}

/** The rows that a command acts on: of what is selected, those that are of the clicked row's kind. */
export function selectedRows<T>(...[clicked, selected]: RowArguments<T>): readonly T[] {
  const kind = kindOf(clicked);
  if (kind === undefined || !Array.isArray(selected) || !selected.includes(clicked)) return [clicked];
  return selected.filter((row): row is T => kindOf(row) === kind);
}

/** A site by the root of its REST API; the rows of the tree are such targets. */
export interface SiteTarget {
  readonly siteApi: string;
}

/** One of those who are signed in at a site; the one in use unless told otherwise. */
export interface AccountTarget extends SiteTarget {
  readonly accountId?: string;
}

export interface ProjectTarget extends SiteTarget {
  readonly projectId: number;
}

/** A page on a site's own web pages, by its path. */
export interface PageTarget extends SiteTarget {
  readonly page: string;
}

export interface ArtifactTarget extends SiteTarget {
  readonly artifactId: number;
  /** Path of its web page, where known. */
  readonly page?: string | undefined;
  /** Where it belongs, where known: not every server says. */
  readonly trackerId?: number | undefined;
  /** The list that it was chosen from, in its order, for going on to the next one. Asked when somebody goes on. */
  readonly neighbours?: (() => readonly ArtifactTarget[]) | undefined;
  /** Reads on in that list, where it goes on beyond what was read; undefined for one that was read to its end. */
  readonly readOn?:
    ((onCalledOff: (stop: () => void) => void) => Promise<"read" | "end" | "notRead">) | undefined;
}

/** With the row that the person has seen, where it was chosen from a list. */
export interface DecisionTarget extends ArtifactTarget {
  readonly artifact?: ArtifactRow | undefined;
}

/** The views that list artifacts. */
export type ListView = "artifacts.tree" | "artifacts.myWork";

/** Keys can't name a row: they name the view whose selection is meant; menus of pages name the page. */
type SelectionTarget = { readonly view: ListView } | { readonly webview: string };

/** Of several selected rows, the one that a menu was opened on comes first and again among all of them. */
export type DecisionArguments = [target?: DecisionTarget | SelectionTarget, selected?: readonly SiteTarget[]];

/** A query of the settings, by the key that `SavedQueries` gives it. */
export interface QueryTarget {
  readonly queryKey: string;
}

/** What a table shows. */
export type TableSource =
  | { readonly kind: "saved"; readonly queryKey: string }
  /** A query that nobody has saved; one without conditions is a whole tracker. */
  | { readonly kind: "unsaved"; readonly query: SavedQuery }
  | { readonly kind: "selection"; readonly siteApi: string; readonly artifacts: readonly ChosenArtifact[] };

export interface ChosenArtifact {
  readonly artifactId: number;
  readonly trackerId: number | undefined;
}

/** Many that one change is meant for. What is left open is asked in the table. */
export interface ChangeTarget {
  readonly artifacts: readonly DecisionTarget[];
  readonly field?: WishedField | undefined;
  /** What is to be in that field: added where it takes several. */
  readonly values?: readonly Chosen[] | undefined;
}

/** A commit of a repository that is open, by the repository's root. */
export interface CommitTarget {
  readonly repository: string;
  readonly hash: string;
}

/** A commit that mentions an artifact. */
export interface FoundCommit extends CommitTarget {
  readonly subject: string;
  readonly author: string;
  /** ISO 8601. */
  readonly authoredAt: string;
}

/** Of all repositories, newest first. */
export interface FoundCommits {
  readonly commits: readonly FoundCommit[];
  /** There are more. */
  readonly isCut: boolean;
  /** Where it could not be looked, and why, in words. */
  readonly problems: readonly string[];
}

/** For who waits for commits: what was found so far, as it comes, and a way to call it off. */
export interface CommitSearch {
  readonly onCalledOff: (stop: () => void) => void;
  readonly onFound: (commits: readonly FoundCommit[]) => void;
}

export interface AttachmentTarget extends ArtifactTarget, Attachment {}

/** A file of this machine that is to be attached. */
export interface LocalFile {
  readonly path: string;
  /** The name that others see. */
  readonly name: string;
  /** Its media type; undefined where its name has to tell. */
  readonly type?: string | undefined;
  /** Where people know it from, where that is not its path. */
  readonly origin?: string | undefined;
}

/** Where files are to hang, and which. What is left open is asked. */
export interface AttachTarget extends ArtifactTarget {
  readonly fieldId?: number | undefined;
  readonly files?: readonly LocalFile[] | undefined;
  readonly resources?: readonly Resource[] | undefined;
}

/** A file or folder, as VS Code's own views hand it to a command. */
export interface Resource {
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
}

export interface TrackerTarget extends SiteTarget {
  readonly trackerId: number;
}

export interface SvnRepositoryTarget extends ProjectTarget {
  readonly repositoryId: number;
  /** As far as they are known: not every server tells them. */
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** Something with an address of its own in the API: by that, relative to the API's root, or by its number. */
export type ResourceTarget =
  | (SiteTarget & { readonly resource: string })
  | SvnRepositoryTarget
  | ArtifactTarget
  | TrackerTarget
  | ProjectTarget;

/** Something typed and not sent, by what it is about. */
export interface DraftTarget extends SiteTarget {
  readonly subject: Subject;
}

/** What is known of an artifact that a person is asked for. */
export interface ArtifactQuestion {
  /** The site that it has to be on. */
  readonly siteApi?: string | undefined;
  /** It is asked for on behalf of this one, so it is another one on the same site. */
  readonly other?: ArtifactTarget | undefined;
  /** It is asked for on behalf of a file, whose folder may be about a site. */
  readonly resource?: Resource | undefined;
}

/** What a folder of the workspace is about, as far as that can be told without a question. */
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
  /** Without a target it asks for the artifact. */
  "artifacts.openArtifact": [artifact?: ArtifactTarget, selected?: readonly unknown[]];
  /** Without a target it asks for the tracker. */
  "artifacts.newArtifact": [tracker?: TrackerTarget];
  "artifacts.newFromSelection": [];
  "artifacts.newSvnRepository": [project?: ProjectTarget];
  /** Without one it is asked for. */
  "artifacts.editSvnRepository": [repository?: SvnRepositoryTarget];
  /** Where a repository is checked out from. */
  "artifacts.copyAddress": RowArguments<SvnRepositoryTarget>;
  /** Without a target these are about the form in front, or ask for the artifact; a command is copied of a JSON document too. */
  "artifacts.inspectAsJson": [target?: ResourceTarget, selected?: readonly unknown[]];
  "artifacts.copyAsCurl": [target?: ResourceTarget, selected?: readonly unknown[]];
  /** Reads the JSON document in front again. */
  "artifacts.refreshJson": [document?: unknown];
  "artifacts.openDraft": RowArguments<DraftTarget>;
  "artifacts.discardDraft": RowArguments<DraftTarget>;
  /** These are about the form in front. */
  "artifacts.saveForm": [];
  "artifacts.undoEdit": [];
  "artifacts.redoEdit": [];
  "artifacts.refreshForm": [];
  "artifacts.openFormInBrowser": [];
  "artifacts.discardForm": [];
  "artifacts.openInBrowser": RowArguments<PageTarget | ArtifactTarget>;
  "artifacts.copyReference": RowArguments<ArtifactTarget>;
  "artifacts.copyLink": RowArguments<ArtifactTarget>;
  /** Without a target these are about what is in front: a form, a table's selection; else they ask for the artifact. */
  "artifacts.setStatus": DecisionArguments;
  "artifacts.assign": DecisionArguments;
  "artifacts.assignToMe": DecisionArguments;
  "artifacts.addComment": DecisionArguments;
  "artifacts.linkArtifact": DecisionArguments;
  "artifacts.changeMany": DecisionArguments;
  "artifacts.deleteArtifact": DecisionArguments;
  /** From the form in front to the next one of the list that it was opened from. */
  "artifacts.nextArtifact": [];
  "artifacts.previousArtifact": [];
  "artifacts.goToArtifact": [];
  "artifacts.searchArtifacts": [];
  /** Asks who somebody is where the server can't tell. */
  "artifacts.chooseMe": [site?: SiteTarget];
  /** Without a tracker it asks for one. */
  "artifacts.newQuery": [tracker?: TrackerTarget];
  "artifacts.editQuery": [query: QueryTarget];
  "artifacts.deleteQuery": RowArguments<QueryTarget>;
  /** Without a source it asks for a query or a tracker. */
  "artifacts.openTable": [source?: TableSource | TrackerTarget | QueryTarget, selected?: readonly unknown[]];
  "artifacts.refreshTable": [];
  /** Takes up work on an artifact: a branch, and what else the person wants. */
  "artifacts.startWork": [artifact?: ArtifactTarget];
  "artifacts.stopWork": [];
  /** What can be done about the artifact of the branch: behind the item in the status bar. */
  "artifacts.activeArtifact": [];
  /** Puts the reference into the commit box. */
  "artifacts.addReference": [repository?: unknown];
  /** From a commit in the Timeline or the Graph, else from a picker. */
  "artifacts.linkCommit": [commit?: unknown, from?: unknown];
  "artifacts.artifactsInRange": [];
  /** A commit's changes in the diff editor. */
  "artifacts.openCommit": [commit: CommitTarget];
  /** Lets the number at the icon count what a row stands for, or nothing. */
  "artifacts.countInBadge": [row?: unknown];
  "artifacts.stopCounting": [];
  "artifacts.treeShowAll": [];
  "artifacts.treeShowOpen": [];
  "artifacts.treeSort": [];
  "artifacts.treeGroup": [];
  "artifacts.myWorkShowAll": [];
  "artifacts.myWorkShowOpen": [];
  "artifacts.myWorkSort": [];
  "artifacts.myWorkGroup": [];
  "artifacts.myWorkRefresh": [];
  /** In an editor, without saving it. */
  "artifacts.openAttachment": RowArguments<AttachmentTarget>;
  "artifacts.downloadAttachment": RowArguments<AttachmentTarget>;
  "artifacts.saveAttachmentAs": RowArguments<AttachmentTarget>;
  "artifacts.removeAttachment": RowArguments<AttachmentTarget>;
  /** Without a target it asks for the artifact. */
  "artifacts.downloadAll": [artifact?: ArtifactTarget, selected?: readonly unknown[]];
  /** Files of the workspace, or of a dialog; asks for the artifact. */
  "artifacts.attachFile": [resource?: Resource, selected?: readonly Resource[]];
  "artifacts.attachToArtifact": [where: AttachTarget];
}
