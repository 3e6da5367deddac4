// Links by the names of what they lead to, where they are only compared.
import { html, LitElement, type TemplateResult } from "lit";
import { oneLine } from "../../model/displayText.ts";
import type { LinkType } from "../../model/tracker.ts";
import type { Link } from "../../model/value.ts";
import { type Page, portion } from "./context.ts";
import { forwardLabel, referenceOf } from "./fields/links.ts";

function linkKey({ artifactId, type }: Link): string {
  return `${artifactId} ${type}`;
}

/** The host says the same in new words each time. */
const links = {
  attribute: false,
  hasChanged: (now: unknown, before: unknown) => JSON.stringify(now) !== JSON.stringify(before),
};

class LinkNames extends LitElement {
  static override properties = { links, earlier: links };
  declare page: Page;
  declare types: readonly LinkType[];
  declare links: readonly Link[];
  /** What is only among these, or not among these, is marked. */
  declare earlier: readonly Link[];
  #stopListening: (() => void) | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopListening = this.page.book.listen(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopListening?.();
  }

  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!changed.has("links") && !changed.has("earlier")) return;
    // So many that nobody compares them go by their numbers.
    const shown = [...this.links, ...this.#removed].slice(0, portion);
    void this.page.book.ask(shown.map(({ artifactId }) => artifactId));
  }

  /** Where none is left of them, they are read in their own column. */
  get #removed(): readonly Link[] {
    const now = new Set(this.links.map(linkKey));
    const removed = this.earlier.filter((link) => !now.has(linkKey(link)));
    return removed.length === this.earlier.length ? [] : removed;
  }

  protected override render(): TemplateResult {
    const known = new Set(this.earlier.map(linkKey));
    return html`<ul>
      ${this.links.map((link) => {
        const name = this.#name(link);
        return html`<li>${known.has(linkKey(link)) ? name : html`<ins>${name}</ins>`}</li>`;
      })}
      ${this.#removed.map((link) => html`<li><del>${this.#name(link)}</del></li>`)}
    </ul>`;
  }

  #name(link: Link): TemplateResult {
    const target = this.page.book.get(link.artifactId);
    return html`<bdi class="dim">${oneLine(forwardLabel(link, this.types, this.page.texts))}</bdi>
      <bdi>${oneLine(referenceOf(target, link))}</bdi> <bdi>${oneLine(target?.title ?? "")}</bdi>`;
  }
}

customElements.define("artifact-link-names", LinkNames);
