// One attached file: what it is, and what can be done with it.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { hasPreview } from "../../../model/attachment.ts";
import { byteText } from "../../../model/byteText.ts";
import type { FileDescription } from "../../../model/value.ts";
import type { AttachmentAction } from "../../../protocol/page.ts";
import type { PageTexts } from "../../../protocol/pageTexts.ts";
import { filled, language } from "../../shared/format.ts";
import { fileIcon, icon } from "../../shared/icons.ts";
import type { Page } from "../context.ts";
import { whenInView } from "../scroll.ts";

// A picture that is attached, small. The host is asked for it when it is first seen, and once.

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

function filePreview(page: Page, file: FileDescription, open: () => void): TemplateResult | typeof nothing {
  if (!hasPreview(file)) return nothing;
  return html`<artifact-file-preview .page=${page} .file=${file} .open=${open}></artifact-file-preview>`;
}

interface RowParts {
  readonly page: Page;
  readonly texts: PageTexts;
  readonly isRemovable: boolean;
  /** It is being done. */
  readonly isBusy: (action: AttachmentAction) => boolean;
  readonly act: (action: AttachmentAction) => void;
}

export function fileRow(file: FileDescription, parts: RowParts): TemplateResult {
  const { page, texts, isRemovable, isBusy, act } = parts;
  const { id, size, description } = file;
  const name = file.name.trim() === "" ? `#${id}` : file.name;
  const button = (action: AttachmentAction, sign: string, text: string): TemplateResult => {
    const label = filled(text, name);
    return html`<button
      type="button"
      class="icon-button"
      title=${label}
      aria-label=${label}
      aria-disabled=${isBusy(action) ? "true" : nothing}
      @click=${() => act(action)}
    >
      ${icon(sign)}
    </button>`;
  };
  const open = (): void => act("open");
  return html`<li class="row file">
    ${icon(fileIcon(file))}
    <div class="file-facts">
      <button
        type="button"
        class="link file-name"
        aria-disabled=${isBusy("open") ? "true" : nothing}
        @click=${open}
      >
        <bdi>${name}</bdi></button
      ><span class="dim">${byteText(size, language)}</span>${
        description === "" ? nothing : html`<bdi class="dim">${description}</bdi>`
      }
    </div>
    <div class="file-actions">
      ${button("download", "cloud-download", texts.attachments.download)}
      ${button("saveAs", "save-as", texts.attachments.saveAs)}
      ${isRemovable ? button("remove", "trash", texts.list.remove) : nothing}
    </div>
    ${filePreview(page, file, open)}
  </li>`;
}
