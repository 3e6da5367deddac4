// What a control needs to know of the place where it stands.
import type { DirectiveResult } from "lit/directive.js";
import type { Target } from "../../../model/form/draft.ts";
import type { Input } from "../../../model/form/input.ts";
import type { FieldView, Page } from "../context.ts";
import { refine } from "../refine.ts";

/**
 * `title`, `status` and `inline` stand in the heading; `section` has a heading of its own; `answer` stands below the
 * choices of a conflict, beside its name.
 */
export type Look = "block" | "title" | "status" | "inline" | "section" | "comment" | "answer";

export interface Place {
  readonly page: Page;
  readonly target: Target;
  readonly view: FieldView;
  readonly look: Look;
  /** Of the control in the document. */
  readonly id: string;
}

export function change({ page, target }: Place, input: Input, isTyping = false): void {
  page.edit(target, input, isTyping);
}

export function labelId({ id }: Pick<Place, "id">): string {
  return `${id}-label`;
}

/** What is told about a control besides its name. */
export function descriptionOf({ view }: Place): string {
  const changed = view.isChanged ? view.texts.changed : undefined;
  return [view.problem, view.contest, changed, view.field.description]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** The state of a control, for those who hear the page, and its look. */
export function refined(place: Place, sheet?: CSSStyleSheet): DirectiveResult {
  const { view } = place;
  return refine({
    description: descriptionOf(place),
    isInvalid: view.problem !== undefined,
    isRequired: view.field.isRequired,
    ...(sheet === undefined ? {} : { sheet }),
  });
}

export function isInvalid({ view }: Place): boolean {
  return view.problem !== undefined;
}
