// Status and assignee of a row, changed where they stand.
import { noneId } from "../../model/value.ts";
import type { Offer, Offers } from "../../protocol/table.ts";
import { filled } from "../shared/format.ts";
import { unhurried } from "../shared/timing.ts";
import type { Table } from "./context.ts";
import { type ChoiceItem, type ChoicePopup, type ChoiceSource, nothingKey } from "./popup.ts";

// What the host offers, as entries of a list, and back.

export class OfferBook {
  readonly #offers = new Map<string, Offer>();

  items(offers: readonly Offer[]): readonly ChoiceItem[] {
    return offers.map((offer) => {
      const { value, label, detail, isNow } = offer;
      const key = value === null ? nothingKey : `value ${value.id}`;
      this.#offers.set(key, offer);
      const isEmptying = value === null || Number(value.id) === noneId;
      return { key, label, detail, isNow, isEmptying };
    });
  }

  offers(items: readonly ChoiceItem[]): readonly Offer[] {
    return items.flatMap(({ key }) => this.#offers.get(key) ?? []);
  }

  /** `takesMany` may be taken away, where one is all that makes sense. */
  source(
    offers: Exclude<Offers, { readonly kind: "write" }>,
    findPeople: (query: string) => Promise<readonly Offer[]>,
  ): ChoiceSource {
    switch (offers.kind) {
      case "none":
        return { kind: "note", text: offers.text };
      case "list":
        return {
          kind: "list",
          items: this.items(offers.offers),
          takesMany: offers.takesMany,
          preselectsFirst: false,
        };
      case "search": {
        const find = unhurried(findPeople);
        return {
          kind: "search",
          shortest: offers.shortest,
          takesMany: offers.takesMany,
          held: this.items(offers.held),
          find: async (query) => this.items(await find(query)),
        };
      }
    }
  }
}

export type EditableKey = "status" | "assignee";

export function isEditable(key: string | undefined): key is EditableKey {
  return key === "status" || key === "assignee";
}

export class CellChanges {
  readonly #page: Table;
  /** What cells are on their way to, each by the last change of it. */
  readonly #pending = new Map<string, { readonly label: string }>();
  #asked = 0;

  constructor(page: Table) {
    this.#page = page;
  }

  /** The value that a cell will have if all goes well. */
  pending(id: number, role: EditableKey): string | undefined {
    return this.#pending.get(`${id} ${role}`)?.label;
  }

  /** Opens the list of what can be chosen, at the cell. */
  async edit(id: number, role: EditableKey, anchor: () => DOMRect | undefined): Promise<void> {
    const page = this.#page;
    this.#asked += 1;
    const asked = this.#asked;
    const book = new OfferBook();
    const popup: ChoicePopup = {
      kind: "choices",
      anchor,
      label: filled(page.texts.row.change, page.labelOf(role), `#${id}`),
      returnTo: undefined,
      source: { kind: "loading" },
      pick: (items) => this.#set(id, role, book.offers(items)),
    };
    page.open(popup);
    const source = await this.#source(id, role, book);
    if (asked === this.#asked && page.popup === popup) page.open({ ...popup, source });
  }

  async #source(id: number, role: EditableKey, book: OfferBook): Promise<ChoicePopup["source"]> {
    try {
      const offers = await this.#page.call("offers", { id, role });
      // Neither is ever written freely.
      if (offers.kind === "write") return { kind: "note", text: this.#page.texts.choice.nothingFound };
      return book.source(offers, (query) => this.#page.call("findPeople", { query }));
    } catch (failure) {
      return { kind: "note", text: failure instanceof Error ? failure.message : String(failure) };
    }
  }

  #set(id: number, role: EditableKey, chosen: readonly Offer[]): void {
    const page = this.#page;
    const values = chosen.flatMap(({ value }) =>
      value === null ? [] : { id: value.id, label: value.label },
    );
    const label = values.map((value) => value.label).join(", ");
    const key = `${id} ${role}`;
    const mine = { label };
    this.#pending.set(key, mine);
    page.say(filled(page.texts.row.changing, label === "" ? page.texts.row.empty : label));
    page.update();
    const done = page.call("set", { id, role, values }).finally(() => {
      if (this.#pending.get(key) === mine) this.#pending.delete(key);
      page.update();
    });
    page.tell(done);
  }
}
