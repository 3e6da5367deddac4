// One change for many rows: field and value are chosen, the host says what it would do, then does it, and takes it
// back if that is wanted.
import { these } from "../../model/table/selection.ts";
import type { ListChange } from "../../model/triage/wish.ts";
import type { BulkField, BulkRequest, BulkState, BulkValue, Offer, Offers } from "../../protocol/table.ts";
import type { Table } from "./context.ts";
import { OfferBook } from "./offerItems.ts";
import type { ChoicePopup } from "./popup.ts";

/** A selection that still grows is not looked at yet, in milliseconds. */
const patience = 250;

function textOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}

export class Bulk {
  field: BulkField | undefined;
  how: ListChange = "set";
  offers: Offers | undefined;
  value: BulkValue | undefined;
  /** The value in words. */
  valueLabel = "";
  state: BulkState | undefined;
  readonly #table: Table;
  #fields: readonly BulkField[] = [];
  /** The preview that is wanted and not asked for yet. */
  #wanted: BulkRequest | undefined;
  #isPreviewing = false;
  #asked = 0;
  #timer = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Something is being written: nothing else can be begun. */
  get isBusy(): boolean {
    return this.state?.kind === "running" || this.state?.kind === "undoing";
  }

  get isBegun(): boolean {
    return this.field !== undefined || this.state !== undefined;
  }

  /** What would be done, once it is known of just what is selected and chosen now. */
  get canRun(): boolean {
    return this.state?.kind === "preview" && this.state.count > 0 && this.#wanted === undefined;
  }

  /** Opens the list of fields at the button for it. */
  async openFields(button: () => HTMLElement | undefined): Promise<void> {
    const table = this.#table;
    const popup: ChoicePopup = {
      kind: "choices",
      anchor: () => button()?.getBoundingClientRect(),
      label: table.texts.bulk.chooseField,
      returnTo: button(),
      source: { kind: "loading" },
      pick: ([item]) => {
        const field = this.#fields.find(({ key }) => key === item?.key);
        if (field !== undefined) table.tell(this.chooseField(field));
      },
    };
    table.open(popup);
    const source = await this.#fieldSource();
    if (table.popup === popup) table.open({ ...popup, source });
  }

  /** For rows that somebody chose elsewhere. */
  async openFor(ids: readonly number[], fieldKey: string | undefined): Promise<void> {
    this.#reset();
    this.#table.select(these(ids));
    if (fieldKey === undefined) {
      await this.openFields(fieldButton);
      return;
    }
    this.#fields = await this.#table.call("bulkFields", { ids });
    const field = this.#fields.find(({ key }) => key === fieldKey);
    if (field === undefined) await this.openFields(fieldButton);
    else await this.chooseField(field);
  }

  async chooseField(field: BulkField): Promise<void> {
    const table = this.#table;
    this.#reset();
    this.#asked += 1;
    const asked = this.#asked;
    this.field = field;
    this.how = field.ways[0] ?? "set";
    table.update();
    const offers = await this.#ask(() =>
      table.call("bulkOffers", { ids: table.selectedIds, field: field.key }),
    );
    if (offers === undefined || asked !== this.#asked) return;
    this.offers = offers;
    table.update();
    if (offers.kind !== "write") this.openValues();
  }

  /** Opens the list of values at the button for it. */
  openValues(): void {
    const { offers } = this;
    if (offers === undefined || offers.kind === "write") return;
    const table = this.#table;
    const book = new OfferBook();
    table.open({
      kind: "choices",
      anchor: () => valueButton()?.getBoundingClientRect(),
      label: table.texts.bulk.chooseValue,
      returnTo: valueButton(),
      source: book.source(offers, (query) => table.call("findPeople", { query })),
      pick: (items) => this.#choose(book.offers(items)),
    });
  }

  setWay(how: ListChange): void {
    this.how = how;
    if (this.value?.kind === "chosen") this.value = { ...this.value, how };
    this.#preview();
  }

  write(text: string): void {
    this.value = { kind: "written", text };
    this.valueLabel = text;
    this.#preview();
  }

