// Links to other artifacts, and from them.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { LinksField } from "../../../model/fields/links.ts";
import type { LinkType } from "../../../model/tracker.ts";
import type { Link } from "../../../model/value.ts";
import type { LinkTarget } from "../../../protocol/page.ts";
import type { PageTexts } from "../../../protocol/pageTexts.ts";
import { filled } from "../../shared/format.ts";
import { icon, iconButton } from "../../shared/icons.ts";
import type { PickItem } from "../../shared/picker.ts";
import { unhurried } from "../../shared/timing.ts";
import { portion } from "../context.ts";
import type { FieldDrawing } from "./drawing.ts";
import { change, type Place } from "./place.ts";

export function referenceOf(target: LinkTarget | undefined, { artifactId }: Link): string {
  return target?.reference ?? `#${artifactId}`;
}

export function forwardLabel({ type }: Link, types: readonly LinkType[], { links }: PageTexts): string {
  const known = types.find(({ name }) => name === type)?.forwardLabel ?? type;
  return known === "" ? links.withoutType : known;
}

function sameLink(one: Link, other: Link): boolean {
  return one.artifactId === other.artifactId && one.type === other.type;
}

class Links extends LitElement {
  static override properties = {
    place: { attribute: false },
    types: { attribute: false },
    forward: { attribute: false },
    reverse: { attribute: false },
    isEditable: { attribute: false },
    isAdding: { state: true },
    type: { state: true },
  };
  declare place: Place;
  declare types: readonly LinkType[];
  declare forward: readonly Link[];
  declare reverse: readonly Link[];
  declare isEditable: boolean;
  declare private isAdding: boolean;
  /** Of the link to add. */
  declare private type: string;
  #stopListening: (() => void) | undefined;
  readonly #seen = new Set<Element>();
  readonly #inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) this.#seen.add(target);
      else this.#seen.delete(target);
    }
    this.#askForSeen();
  });
  #find: ((query: string) => Promise<readonly PickItem[]>) | undefined;

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
    this.#stopListening = this.place.page.book.listen(() => this.requestUpdate());
    // Put back into the page, it watches its rows again.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
    this.#inView.disconnect();
    this.#seen.clear();
  }

  override focus(): void {
    this.querySelector<HTMLElement>("button, input")?.focus();
  }

  protected override updated(): void {
    for (const row of this.#seen) {
      if (!row.isConnected) this.#seen.delete(row);
    }
    // What is watched already is not told of again.
    for (const row of this.querySelectorAll(".row")) this.#inView.observe(row);
    this.#askForSeen();
  }

  /** Titles are asked for in portions, each when something of it is seen. */
  #askForSeen(): void {
    if (this.#seen.size === 0) return;
    const ids = [...this.forward, ...this.reverse].map(({ artifactId }) => artifactId);
    const rows = [...this.querySelectorAll(".row")];
    const portions = new Set([...this.#seen].map((row) => Math.floor(rows.indexOf(row) / portion)));
    for (const each of portions) {
      void this.place.page.book.ask(ids.slice(each * portion, (each + 1) * portion));
    }
  }

  protected override render(): TemplateResult {
    const { texts } = this.place.view;
    const isNothing = this.forward.length + this.reverse.length === 0;
    return html`<ul class="rows">
        ${this.forward.map((link) => this.#row(link, forwardLabel(link, this.types, texts), this.isEditable))}
        ${this.reverse.map((link) => this.#row(link, this.#reverseLabel(link), false))}
      </ul>
      ${!this.isEditable && isNothing ? html`<span class="dim">${texts.empty}</span>` : nothing}
      ${this.isEditable ? this.#adding() : nothing}`;
  }

  #reverseLabel({ type }: Link): string {
    const known = this.types.find(({ name }) => name === type)?.reverseLabel ?? type;
    return known === "" ? this.place.view.texts.links.reverseWithoutType : known;
  }

  #row(link: Link, label: string, isRemovable: boolean): TemplateResult {
    const { page, view } = this.place;
    const target = page.book.get(link.artifactId);
    const reference = referenceOf(target, link);
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
          ? iconButton("close", filled(view.texts.list.remove, `${label} ${reference}`), () =>
              this.#remove(link),
            )
          : nothing
      }
    </li>`;
  }

  #adding(): TemplateResult {
    const { view, id } = this.place;
    const { links } = view.texts;
    if (!this.isAdding) {
      return html`<button id=${id} type="button" class="quiet add" @click=${() => this.#open()}>
        ${icon("add")} ${links.add}
      </button>`;
    }
    const types = [
      ...(this.types.some(({ name }) => name === "") ? [] : [{ name: "", forwardLabel: links.withoutType }]),
      ...this.types,
    ];
    return html`<div
      class="adding"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === "Escape" && !event.defaultPrevented) void this.#shut();
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
        .minimum=${3}
        .find=${(query: string) => this.#search(query)}
        .pick=${(item: PickItem) => this.#add(Number(item.value))}
      ></artifact-picker>
      <button type="button" class="quiet" @click=${() => void this.#shut()}>${links.cancel}</button>
    </div>`;
  }

  #open(): void {
    this.isAdding = true;
    void this.updateComplete.then(() => this.querySelector<HTMLElement>("artifact-picker")?.focus());
  }

  async #shut(): Promise<void> {
    this.isAdding = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>(".add")?.focus();
  }

  #search(query: string): Promise<readonly PickItem[]> {
    const { page } = this.place;
    this.#find ??= unhurried(async (text) => {
      const targets = await page.call("findArtifacts", { query: text });
      page.book.add(targets);
      return targets.map(({ artifactId, reference, title, status }) => ({
        key: String(artifactId),
        label: title === undefined ? reference : `${reference} ${title}`,
        detail: status,
        value: artifactId,
      }));
    });
    return this.#find(query);
  }

  #add(artifactId: number): void {
    const link = { artifactId, type: this.type };
    void this.#shut();
    if (this.forward.some((each) => sameLink(each, link))) return;
    change(this.place, { kind: "links", forward: [...this.forward, link] });
  }

  #remove(link: Link): void {
    change(this.place, { kind: "links", forward: this.forward.filter((each) => !sameLink(each, link)) });
  }
}

customElements.define("artifact-links", Links);

function linksControl(
  place: Place,
  types: readonly LinkType[],
  forward: readonly Link[],
  isEditable: boolean,
): TemplateResult {
  const { value } = place.view.field;
  return html`<artifact-links
    .place=${place}
    .types=${types}
    .forward=${forward}
    .reverse=${value?.kind === "links" ? value.reverse : []}
    .isEditable=${isEditable}
  ></artifact-links>`;
}

export const linksDrawing: FieldDrawing<LinksField> = {
  control: (place, { types }, { forward }) => linksControl(place, types, forward, true),
  unchangeable(place, { types }) {
    const { field, isChanged } = place.view;
    const forward = field.value?.kind === "links" ? field.value.forward : [];
    return isChanged ? undefined : linksControl(place, types, forward, false);
  },
  compared: ({ page, field, input, before }) =>
    html`<artifact-link-names
      class="value"
      .page=${page}
      .types=${field?.control.kind === "links" ? field.control.types : []}
      .links=${input.forward}
      .earlier=${before?.forward ?? []}
    ></artifact-link-names>`,
  isWide: true,
};
