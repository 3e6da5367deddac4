// Renders a row of an attachment: name, size, actions and preview.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { hasPreview } from "../../../model/attachment.ts";
import { formatBytes } from "../../../model/formatBytes.ts";
import type { FileDescription, PendingFile } from "../../../model/valueTypes.ts";
import type { AttachmentAction } from "../../../protocol/formProtocol.ts";
import type { FormTexts } from "../../../protocol/formTexts.ts";
import { fillPlaceholders, pageLanguage } from "../../shared/localization.ts";
import { getFileIcon, renderIcon, renderIconButton } from "../../shared/icons.ts";
import type { FormPageContext } from "../formPageContext.ts";
import { runWhenVisible } from "../scroll.ts";

// The preview of an attached image, loaded once, when it first becomes visible.

/** Kept when rows are rendered again. */
const previewRequests = new WeakMap<FormPageContext, Map<number, Promise<string>>>();

function loadPreview(page: FormPageContext, fileId: number): Promise<string> {
  const requests = previewRequests.get(page) ?? new Map<number, Promise<string>>();
  previewRequests.set(page, requests);
  const preview = requests.get(fileId) ?? page.call("loadPreview", { fileId });
  requests.set(fileId, preview);
  // A failed preview is requested again when it is next shown.
  preview.catch(() => requests.delete(fileId));
  return preview;
}

class FilePreview extends LitElement {
  static override properties = {
    page: { attribute: false },
    file: { attribute: false },
    onOpen: { attribute: false },
    data: { state: true },
  };
  declare page: FormPageContext;
  declare file: FileDescription;
  declare onOpen: () => void;
  declare private data: string | undefined;
  #stopWaiting: (() => void) | undefined;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWaiting = runWhenVisible(this, () => void this.#load());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWaiting?.();
  }

  async #load(): Promise<void> {
    try {
      const data = await loadPreview(this.page, this.file.id);
      if (!data.startsWith("data:image/")) throw new Error("The host sent no image.");
      this.data = data;
    } catch {
      this.#hide();
    }
  }

  /** The file can still be opened by its name. */
  #hide(): void {
    this.hidden = true;
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.data === undefined) return nothing;
    // Not a Tab stop: the file name beside it opens the same file.
    return html`<button type="button" tabindex="-1" @click=${() => this.onOpen()}>
      <img
        alt=${this.file.name}
        src=${this.data}
        draggable="false"
        decoding="async"
        @error=${() => this.#hide()}
      />
    </button>`;
  }
}

customElements.define("artifact-file-preview", FilePreview);

function renderFilePreview(
  page: FormPageContext,
  file: FileDescription,
  onOpen: () => void,
): TemplateResult | typeof nothing {
  if (!hasPreview(file)) return nothing;
  return html`<artifact-file-preview .page=${page} .file=${file} .onOpen=${onOpen}></artifact-file-preview>`;
}

interface FileRowOptions {
  readonly page: FormPageContext;
  readonly texts: FormTexts;
  readonly isRemovable: boolean;
  readonly isBusy: (action: AttachmentAction) => boolean;
  readonly onAction: (action: AttachmentAction) => void;
}

/** A pending file can only be removed. */
export function renderFileRow(
  file: FileDescription | PendingFile,
  { page, texts, isRemovable, isBusy, onAction }: FileRowOptions,
): TemplateResult {
  const isPending = "key" in file;
  const { size, description } = file;
  const name = isPending || file.name.trim() !== "" ? file.name : `#${file.id}`;
  const button = (action: AttachmentAction, icon: string, text: string): TemplateResult =>
    renderIconButton(icon, fillPlaceholders(text, name), () => onAction(action), isBusy(action));
  const open = (): void => onAction("open");
  return html`<li class="row file">
    ${renderIcon(getFileIcon(file))}
    <div class="file-details">
      ${
        isPending
          ? html`<bdi class="file-name" title=${file.isCopy ? nothing : file.path}>${name}</bdi>`
          : html`<button
              type="button"
              class="link file-name"
              aria-disabled=${isBusy("open") ? "true" : nothing}
              @click=${open}
            >
              <bdi>${name}</bdi>
            </button>`
      }<span class="dim">${formatBytes(size, pageLanguage)}</span>${
        description === "" ? nothing : html`<bdi class="dim">${description}</bdi>`
      }
    </div>
    <div class="file-actions">
      ${
        isPending
          ? nothing
          : [
              button("download", "cloud-download", texts.attachments.download),
              button("saveAs", "save-as", texts.attachments.saveAs),
            ]
      }
      ${isRemovable ? button("remove", "trash", texts.list.remove) : nothing}
    </div>
    ${isPending ? nothing : renderFilePreview(page, file, open)}
  </li>`;
}
