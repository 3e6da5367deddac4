// What the form's page and the host ask of each other.
import type { Input } from "../model/fields/registry.ts";
import type { Target, Typed } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Choice } from "../model/merge/encounter.ts";
import type { PageTexts } from "./pageTexts.ts";
import type { MethodsOf } from "./rpc.ts";
import type { HostParams } from "./schemas.ts";

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

export type AttachmentAction = HostParams["attachment"]["action"];

/** What some methods of the host answer; the others only confirm. */
interface HostAnswers {
  readonly findPeople: readonly FoundPerson[];
  readonly findArtifacts: readonly LinkTarget[];
  readonly describeArtifacts: readonly LinkTarget[];
  readonly image: string;
  readonly beginFile: number;
  readonly preview: string;
}

/** What the page asks of the host. Whatever comes in is checked before it is believed. */
export type HostMethods = MethodsOf<HostParams, HostAnswers>;

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
