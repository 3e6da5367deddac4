// The custom element artifact-files: attachments of a field. The host attaches and removes files immediately, without saving the
// form; those of a new artifact are in the draft and are uploaded when it is created.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { formatByteLimit } from "../../../model/formatBytes.ts";
import type { FilesFieldShapes, NewFilesFieldShapes } from "../../../model/fields/files.ts";
import type { FileDescription, PendingFile } from "../../../model/valueTypes.ts";
import type { AttachmentAction } from "../../../protocol/formProtocol.ts";
import { fillPlaceholders, pageLanguage } from "../../shared/localization.ts";
import { renderIcon } from "../../shared/icons.ts";
import {
  type FileDropTarget,
  type DroppedFiles,
  type FileReadProgress,
  sendFilesToHost,
} from "../droppedFiles.ts";
import type { FieldRenderer } from "./fieldRenderer.ts";
import { renderFileRow, renderPendingFileRow } from "./fileRow.ts";
import { hasProblem, toLabelId, toProblemId, type FieldContext } from "./fieldContext.ts";

class FilesElement extends LitElement implements FileDropTarget {
  static override properties = {
    context: { attribute: false },
    isDragOver: { state: true },
    busy: { state: true },
    readProgress: { state: true },
    errors: { state: true },
  };
  declare context: FieldContext;
  declare isDragOver: boolean;
  /** Keys of the actions that are in progress, with the file's ID. */
  declare private busy: ReadonlySet<string>;
  declare private readProgress: FileReadProgress | undefined;
  /** Errors of the last action. */
  declare private errors: readonly string[];
  /** Files that are dropped meanwhile are sent afterwards. */
  #sending: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.isDragOver = false;
    this.busy = new Set();
    this.errors = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  get #files(): readonly FileDescription[] {
    const { value } = this.context.view.field;
    return value?.kind === "files" ? value.files : [];
  }

  /** Files that are uploaded when the artifact is created. */
  get #pendingFiles(): readonly PendingFile[] {
    const { input } = this.context.view;
    return input?.kind === "newFiles" ? input.files : [];
  }

  get #isEditable(): boolean {
    const { field, isReadOnly } = this.context.view;
    return field.control.kind === "files" && field.control.isOpen && !isReadOnly;
  }

  get #maxBytes(): number | undefined {
    const { control } = this.context.view.field;
    return control.kind === "files" || control.kind === "newFiles" ? control.maxBytes : undefined;
  }

  get acceptsFiles(): boolean {
    const { field, isNew, isReadOnly } = this.context.view;
    return isNew ? field.control.kind === "newFiles" && !isReadOnly : this.#isEditable;
  }

  get dropPrompt(): string {
    const { field, texts } = this.context.view;
    return fillPlaceholders(texts.attachments.drop, field.label);
  }

  attachFiles({ files, folders }: DroppedFiles): void {
    const { attachments } = this.context.view.texts;
    const maxBytes = this.#maxBytes ?? Infinity;
    const accepted = files.filter(({ size }) => size <= maxBytes);
    this.errors = [
      ...folders.map((name) => fillPlaceholders(attachments.folder, name)),
      ...files
        .filter(({ size }) => size > maxBytes)
        .map(({ name }) =>
          fillPlaceholders(attachments.tooLarge, name, formatByteLimit(maxBytes, pageLanguage)),
        ),
    ];
    this.#revealErrors();
    if (accepted.length === 0) return;
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#send(accepted));
  }

  attachUris(uris: readonly string[]): void {
    const { page, view } = this.context;
    this.errors = [];
    void this.#attempt(() => page.call("attachUris", { fieldId: view.field.id, uris }));
  }

  async #send(files: readonly File[]): Promise<void> {
    const { page, view } = this.context;
    const fieldId = view.field.id;
    await this.#attempt(async () => {
      try {
        const sent = await sendFilesToHost(
          page.call,
          files,
          (readProgress) => (this.readProgress = readProgress),
        );
        if (sent.kind === "unreadable") {
          this.#addError(fillPlaceholders(view.texts.attachments.unreadable, sent.name));
        } else {
          // The next files can be read while these are uploaded to the server.
          void this.#attempt(() => page.call("attachSentFiles", { fieldId, keys: sent.keys }));
        }
      } finally {
        this.readProgress = undefined;
      }
    });
  }

  /** Ignores the call if the same action is already in progress. */
  async #runOnce(key: string, action: () => Promise<void>): Promise<void> {
    if (this.busy.has(key)) return;
    this.busy = new Set([...this.busy, key]);
    this.errors = [];
    try {
      await this.#attempt(action);
    } finally {
      this.busy = new Set([...this.busy].filter((each) => each !== key));
    }
  }

  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (failure) {
      // A removed element can't show the error.
      if (!this.isConnected || !(failure instanceof Error)) throw failure;
      this.#addError(failure.message);
    }
  }

  #addError(text: string): void {
    this.errors = [...this.errors, text];
    this.#revealErrors();
  }

  /** Files that were dropped or pasted elsewhere in the page can fail while the field is out of view. */
  #revealErrors(): void {
    if (this.errors.length === 0) return;
    void this.updateComplete.then(() => this.querySelector(".problem")?.scrollIntoView({ block: "nearest" }));
  }

  protected override render(): TemplateResult {
    const [files, pendingFiles] = [this.#files, this.#pendingFiles];
    return html`<div
      class="files ${this.isDragOver ? "is-drag-over" : ""}"
      role="group"
      aria-labelledby=${toLabelId(this.context)}
    >
      ${
        files.length === 0
          ? nothing
          : html`<ul class="rows">
              ${repeat(
                files,
                ({ id }) => id,
                (file) => this.#row(file),
              )}
            </ul>`
      }
      ${pendingFiles.length === 0 ? nothing : this.#pendingRows(pendingFiles)} ${this.#footer(files.length)}
      <p class="read-progress dim" role="status">${this.#readProgressText()}</p>
      ${this.errors.map((text) => html`<p class="problem" role="alert" dir="auto">${text}</p>`)}
    </div>`;
  }

  #row(file: FileDescription): TemplateResult {
    const { page, view } = this.context;
    const key = (action: AttachmentAction): string => `${action} ${file.id}`;
    return renderFileRow(file, {
      page,
      texts: view.texts,
      isRemovable: this.#isEditable,
      isBusy: (action) => this.busy.has(key(action)),
      onAction: (action) =>
        void this.#runOnce(key(action), () => page.call("runAttachmentAction", { fileId: file.id, action })),
    });
  }

  #pendingRows(files: readonly PendingFile[]): TemplateResult {
    const { page, view } = this.context;
    const { texts, field, isNew } = view;
    const remove = ({ key }: PendingFile): void =>
      void this.#runOnce(`remove ${key}`, () => page.call("removeNewFile", { fieldId: field.id, key }));
    return html`<ul class="rows">
        ${repeat(
          files,
          ({ key }) => key,
          (file) =>
            renderPendingFileRow(file, {
              texts,
              isRemovable: this.acceptsFiles,
              onRemove: () => remove(file),
            }),
        )}
      </ul>
      ${isNew ? html`<p class="dim later">${texts.attachments.uploadedOnCreation}</p>` : nothing}`;
  }

  #footer(count: number): TemplateResult | typeof nothing {
    const { page, view } = this.context;
    const { texts, isNew, field } = view;
    if (isNew && this.#isEditable) {
      const { attachAfterCreation, createInBrowser } = texts.attachments;
      return html`<p class="dim later">${field.isRequired ? createInBrowser : attachAfterCreation}</p>`;
    }
    if (count === 0 && !this.acceptsFiles) {
      return this.#pendingFiles.length > 0 ? nothing : html`<span class="dim">${texts.empty}</span>`;
    }
    return html`<div class="file-add">
      ${this.acceptsFiles ? this.#attachButton() : nothing}
      ${
        count < 2
          ? nothing
          : html`<button
              type="button"
              class="text-button add download-all"
              aria-disabled=${this.busy.has("downloadAll") ? "true" : nothing}
              @click=${() => void this.#runOnce("downloadAll", () => page.call("downloadAll", null))}
            >
              ${renderIcon("cloud-download")} ${texts.attachments.downloadAll}
            </button>`
      }
    </div>`;
  }

  #attachButton(): TemplateResult {
    const { page, view, id } = this.context;
    const { attachments } = view.texts;
    const maxBytes = this.#maxBytes;
    const hint =
      maxBytes === undefined
        ? attachments.hint
        : fillPlaceholders(attachments.hintWithLimit, formatByteLimit(maxBytes, pageLanguage));
    return html`<button
        id=${id}
        type="button"
        class="text-button add"
        aria-describedby=${hasProblem(this.context) ? `${id}-hint ${toProblemId(this.context)}` : `${id}-hint`}
        aria-disabled=${this.busy.has("attach") ? "true" : nothing}
        @click=${() => void this.#runOnce("attach", () => page.call("pickFilesToAttach", { fieldId: view.field.id }))}
      >
        ${renderIcon("add")} ${attachments.attach}</button
      ><span id="${id}-hint" class="dim" title=${attachments.fromEditor}>${hint}</span>`;
  }

  /** The percentage is hidden from screen readers, which would read it each time. */
  #readProgressText(): TemplateResult | typeof nothing {
    if (this.readProgress === undefined) return nothing;
    const { name, fraction } = this.readProgress;
    const percent = new Intl.NumberFormat(pageLanguage, { style: "percent" }).format(fraction);
    return html`<bdi>${fillPlaceholders(this.context.view.texts.attachments.loading, name)}</bdi>
      <span aria-hidden="true">${percent}</span>`;
  }
}

customElements.define("artifact-files", FilesElement);

export const newFilesRenderer: FieldRenderer<NewFilesFieldShapes> = {
  renderControl: (context) => html`<artifact-files .context=${context}></artifact-files>`,
  renderReadOnly: (context) => html`<artifact-files .context=${context}></artifact-files>`,
  isFullWidth: true,
};

export const filesRenderer: FieldRenderer<FilesFieldShapes> = {
  renderReadOnly: (context) => html`<artifact-files .context=${context}></artifact-files>`,
  isFullWidth: true,
};
