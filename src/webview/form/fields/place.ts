// What a control needs to know of the place where it stands.
import { html, nothing, type TemplateResult } from "lit";
import type { DirectiveResult } from "lit/directive.js";
import type { Target } from "../../../model/form/draft.ts";
import type { Input } from "../../../model/fields/registry.ts";
import type { Chosen, TextFormat } from "../../../model/value.ts";
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

/** A value as its text, with what a hover says of it. */
export function shownText({ texts }: FieldView, text: string, title?: string): TemplateResult {
  return text === ""
    ? html`<span class="dim">${texts.empty}</span>`
    : html`<span class="value" dir="auto" title=${title ?? nothing}>${text}</span>`;
}

export function richText(page: Page, source: string, format: TextFormat): TemplateResult {
  return html`<artifact-rich-text .page=${page} .source=${source} .format=${format}></artifact-rich-text>`;
}

/** What was chosen, one by one. */
export function chosenEntries(
  chosen: readonly Chosen[],
): readonly { readonly key: string; readonly label: string }[] {
  return chosen.map(({ id, label }) => ({ key: String(id), label }));
}

type Drawn = Element & { readonly updateComplete?: Promise<boolean> };

/** All of the field that match a selector, once it has been drawn. */
export async function drawnIn({ id }: Place, selector: string): Promise<readonly HTMLElement[]> {
  const field: Drawn | null | undefined = document.querySelector(`#${id}`)?.closest("artifact-field");
  await field?.updateComplete;
  return [...(field?.querySelectorAll<HTMLElement>(selector) ?? [])];
}
