// What the host offers, as entries of a list, and back.
import { noneId } from "../../model/value.ts";
import type { Offer, Offers } from "../../protocol/table.ts";
import { type ChoiceItem, type ChoiceSource, nothingKey } from "./popup.ts";
import { unhurried } from "../unhurried.ts";

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
