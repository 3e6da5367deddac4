// Attached files. Attaching and removing happen at once, at the host: nothing of it waits for the form to be saved.
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { byteLimitText } from "../../../model/byteText.ts";
import type { FilesField } from "../../../model/fields/files.ts";
import type { FileDescription } from "../../../model/value.ts";
import type { AttachmentAction } from "../../../protocol/page.ts";
import { filled, language } from "../../shared/format.ts";
import { icon } from "../../shared/icons.ts";
import { type FileTaker, type Given, type Reading, sendFiles } from "../fileTransfer.ts";
import type { FieldDrawing } from "./drawing.ts";
import { fileRow } from "./fileRow.ts";
import { labelId, type Place } from "./place.ts";

class Files extends LitElement implements FileTaker {
  static override properties = {
    place: { attribute: false },
    isAimedAt: { state: true },
    busy: { state: true },
    reading: { state: true },
    troubles: { state: true },
  };
  declare place: Place;
  declare isAimedAt: boolean;
  /** What is being done, by what it is and the file's number. */
  declare private busy: ReadonlySet<string>;
  declare private reading: Reading | undefined;
  /** What did not work when somebody last did something here. */
  declare private troubles: readonly string[];
  /** Those that are dropped while others are read wait for them. */
  #sending: Promise<void> = Promise.resolve();

  constructor() {
    super();
    this.isAimedAt = false;
    this.busy = new Set();
    this.troubles = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  get #files(): readonly FileDescription[] {
    const { value } = this.place.view.field;
    return value?.kind === "files" ? value.files : [];
  }

  get #isEditable(): boolean {
    const { field, isLocked } = this.place.view;
    return field.control.kind === "files" && field.control.isOpen && !isLocked;
  }

  get #maxBytes(): number | undefined {
    const { control } = this.place.view.field;
    return control.kind === "files" ? control.maxBytes : undefined;
  }

  get takesFiles(): boolean {
    return this.#isEditable && !this.place.view.isNew;
  }

  get dropPrompt(): string {
    const { field, texts } = this.place.view;
    return filled(texts.attachments.drop, field.label);
  }

  takeFiles({ files, folders }: Given): void {
    const { attachments } = this.place.view.texts;
    const most = this.#maxBytes ?? Infinity;
    const fitting = files.filter(({ size }) => size <= most);
    this.troubles = [
      ...folders.map((name) => filled(attachments.folder, name)),
      ...files
        .filter(({ size }) => size > most)
        .map(({ name }) => filled(attachments.tooLarge, name, byteLimitText(most, language))),
    ];
    this.#showTroubles();
    if (fitting.length === 0) return;
    this.#sending = this.#sending.catch(() => undefined).then(() => this.#send(fitting));
  }

  takeAddresses(uris: readonly string[]): void {
    const { page, view } = this.place;
    this.troubles = [];
    void this.#attempt(() => page.call("attachUris", { fieldId: view.field.id, uris }));
  }

  async #send(files: readonly File[]): Promise<void> {
    const { page, view } = this.place;
    const fieldId = view.field.id;
    await this.#attempt(async () => {
      try {
        const sent = await sendFiles(page.call, files, (reading) => (this.reading = reading));
        if (sent.kind === "unreadable") {
          this.#complain(filled(view.texts.attachments.unreadable, sent.name));
        } else {
          // Others can be read while these are on their way to the server.
          void this.#attempt(() => page.call("attachSent", { fieldId, keys: sent.keys }));
        }
      } finally {
        this.reading = undefined;
      }
    });
  }

  /** Once at a time. */
  async #do(what: string, act: () => Promise<void>): Promise<void> {
    if (this.busy.has(what)) return;
    this.busy = new Set([...this.busy, what]);
    this.troubles = [];
    try {
      await this.#attempt(act);
    } finally {
      this.busy = new Set([...this.busy].filter((each) => each !== what));
    }
  }

  async #attempt(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (failure) {
      // Nobody would see it here.
      if (!this.isConnected || !(failure instanceof Error)) throw failure;
      this.#complain(failure.message);
    }
  }

  #complain(text: string): void {
    this.troubles = [...this.troubles, text];
    this.#showTroubles();
  }

  /** What was dropped or pasted elsewhere in the page can fail out of sight. */
  #showTroubles(): void {
    if (this.troubles.length === 0) return;
    void this.updateComplete.then(() => this.querySelector(".problem")?.scrollIntoView({ block: "nearest" }));
  }

  protected override render(): TemplateResult {
    const files = this.#files;
    return html`<div
      class="files ${this.isAimedAt ? "is-aimed-at" : ""}"
      role="group"
      aria-labelledby=${labelId(this.place)}
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
      ${this.#below(files.length)}
      <p class="file-reading dim" role="status">${this.#readingText()}</p>
      ${this.troubles.map((text) => html`<p class="problem" role="alert" dir="auto">${text}</p>`)}
    </div>`;
  }

  #row(file: FileDescription): TemplateResult {
    const { page, view } = this.place;
    const key = (action: AttachmentAction): string => `${action} ${file.id}`;
    return fileRow(file, {
      page,
      texts: view.texts,
      isRemovable: this.#isEditable,
      isBusy: (action) => this.busy.has(key(action)),
      act: (action) => void this.#do(key(action), () => page.call("attachment", { fileId: file.id, action })),
    });
  }

  #below(count: number): TemplateResult {
    const { page, view } = this.place;
    const { texts, isNew } = view;
    if (isNew && this.#isEditable) return html`<p class="dim later">${texts.attachments.onceCreated}</p>`;
    if (count === 0 && !this.takesFiles) return html`<span class="dim">${texts.empty}</span>`;
    return html`<div class="file-offers">
      ${this.takesFiles ? this.#attaching() : nothing}
      ${
        count < 2
          ? nothing
          : html`<button
              type="button"
              class="quiet add download-all"
              aria-disabled=${this.busy.has("downloadAll") ? "true" : nothing}
              @click=${() => void this.#do("downloadAll", () => page.call("downloadAll", null))}
            >
              ${icon("cloud-download")} ${texts.attachments.downloadAll}
            </button>`
      }
    </div>`;
  }

  #attaching(): TemplateResult {
    const { page, view, id } = this.place;
    const { attachments } = view.texts;
    const most = this.#maxBytes;
    const hint =
      most === undefined
        ? attachments.hint
        : filled(attachments.hintWithLimit, byteLimitText(most, language));
    return html`<button
        id=${id}
        type="button"
        class="quiet add"
        aria-describedby="${id}-hint"
        aria-disabled=${this.busy.has("attach") ? "true" : nothing}
        @click=${() => void this.#do("attach", () => page.call("attach", { fieldId: view.field.id }))}
      >
        ${icon("add")} ${attachments.attach}</button
      ><span id="${id}-hint" class="dim" title=${attachments.fromEditor}>${hint}</span>`;
  }

  /** How far it has got is not said aloud each time. */
  #readingText(): TemplateResult | typeof nothing {
    if (this.reading === undefined) return nothing;
    const { name, part } = this.reading;
    const percent = new Intl.NumberFormat(language, { style: "percent" }).format(part);
    return html`<bdi>${filled(this.place.view.texts.attachments.reading, name)}</bdi>
      <span aria-hidden="true">${percent}</span>`;
  }
}

customElements.define("artifact-files", Files);

export const filesDrawing: FieldDrawing<FilesField> = {
  unchangeable: (place) => html`<artifact-files .place=${place}></artifact-files>`,
  isWide: true,
};
