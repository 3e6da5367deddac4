// The custom element artifact-activity: comments and changes of an artifact, newest first.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type {
  FormPageHistory,
  HistoryChangeView,
  HistoryCommentView,
  HistoryEntryView,
} from "../../protocol/formProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { renderIcon, renderIconButton } from "../shared/icons.ts";
import { renderTabs } from "../shared/tabs.ts";
import { renderRichText } from "./fields/fieldContext.ts";
import type { FormPageContext } from "./formPageContext.ts";
import { renderLinkedText } from "./referenceLinks.ts";
import { keepInCenter, runWhenVisible } from "./scroll.ts";

type ActivityFilter = "all" | "comments" | "changes";

function matchesFilter(filter: ActivityFilter, { comment, changes, isCreation }: HistoryEntryView): boolean {
  switch (filter) {
    case "all":
      return true;
    case "comments":
      return comment !== undefined;
    case "changes":
      return changes.length > 0 || isCreation;
  }
}

export function renderPrivacy({ texts }: FormPageContext, visibleTo: string): TemplateResult {
  return html`<span class="private"
    >${renderIcon("lock")} ${fillPlaceholders(texts.activity.visibleTo, visibleTo)}</span
  >`;
}

/** The source of a comment; the text of HTML as it is shown. */
function toQuotation({ currentTarget }: Event, { source, format }: HistoryCommentView): string {
  if (format !== "html") return source;
  const entry = currentTarget instanceof Element ? currentTarget.closest(".entry") : null;
  return entry?.querySelector<HTMLElement>("artifact-rich-text")?.innerText ?? "";
}

class Activity extends LitElement {
  static override properties = {
    page: { attribute: false },
    history: { attribute: false },
    filter: { state: true },
    isLoading: { state: true },
  };
  declare page: FormPageContext;
  declare history: FormPageHistory | undefined;
  declare private filter: ActivityFilter;
  declare private isLoading: boolean;
  #stopWatching: (() => void) | undefined;

  constructor() {
    super();
    this.filter = "all";
    this.isLoading = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = runWhenVisible(this, () => {
      if (this.history === undefined) void this.#load("newest");
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching?.();
  }

  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!changed.has("history") || this.history?.kind !== "entries" || !this.history.revealsNew) return;
    // The first unread entry is the last one of the list.
    const mark = [...this.querySelectorAll(".new-entry")].at(-1);
    if (mark !== undefined) keepInCenter(mark);
  }

  async #load(entries: "newest" | "older"): Promise<void> {
    this.isLoading = true;
    try {
      await this.page.call("loadHistory", { entries });
    } finally {
      this.isLoading = false;
    }
  }

  protected override render(): TemplateResult {
    const { texts } = this.page;
    return html`<div class="label-row">
        <h2>${texts.activity.heading}</h2>
        ${renderTabs<ActivityFilter>({
          label: texts.activity.heading,
          selected: this.filter,
          onSelect: (filter) => (this.filter = filter),
          panelId: "activity",
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
    const entries = history.entries.filter((entry) => matchesFilter(this.filter, entry));
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
              aria-disabled=${this.isLoading ? "true" : nothing}
              @click=${() => {
                if (!this.isLoading) void this.#load("older");
              }}
              >${texts.activity.loadOlder}</vscode-button
            >`
          : nothing
      }`;
  }

  #entry(entry: HistoryEntryView): TemplateResult {
    const { author, relativeTime, exactTime, isCreation, changes, comment } = entry;
    const { texts } = this.page;
    const shownChanges = this.filter === "comments" ? [] : changes;
    const [singleChange] = shownChanges.length === 1 ? shownChanges : [];
    return html`<article class="entry">
      <header>
        <bdi class="author">${author}</bdi>
        ${isCreation ? html`<span>${texts.activity.created}</span>` : nothing}
        <span aria-hidden="true">·</span>
        <time title=${exactTime}>${relativeTime}</time>
        ${this.#isNew(entry) ? html`<span class="new-entry">${texts.activity.new}</span>` : nothing}
        ${singleChange === undefined ? nothing : this.#singleChange(singleChange)}
        ${comment?.visibleTo === undefined ? nothing : renderPrivacy(this.page, comment.visibleTo)}
        ${comment === undefined ? nothing : this.#commentActions(entry, comment)}
      </header>
      ${singleChange === undefined && shownChanges.length > 0 ? this.#changes(shownChanges) : nothing}
      ${comment === undefined || this.filter === "changes" ? nothing : renderRichText(this.page, comment.source, comment.format)}
    </article>`;
  }

  #isNew({ id, isOwn }: HistoryEntryView): boolean {
    const { newFrom } = this.history as { readonly newFrom?: number };
    return newFrom !== undefined && id >= newFrom && !isOwn;
  }

  #singleChange(change: HistoryChangeView): TemplateResult {
    return html`<span aria-hidden="true">·</span><span class="change">${this.#change(change)}</span>`;
  }

  #commentActions({ id, isOwn }: HistoryEntryView, comment: HistoryCommentView): TemplateResult {
    const { page } = this;
    const { quoteReply, editInBrowser } = page.texts.activity;
    return html`<span class="entry-actions"
      >${
        page.canComment
          ? renderIconButton(
              "quote",
              quoteReply,
              (event) => void page.quoteInComment(toQuotation(event, comment)),
            )
          : nothing
      }${
        isOwn
          ? renderIconButton(
              "link-external",
              editInBrowser,
              () => void page.call("openHistoryEntry", { changesetId: id }),
            )
          : nothing
      }</span
    >`;
  }

  #changes(changes: readonly HistoryChangeView[]): TemplateResult {
    return html`<ul class="changes">
      ${changes.map((change) => html`<li class="change">${this.#change(change)}</li>`)}
    </ul>`;
  }

  #line(text: string): TemplateResult {
    return renderLinkedText(this.page, text, this.page.trackerNames);
  }

  #change(change: HistoryChangeView): TemplateResult {
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
      ><span class="visually-hidden">${activity.changedTo}</span>
      ${after === "" ? html`<span class="dim">${empty}</span>` : html`<ins dir="auto" title=${serverTimes.after ?? nothing}>${this.#line(after)}</ins>`}`;
  }
}

customElements.define("artifact-activity", Activity);
