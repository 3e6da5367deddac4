// The custom element artifact-text-completions, after a text area: completes mentions of users, and references to
// artifacts, that are being typed into it.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { parsePartialReference } from "../../model/reference/referenceKeywords.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { OptionList } from "../shared/optionList.ts";
import { debounceSearch } from "../shared/timing.ts";
import { minUserSearchLength } from "./fields/pickers.ts";
import type { FormPageContext } from "./formPageContext.ts";

interface Completion {
  readonly label: string;
  readonly detail: string | undefined;
  readonly insertText: string;
}

/** What is being typed before the cursor. */
interface PartialText {
  readonly kind: "mention" | "reference";
  /** Offset in the whole text. */
  readonly start: number;
  readonly query: string;
  readonly keyword: string;
}

const mentionPattern = /(?<![^\s(])@([\p{L}\p{N}._-]{1,60})$/u;

function parsePartial(before: string, trackerNames: readonly string[]): PartialText | undefined {
  const lineStart = before.lastIndexOf("\n") + 1;
  const line = before.slice(lineStart);
  const mention = mentionPattern.exec(line);
  if (mention !== null) {
    return { kind: "mention", start: lineStart + mention.index, query: mention[1] ?? "", keyword: "@" };
  }
  const reference = parsePartialReference(line, trackerNames);
  if (reference === undefined || reference.query === "") return undefined;
  return { ...reference, kind: "reference", start: lineStart + reference.start };
}

class TextCompletions extends LitElement {
  static override properties = { page: { attribute: false } };
  declare page: FormPageContext;
  readonly #options = new OptionList<Completion>(this);
  readonly #search = debounceSearch((key) => this.#find(key));
  #partial: PartialText | undefined;
  #area: HTMLElement | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const area = this.previousElementSibling;
    if (!(area instanceof HTMLElement)) return;
    this.#area = area;
    area.addEventListener("input", this.#handleInput);
    // Before the text area and the page handle the key.
    area.addEventListener("keydown", this.#handleKey, { capture: true });
    area.addEventListener("focusout", this.#close);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#area?.removeEventListener("input", this.#handleInput);
    this.#area?.removeEventListener("keydown", this.#handleKey, { capture: true });
    this.#area?.removeEventListener("focusout", this.#close);
  }

  protected override render(): TemplateResult {
    const { isOpen, items, note, activeItem } = this.#options;
    return html`<div
        class="suggestions"
        role="listbox"
        aria-label=${this.page.texts.list.suggestions}
        ?hidden=${!isOpen}
      >
        ${items.map((item, index) => this.#option(item, index))}
        ${note === undefined ? nothing : html`<div class="note" role="option" aria-disabled="true">${note}</div>`}
      </div>
      <span class="visually-hidden" role="status">${activeItem?.label ?? ""}</span>`;
  }

  #option(item: Completion, index: number): TemplateResult {
    const isActive = index === this.#options.activeIndex;
    return html`<div
      role="option"
      class=${isActive ? "is-active" : nothing}
      aria-selected=${isActive ? "true" : "false"}
      @pointerdown=${(event: Event) => {
        // Keep the focus in the text area.
        event.preventDefault();
        this.#insert(item);
      }}
    >
      <bdi>${item.label}</bdi
      >${item.detail === undefined ? nothing : html`<bdi class="dim">${item.detail}</bdi>`}
    </div>`;
  }

  get #input(): HTMLTextAreaElement | null | undefined {
    return this.#area?.shadowRoot?.querySelector("textarea");
  }

  readonly #close = (): void => this.#options.close();

  readonly #handleInput = (): void => {
    const { value = "", selectionStart = 0, selectionEnd = 0 } = this.#input ?? {};
    const partial =
      selectionStart === selectionEnd
        ? parsePartial(value.slice(0, selectionStart), this.page.trackerNames)
        : undefined;
    this.#partial = partial;
    if (partial === undefined) {
      this.#options.close();
    } else if (partial.kind === "mention" && partial.query.length < minUserSearchLength) {
      this.#options.showNote(fillPlaceholders(this.page.texts.list.typeMore, minUserSearchLength));
    } else {
      void this.#searchFor(partial);
    }
  };

  async #searchFor(partial: PartialText): Promise<void> {
    const { list } = this.page.texts;
    const found = this.#search(`${partial.kind} ${partial.query}`);
    await this.#options.search(found, list.searching, (items, error) => {
      if (this.#partial !== partial) return;
      if (items.length === 0) {
        this.#options.showNote(error ?? list.nothingFound);
        return;
      }
      // Without an active option, Enter starts a new line after a complete number.
      const isComplete = items[0]?.insertText === `${partial.keyword} #${partial.query}`;
      this.#options.show(items, isComplete ? -1 : 0);
    });
  }

  async #find(key: string): Promise<readonly Completion[]> {
    const query = key.slice(key.indexOf(" ") + 1);
    if (key.startsWith("mention ")) {
      const people = await this.page.call("findPeople", { query });
      return people.flatMap(({ label, detail }) =>
        detail === undefined ? [] : [{ label, detail, insertText: `@${detail}` }],
      );
    }
    const keyword = this.#partial?.keyword.toLowerCase() === "artifact" ? this.#partial.keyword : "art";
    const artifacts = await this.page.call("findArtifacts", { query });
    return artifacts.map(({ artifactId, reference, title }) => ({
      label: reference,
      detail: title,
      // The keyword of one tracker would be wrong for an artifact of another.
      insertText: `${keyword} #${artifactId}`,
    }));
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { isOpen, activeItem } = this.#options;
    if (event.isComposing) return;
    // The text is sent.
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      this.#partial = undefined;
      this.#options.close();
    }
    if (!isOpen) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        if (this.#options.items.length === 0) return;
        this.#options.move(event.key === "ArrowDown" ? 1 : -1);
        break;
      case "Enter":
      case "Tab":
        if (activeItem === undefined || event.ctrlKey || event.metaKey) return;
        this.#insert(activeItem);
        break;
      case "Escape":
        this.#options.close();
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  #insert({ insertText }: Completion): void {
    const input = this.#input;
    const partial = this.#partial;
    this.#partial = undefined;
    this.#options.close();
    if (input === null || input === undefined || partial === undefined) return;
    input.setRangeText(`${insertText} `, partial.start, input.selectionEnd, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
  }
}

customElements.define("artifact-text-completions", TextCompletions);
