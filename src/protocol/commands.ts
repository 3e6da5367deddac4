// The commands of the extension: their ids and what they take. People, menus, keybindings, other extensions
// and our own features all reach a feature this way. A test holds this table equal to package.json.
import type { ArtifactRow } from "../model/artifact.ts";
import type { Attachment } from "../model/attachment.ts";
import type { Subject } from "../model/subject.ts";

/** A site by the root of its REST API; the rows of the tree are such targets. */
export interface SiteTarget {
  readonly siteApi: string;
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
}

/** With the row that the person has seen, where it was chosen from a list. */
export interface DecisionTarget extends ArtifactTarget {
  readonly artifact?: ArtifactRow | undefined;
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

/** Something typed and not sent, by what it is about. */
export interface DraftTarget extends SiteTarget {
  readonly subject: Subject;
}

/** What some commands answer. */
export interface CommandAnswers {
  "artifacts.chooseArtifact": ArtifactTarget | undefined;
}

export interface CommandArguments {
  "artifacts.connect": [];
  "artifacts.signIn": [site?: SiteTarget];
  "artifacts.signOut": [site?: SiteTarget];
  "artifacts.removeSite": [site?: SiteTarget];
  "artifacts.showLog": [];
  "artifacts.refresh": [row?: SiteTarget];
  "artifacts.retry": [row?: SiteTarget];
  /** Shows a site's row in the tree and puts the focus there. */
  "artifacts.revealSite": [site: SiteTarget];
  "artifacts.loadMore": [row: SiteTarget];
  "artifacts.filterProjects": [site: SiteTarget];
  "artifacts.clearProjectFilter": [site: SiteTarget];
  "artifacts.pinProject": [project: ProjectTarget];
  "artifacts.unpinProject": [project: ProjectTarget];
  /** Without a target it asks for a number or a link. */
  "artifacts.openArtifact": [artifact?: ArtifactTarget];
  /** Asks for an artifact, for what `title` says. */
  "artifacts.chooseArtifact": [title: string];
  /** Without a target it asks for the tracker. */
  "artifacts.newArtifact": [tracker?: TrackerTarget];
  "artifacts.newFromSelection": [];
  "artifacts.openDraft": [draft: DraftTarget];
  "artifacts.discardDraft": [draft: DraftTarget];
  /** These are about the form in front. */
  "artifacts.saveForm": [];
  "artifacts.undoEdit": [];
  "artifacts.redoEdit": [];
  "artifacts.refreshForm": [];
  "artifacts.openFormInBrowser": [];
  "artifacts.discardForm": [];
  "artifacts.openInBrowser": [target: PageTarget | ArtifactTarget];
  "artifacts.copyReference": [artifact: ArtifactTarget];
  "artifacts.copyLink": [artifact: ArtifactTarget];
  /** Without a target these ask for the artifact. */
  "artifacts.setStatus": [artifact?: DecisionTarget];
  "artifacts.assign": [artifact?: DecisionTarget];
  "artifacts.assignToMe": [artifact?: DecisionTarget];
  /** In an editor, without saving it. */
  "artifacts.openAttachment": [attachment: AttachmentTarget];
  "artifacts.downloadAttachment": [attachment: AttachmentTarget];
  "artifacts.saveAttachmentAs": [attachment: AttachmentTarget];
  "artifacts.removeAttachment": [attachment: AttachmentTarget];
  /** Without a target it asks for the artifact. */
  "artifacts.downloadAll": [artifact?: ArtifactTarget];
  /** Files of the workspace, or of a dialog; asks for the artifact. */
  "artifacts.attachFile": [resource?: Resource, selected?: readonly Resource[]];
  "artifacts.attachToArtifact": [where: AttachTarget];
}
