// A field in its place: label, control, what is wrong with it. It draws itself when its own view changes, and only
// then.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { Target } from "../../../model/form/draft.ts";
import type { FormField } from "../../../model/form/form.ts";
import { emptyInput, isEmpty } from "../../../model/form/input.ts";
import type { TextFormat } from "../../../model/value.ts";
import { filled } from "../../shared/format.ts";
import { icon, iconButton } from "../../shared/icons.ts";
import { contestLine } from "../conflictView.ts";
import type { FieldPlace, FieldView, Page } from "../context.ts";
import { controlOf, toolsOf } from "./control.ts";
import type { TextMode, TextState } from "./drawing.ts";
import { drawingOfControl, drawingOfValue } from "./drawings.ts";
import { labelId, type Look, type Place } from "./place.ts";
import { readControl } from "./shown.ts";

/** Long fields take the whole width; beside the choices of a conflict, whatever is typed has too little room. */
function isWide({ control, value }: FormField, look: Look): boolean {
  if (look !== "block" && look !== "answer") return false;
  const isLong =
    drawingOfControl(control)?.isWide === true || (value && drawingOfValue(value)?.isWide) === true;
  return isLong || (look === "answer" && control.kind === "line");
}

function sameView(one: FieldView, other: FieldView): boolean {
  return (Object.keys(one) as (keyof FieldView)[]).every((key) => one[key] === other[key]);
}

class FieldElement extends LitElement implements FieldPlace {
  static override properties = {
    target: { attribute: false },
    look: {},
    view: { state: true },
    mode: { state: true },
    format: { state: true },
  };
  declare page: Page;
  declare target: Target;
  declare look: Look;
  declare private view: FieldView | undefined;
  declare private mode: TextMode;
  declare private format: TextFormat;

  constructor() {
    super();
    this.look = "block";
    this.mode = "write";
    this.format = "commonmark";
    this.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && this.contains(event.relatedTarget)) return;
      this.page.leave(this.target);
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.page.attach(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.page.detach(this);
  }

  show(view: FieldView): void {
    if (this.view === undefined || !sameView(this.view, view)) this.view = view;
  }

  async enter(): Promise<void> {
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

  get #id(): string {
    return `field-${this.target}`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { view } = this;
    if (view === undefined) return nothing;
    const place: Place = { page: this.page, target: this.target, look: this.look, view, id: this.#id };
    const isRead = view.isLocked || view.field.access === "read";
    const hasControl = !isRead || view.field.control.kind === "broken";
    this.className = [
      "field",
      `is-${this.look}`,
      view.isChanged ? "is-changed" : "",
      view.contest === undefined ? "" : "is-contested",
      view.isColliding ? "is-colliding" : "",
      isWide(view.field, this.look) ? "is-wide" : "",
    ].join(" ");
    const state: TextState = {
      mode: this.mode,
      setMode: (mode) => (this.mode = mode),
      format:
        this.look === "comment" && view.input?.kind === "text" && view.isChanged
          ? view.input.format
          : this.format,
      setFormat: (format) => (this.format = format),
    };
    const tools = hasControl ? (toolsOf(place, state) ?? nothing) : nothing;
    const blank = hasControl ? this.#blank(view) : nothing;
    return html`${this.#labelRow(place, html`${blank}${tools}`)}
      <div class="control">${hasControl ? controlOf(place, state) : readControl(place)}</div>
      ${view.problem === undefined ? nothing : html`<p class="problem" dir="auto">${view.problem}</p>`}
      ${view.contest === undefined ? nothing : contestLine(view.isColliding ? "warning" : "git-merge", view.contest)}
      ${
        view.field.description === undefined || this.look !== "block"
          ? nothing
          : html`<p class="help" dir="auto">${view.field.description}</p>`
      }`;
  }

  #labelRow(place: Place, tools: TemplateResult | typeof nothing): TemplateResult {
    const { field, isChanged, isLocked } = place.view;
    const isHeading = this.look === "section" || this.look === "comment";
    return html`<div class="label-row">
      ${isHeading ? html`<h2 id=${labelId(place)}>${this.#label(place)}</h2>` : this.#label(place)}
      ${
        isChanged && !isLocked && this.look !== "answer"
          ? iconButton("discard", filled(place.view.texts.putBack, field.label), () => this.#putBack())
          : nothing
      }
      <span class="tools">${tools}</span>
    </div>`;
  }

  #label(place: Place): TemplateResult {
    const { field, isLocked } = place.view;
    const text = html`<bdi>${field.label}</bdi>${
        field.isRequired && !isLocked ? html`<span class="required" aria-hidden="true">*</span>` : nothing
      }`;
    if (this.look === "section" || this.look === "comment") return text;
    return drawingOfControl(field.control)?.isLabelled === true && field.access === "edit"
      ? html`<label id=${labelId(place)} for=${place.id} title=${field.label}>${text}</label>`
      : html`<span class="label" id=${labelId(place)} title=${field.label}>${text}</span>`;
  }

  /** Says that there shall be nothing, where that would not go without saying. */
  #blank({ field, input }: FieldView): TemplateResult | typeof nothing {
    if (field.blank === undefined || field.base !== undefined) return nothing;
    const isBlank = input !== undefined && isEmpty(input);
    if (input !== undefined && !isBlank) return nothing;
    const say = (): void =>
      this.page.edit(this.target, isBlank ? undefined : emptyInput(field.control), false);
    return html`<button type="button" class="quiet add" aria-pressed=${isBlank} @click=${say}>
      ${icon(isBlank ? "check" : "circle-slash")} ${field.blank}
    </button>`;
  }

  #putBack(): void {
    this.page.edit(this.target, undefined, false);
    void this.updateComplete.then(() => this.focus());
  }
}

customElements.define("artifact-field", FieldElement);
