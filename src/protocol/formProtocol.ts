// Messages between the form page and the host.
import type { Input } from "../model/fields/registry.ts";
import type { InputTarget, DraftInput } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Resolution } from "../model/merge/mergeState.ts";
import type { FormTexts } from "./formTexts.ts";
import type { TypedRpcMethods } from "./rpc.ts";
import type { FormHostParams } from "./formSchemas.ts";

/** Heading of the form, localized by the host. */
export interface FormHeading {
  /** For example "bug #12" or "New Bug". */
  readonly reference: string;
  /** Site and tracker. */
  readonly breadcrumbs: readonly string[];
  /** Shown if the form has no title field. */
  readonly title: string | undefined;
  /** Author and time of creation. */
  readonly submitted: string | undefined;
  /** Tuleap's name of the tracker's color. */
  readonly color: string | undefined;
  /** Some actions are available for artifacts only. */
  readonly isArtifact: boolean;
  /** Whether it can be opened in the browser. */
  readonly hasWebPage: boolean;
}

interface NoticeAction {
  readonly id: string;
  readonly label: string;
}

/** A message about the whole form. */
export interface Notice {
  readonly id: string;
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  /** Short result of a save that stays visible; undefined for other notices. */
  readonly outcome?: string | undefined;
  /** Additional lines. */
  readonly details: readonly string[];
  /** Additional lines with actions of their own. */
  readonly choices?: readonly { readonly text: string; readonly actions: readonly NoticeAction[] }[];
  /** Actions for the whole notice. */
  readonly actions: readonly NoticeAction[];
}

export type FormPageDraftState =
  | { readonly kind: "empty" }
  | { readonly kind: "saving" }
  /** `text` contains the time of the last save to disk. */
  | { readonly kind: "saved"; readonly text: string }
  | { readonly kind: "failed"; readonly text: string }
  | { readonly kind: "savingToServer" };

/** An edited field that someone else has changed. */
export interface ConcurrentEdit {
  readonly fieldId: number;
  /** Author, time and value. */
  readonly text: string;
  /** Whether the user must resolve it; otherwise the changes are merged. */
  readonly isConflict: boolean;
}

/** A conflict that the user resolves. */
export interface ConflictQuestion {
  readonly fieldId: number;
  readonly label: string;
  /** The common base of both changes. */
  readonly before: Input | undefined;
  readonly mine: Input | undefined;
  readonly theirs: Input | undefined;
  /** Author and time, if not the same for all fields. */
  readonly by: string | undefined;
  /** Without "mine", `obstacle` contains the reason. */
  readonly resolutions: readonly Resolution[];
  readonly obstacle: string | undefined;
  /** Undefined while unresolved. */
  readonly resolution: Resolution | undefined;
}

/** A field that was merged automatically. */
export interface MergedField {
  readonly fieldId: number;
  readonly label: string;
  /** Both sides or one of them. */
  readonly changedBy: string;
  /** The merged value. */
  readonly result: string;
}

/** The conflict view, which replaces the form until all conflicts are resolved. */
export interface FormPageConflicts {
  readonly title: string;
  readonly summary: string;
  /** Column heading with author and time of the remote changes. */
  readonly theirs: string;
  readonly questions: readonly ConflictQuestion[];
  readonly merged: readonly MergedField[];
  /** Comments that others have added meanwhile, newest first. */
  readonly comments: readonly HistoryEntryView[];
}

export interface FormPageDraft {
  readonly inputs: readonly DraftInput[];
  /** Number of the page's last edit that the draft contains. */
  readonly lastEditNumber: number;
  readonly state: FormPageDraftState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Errors of the server by field. */
  readonly serverErrors: readonly { readonly fieldId: number; readonly text: string }[];
  readonly notices: readonly Notice[];
  readonly concurrentEdits: readonly ConcurrentEdit[];
  /** Undefined while the form is shown. */
  readonly conflicts: FormPageConflicts | undefined;
  /** The draft is open in another window and read-only here. */
  readonly isOpenInOtherWindow: boolean;
}

export type HistoryChangeView =
  | {
      readonly kind: "value";
      readonly label: string;
      readonly before: string;
      readonly after: string;
      /** Times as written by the server. */
      readonly serverTimes: { readonly before: string | undefined; readonly after: string | undefined };
    }
  /** Only the removed and added attachments. */
  | { readonly kind: "files"; readonly label: string; readonly removed: string; readonly added: string };

export interface HistoryCommentView {
  /** HTML, which must be sanitized, text or Markdown. */
  readonly source: string;
  readonly format: "text" | "html" | "commonmark";
  /** Groups that may read it; undefined for everyone. */
  readonly visibleTo: string | undefined;
}

