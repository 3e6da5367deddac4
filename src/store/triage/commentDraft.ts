// A comment outside of the form is part of the artifact's draft, so that it is on disk, shows in the form, and isn't
// lost if the input is closed or saving fails.
import { type Failure, isFailure } from "../../model/failure.ts";
import { getDraftInput } from "../../model/form/draft.ts";
import type { TextFormat } from "../../model/valueTypes.ts";
import type { Site } from "../../model/site.ts";
import type { FormSubject } from "../../model/form/formSubject.ts";
import type { FormSessionHandle, FormSessions } from "../formSessions.ts";
import { quickEdit, type QuickEditOutcome } from "./quickEdit.ts";
import type { SelectedArtifact, ArtifactLoader } from "./artifactLoader.ts";

export type OpenCommentResult =
  | { readonly kind: "open"; readonly comment: CommentDraft }
  /** The server doesn't support comments. */
  | { readonly kind: "noComments" }
  /** Another window edits the artifact's draft. */
  | { readonly kind: "otherWindow" }
  | { readonly kind: "failed"; readonly failure: Failure };

export class CommentDraft {
  readonly #handle: FormSessionHandle;
  #hasEdited = false;

  constructor(handle: FormSessionHandle) {
    this.#handle = handle;
  }

  /** The unsaved comment, also if it was entered earlier or in the form. */
  get text(): string {
    return this.#input?.source ?? "";
  }

  get format(): TextFormat {
    return this.#input?.format ?? "commonmark";
  }

  /** The draft may differ from the input: it was edited in the form since, or couldn't be stored. */
  compareWithDraft(text: string): "nothing" | "different" | "sendable" {
    if (text.trim() === "") return "nothing";
    return text === this.text ? "sendable" : "different";
  }

  /** Refused if another window has taken the draft over. */
  setText(text: string): "accepted" | "refused" {
    const { session } = this.#handle;
    const input = text === "" ? undefined : ({ kind: "text", source: text, format: this.format } as const);
    const step = this.#hasEdited ? "join" : "begin";
    this.#hasEdited = true;
    return session.edit({ target: "comment", input, step }, session.lastEditNumber);
  }

  /** Call after saving. Text entered since then stays. */
  clearSaved(text: string): void {
    const { session } = this.#handle;
    if (this.text !== text) return;
    session.edit({ target: "comment", input: undefined, step: "begin" }, session.lastEditNumber);
  }

  /** Unsaved text is on disk then. */
  close(): Promise<void> {
    return this.#handle.release();
  }

  get #input(): { readonly source: string; readonly format: TextFormat } | undefined {
    const input = getDraftInput(this.#handle.session.draft, "comment");
    return input?.kind === "text" ? input : undefined;
  }
}

function findObstacle({ session: { formDraft, base } }: FormSessionHandle): OpenCommentResult | undefined {
  if (base?.form.takesComment === false) return { kind: "noComments" };
  return formDraft.ownership === "ours" ? undefined : { kind: "otherWindow" };
}

export async function openCommentDraft(
  forms: FormSessions,
  site: Site,
  artifact: { readonly subject: FormSubject; readonly trackerId: number | undefined },
  signal: AbortSignal,
): Promise<OpenCommentResult> {
  const handle = forms.open(site, artifact.subject, { trackerId: artifact.trackerId });
  try {
    await handle.session.load(undefined, signal);
  } catch (failure) {
    await handle.release();
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
  const obstacle = findObstacle(handle);
  if (obstacle === undefined) return { kind: "open", comment: new CommentDraft(handle) };
  await handle.release();
  return obstacle;
}

/** The comment when it was sent; the draft may have changed since. */
export type CommentText = Pick<CommentDraft, "text" | "format">;

/** Saves the comment. It is removed from the draft only after it was saved. */
export async function saveComment(
  loader: ArtifactLoader,
  comment: CommentDraft,
  { text, format, selected }: CommentText & { readonly selected: SelectedArtifact },
  signal: AbortSignal,
): Promise<QuickEditOutcome> {
  const outcome = await quickEdit(loader, selected, { kind: "comment", source: text, format }, signal);
  if (outcome.kind === "done") comment.clearSaved(text);
  return outcome;
}
