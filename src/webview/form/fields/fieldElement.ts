// The custom element artifact-field: label, control and problem of a field. It is only rendered again when its view model changes.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { InputTarget } from "../../../model/form/draft.ts";
import type { FormField } from "../../../model/form/form.ts";
import { createEmptyInput, isEmptyInput } from "../../../model/form/input.ts";
import type { TextFormat } from "../../../model/valueTypes.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderIcon, renderIconButton } from "../../shared/icons.ts";
import { renderRemoteChange } from "../conflictView.ts";
import type { FieldWidget, FieldViewModel, FormPageContext } from "../formPageContext.ts";
import { renderFieldControl, renderFieldTools } from "./fieldControl.ts";
import type { TextEditorMode, TextEditorState } from "./fieldRenderer.ts";
import { findControlRenderer, findValueRenderer } from "./fieldRenderers.ts";
import { toLabelId, type FieldVariant, type FieldContext } from "./fieldContext.ts";
import { renderReadOnlyField } from "./readOnlyField.ts";

/** Long fields take the full width; in the conflict view, text inputs do as well, because the last column is narrow. */
function isFullWidth({ control, value }: FormField, variant: FieldVariant): boolean {
  if (variant !== "block" && variant !== "resolution") return false;
  const isLong =
    findControlRenderer(control)?.isFullWidth === true ||
    (value && findValueRenderer(value)?.isFullWidth) === true;
  return isLong || (variant === "resolution" && control.kind === "line");
}

function isSameViewModel(a: FieldViewModel, b: FieldViewModel): boolean {
  return (Object.keys(a) as (keyof FieldViewModel)[]).every((key) => a[key] === b[key]);
}

class FieldElement extends LitElement implements FieldWidget {
  static override properties = {
    target: { attribute: false },
    variant: {},
    view: { state: true },
    mode: { state: true },
    format: { state: true },
  };
  declare page: FormPageContext;
  declare target: InputTarget;
  declare variant: FieldVariant;
  declare private view: FieldViewModel | undefined;
  declare private mode: TextEditorMode;
  declare private format: TextFormat;

  constructor() {
    super();
    this.variant = "block";
    this.mode = "write";
    this.format = "commonmark";
    this.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
      this.page.handleFieldBlur(this.target);
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.page.registerField(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.page.unregisterField(this);
  }

  setViewModel(view: FieldViewModel): void {
    // A saved or reloaded text can be read again, unless the user is in it.
    const isReloaded = this.view?.field !== view.field && !this.contains(document.activeElement);
    if (isReloaded && !view.isChanged && view.problem === undefined) {
      this.mode = this.#isReadFirst(view) ? "read" : this.mode;
    }
    if (this.view === undefined || !isSameViewModel(this.view, view)) this.view = view;
  }

  async revealAndFocus(): Promise<void> {
    this.mode = "write";
    await this.updateComplete;
    this.scrollIntoView({ block: "center" });
    this.focus();
  }

  override focus(): void {
    const control =
      this.querySelector<HTMLElement>("vscode-radio[tabindex='0'], vscode-checkbox") ??
      this.querySelector<HTMLElement>(`#${this.#id}`) ??
      this.querySelector<HTMLElement>("button");
    control?.focus({ preventScroll: true });
  }

  /** Long texts of the artifact are shown for reading, unless the user prefers to edit them. */
  #isReadFirst({ field, isNew }: FieldViewModel): boolean {
    const isLongText = field.control.kind === "text" && this.variant === "block";
    return isLongText && !isNew && this.page.textMode === "reading";
  }

  get #id(): string {
    return `field-${this.target}`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    const context: FieldContext = {
      page: this.page,
      target: this.target,
      variant: this.variant,
      view,
      id: this.#id,
    };
    const isReadOnly = view.isReadOnly || view.field.access === "read";
    const hasControl = !isReadOnly || view.field.control.kind === "broken";
    this.className = [
      "field",
      `is-${this.variant}`,
      view.isChanged ? "is-changed" : "",
      view.remoteChange === undefined ? "" : "has-remote-change",
      view.hasConflict ? "has-conflict" : "",
      isFullWidth(view.field, this.variant) ? "is-wide" : "",
    ].join(" ");
    const state: TextEditorState = {
      mode: this.mode,
      isReadFirst: this.#isReadFirst(view),
      setMode: (mode) => (this.mode = mode),
      format:
        this.variant === "comment" && view.input?.kind === "text" && view.isChanged
          ? view.input.format
          : this.format,
      setFormat: (format) => (this.format = format),
    };
    const tools = hasControl ? (renderFieldTools(context, state) ?? nothing) : nothing;
    const emptyButton = hasControl ? this.#emptyButton(view) : nothing;
    return html`${this.#labelRow(context, html`${emptyButton}${tools}`)}
      <div class="control">
        ${hasControl ? renderFieldControl(context, state) : renderReadOnlyField(context)}
      </div>
      ${view.problem === undefined ? nothing : html`<p id="${context.id}-problem" class="problem" dir="auto">${view.problem}</p>`}
      ${view.remoteChange === undefined ? nothing : renderRemoteChange(view.hasConflict ? "warning" : "git-merge", view.remoteChange)}
      ${
        view.field.description === undefined || this.variant !== "block"
          ? nothing
          : html`<p class="help" dir="auto">${view.field.description}</p>`
      }`;
  }

  #labelRow(context: FieldContext, tools: TemplateResult | typeof nothing): TemplateResult {
    const { field, isChanged, isReadOnly } = context.view;
    const isHeading = this.variant === "section" || this.variant === "comment";
    return html`<div class="label-row">
      ${isHeading ? html`<h2 id=${toLabelId(context)}>${this.#label(context)}</h2>` : this.#label(context)}
      ${
        isChanged && !isReadOnly && this.variant !== "resolution"
          ? renderIconButton("discard", fillPlaceholders(context.view.texts.revert, field.label), () =>
              this.#revert(),
            )
          : nothing
      }
      <span class="tools">${tools}</span>
    </div>`;
  }

  #label(context: FieldContext): TemplateResult {
    const { field, isReadOnly } = context.view;
    const text = html`<bdi>${field.label}</bdi>${
        field.isRequired && !isReadOnly ? html`<span class="required" aria-hidden="true">*</span>` : nothing
      }`;
    if (this.variant === "section" || this.variant === "comment") return text;
    const isLabelable = findControlRenderer(field.control)?.isLabelable === true && this.mode !== "read";
    return isLabelable && field.access === "edit"
      ? html`<label id=${toLabelId(context)} for=${context.id} title=${field.label}>${text}</label>`
      : html`<span class="label" id=${toLabelId(context)} title=${field.label}>${text}</span>`;
  }

  /** A button to submit an explicitly empty value, for fields where that differs from no value. */
  #emptyButton({ field, input }: FieldViewModel): TemplateResult | typeof nothing {
    if (field.blank === undefined || field.base !== undefined) return nothing;
    const isEmpty = input !== undefined && isEmptyInput(input);
    if (input !== undefined && !isEmpty) return nothing;
    const toggle = (): void =>
      this.page.editField(this.target, isEmpty ? undefined : createEmptyInput(field.control), false);
    return html`<button type="button" class="text-button add" aria-pressed=${isEmpty} @click=${toggle}>
      ${renderIcon(isEmpty ? "check" : "circle-slash")} ${field.blank}
    </button>`;
  }

  #revert(): void {
    this.page.editField(this.target, undefined, false);
    void this.updateComplete.then(() => this.focus());
  }
}

customElements.define("artifact-field", FieldElement);
