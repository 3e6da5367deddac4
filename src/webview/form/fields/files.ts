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
import { renderFileRow } from "./fileRow.ts";
import { toLabelId, type FieldContext } from "./fieldContext.ts";

function toRowKey(file: FileDescription | PendingFile): number | string {
  return "key" in file ? file.key : file.id;
}

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

  /** Those of a new artifact are in the draft. */
  get #files(): readonly (FileDescription | PendingFile)[] {
    const { field, input } = this.context.view;
    if (input?.kind === "newFiles") return input.files;
    return field.value?.kind === "files" ? field.value.files : [];
  }

  get #isEditable(): boolean {
    const { field, isNew, isReadOnly } = this.context.view;
    const { control } = field;
    return !isReadOnly && (control.kind === "newFiles" ? isNew : control.kind === "files" && control.isOpen);
  }

  get #maxBytes(): number | undefined {
    const { control } = this.context.view.field;
    return "maxBytes" in control ? control.maxBytes : undefined;
  }

  /** On a server without uploads, a new artifact has the control of an existing one. */
  get acceptsFiles(): boolean {
    const { field, isNew } = this.context.view;
    return this.#isEditable && isNew === (field.control.kind === "newFiles");
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
    const files = this.#files;
    return html`<div
      class="files ${this.isDragOver ? "is-drag-over" : ""}"
      role="group"
      aria-labelledby=${toLabelId(this.context)}
    >
      ${
        files.length === 0
          ? nothing
          : html`<ul class="rows">
              ${repeat(files, toRowKey, (file) => this.#row(file))}
            </ul>`
      }
      ${this.#footer(files.length)}
      <p class="read-progress dim" role="status">${this.#readProgressText()}</p>
      ${this.errors.map((text) => html`<p class="problem" role="alert" dir="auto">${text}</p>`)}
    </div>`;
  }

  #row(file: FileDescription | PendingFile): TemplateResult {
    const { page, view } = this.context;
    const fieldId = view.field.id;
    const key = (action: AttachmentAction): string => `${action} ${toRowKey(file)}`;
    return renderFileRow(file, {
      page,
      texts: view.texts,
      isRemovable: this.acceptsFiles,
      isBusy: (action) => this.busy.has(key(action)),
      onAction: (action) =>
        void this.#runOnce(key(action), () =>
          "key" in file
            ? page.call("removeNewFile", { fieldId, key: file.key })
            : page.call("runAttachmentAction", { fileId: file.id, action }),
        ),
    });
  }

  #footer(count: number): TemplateResult {
    const { page, view } = this.context;
    const { texts, isNew, field } = view;
    const { attachAfterCreation, createInBrowser, uploadedOnCreation } = texts.attachments;
    if (this.#isEditable && !this.acceptsFiles) {
      return html`<p class="dim later">${field.isRequired ? createInBrowser : attachAfterCreation}</p>`;
    }
    if (count === 0 && !this.acceptsFiles) return html`<span class="dim">${texts.empty}</span>`;
    return html`${isNew && count > 0 ? html`<p class="dim later">${uploadedOnCreation}</p>` : nothing}
      <div class="file-add">
        ${this.acceptsFiles ? this.#attachButton() : nothing}
        ${
          isNew || count < 2
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
        aria-describedby="${id}-hint ${id}-problem"
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

const renderFiles = (context: FieldContext): TemplateResult =>
  html`<artifact-files .context=${context}></artifact-files>`;

export const filesRenderer: FieldRenderer<FilesFieldShapes> = {
  renderReadOnly: renderFiles,
  isFullWidth: true,
};

export const newFilesRenderer: FieldRenderer<NewFilesFieldShapes> = {
  renderControl: renderFiles,
  renderReadOnly: renderFiles,
  isFullWidth: true,
};
