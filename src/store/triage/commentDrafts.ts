// A comment typed in passing is a draft too: it stands in the artifact's own draft while it is typed, so that it is on disk like
// all that is typed, shows in the form, and is lost neither by a closed box nor by a failed sending.
import { type Failure, isFailure } from "../../model/failure.ts";
import { typedIn } from "../../model/form/draft.ts";
import type { TextFormat } from "../../model/value.ts";
import type { Site } from "../../model/site.ts";
import type { Subject } from "../../model/subject.ts";
import type { FormHold, Forms } from "../forms.ts";
import { decide, type Decision } from "./decide.ts";
import type { Selected, States } from "./states.ts";

export type CommentOpening =
  | { readonly kind: "open"; readonly comment: CommentDraft }
  /** The server takes no comments. */
  | { readonly kind: "noComments" }
  /** Another window is at the artifact's draft. */
  | { readonly kind: "elsewhere" }
  | { readonly kind: "failed"; readonly failure: Failure };

export class CommentDraft {
  readonly #hold: FormHold;
  #hasBegun = false;

  constructor(hold: FormHold) {
    this.#hold = hold;
  }

  /** What was typed and not said, also earlier or in the form. */
  get text(): string {
    return this.#typed?.source ?? "";
  }

  get format(): TextFormat {
    return this.#typed?.format ?? "commonmark";
  }

  /** What stands in the draft may be another text than the one in the box: typed in the form since, or kept nowhere. */
  sendable(text: string): "nothing" | "another" | "sendable" {
    if (text.trim() === "") return "nothing";
    return text === this.text ? "sendable" : "another";
  }

  /** Refused where another window has taken the draft: then it stands nowhere but where it was typed. */
  type(text: string): "taken" | "refused" {
    const { editing } = this.#hold;
    const input = text === "" ? undefined : ({ kind: "text", source: text, format: this.format } as const);
    const step = this.#hasBegun ? "join" : "begin";
    this.#hasBegun = true;
    return editing.edit({ target: "comment", input, step }, editing.seen);
  }

  /** It was said. What was typed since then, here or in the form, is something else and stays. */
  said(text: string): void {
    const { editing } = this.#hold;
    if (this.text !== text) return;
    editing.edit({ target: "comment", input: undefined, step: "begin" }, editing.seen);
  }

  /** Lets go of it; whatever was typed and not said is on disk then. */
  close(): Promise<void> {
    return this.#hold.release();
  }

  get #typed(): { readonly source: string; readonly format: TextFormat } | undefined {
    const input = typedIn(this.#hold.editing.draft, "comment");
    return input?.kind === "text" ? input : undefined;
  }
}

/** Why nothing can be typed, where that is so. */
function hindrance({ editing: { working, base } }: FormHold): CommentOpening | undefined {
  if (base?.form.takesComment === false) return { kind: "noComments" };
  return working.standing === "ours" ? undefined : { kind: "elsewhere" };
}

export async function openComment(
  forms: Forms,
  site: Site,
  artifact: { readonly subject: Subject; readonly trackerId: number | undefined },
  signal: AbortSignal,
): Promise<CommentOpening> {
  const hold = forms.hold(site, artifact.subject, { trackerId: artifact.trackerId });
  try {
    await hold.editing.load(undefined, signal);
  } catch (failure) {
    await hold.release();
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", failure };
  }
  const found = hindrance(hold);
  if (found === undefined) return { kind: "open", comment: new CommentDraft(hold) };
  await hold.release();
  return found;
}

/** As it was when the person sent it off: another may be typed in the form since. */
export type SentOff = Pick<CommentDraft, "text" | "format">;

/** Says what was sent off. It is taken out of the draft once it was said, and stays there whatever else comes of it. */
export async function sayComment(
  states: States,
  comment: CommentDraft,
  { text, format, selected }: SentOff & { readonly selected: Selected },
  signal: AbortSignal,
): Promise<Decision> {
  const decision = await decide(states, selected, { kind: "comment", source: text, format }, signal);
  if (decision.kind === "done") comment.said(text);
  return decision;
}
