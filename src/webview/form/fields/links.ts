// The custom element artifact-links: links to other artifacts and from them.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { LinksFieldShapes } from "../../../model/fields/links.ts";
import type { LinkType } from "../../../model/tracker.ts";
import type { ArtifactLink } from "../../../model/valueTypes.ts";
import type { LinkableArtifactView } from "../../../protocol/formProtocol.ts";
import type { FormTexts } from "../../../protocol/formTexts.ts";
import { fillPlaceholders } from "../../shared/localization.ts";
import { renderAddButton, renderIconButton } from "../../shared/icons.ts";
import type { PickerItem } from "../../shared/picker.ts";
import { debounceSearch } from "../../shared/timing.ts";
import { linkBatchSize } from "../formPageContext.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { changeInput, type FieldContext } from "./fieldContext.ts";

export function formatLinkReference(
  target: LinkableArtifactView | undefined,
  { artifactId }: ArtifactLink,
): string {
  return target?.reference ?? `#${artifactId}`;
}

export function getLinkLabel(
  { type }: ArtifactLink,
  types: readonly LinkType[],
  { links }: FormTexts,
): string {
  const label = types.find(({ name }) => name === type)?.forwardLabel ?? type;
  return label === "" ? links.withoutType : label;
}

function isSameLink(a: ArtifactLink, b: ArtifactLink): boolean {
  return a.artifactId === b.artifactId && a.type === b.type;
}

