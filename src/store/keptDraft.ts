// What is on disk of something typed: enough to show it again without asking the server.
import type { Draft } from "../model/form/draft.ts";
import type { Form } from "../model/form/form.ts";
import type { Revision } from "../model/revision.ts";
import { type Subject, subjectKey } from "../model/subject.ts";

/** The state of the server that a draft was typed over. */
export interface Base {
  readonly form: Form;
  /** Undefined for something new, and where the server names no revision. */
  readonly revision: Revision | undefined;
  readonly title: string | undefined;
  /** Keyword of references to artifacts of its tracker. */
  readonly itemName: string | undefined;
  readonly tracker: { readonly id: number | undefined; readonly label: string | undefined };
  readonly color: string | undefined;
  readonly page: string | undefined;
  readonly submittedBy: string | undefined;
  readonly submittedOn: string | undefined;
  readonly modifiedOn: string | undefined;
  readonly changesetsUri: string | undefined;
}

/** The window that writes a draft. */
export interface Holder {
  /** Part of the file's name: two windows never write the same file. */
  readonly id: string;
  readonly process: number;
}

export interface KeptDraft {
  readonly format: 1;
  readonly subject: Subject;
  readonly base: Base;
  readonly draft: Draft;
  /** When it was last typed in, in milliseconds. */
  readonly changedAt: number;
  /** Undefined once its window has let go of it. */
  readonly holder: Holder | undefined;
}

/** Undefined for what is no draft of ours, or one of a later time. */
export function parseKept(text: string): KeptDraft | undefined {
  try {
    const kept = JSON.parse(text) as Partial<KeptDraft> | null;
    const isWhole =
      kept?.format === 1 &&
      Array.isArray(kept.draft?.inputs) &&
      Array.isArray(kept.draft.steps) &&
      Array.isArray(kept.base?.form.fields) &&
      subjectKey(kept.subject as Subject) !== "";
    return isWhole ? (kept as KeptDraft) : undefined;
  } catch {
    return undefined;
  }
}
