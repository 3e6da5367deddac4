// What the form's page and the host ask of each other.
import type { Edit, Typed } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Target } from "../model/form/draft.ts";
import type { Input } from "../model/form/input.ts";
import type { Choice } from "../model/merge/encounter.ts";
import type { PageTexts } from "./pageTexts.ts";

/** What stands above the form; the host has put names and dates into words. */
export interface Heading {
  /** "bug #12", or "New Bug". */
  readonly reference: string;
  /** Where it belongs: site, tracker. */
  readonly origin: readonly string[];
  /** Shown where no field of the form is the title. */
  readonly title: string | undefined;
  /** Who opened it, and when. */
  readonly opened: string | undefined;
  /** The server's name of the tracker's colour. */
  readonly color: string | undefined;
  /** Some things can be done with artifacts only. */
  readonly isArtifact: boolean;
  /** Whether it can be opened in the browser. */
  readonly hasPage: boolean;
}

interface NoticeAction {
  readonly id: string;
  readonly label: string;
}

/** Something to know about the whole form. */
export interface Notice {
  readonly id: string;
  readonly severity: "info" | "warning" | "error";
  readonly text: string;
  /** What a save came to, in a word or two that stay in sight; undefined where the notice is about something else. */
  readonly outcome?: string | undefined;
  /** More of it, line by line. */
  readonly details: readonly string[];
  /** Of these something can be chosen, line by line. */
  readonly choices?: readonly { readonly text: string; readonly actions: readonly NoticeAction[] }[];
  /** What can be done about all of it. */
  readonly actions: readonly NoticeAction[];
}

/** How far a draft has got. */
export type DraftState =
  | { readonly kind: "nothing" }
  | { readonly kind: "keeping" }
  /** On disk; `text` says since when. */
  | { readonly kind: "kept"; readonly text: string }
  | { readonly kind: "notKept"; readonly text: string }
  | { readonly kind: "sending" };

/** A field that was typed into, and that someone else has changed meanwhile. */
export interface ContestedField {
  readonly fieldId: number;
  /** Who, when and what, in words. */
  readonly text: string;
  /** Whether it has to be decided whose value stays; the others are put together by themselves. */
  readonly isCollision: boolean;
}

/** One field of which the person decides what it becomes. */
export interface Question {
  readonly fieldId: number;
  readonly label: string;
  /** What stood there when both began. */
  readonly before: Input | undefined;
  readonly mine: Input | undefined;
  readonly theirs: Input | undefined;
  /** Who changed it and when, where that is not the same for all of them. */
  readonly by: string | undefined;
  /** Without a way to keep one's own, `obstacle` says why. */
  readonly offered: readonly Choice[];
  readonly obstacle: string | undefined;
  /** Undefined as long as nothing was chosen. */
  readonly chosen: Choice | undefined;
}

/** A field that needed no question. */
export interface MergedField {
  readonly fieldId: number;
  readonly label: string;
  /** Who has changed it: both, or just one of them. */
  readonly how: string;
  /** What it becomes. */
  readonly result: string;
}

/** What stands in place of the form while the person decides between their own and what others have saved. */
export interface PageConflict {
  readonly title: string;
  readonly summary: string;
  /** Above what others have saved: their name and the time. */
  readonly theirs: string;
  readonly questions: readonly Question[];
  readonly merged: readonly MergedField[];
}

/** What was typed and what became of it. */
export interface PageDraft {
  readonly inputs: readonly Typed[];
  /** The number of the last edit of this page that is in it. */
  readonly seen: number;
  readonly state: DraftState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the server had against a field. */
  readonly refusals: readonly { readonly fieldId: number; readonly text: string }[];
  readonly notices: readonly Notice[];
  readonly contested: readonly ContestedField[];
  /** Undefined as long as the form itself is shown. */
  readonly conflict: PageConflict | undefined;
  /** Another window holds the draft: it can be read here, but not changed. */
  readonly isElsewhere: boolean;
}

export type ShownChange =
  | {
      readonly kind: "value";
      readonly label: string;
      readonly before: string;
      readonly after: string;
      /** Of times, how the server wrote them. */
      readonly serverTimes: { readonly before: string | undefined; readonly after: string | undefined };
    }
  /** Of attachments, what was removed and added: the others are as they were. */
  | { readonly kind: "files"; readonly label: string; readonly removed: string; readonly added: string };

export interface ShownComment {
  /** For HTML its source, to be sanitised; else the text, or Markdown. */
  readonly source: string;
  readonly format: "text" | "html" | "commonmark";
  /** Who may read it, where not everybody may. */
  readonly onlyFor: string | undefined;
}

export interface ShownEntry {
  readonly id: number;
  readonly by: string;
  /** "3 days ago", and the same as a date. */
  readonly when: string;
  readonly exactly: string;
  readonly isCreation: boolean;
  readonly changes: readonly ShownChange[];
  readonly comment: ShownComment | undefined;
}

/** What was done to it, newest first. */
export type PageHistory =
  /** The server tells no history. */
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "problem"; readonly text: string }
  | {
      readonly kind: "entries";
      readonly entries: readonly ShownEntry[];
      readonly hasOlder: boolean;
      /** Short names of trackers: what makes `bug #12` in a comment a reference to an artifact. */
      readonly trackers: readonly string[];
    };