class LinksElement extends LitElement {
  static override properties = {
    context: { attribute: false },
    types: { attribute: false },
    forward: { attribute: false },
    reverse: { attribute: false },
    isEditable: { attribute: false },
    isAdding: { state: true },
    type: { state: true },
  };
  declare context: FieldContext;
  declare types: readonly LinkType[];
  declare forward: readonly ArtifactLink[];
  declare reverse: readonly ArtifactLink[];
  declare isEditable: boolean;
  declare private isAdding: boolean;
  /** Type of the link to add. */
  declare private type: string;
  #stopListening: (() => void) | undefined;
  readonly #visibleRows = new Set<Element>();
  readonly #inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) this.#visibleRows.add(target);
      else this.#visibleRows.delete(target);
    }
    this.#loadVisible();
  });
  #searchArtifacts: ((query: string) => Promise<readonly PickerItem[]>) | undefined;

  constructor() {
    super();
    this.isAdding = false;
    this.type = "";
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = this.context.page.linkedArtifacts.onDidChange(() => this.requestUpdate());
    // Observe the rows again after the element was moved.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
    this.#inView.disconnect();
    this.#visibleRows.clear();
  }

  override focus(): void {
    this.querySelector<HTMLElement>("button, input")?.focus();
  }

  protected override updated(): void {
    for (const row of this.#visibleRows) {
      if (!row.isConnected) this.#visibleRows.delete(row);
    }
    // Observing a row twice has no effect.
    for (const row of this.querySelectorAll(".row")) this.#inView.observe(row);
    this.#loadVisible();
  }

  /** Loads titles in batches, each when one of its rows is visible. */
  #loadVisible(): void {
    if (this.#visibleRows.size === 0) return;
    const ids = [...this.forward, ...this.reverse].map(({ artifactId }) => artifactId);
    const rows = [...this.querySelectorAll(".row")];
    const batches = new Set(
      [...this.#visibleRows].map((row) => Math.floor(rows.indexOf(row) / linkBatchSize)),
    );
    for (const batch of batches) {
      void this.context.page.linkedArtifacts.load(
        ids.slice(batch * linkBatchSize, (batch + 1) * linkBatchSize),
      );
    }
  }

  protected override render(): TemplateResult {
    const { texts } = this.context.view;
    const isEmpty = this.forward.length + this.reverse.length === 0;
    return html`<ul class="rows">
        ${this.forward.map((link) => this.#row(link, getLinkLabel(link, this.types, texts), this.isEditable))}
        ${this.reverse.map((link) => this.#row(link, this.#reverseLabel(link), false))}
      </ul>
      ${!this.isEditable && isEmpty ? html`<span class="dim">${texts.empty}</span>` : nothing}
      ${this.isEditable ? this.#addForm() : nothing}`;
  }

  #reverseLabel({ type }: ArtifactLink): string {
    const label = this.types.find(({ name }) => name === type)?.reverseLabel ?? type;
    return label === "" ? this.context.view.texts.links.reverseWithoutType : label;
  }

  #row(link: ArtifactLink, label: string, isRemovable: boolean): TemplateResult {
    const { page, view } = this.context;
    const target = page.linkedArtifacts.get(link.artifactId);
    const reference = formatLinkReference(target, link);
    const isHidden = target !== undefined && target.title === undefined;
    return html`<li class="row">
      <bdi class="link-type dim">${label}</bdi>
      <button
        type="button"
        class="link"
        @click=${() => void page.call("openArtifact", { artifactId: link.artifactId })}
      >
        ${reference}
      </button>
      <bdi class="row-title ${isHidden ? "dim" : ""}"
        >${isHidden ? view.texts.links.notVisible : target?.title}</bdi
      >
      ${
        target?.status === undefined
          ? nothing
          : html`<bdi class="pill ${target.isOpen === true ? "hue-green" : ""}">${target.status}</bdi>`
      }
      ${
        isRemovable
          ? renderIconButton("close", fillPlaceholders(view.texts.list.remove, `${label} ${reference}`), () =>
              this.#remove(link),
            )
          : nothing
      }
    </li>`;
  }

  #addForm(): TemplateResult {
    const { view, id } = this.context;
    const { links } = view.texts;
    if (!this.isAdding) {
      return renderAddButton(links.add, () => this.#openForm(), id);
    }
    const types = [
      ...(this.types.some(({ name }) => name === "") ? [] : [{ name: "", forwardLabel: links.withoutType }]),
      ...this.types,
    ];
    return html`<div
      class="add-link"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented) void this.#closeForm();
      }}
    >
      <vscode-single-select
        .label=${links.type}
        @change=${(event: Event & { currentTarget: { value: string } }) => (this.type = event.currentTarget.value)}
      >
        ${types.map(
          ({ name, forwardLabel }) =>
            html`<vscode-option value=${name} ?selected=${name === this.type}
              >${forwardLabel}</vscode-option
            >`,
        )}
      </vscode-single-select>
      <artifact-picker
        id="${id}-find"
        .texts=${view.texts}
        .label=${links.artifact}
        .placeholder=${links.find}
        .minQueryLength=${3}
        .findItems=${(query: string) => this.#search(query)}
        .onPick=${(item: PickerItem) => this.#add(Number(item.value))}
      ></artifact-picker>
      <button type="button" class="text-button" @click=${() => void this.#closeForm()}>
        ${links.cancel}
      </button>
    </div>`;
  }

  #openForm(): void {
    this.isAdding = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("artifact-picker")?.focus());
  }

  async #closeForm(): Promise<void> {
    this.isAdding = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>(".add")?.focus();
  }

  #search(query: string): Promise<readonly PickerItem[]> {
    const { page } = this.context;
    this.#searchArtifacts ??= debounceSearch(async (text) => {
      const targets = await page.call("findArtifacts", { query: text });
      page.linkedArtifacts.add(targets);
      return targets.map(({ artifactId, reference, title, status }) => ({
        key: String(artifactId),
        label: title === undefined ? reference : `${reference} ${title}`,
        detail: status,
        value: artifactId,
      }));
    });
    return this.#searchArtifacts(query);
  }

  #add(artifactId: number): void {
    const link = { artifactId, type: this.type };
    void this.#closeForm();
    if (this.forward.some((each) => isSameLink(each, link))) return;
    changeInput(this.context, { kind: "links", forward: [...this.forward, link] });
  }

  #remove(link: ArtifactLink): void {
    changeInput(this.context, {
      kind: "links",
      forward: this.forward.filter((each) => !isSameLink(each, link)),
    });
  }
}

customElements.define("artifact-links", LinksElement);

function renderLinks(
  context: FieldContext,
  types: readonly LinkType[],
  forward: readonly ArtifactLink[],
  isEditable: boolean,
): TemplateResult {
  const { value } = context.view.field;
  return html`<artifact-links
    .context=${context}
    .types=${types}
    .forward=${forward}
    .reverse=${value?.kind === "links" ? value.reverse : []}
    .isEditable=${isEditable}
  ></artifact-links>`;
}

export const linksRenderer: FieldRenderer<LinksFieldShapes> = {
  renderControl: (context, { types }, { forward }) => renderLinks(context, types, forward, true),
  renderReadOnly(context, { types }) {
    const { field, isChanged } = context.view;
    const forward = field.value?.kind === "links" ? field.value.forward : [];
    return isChanged ? undefined : renderLinks(context, types, forward, false);
  },
  renderConflictSide: ({ page, field, input, base }) =>
    html`<artifact-link-comparison
      class="value"
      .page=${page}
      .types=${field?.control.kind === "links" ? field.control.types : []}
      .links=${input.forward}
      .base=${base?.forward ?? []}
    ></artifact-link-comparison>`,
  isFullWidth: true,
};
