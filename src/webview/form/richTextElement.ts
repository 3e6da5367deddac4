// The custom element artifact-rich-text: a formatted text of the server. The host opens its links and loads its images.
import { LitElement } from "lit";
import { Marked } from "marked";
import type { TextFormat } from "../../model/valueTypes.ts";
import {
  checkRenderTime,
  renderNowOrLater,
  TooComplexError,
  runWithRenderDeadline,
} from "../shared/renderTimeLimits.ts";
import type { FormPageContext } from "./formPageContext.ts";
import { replaceReferencesByLinks } from "./referenceLinks.ts";
import { sanitizeHtml } from "./sanitizeHtml.ts";

// Markdown as the server understands it. The resulting HTML still has to be sanitized.

const maxSourceLength = 65_536;
/** The parser's time for a URL grows with the square of its length. */
const longUrlPattern = /^(?:https?:\/\/|ftp:\/\/|www\.)\S{2000}/i;

/** Returning false leaves the token to the parser. */
function continueParsing(): false {
  checkRenderTime();
  return false;
}

const marked = new Marked({
  gfm: true,
  // These are tried first for each block, for each inline token, and for each URL.
  tokenizer: {
    space: continueParsing,
    escape: continueParsing,
    url: (source) => {
      if (longUrlPattern.test(source)) throw new TooComplexError("A URL in the text is too long.");
      return continueParsing();
    },
  },
  renderer: {
    // Checkboxes are read-only, so they are rendered as text.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

/** Throws if parsing would take too long or the nesting is too deep. */
function markdownToHtml(source: string): string {
  if (source.length > maxSourceLength) throw new TooComplexError("The text is too long.");
  return marked.parse(source, { async: false });
}

const imageDataPattern = /^data:image\/(?:png|gif|jpeg|webp|bmp|avif|svg\+xml)[;,]/i;

/** The browser lays out each chunk when it becomes visible, so that long texts are shown without delay. */
const chunkLength = 10_000;

function createChunks(source: string): readonly HTMLElement[] {
  const chunks: HTMLElement[] = [];
  for (let from = 0; from < source.length;) {
    const lineEnd = source.lastIndexOf("\n", from + chunkLength) + 1;
    const to = lineEnd > from ? lineEnd : from + chunkLength;
    const chunk = document.createElement("div");
    chunk.className = "chunk";
    chunk.textContent = source.slice(from, to);
    chunks.push(chunk);
    from = to;
  }
  return chunks;
}

function createPlainText(source: string): HTMLElement {
  const text = document.createElement("div");
  text.className = "plain-text";
  if (source.length <= chunkLength) text.textContent = source;
  else text.append(...createChunks(source));
  return text;
}

function renderFormatted(source: string, format: Exclude<TextFormat, "text">): DocumentFragment {
  switch (format) {
    case "html":
      return sanitizeHtml(source);
    case "commonmark":
      return sanitizeHtml(markdownToHtml(source));
  }
}

/** If rendering takes too long, the source is shown as plain text with a note. */
function createFragment(source: string, format: TextFormat, note: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (format === "text") {
    fragment.append(createPlainText(source));
    return fragment;
  }
  try {
    return runWithRenderDeadline(source.length, () => renderFormatted(source, format));
  } catch {
    const message = document.createElement("p");
    message.className = "dim";
    message.textContent = note;
    fragment.append(message, createPlainText(source));
    return fragment;
  }
}

class RichText extends LitElement {
  static override properties = {
    source: {},
    format: {},
    page: { attribute: false },
    // Each message of the host has a new list; equal lists need no update.
    trackers: {
      attribute: false,
      hasChanged: (names: unknown, before: unknown) => JSON.stringify(names) !== JSON.stringify(before),
    },
  };
  declare source: string;
  declare format: TextFormat;
  declare page: FormPageContext;
  /** Short names of trackers whose references become links; without it, no references are linked. */
  declare trackers: readonly string[] | undefined;
  readonly #inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) void this.#loadImage(target);
    }
  });

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#openLink(event));
    this.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#openLink(event);
    });
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#inView.disconnect();
  }

  protected override updated(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (["source", "format", "trackers"].some((name) => changed.has(name))) {
      renderNowOrLater(this.#renderText);
    }
  }

  readonly #renderText = (): void => {
    this.#inView.disconnect();
    const fragment = createFragment(this.source, this.format, this.page.texts.text.tooComplex);
    if (this.trackers !== undefined) replaceReferencesByLinks(fragment, this.trackers);
    for (const link of fragment.querySelectorAll<HTMLElement>("a[data-url], a[data-artifact]")) {
      link.setAttribute("role", "link");
      link.tabIndex = 0;
      const url = link.dataset["url"];
      if (url !== undefined) link.title = url;
    }
    for (const image of fragment.querySelectorAll("img")) {
      const placeholder = this.#createPlaceholder(image);
      image.replaceWith(placeholder);
      if (placeholder.dataset["url"] !== undefined) this.#inView.observe(placeholder);
    }
    this.dir = "auto";
    this.replaceChildren(fragment);
  };

  /** Shown until the image is loaded, or if it can't be loaded. */
  #createPlaceholder(image: HTMLImageElement): HTMLElement {
    const placeholder = document.createElement("span");
    placeholder.className = "image-placeholder";
    const icon = document.createElement("span");
    icon.className = "codicon codicon-file-media";
    icon.ariaHidden = "true";
    const { alt } = image;
    const name = document.createElement("bdi");
    name.textContent = alt === "" ? this.page.texts.text.image : alt;
    placeholder.append(icon, name);
    const url = image.dataset["url"];
    if (url !== undefined) placeholder.dataset["url"] = url;
    return placeholder;
  }

  async #loadImage(placeholder: Element): Promise<void> {
    this.#inView.unobserve(placeholder);
    const url = placeholder instanceof HTMLElement ? placeholder.dataset["url"] : undefined;
    if (url === undefined) return;
    try {
      const data = imageDataPattern.test(url) ? url : await this.page.call("loadImage", { address: url });
      if (!imageDataPattern.test(data)) throw new Error("The host sent no image.");
      const image = new Image();
      image.alt = placeholder.textContent;
      image.src = data;
      await image.decode();
      placeholder.replaceWith(image);
    } catch {
      placeholder.classList.add("is-missing");
    }
  }

  #openLink(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null) return;
    event.preventDefault();
    // Otherwise VS Code would open the link as well.
    event.stopPropagation();
    const { url, artifact } = link.dataset;
    if (artifact !== undefined) void this.page.call("openArtifact", { artifactId: Number(artifact) });
    else if (url !== undefined) void this.page.call("openUrl", { address: url });
  }
}

customElements.define("artifact-rich-text", RichText);