/** A commit that mentions it. */
export interface ShownCommit {
  readonly repository: string;
  readonly hash: string;
  readonly short: string;
  readonly subject: string;
  /** Who and how long ago, and the same as a date. */
  readonly by: string;
  readonly exactly: string;
}

export interface PageCommits {
  readonly list: readonly ShownCommit[];
  readonly notes: readonly string[];
}

export type PageContent =
  | { readonly kind: "loading"; readonly text: string }
  | {
      readonly kind: "problem";
      readonly text: string;
      readonly action: { readonly id: string; readonly label: string };
    }
  | { readonly kind: "form"; readonly heading: Heading; readonly form: Form; readonly draft: PageDraft };

/** An artifact that is linked, or could be. */
export interface LinkTarget {
  readonly artifactId: number;
  readonly reference: string;
  /** Undefined where it may not be seen. */
  readonly title: string | undefined;
  readonly status: string | undefined;
  readonly isOpen: boolean | undefined;
}

export interface FoundPerson {
  readonly id: number;
  readonly label: string;
  readonly detail: string | undefined;
}

/** What a page remembers of itself, for when it comes back after a reload. */
export interface PageMemory {
  readonly subject: unknown;
  readonly holder: string | undefined;
  readonly scroll: number;
}

export type AttachmentAction = "open" | "download" | "saveAs" | "remove";

/** What the page asks of the host. Whatever comes in is checked before it is believed. */
export interface HostMethods {
  /** The page is ready to draw. */
  ready: (params: null) => Promise<void> | void;
  /**
   * `number` counts the edits of this page. `before` is what stood in the field when it was typed, where that is
   * another one by now.
   */
  edit: (params: {
    readonly number: number;
    readonly edit: Edit;
    readonly before?: Input | undefined;
  }) => void;
  undo: (params: null) => void;
  redo: (params: null) => void;
  save: (params: null) => Promise<void>;
  discard: (params: null) => Promise<void>;
  refresh: (params: null) => Promise<void>;
  openInBrowser: (params: null) => Promise<void>;
  /** What becomes of a field that others have changed too. */
  choose: (params: { readonly fieldId: number; readonly choice: Choice }) => void;
  /** Shows a long text beside what others have made of it. */
  compare: (params: { readonly fieldId: number }) => Promise<void>;
  /** From the choices back to the form. */
  backToForm: (params: null) => void;
  /** Sends what was typed whatever others have saved. The host asks first. */
  overwrite: (params: null) => Promise<void>;
  /** An action of a notice or of a problem. */
  act: (params: { readonly noticeId: string; readonly actionId: string }) => Promise<void>;
  findPeople: (params: { readonly query: string }) => Promise<readonly FoundPerson[]>;
  findArtifacts: (params: { readonly query: string }) => Promise<readonly LinkTarget[]>;
  /** Titles of what is linked, asked for when it comes into view. */
  describeArtifacts: (params: { readonly ids: readonly number[] }) => Promise<readonly LinkTarget[]>;
  /** The activity has come into view, and with it the commits; or older entries are wanted. */
  history: (params: { readonly want: "newest" | "older" }) => Promise<void>;
  /** An image of the site as a data address. */
  image: (params: { readonly address: string }) => Promise<string>;
  openText: (params: { readonly target: Target }) => Promise<void>;
  openArtifact: (params: { readonly artifactId: number }) => Promise<void>;
  /** The changes of a commit that is shown. */
  openCommit: (params: { readonly repository: string; readonly hash: string }) => Promise<void>;
  attachment: (params: { readonly fileId: number; readonly action: AttachmentAction }) => Promise<void>;
  downloadAll: (params: null) => Promise<void>;
  /** The host lets the person choose files for a field. */
  attach: (params: { readonly fieldId: number }) => Promise<void> | void;
  /** Files that were dropped from lists of the editor: their addresses. */
  attachUris: (params: { readonly fieldId: number; readonly uris: readonly string[] }) => Promise<void>;
  /** A file that only the page has, pasted or dropped from elsewhere: answers a key for its bytes. */
  beginFile: (params: {
    readonly name: string;
    readonly type: string;
    readonly size: number;
  }) => Promise<number>;
  /** In order, each after the answer to the one before; as base64. */
  filePiece: (params: { readonly key: number; readonly data: string }) => Promise<void>;
  /** All bytes of these have been sent. */
  attachSent: (params: { readonly fieldId: number; readonly keys: readonly number[] }) => Promise<void>;
  /** What the page can't send after all. */
  dropSent: (params: { readonly keys: readonly number[] }) => Promise<void>;
  /** An attached image as a data address. */
  preview: (params: { readonly fileId: number }) => Promise<string>;
  /** A link in a text of the server. */
  openAddress: (params: { readonly address: string }) => Promise<void>;
}

/** What the host asks of the page. */
export interface PageMethods {
  texts: (params: PageTexts) => void;
  show: (params: PageContent) => void;
  draft: (params: PageDraft) => void;
  history: (params: PageHistory) => void;
  commits: (params: PageCommits) => void;
  /** Brings a field, or the comment, into view and puts the cursor there. */
  reveal: (params: { readonly target: Target }) => void;
  /** Says something to those who don't see the page. */
  announce: (params: { readonly text: string }) => void;
  remember: (params: Omit<PageMemory, "scroll">) => void;
}
