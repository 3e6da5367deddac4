// Controls bulk edits: the user selects field and value, the host sends a preview, makes the changes and can undo them.
import { selectRows } from "../../model/table.ts";
import type { ListOperation } from "../../model/triage/fieldEditRequest.ts";
import type { LabeledId } from "../../model/valueTypes.ts";
import {
  type BulkEditField,
  type BulkEditRequest,
  type BulkEditState,
  type BulkEditValue,
  commentFieldKey,
  type ValueChoice,
  type ValueChoices,
  type PreparedBulkEdit,
} from "../../protocol/tableProtocol.ts";
import { ChoiceItemMap } from "./cellEditor.ts";
import type { TablePageContext } from "./tablePageContext.ts";
import type { ChoicePopup } from "./popup.ts";

function findFieldButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-field") ?? undefined;
}

function findValueButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-value") ?? undefined;
}

class BulkFieldList {
  readonly #table: TablePageContext;
  #fields: readonly BulkEditField[] = [];

  constructor(table: TablePageContext) {
    this.#table = table;
  }

  async loadField(ids: readonly number[], key: string): Promise<BulkEditField | undefined> {
    this.#fields = await this.#table.call("listBulkFields", { ids });
    return this.#fields.find((field) => field.key === key);
  }

  /** Opens at the field button. */
  async open(
    currentKey: string | undefined,
    onSelect: (field: BulkEditField) => Promise<void>,
  ): Promise<void> {
    const table = this.#table;
    const popup: ChoicePopup = {
      kind: "choices",
      anchor: () => findFieldButton()?.getBoundingClientRect(),
      label: table.texts.bulkEdit.chooseField,
      focusOnClose: findFieldButton(),
      source: { kind: "loading" },
      onSelect: ([item]) => {
        const field = this.#fields.find(({ key }) => key === item?.key);
        if (field !== undefined) table.reportErrors(onSelect(field));
      },
    };
    table.openPopup(popup);
    const source = await this.#source(currentKey);
    if (table.popup === popup) table.openPopup({ ...popup, source });
  }

  async #source(currentKey: string | undefined): Promise<ChoicePopup["source"]> {
    try {
      this.#fields = await this.#table.call("listBulkFields", { ids: this.#table.selectedIds });
    } catch (failure) {
      return { kind: "note", text: failure instanceof Error ? failure.message : String(failure) };
    }
    const items = this.#fields.map(({ key, label }) => ({
      key,
      label,
      detail: "",
      isCurrent: key === currentKey,
      clearsValue: false,
    }));
    if (items.length === 0) return { kind: "note", text: this.#table.texts.choice.nothingFound };
    return { kind: "list", items, isMultiSelect: false, preselectsFirst: true };
  }
}

/** A selection that is still growing isn't previewed. */
const selectionDelayMs = 250;