export interface HistoryEntryView {
  readonly id: number;
  readonly author: string;
  /** For example "3 days ago"; `exactTime` is the date. */
  readonly relativeTime: string;
  readonly exactTime: string;
  readonly isCreation: boolean;
  /** Whether it is by the signed-in account. */
  readonly isOwn: boolean;
  readonly changes: readonly HistoryChangeView[];
  readonly comment: HistoryCommentView | undefined;
}

/** Newest first. */
export type FormPageHistory =
  /** The server has no history. */
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "problem"; readonly text: string }
  | {
      readonly kind: "entries";
      readonly entries: readonly HistoryEntryView[];
      readonly hasOlder: boolean;
      /** The first entry that the user hasn't seen: those of others from there on are marked. */
      readonly newFrom?: number | undefined;
      /** Whether to scroll to it. */
      readonly revealsNew?: boolean | undefined;
    };

/** A commit that mentions the artifact. */
export interface CommitView {
  readonly repository: string;
  readonly hash: string;
  readonly shortHash: string;
  readonly subject: string;
  readonly author: string;
  /** Author and relative time; `exactTime` is the date. */
  readonly authorAndTime: string;
  readonly exactTime: string;
  /** Undefined until it is known. */
  readonly location: CommitLocationView | undefined;
  /** The most important branch that contains it; undefined until branches are known, or were searched in vain. */
  readonly branchGroup: string | undefined;
}

/** Whether a commit is pushed, and its branches. */
export interface CommitLocationView {
  /** Undefined if the repository has no remote. */
  readonly push: { readonly isPushed: boolean; readonly text: string } | undefined;
  /** The first branches; empty if there are none. */
  readonly branches: readonly string[];
  /** How many more there are, or empty. */
  readonly moreBranches: string;
  /** All branches. */
  readonly branchesText: string;
}

export interface FormPageCommits {
  readonly commits: readonly CommitView[];
  readonly notes: readonly string[];
}

/** A line of a file that mentions the artifact. */
export interface FileReferenceView {
  readonly file: string;
  /** From zero. */
  readonly line: number;
  /** Relative path and line. */
  readonly label: string;
  readonly text: string;
}

export type TextMode = "reading" | "editing";

export type FormPageContent =
  | { readonly kind: "loading"; readonly text: string }
  | {
      readonly kind: "problem";
      readonly text: string;
      readonly action: { readonly id: string; readonly label: string };
    }
  | {
      readonly kind: "form";
      readonly heading: FormHeading;
      readonly form: Form;
      readonly draft: FormPageDraft;
      /** How long texts are shown first. */
      readonly textMode: TextMode;
      /** Short names of trackers, which are keywords of references in texts. */
      readonly trackerNames: readonly string[];
    };

/** A linked artifact, or a suggestion. */
export interface LinkableArtifactView {
  readonly artifactId: number;
  readonly reference: string;
  /** Undefined if the user can't access it. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly isOpen: boolean | undefined;
}

export interface PersonSuggestion {
  readonly id: number;
  readonly label: string;
  readonly detail: string | undefined;
}

/** State that VS Code restores after a reload. */
export interface FormWebviewState {
  readonly subject: unknown;
  readonly holder: string | undefined;
  readonly scroll: number;
}

export type AttachmentAction = FormHostParams["runAttachmentAction"]["action"];

/** Results of host methods; the others return nothing. */
interface FormHostResults {
  readonly findPeople: readonly PersonSuggestion[];
  readonly findArtifacts: readonly LinkableArtifactView[];
  readonly describeArtifacts: readonly LinkableArtifactView[];
  readonly loadImage: string;
  readonly beginFile: number;
  readonly loadPreview: string;
}

/** Methods of the host. All parameters are validated. */
export type FormHostMethods = TypedRpcMethods<FormHostParams, FormHostResults>;

/** Methods of the page. */
export interface FormPageMethods {
  setTexts: (params: FormTexts) => void;
  showContent: (params: FormPageContent) => void;
  setDraft: (params: FormPageDraft) => void;
  setHistory: (params: FormPageHistory) => void;
  setCommits: (params: FormPageCommits) => void;
  setFileReferences: (params: readonly FileReferenceView[]) => void;
  /** Scrolls to a field or the comment and focuses it. */
  revealField: (params: { readonly target: InputTarget }) => void;
  /** Announces text to screen readers. */
  announce: (params: { readonly text: string }) => void;
  saveState: (params: Omit<FormWebviewState, "scroll">) => void;
}
