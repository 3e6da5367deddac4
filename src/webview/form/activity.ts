// What was done to it, newest first.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { PageHistory, ShownChange, ShownComment, ShownEntry } from "../../protocol/page.ts";
import { filled } from "../shared/format.ts";
import { icon } from "../shared/icons.ts";
import { tabRow } from "../shared/tabs.ts";
import type { Page } from "./context.ts";
import { linkedLine } from "./references.ts";
import { whenInView } from "./scroll.ts";

type Part = "all" | "comments" | "changes";

function isIn(part: Part, { comment, changes, isCreation }: ShownEntry): boolean {
  switch (part) {
    case "all":
      return true;
    case "comments":
      return comment !== undefined;
    case "changes":
      return changes.length > 0 || isCreation;
  }
}

class Activity extends LitElement {
  static override properties = {
    page: { attribute: false },
    history: { attribute: false },
    shownPart: { state: true },
    isAsking: { state: true },
  };
  declare page: Page;
  declare history: PageHistory | undefined;
  declare private shownPart: Part;
  declare private isAsking: boolean;
  #stopWatching: (() => void) | undefined;

  constructor() {
    super();
    this.shownPart = "all";
    this.isAsking = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = whenInView(this, () => {
      if (this.history === undefined) void this.#ask("newest");
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
  }

  async #ask(want: "newest" | "older"): Promise<void> {
    this.isAsking = true;
    try {
      await this.page.call("history", { want });
    } finally {
      this.isAsking = false;
    }
  }

  protected override render(): TemplateResult {
    const { texts } = this.page;
    return html`<div class="label-row">
        <h2>${texts.activity.heading}</h2>
        ${tabRow<Part>({
          label: texts.activity.heading,
          chosen: this.shownPart,
          choose: (part) => (this.shownPart = part),
          panel: "activity",
          tabs: [
            { id: "all", label: texts.activity.all },
            { id: "comments", label: texts.activity.comments },
            { id: "changes", label: texts.activity.changes },
          ],
        })}
      </div>
      <div id="activity" role="tabpanel" aria-label=${texts.activity.heading}>${this.#content()}</div>`;
  }

  #content(): TemplateResult | typeof nothing {
    const { texts } = this.page;
    const { history } = this;
    if (history === undefined || history.kind === "loading") {
      return html`<p class="dim" role="status">${texts.activity.loading}</p>`;
    }
    if (history.kind === "none") return nothing;
    if (history.kind === "problem") return html`<p class="problem" role="alert">${history.text}</p>`;
    const entries = history.entries.filter((entry) => isIn(this.shownPart, entry));
    return html`${entries.length === 0 ? html`<p class="dim">${texts.activity.nothing}</p>` : nothing}
      <ol class="entries">
        ${repeat(
          entries,
          ({ id }) => id,
          (entry) => html`<li>${this.#entry(entry)}</li>`,
        )}
      </ol>
      ${
        history.hasOlder
          ? html`<vscode-button
              secondary
              aria-disabled=${this.isAsking ? "true" : nothing}
              @click=${() => {
                if (!this.isAsking) void this.#ask("older");
              }}
              >${texts.activity.loadOlder}</vscode-button
            >`
          : nothing
      }`;
  }

  #entry({ by, when, exactly, isCreation, changes, comment }: ShownEntry): TemplateResult {
    const { texts } = this.page;
    const shownChanges = this.shownPart === "comments" ? [] : changes;
    const [only] = shownChanges.length === 1 ? shownChanges : [];
    return html`<article class="entry">
      <header>
        <bdi class="by">${by}</bdi>
        ${isCreation ? html`<span>${texts.activity.created}</span>` : nothing}
        <span aria-hidden="true">·</span>
        <time title=${exactly}>${when}</time>
        ${only === undefined ? nothing : this.#onlyChange(only)}
        ${comment?.onlyFor === undefined ? nothing : this.#privacy(comment.onlyFor)}
      </header>
      ${only === undefined && shownChanges.length > 0 ? this.#changes(shownChanges) : nothing}
      ${comment === undefined || this.shownPart === "changes" ? nothing : this.#comment(comment)}
    </article>`;
  }

  #onlyChange(change: ShownChange): TemplateResult {
    return html`<span aria-hidden="true">·</span><span class="change">${this.#change(change)}</span>`;
  }

  #privacy(onlyFor: string): TemplateResult {
    return html`<span class="private"
      >${icon("lock")} ${filled(this.page.texts.activity.onlyFor, onlyFor)}</span
    >`;
  }

  #changes(changes: readonly ShownChange[]): TemplateResult {
    return html`<ul class="changes">
      ${changes.map((change) => html`<li class="change">${this.#change(change)}</li>`)}
    </ul>`;
  }

  #comment({ source, format }: ShownComment): TemplateResult {
    return html`<artifact-rich-text
      .page=${this.page}
      .source=${source}
      .format=${format}
      .trackers=${this.#trackers}
    ></artifact-rich-text>`;
  }

  get #trackers(): readonly string[] {
    return this.history?.kind === "entries" ? this.history.trackers : [];
  }

  #line(text: string): TemplateResult {
    return linkedLine(this.page, text, this.#trackers);
  }

  #change(change: ShownChange): TemplateResult {
    const { empty, activity } = this.page.texts;
    const label = html`<bdi class="change-label">${change.label}</bdi>`;
    if (change.kind === "files") {
      const { removed, added } = change;
      return html`${label}
      ${removed === "" ? nothing : html`<span class="dim">${activity.removed}</span> <del dir="auto">${removed}</del>`}
      ${added === "" ? nothing : html`<span class="dim">${activity.added}</span> <ins dir="auto">${added}</ins>`}`;
    }
    const { before, after, serverTimes } = change;
    return html`${label}
      ${before === "" ? nothing : html`<del dir="auto" title=${serverTimes.before ?? nothing}>${this.#line(before)}</del>`}
      <span aria-hidden="true">→</span
      ><span class="visually-hidden">${activity.becomes}</span>
      ${after === "" ? html`<span class="dim">${empty}</span>` : html`<ins dir="auto" title=${serverTimes.after ?? nothing}>${this.#line(after)}</ins>`}`;
  }
}

customElements.define("artifact-activity", Activity);
