// A text of the server with its formatting. Its links are followed and its images are fetched by the host.
import { LitElement } from "lit";
import { Marked } from "marked";
import type { TextFormat } from "../../model/value.ts";
import { checkpoint, drawInTurn, TooComplex, withinTime } from "../shared/renderLimits.ts";
import type { Page } from "./context.ts";
import { linkReferences } from "./references.ts";
import { sanitized } from "./sanitize.ts";

// Markdown as the server understands it. What comes out is markup yet to be sanitised.

const longestSource = 65_536;
/** The parser's time for an address grows with the square of its length. */
const longAddress = /^(?:https?:\/\/|ftp:\/\/|www\.)\S{2000}/i;

/** False leaves the token to the parser. */
function passOn(): false {
  checkpoint();
  return false;
}

const marked = new Marked({
  gfm: true,
  // These are tried first for each block, for each piece of a line, and for each address.
  tokenizer: {
    space: passOn,
    escape: passOn,
    url: (source) => {
      if (longAddress.test(source)) throw new TooComplex("An address in the text is too long.");
      return passOn();
    },
  },
  renderer: {
    // A box that can't be ticked is a sign, not a control.
    checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
  },
});

/** Throws for what would take too long, or is nested too deeply for the parser. */
function markdownToHtml(source: string): string {
  if (source.length > longestSource) throw new TooComplex("The text is too long.");
  return marked.parse(source, { async: false });
}

const picture = /^data:image\/(?:png|gif|jpeg|webp|bmp|avif|svg\+xml)[;,]/i;

/** The browser lays a piece out once it is in sight, so that long texts take no time before. */
const pieceLength = 10_000;

function pieces(source: string): readonly HTMLElement[] {
  const all: HTMLElement[] = [];
  for (let from = 0; from < source.length;) {
    const lineEnd = source.lastIndexOf("\n", from + pieceLength) + 1;
    const to = lineEnd > from ? lineEnd : from + pieceLength;
    const piece = document.createElement("div");
    piece.className = "piece";
    piece.textContent = source.slice(from, to);
    all.push(piece);
    from = to;
  }
  return all;
}

function plain(source: string): HTMLElement {
  const text = document.createElement("div");
  text.className = "plain";
  if (source.length <= pieceLength) text.textContent = source;
  else text.append(...pieces(source));
  return text;
}

function formatted(source: string, format: Exclude<TextFormat, "text">): DocumentFragment {
  switch (format) {
    case "html":
      return sanitized(source);
    case "commonmark":
      return sanitized(markdownToHtml(source));
  }
}

/** What can't be formatted in time is shown as it is written, with a note that says so. */
function asFragment(source: string, format: TextFormat, note: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  if (format === "text") {
    fragment.append(plain(source));
    return fragment;
  }
  try {
    return withinTime(source.length, () => formatted(source, format));
  } catch {
    const said = document.createElement("p");
    said.className = "dim";
    said.textContent = note;
    fragment.append(said, plain(source));
    return fragment;
  }
}

class RichText extends LitElement {
  static override properties = {
    source: {},
    format: {},
    page: { attribute: false },
    // Each message has a list of its own: the same names are no reason to draw again.
    trackers: {
      attribute: false,
      hasChanged: (names: unknown, before: unknown) => JSON.stringify(names) !== JSON.stringify(before),
    },
  };
  declare source: string;
  declare format: TextFormat;
  declare page: Page;
  /** Short names of trackers, where references to artifacts are to be links. */
  declare trackers: readonly string[] | undefined;
  readonly #inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) void this.#fetch(target);
    }
  });

  constructor() {
    super();
    this.addEventListener("click", (event) => this.#follow(event));
    this.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#follow(event);
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
    if (["source", "format", "trackers"].some((name) => changed.has(name))) drawInTurn(this.#draw);
  }

  readonly #draw = (): void => {
    this.#inView.disconnect();
    const fragment = asFragment(this.source, this.format, this.page.texts.text.tooComplex);
    if (this.trackers !== undefined) linkReferences(fragment, this.trackers);
    for (const link of fragment.querySelectorAll<HTMLElement>("a[data-address], a[data-artifact]")) {
      link.setAttribute("role", "link");
      link.tabIndex = 0;
      const address = link.dataset["address"];
      if (address !== undefined) link.title = address;
    }
    for (const image of fragment.querySelectorAll("img")) {
      const place = this.#placeFor(image);
      image.replaceWith(place);
      if (place.dataset["address"] !== undefined) this.#inView.observe(place);
    }
    this.dir = "auto";
    this.replaceChildren(fragment);
  };

  /** Stands where an image will be, or would have been. */
  #placeFor(image: HTMLImageElement): HTMLElement {
    const place = document.createElement("span");
    place.className = "image-place";
    const icon = document.createElement("span");
    icon.className = "codicon codicon-file-media";
    icon.ariaHidden = "true";
    const { alt } = image;
    const name = document.createElement("bdi");
    name.textContent = alt === "" ? this.page.texts.text.image : alt;
    place.append(icon, name);
    const address = image.dataset["address"];
    if (address !== undefined) place.dataset["address"] = address;
    return place;
  }

  async #fetch(place: Element): Promise<void> {
    this.#inView.unobserve(place);
    const address = place instanceof HTMLElement ? place.dataset["address"] : undefined;
    if (address === undefined) return;
    try {
      const data = picture.test(address) ? address : await this.page.call("image", { address });
      if (!picture.test(data)) throw new Error("The host sent no image.");
      const image = new Image();
      image.alt = place.textContent;
      image.src = data;
      await image.decode();
      place.replaceWith(image);
    } catch {
      place.classList.add("is-missing");
    }
  }

  #follow(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null) return;
    event.preventDefault();
    // VS Code would open what looks like a link to it, too.
    event.stopPropagation();
    const { address, artifact } = link.dataset;
    if (artifact !== undefined) void this.page.call("openArtifact", { artifactId: Number(artifact) });
    else if (address !== undefined) void this.page.call("openAddress", { address });
  }
}

customElements.define("artifact-rich-text", RichText);
