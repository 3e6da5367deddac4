// One attached file: what it is, and what can be done with it.
import { html, nothing, type TemplateResult } from "lit";
import { byteText } from "../../model/byteText.ts";
import type { FileDescription } from "../../model/value.ts";
import type { AttachmentAction } from "../../protocol/page.ts";
import type { PageTexts } from "../../protocol/pageTexts.ts";
import type { Page } from "../context.ts";
import { fileIcon } from "../fileIcon.ts";
import { filled } from "../filled.ts";
import { icon } from "../icon.ts";
import { filePreview } from "./filePreview.ts";

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
      ><span class="dim">${byteText(size, document.documentElement.lang)}</span>${
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