function getErrorText(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

/** Version 0.1 stored other names: `how`, the field's `ways`, and `look` for the type of the input. */
function migrateStoredEdit(stored: PreparedBulkEdit): PreparedBulkEdit {
  if (!("how" in stored) || !("ways" in stored.field)) return stored;
  const { field, writes } = stored;
  return {
    ...stored,
    operation: stored.how as ListOperation,
    field: { ...field, operations: stored.field.ways as BulkEditField["operations"] },
    writes:
      writes !== undefined && "look" in writes
        ? { ...writes, inputType: writes.look as typeof writes.inputType }
        : writes,
  };
}

export class BulkEditController {
  field: BulkEditField | undefined;
  operation: ListOperation = "set";
  offers: ValueChoices | undefined;
  value: BulkEditValue | undefined;
  valueLabel = "";
  /** The content of the text input, also before it becomes the value. */
  typedText = "";
  state: BulkEditState | undefined;
  readonly #table: TablePageContext;
  readonly #fields: BulkFieldList;
  /** The prepared change of an earlier page, until the rows are loaded. */
  #restoredChange: PreparedBulkEdit | undefined;
  /** The next preview to request. */
  #nextPreview: BulkEditRequest | undefined;
  #isPreviewing = false;
  #requestId = 0;
  #timer = 0;

  constructor(table: TablePageContext) {
    this.#table = table;
    this.#fields = new BulkFieldList(table);
  }

  /** Whether changes are being made or undone. */
  get isBusy(): boolean {
    return this.state?.kind === "running" || this.state?.kind === "undoing";
  }

  get isStarted(): boolean {
    return this.field !== undefined || this.state !== undefined;
  }

  /** Whether the preview is complete and up to date, with at least one change. */
  get canRun(): boolean {
    return this.state?.kind === "preview" && this.state.count > 0 && this.#nextPreview === undefined;
  }

  /** What the user has selected and typed, but not applied. */
  get preparedChange(): PreparedBulkEdit | undefined {
    const { field, operation, value, valueLabel: label, typedText, offers } = this;
    if (this.isBusy || this.state?.kind === "result") return undefined;
    if (field === undefined) return this.#restoredChange;
    return {
      field,
      operation: operation,
      value,
      label,
      typed: typedText,
      writes: offers?.kind === "write" ? offers : undefined,
    };
  }

  /** The change is continued by `resume`, once the rows are loaded. */
  restore(change: PreparedBulkEdit | undefined): void {
    this.#restoredChange = change === undefined ? undefined : migrateStoredEdit(change);
  }

  async resume(): Promise<void> {
    const restored = this.#restoredChange;
    if (restored === undefined || this.isStarted) return;
    this.#restoredChange = undefined;
    if (this.#table.selection.ids.size === 0) return;
    const { field, operation, value, label, typed, writes } = restored;
    this.field = field;
    this.operation = operation;
    this.value = value;
    this.valueLabel = label;
    this.typedText = typed;
    this.offers = writes;
    if (writes === undefined) await this.#loadOffers(field);
    if (typed !== "" && this.typedText === typed) this.setTextValue(typed);
    else if (value !== undefined && this.value === value) this.#preview();
  }

  openFieldList(): Promise<void> {
    return this.#fields.open(this.field?.key, (field) => this.selectField(field));
  }

  /** Opens the bulk edit bar for rows that were selected elsewhere, with field and values if given. */
  async openForRows(
    ids: readonly number[],
    fieldKey: string | undefined,
    values?: readonly LabeledId[],
  ): Promise<void> {
    if (this.isBusy) return;
    this.#reset();
    this.#table.setSelection(selectRows(ids));
    const field = fieldKey === undefined ? undefined : await this.#fields.loadField(ids, fieldKey);
    if (field === undefined) await this.openFieldList();
    else if (values === undefined) await this.selectField(field);
    else await this.#selectFieldAndValues(field, values);
  }

  async selectField(field: BulkEditField): Promise<void> {
    this.#reset();
    this.field = field;
    this.operation = field.operations[0] ?? "set";
    if (await this.#loadOffers(field)) this.#startValueInput();
  }

  /** Values that were selected elsewhere are added to a multi-value field, and replace the value of others. */
  async #selectFieldAndValues(field: BulkEditField, values: readonly LabeledId[]): Promise<void> {
    this.#reset();
    this.field = field;
    this.operation = field.operations.includes("add") ? "add" : "set";
    this.#setValues(values);
    await this.#loadOffers(field);
  }

  /** Continues with the stored draft, or opens the list of values. */
  #startValueInput(): void {
    const { offers } = this;
    const draft = offers?.kind === "write" ? offers.draftText : undefined;
    if (draft === undefined || draft === "") this.openValueList();
    else this.setTextValue(draft);
  }

  openValueList(): void {
    const { offers } = this;
    if (offers === undefined || offers.kind === "write") return;
    const table = this.#table;
    const itemMap = new ChoiceItemMap();
    table.openPopup({
      kind: "choices",
      anchor: () => findValueButton()?.getBoundingClientRect(),
      label: table.texts.bulkEdit.chooseValue,
      focusOnClose: findValueButton(),
      source: itemMap.toChoiceSource(offers, (query) => table.call("findPeople", { query })),
      onSelect: (items) => this.#selectChoices(itemMap.toOffers(items)),
    });
  }

  setOperation(operation: ListOperation): void {
    this.operation = operation;
    if (this.value?.kind === "chosen") this.value = { ...this.value, how: operation };
    this.#preview();
  }

  /** Keeps the typed text without a preview; a comment is also stored as a draft by the host. */
  setTypedText(text: string): void {
    this.typedText = text;
    const table = this.#table;
    if (this.field?.key === commentFieldKey) table.reportErrors(table.call("saveCommentDraft", { text }));
    table.requestRender();
  }

  setTextValue(text: string): void {
    this.typedText = text;
    this.value = { kind: "written", text };
    this.valueLabel = text;
    this.#preview();
  }

  handleSelectionChange(): void {
    const { field, state } = this;
    if (this.isBusy || state?.kind === "result" || state?.kind === "problem") return;
    if (this.#table.selection.ids.size === 0) {
      this.#restoredChange = undefined;
      if (field !== undefined) this.cancel();
      return;
    }
    if (this.value === undefined) return;
    this.#nextPreview = this.#request();
    this.state = { kind: "previewing", done: 0, total: this.#table.selection.ids.size };
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#preview(), selectionDelayMs);
  }

  setState(state: BulkEditState): void {
    const isPreview = state.kind === "preview" || state.kind === "previewing";
    // The preview is of an outdated request.
    if (isPreview && (this.#nextPreview !== undefined || this.field === undefined)) return;
    this.state = state;
    if (state.kind === "result") {
      this.#table.setSelection(selectRows(state.remainingIds));
      this.#table.announce(state.summary);
    }
    this.#table.requestRender();
  }

  async run(): Promise<void> {
    const { state } = this;
    if (!this.canRun || state?.kind !== "preview") return;
    this.state = { kind: "running", done: 0, total: state.count };
    this.#table.requestRender();
    await this.#callHost(() => this.#table.call("runBulkEdit", null));
  }

  async undo(): Promise<void> {
    const { state } = this;
    if (state?.kind !== "result" || !state.canUndo) return;
    const total = state.lines.filter(({ kind }) => kind === "done").length;
    this.state = { kind: "undoing", done: 0, total };
    this.#table.requestRender();
    await this.#callHost(() => this.#table.call("undoBulkEdit", null));
  }

  /** Cancels the running operation, or discards the prepared change. */
  cancel(): void {
    const isRunning = this.isBusy || this.#isPreviewing;
    if (!this.isBusy) this.#reset();
    if (isRunning) this.#table.reportErrors(this.#table.call("cancelBulkEdit", null));
    this.#table.requestRender();
  }

  /** Dismisses the result, so that the host doesn't show it again in a later page. */
  close(): void {
    this.#reset();
    this.#table.reportErrors(this.#table.call("cancelBulkEdit", null));
    this.#table.requestRender();
  }

  #selectChoices(offers: readonly ValueChoice[]): void {
    this.#setValues(
      offers.flatMap(({ value }) => value ?? []),
      offers.map(({ label }) => label),
    );
  }

  #setValues(
    values: readonly LabeledId[],
    labels: readonly string[] = values.map(({ label }) => label),
  ): void {
    this.value = { kind: "chosen", how: this.operation, values };
    this.valueLabel = labels.join(", ");
    this.#preview();
  }

  /** Returns whether the offers were loaded and are still for the selected field. */
  async #loadOffers(field: BulkEditField): Promise<boolean> {
    const table = this.#table;
    this.#requestId += 1;
    const requestId = this.#requestId;
    table.requestRender();
    const offers = await this.#callHost(() =>
      table.call("listBulkChoices", { ids: table.selectedIds, field: field.key }),
    );
    if (offers === undefined || requestId !== this.#requestId) return false;
    this.offers = offers;
    table.requestRender();
    return true;
  }

  #request(): BulkEditRequest | undefined {
    const { field, value } = this;
    const ids = this.#table.selectedIds;
    return field === undefined || value === undefined ? undefined : { ids, field: field.key, value };
  }

  #preview(): void {
    window.clearTimeout(this.#timer);
    this.#nextPreview = this.#request();
    if (this.#nextPreview !== undefined) {
      this.state = { kind: "previewing", done: 0, total: this.#nextPreview.ids.length };
      void this.#runPreviews();
    }
    this.#table.requestRender();
  }

  /** Requests one preview at a time, because the host's messages don't say which request they belong to. */
  async #runPreviews(): Promise<void> {
    if (this.#isPreviewing) {
      this.#table.reportErrors(this.#table.call("cancelBulkEdit", null));
      return;
    }
    this.#isPreviewing = true;
    for (let request = this.#nextPreview; request !== undefined; request = this.#nextPreview) {
      this.#nextPreview = undefined;
      await this.#callHost(() => this.#table.call("previewBulkEdit", request));
    }
    this.#isPreviewing = false;
  }

  /** Shows an error in the bar, unless the next preview is already requested. */
  async #callHost<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (failure) {
      if (this.#nextPreview === undefined && this.isStarted) {
        this.state = { kind: "problem", text: getErrorText(failure) };
      }
      this.#table.requestRender();
      return undefined;
    }
  }

  #reset(): void {
    window.clearTimeout(this.#timer);
    this.#requestId += 1;
    this.#nextPreview = undefined;
    this.field = undefined;
    this.offers = undefined;
    this.value = undefined;
    this.valueLabel = "";
    this.typedText = "";
    this.#restoredChange = undefined;
    this.state = undefined;
  }
}
