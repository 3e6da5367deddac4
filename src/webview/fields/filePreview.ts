// A picture that is attached, small. The host is asked for it when it is first seen, and once.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { hasPreview } from "../../model/attachment.ts";
import type { FileDescription } from "../../model/value.ts";
import type { Page } from "../context.ts";
import { whenInView } from "../inView.ts";

/** What was asked for stays, whatever is drawn meanwhile. */
const asked = new WeakMap<Page, Map<number, Promise<string>>>();

function previewOf(page: Page, fileId: number): Promise<string> {
  const known = asked.get(page) ?? new Map<number, Promise<string>>();
  asked.set(page, known);
  const preview = known.get(fileId) ?? page.call("preview", { fileId });
  known.set(fileId, preview);
  // Whoever looks again asks again.
  preview.catch(() => known.delete(fileId));
  return preview;
}

class FilePreview extends LitElement {
  static override properties = {
    page: { attribute: false },
    file: { attribute: false },
    open: { attribute: false },
    data: { state: true },
  };
  declare page: Page;
  declare file: FileDescription;
  declare open: () => void;
  declare private data: string | undefined;
  #stopWaiting: (() => void) | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWaiting = whenInView(this, () => void this.#ask());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWaiting?.();
  }

  async #ask(): Promise<void> {
    try {
      const data = await previewOf(this.page, this.file.id);
      if (!data.startsWith("data:image/")) throw new Error("The host sent no image.");
      this.data = data;
    } catch {
      this.#giveUp();
    }
  }

  /** The file is there all the same. */
  #giveUp(): void {
    this.hidden = true;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.data === undefined) return nothing;
    // The name beside it does the same and can be reached by the keyboard: twice would be in the way.
    return html`<button type="button" tabindex="-1" @click=${() => this.open()}>
      <img
        alt=${this.file.name}
        src=${this.data}
        draggable="false"
        decoding="async"
        @error=${() => this.#giveUp()}
      />
    </button>`;
  }
}

customElements.define("artifact-file-preview", FilePreview);

export function filePreview(
  page: Page,
  file: FileDescription,
  open: () => void,
): TemplateResult | typeof nothing {
  if (!hasPreview(file)) return nothing;
  return html`<artifact-file-preview .page=${page} .file=${file} .open=${open}></artifact-file-preview>`;
}