  selectionChanged(): void {
    const { field, state } = this;
    if (this.isBusy || state?.kind === "result" || state?.kind === "problem") return;
    if (this.#table.selection.ids.size === 0) {
      if (field !== undefined) this.cancel();
      return;
    }
    if (this.value === undefined) return;
    this.#wanted = this.#request();
    this.state = { kind: "previewing", done: 0, of: this.#table.selection.ids.size };
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#preview(), patience);
  }

  take(state: BulkState): void {
    const isPreview = state.kind === "preview" || state.kind === "previewing";
    // Of a wish that is another one by now, or none.
    if (isPreview && (this.#wanted !== undefined || this.field === undefined)) return;
    this.state = state;
    if (state.kind === "result") {
      this.#table.select(these(state.left));
      this.#table.say(state.summary);
    }
    this.#table.update();
  }

  async run(): Promise<void> {
    const { state } = this;
    if (!this.canRun || state?.kind !== "preview") return;
    this.state = { kind: "running", done: 0, of: state.count };
    this.#table.update();
    await this.#ask(() => this.#table.call("run", null));
  }

  async undo(): Promise<void> {
    const { state } = this;
    if (state?.kind !== "result" || !state.canUndo) return;
    const of = state.lines.filter(({ kind }) => kind === "done").length;
    this.state = { kind: "undoing", done: 0, of };
    this.#table.update();
    await this.#ask(() => this.#table.call("undo", null));
  }

  /** Calls off what is being done; what was only chosen is let go. */
  cancel(): void {
    const isUnderWay = this.isBusy || this.#isPreviewing;
    if (!this.isBusy) this.#reset();
    if (isUnderWay) this.#table.tell(this.#table.call("cancelBulk", null));
    this.#table.update();
  }

  /** The result has been read: the host need not show it again to a page that comes after this one. */
  close(): void {
    this.#reset();
    this.#table.tell(this.#table.call("cancelBulk", null));
    this.#table.update();
  }

  #choose(offers: readonly Offer[]): void {
    const { how } = this;
    this.value = { kind: "chosen", how, values: offers.flatMap(({ value }) => value ?? []) };
    this.valueLabel = offers.map(({ label }) => label).join(", ");
    this.#preview();
  }

  async #fieldSource(): Promise<ChoicePopup["source"]> {
    try {
      this.#fields = await this.#table.call("bulkFields", { ids: this.#table.selectedIds });
    } catch (failure) {
      return { kind: "note", text: textOf(failure) };
    }
    const now = this.field?.key;
    const items = this.#fields.map(({ key, label }) => ({ key, label, detail: "", isNow: key === now }));
    if (items.length === 0) return { kind: "note", text: this.#table.texts.choice.nothingFound };
    return { kind: "list", items, takesMany: false };
  }

  #request(): BulkRequest | undefined {
    const { field, value } = this;
    const ids = this.#table.selectedIds;
    return field === undefined || value === undefined ? undefined : { ids, field: field.key, value };
  }

  #preview(): void {
    window.clearTimeout(this.#timer);
    this.#wanted = this.#request();
    if (this.#wanted !== undefined) {
      this.state = { kind: "previewing", done: 0, of: this.#wanted.ids.length };
      void this.#pump();
    }
    this.#table.update();
  }

  /** One preview at a time: the host says for which one only by the order of what it says. */
  async #pump(): Promise<void> {
    if (this.#isPreviewing) {
      this.#table.tell(this.#table.call("cancelBulk", null));
      return;
    }
    this.#isPreviewing = true;
    for (let request = this.#wanted; request !== undefined; request = this.#wanted) {
      this.#wanted = undefined;
      await this.#ask(() => this.#table.call("preview", request));
    }
    this.#isPreviewing = false;
  }

  /** A failure is told in the bar, unless something else is wanted by then. */
  async #ask<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (failure) {
      if (this.#wanted === undefined && this.isBegun) this.state = { kind: "problem", text: textOf(failure) };
      this.#table.update();
      return undefined;
    }
  }

  #reset(): void {
    window.clearTimeout(this.#timer);
    this.#asked += 1;
    this.#wanted = undefined;
    this.field = undefined;
    this.offers = undefined;
    this.value = undefined;
    this.valueLabel = "";
    this.state = undefined;
  }
}

/** The buttons of the bar, once they are drawn. */
export function fieldButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-field") ?? undefined;
}

function valueButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-value") ?? undefined;
}
