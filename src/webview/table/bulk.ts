// One change for many rows: field and value are chosen, the host says what it would do, then does it, and takes it
// back if that is wanted.
import { these } from "../../model/table.ts";
import type { ListChange } from "../../model/triage/wish.ts";
import type { Chosen } from "../../model/value.ts";
import {
  type BulkField,
  type BulkRequest,
  type BulkState,
  type BulkValue,
  commentField,
  type Offer,
  type Offers,
  type PreparedChange,
} from "../../protocol/table.ts";
import { OfferBook } from "./cellChanges.ts";
import type { Table } from "./context.ts";
import type { ChoicePopup } from "./popup.ts";

// The buttons of the bar, once they are drawn.

function fieldButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-field") ?? undefined;
}

function valueButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>(".bulk-value") ?? undefined;
}

// The fields that rows can be changed in, as a list to choose from.

class BulkFieldList {
  readonly #table: Table;
  #fields: readonly BulkField[] = [];

  constructor(table: Table) {
    this.#table = table;
  }

  async find(ids: readonly number[], key: string): Promise<BulkField | undefined> {
    this.#fields = await this.#table.call("bulkFields", { ids });
    return this.#fields.find((field) => field.key === key);
  }

  /** At the button for it; `now` is the key of the one that is chosen already. */
  async open(now: string | undefined, choose: (field: BulkField) => Promise<void>): Promise<void> {
    const table = this.#table;
    const popup: ChoicePopup = {
      kind: "choices",
      anchor: () => fieldButton()?.getBoundingClientRect(),
      label: table.texts.bulk.chooseField,
      returnTo: fieldButton(),
      source: { kind: "loading" },
      pick: ([item]) => {
        const field = this.#fields.find(({ key }) => key === item?.key);
        if (field !== undefined) table.tell(choose(field));
      },
    };
    table.open(popup);
    const source = await this.#source(now);
    if (table.popup === popup) table.open({ ...popup, source });
  }

  async #source(now: string | undefined): Promise<ChoicePopup["source"]> {
    try {
      this.#fields = await this.#table.call("bulkFields", { ids: this.#table.selectedIds });
    } catch (failure) {
      return { kind: "note", text: failure instanceof Error ? failure.message : String(failure) };
    }
    const items = this.#fields.map(({ key, label }) => ({
      key,
      label,
      detail: "",
      isNow: key === now,
      isEmptying: false,
    }));
    if (items.length === 0) return { kind: "note", text: this.#table.texts.choice.nothingFound };
    return { kind: "list", items, takesMany: false, preselectsFirst: true };
  }
}

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
  /** What stands where a value is written, also before it is taken for one. */
  typed = "";
  state: BulkState | undefined;
  readonly #table: Table;
  readonly #fields: BulkFieldList;
  /** Of an earlier page, until rows are there to go on with. */
  #earlier: PreparedChange | undefined;
  /** The preview that is wanted and not asked for yet. */
  #wanted: BulkRequest | undefined;
  #isPreviewing = false;
  #asked = 0;
  #timer = 0;

  constructor(table: Table) {
    this.#table = table;
    this.#fields = new BulkFieldList(table);
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

  /** What somebody has chosen and typed, and not made yet. */
  get prepared(): PreparedChange | undefined {
    const { field, how, value, valueLabel: label, typed, offers } = this;
    if (this.isBusy || this.state?.kind === "result") return undefined;
    if (field === undefined) return this.#earlier;
    return { field, how, value, label, typed, writes: offers?.kind === "write" ? offers : undefined };
  }

  /** Goes on with what an earlier page has left, as soon as there are rows. */
  restore(change: PreparedChange | undefined): void {
    this.#earlier = change;
  }

  async resume(): Promise<void> {
    const earlier = this.#earlier;
    if (earlier === undefined || this.isBegun) return;
    this.#earlier = undefined;
    if (this.#table.selection.ids.size === 0) return;
    const { field, how, value, label, typed, writes } = earlier;
    this.field = field;
    this.how = how;
    this.value = value;
    this.valueLabel = label;
    this.typed = typed;
    this.offers = writes;
    if (writes === undefined) await this.#askOffers(field);
    if (typed !== "" && this.typed === typed) this.write(typed);
    else if (value !== undefined && this.value === value) this.#preview();
  }

  /** Opens the list of fields at the button for it. */
  openFields(): Promise<void> {
    return this.#fields.open(this.field?.key, (field) => this.chooseField(field));
  }

  /** For rows that somebody chose elsewhere, maybe with what is to become of them. */
  async openFor(
    ids: readonly number[],
    fieldKey: string | undefined,
    values?: readonly Chosen[],
  ): Promise<void> {
    if (this.isBusy) return;
    this.#reset();
    this.#table.select(these(ids));
    const field = fieldKey === undefined ? undefined : await this.#fields.find(ids, fieldKey);
    if (field === undefined) await this.openFields();
    else if (values === undefined) await this.chooseField(field);
    else await this.#chooseBoth(field, values);
  }

  async chooseField(field: BulkField): Promise<void> {
    this.#reset();
    this.field = field;
    this.how = field.ways[0] ?? "set";
    if (await this.#askOffers(field)) this.#begin();
  }

  /** What was chosen elsewhere comes to what a list of several has, and takes nothing out of it. */
  async #chooseBoth(field: BulkField, values: readonly Chosen[]): Promise<void> {
    this.#reset();
    this.field = field;
    this.how = field.ways.includes("add") ? "add" : "set";
    this.#setValues(values);
    await this.#askOffers(field);
  }

  /** Goes on with what was typed before, or opens the list of values. */
  #begin(): void {
    const { offers } = this;
    const begun = offers?.kind === "write" ? offers.begun : undefined;
    if (begun === undefined || begun === "") this.openValues();
    else this.write(begun);
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

  /** Somebody types on: nothing is asked yet, but nothing is lost either. */
  type(text: string): void {
    this.typed = text;
    const table = this.#table;
    if (this.field?.key === commentField) table.tell(table.call("keepComment", { text }));
    table.update();
  }

  write(text: string): void {
    this.typed = text;
    this.value = { kind: "written", text };
    this.valueLabel = text;
    this.#preview();
  }

  selectionChanged(): void {
    const { field, state } = this;
    if (this.isBusy || state?.kind === "result" || state?.kind === "problem") return;
    if (this.#table.selection.ids.size === 0) {
      this.#earlier = undefined;
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
    this.#setValues(
      offers.flatMap(({ value }) => value ?? []),
      offers.map(({ label }) => label),
    );
  }

  #setValues(values: readonly Chosen[], labels: readonly string[] = values.map(({ label }) => label)): void {
    this.value = { kind: "chosen", how: this.how, values };
    this.valueLabel = labels.join(", ");
    this.#preview();
  }

  /** Whether they are there, and still wanted. */
  async #askOffers(field: BulkField): Promise<boolean> {
    const table = this.#table;
    this.#asked += 1;
    const asked = this.#asked;
    table.update();
    const offers = await this.#ask(() =>
      table.call("bulkOffers", { ids: table.selectedIds, field: field.key }),
    );
    if (offers === undefined || asked !== this.#asked) return false;
    this.offers = offers;
    table.update();
    return true;
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
    this.typed = "";
    this.#earlier = undefined;
    this.state = undefined;
  }
}
