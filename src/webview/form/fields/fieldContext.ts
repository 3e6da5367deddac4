// What renderers of a field know about it, and helpers that they share.
import { html, nothing, type TemplateResult } from "lit";
import type { DirectiveResult } from "lit/directive.js";
import type { InputTarget } from "../../../model/form/draft.ts";
import type { Input } from "../../../model/fields/registry.ts";
import type { LabeledId, TextFormat } from "../../../model/valueTypes.ts";
import type { FieldViewModel, FormPageContext } from "../formPageContext.ts";
import { setControlAttributes } from "../controlAttributes.ts";

/**
 * `title`, `status` and `inline` are in the title block; `section` has a heading of its own; `resolution` is in the
 * conflict view, below the resolution buttons.
 */
export type FieldVariant = "block" | "title" | "status" | "inline" | "section" | "comment" | "resolution";

export interface FieldContext {
  readonly page: FormPageContext;
  readonly target: InputTarget;
  readonly view: FieldViewModel;
  readonly variant: FieldVariant;
  /** Element id of the control. */
  readonly id: string;
}

export function changeInput({ page, target }: FieldContext, input: Input, isTyping = false): void {
  page.editField(target, input, isTyping);
}

export function toLabelId({ id }: Pick<FieldContext, "id">): string {
  return `${id}-label`;
}

export function getAriaDescription({ view }: FieldContext): string {
  const changed = view.isChanged ? view.texts.changed : undefined;
  return [view.problem, view.remoteChange, changed, view.field.description]
    .filter((part) => part !== undefined)
    .join(" ");
}

/** Sets ARIA attributes and styles of a control. */
export function setFieldAttributes(context: FieldContext, styleSheet?: CSSStyleSheet): DirectiveResult {
  const { view } = context;
  return setControlAttributes({
    description: getAriaDescription(context),
    isInvalid: view.problem !== undefined,
    isRequired: view.field.isRequired,
    ...(styleSheet === undefined ? {} : { styleSheet }),
  });
}

export function hasProblem({ view }: FieldContext): boolean {
  return view.problem !== undefined;
}

export function renderValueText({ texts }: FieldViewModel, text: string, title?: string): TemplateResult {
  return text === ""
    ? html`<span class="dim">${texts.empty}</span>`
    : html`<span class="value" dir="auto" title=${title ?? nothing}>${text}</span>`;
}

export function renderRichText(page: FormPageContext, source: string, format: TextFormat): TemplateResult {
  return html`<artifact-rich-text
    .page=${page}
    .source=${source}
    .format=${format}
    .trackers=${page.trackerNames}
  ></artifact-rich-text>`;
}

export function toListEntries(
  selected: readonly LabeledId[],
): readonly { readonly key: string; readonly label: string }[] {
  return selected.map(({ id, label }) => ({ key: String(id), label }));
}

type UpdatingElement = Element & { readonly updateComplete?: Promise<boolean> };

/** Waits until the field is rendered and returns its elements that match the selector. */
export async function queryRenderedField(
  { id }: FieldContext,
  selector: string,
): Promise<readonly HTMLElement[]> {
  const field: UpdatingElement | null | undefined = document
    .querySelector(`#${id}`)
    ?.closest("artifact-field");
  await field?.updateComplete;
  return [...(field?.querySelectorAll<HTMLElement>(selector) ?? [])];
}
