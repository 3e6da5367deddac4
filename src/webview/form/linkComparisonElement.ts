// The custom element artifact-link-comparison: the links of one side of a conflict, with marks on differences from the base.
import { html, LitElement, type TemplateResult } from "lit";
import { toDisplayLine } from "../../model/displayText.ts";
import type { LinkType } from "../../model/tracker.ts";
import type { ArtifactLink } from "../../model/valueTypes.ts";
import { type FormPageContext, linkBatchSize } from "./formPageContext.ts";
import { getLinkLabel, formatLinkReference } from "./fields/links.ts";

function toLinkKey({ artifactId, type }: ArtifactLink): string {
  return `${artifactId} ${type}`;
}

/** Each message of the host has new objects, also for equal links. */
const linksProperty = {
  attribute: false,
  hasChanged: (now: unknown, before: unknown) => JSON.stringify(now) !== JSON.stringify(before),
};

class LinkComparison extends LitElement {
  static override properties = { links: linksProperty, base: linksProperty };
  declare page: FormPageContext;
  declare types: readonly LinkType[];
  declare links: readonly ArtifactLink[];
  /** Links that are only in `links` or only in `base` are marked. */
  declare base: readonly ArtifactLink[];
  #stopListening: (() => void) | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = this.page.linkedArtifacts.onDidChange(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
  }

  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!changed.has("links") && !changed.has("base")) return;
    // Beyond this limit, links are shown by artifact ID only.
    const compared = [...this.links, ...this.#removed].slice(0, linkBatchSize);
    void this.page.linkedArtifacts.load(compared.map(({ artifactId }) => artifactId));
  }

  /** Empty if all links were removed: the base column shows them. */
  get #removed(): readonly ArtifactLink[] {
    const now = new Set(this.links.map(toLinkKey));
    const removed = this.base.filter((link) => !now.has(toLinkKey(link)));
    return removed.length === this.base.length ? [] : removed;
  }

  protected override render(): TemplateResult {
    const baseKeys = new Set(this.base.map(toLinkKey));
    return html`<ul>
      ${this.links.map((link) => {
        const name = this.#name(link);
        return html`<li>${baseKeys.has(toLinkKey(link)) ? name : html`<ins>${name}</ins>`}</li>`;
      })}
      ${this.#removed.map((link) => html`<li><del>${this.#name(link)}</del></li>`)}
    </ul>`;
  }

  #name(link: ArtifactLink): TemplateResult {
    const target = this.page.linkedArtifacts.get(link.artifactId);
    return html`<bdi class="dim">${toDisplayLine(getLinkLabel(link, this.types, this.page.texts))}</bdi>
      <bdi>${toDisplayLine(formatLinkReference(target, link))}</bdi>
      <bdi>${toDisplayLine(target?.title ?? "")}</bdi>`;
  }
}

customElements.define("artifact-link-comparison", LinkComparison);
