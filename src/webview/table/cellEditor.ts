// Edits status and assignee in the cells of a row.
import { noneChoiceId } from "../../model/valueTypes.ts";
import type { ValueChoice, ValueChoices } from "../../protocol/tableProtocol.ts";
import { fillPlaceholders } from "../shared/localization.ts";
import { debounceSearch } from "../shared/timing.ts";
import type { TablePageContext } from "./tablePageContext.ts";
import { type ChoiceItem, type ChoicePopup, type ChoicePopupContent, clearValueKey } from "./popup.ts";

// Converts choices of the host to items of a choice menu and back.

export class ChoiceItemMap {
  readonly #offers = new Map<string, ValueChoice>();

  toItems(offers: readonly ValueChoice[]): readonly ChoiceItem[] {
    return offers.map((offer) => {
      const { value, label, detail, isCurrent } = offer;
      const key = value === null ? clearValueKey : `value ${value.id}`;
      this.#offers.set(key, offer);
      const clearsValue = value === null || Number(value.id) === noneChoiceId;
      return { key, label, detail, isCurrent, clearsValue };
    });
  }

  toOffers(items: readonly ChoiceItem[]): readonly ValueChoice[] {
    return items.flatMap(({ key }) => this.#offers.get(key) ?? []);
  }

  toChoiceSource(
    offers: Exclude<ValueChoices, { readonly kind: "write" }>,
    findPeople: (query: string) => Promise<readonly ValueChoice[]>,
  ): ChoicePopupContent {
    switch (offers.kind) {
      case "none":
        return { kind: "note", text: offers.text };
      case "list":
        return {
          kind: "list",
          items: this.toItems(offers.choices),
          isMultiSelect: offers.allowsMultiple,
          preselectsFirst: false,
        };
      case "search": {
        const find = debounceSearch(findPeople);
        return {
          kind: "search",
          minQueryLength: offers.minQueryLength,
          isMultiSelect: offers.allowsMultiple,
          currentItems: this.toItems(offers.current),
          find: async (query) => this.toItems(await find(query)),
        };
      }
    }
  }
}

export type EditableColumn = "status" | "assignee";

export function isEditableColumn(key: string | undefined): key is EditableColumn {
  return key === "status" || key === "assignee";
}

export class CellEditor {
  readonly #page: TablePageContext;
  /** Values that are being saved, by row and column; the last change of a cell counts. */
  readonly #pending = new Map<string, { readonly label: string }>();
  #requestId = 0;

  constructor(page: TablePageContext) {
    this.#page = page;
  }

  /** The value that is being saved for a cell. */
  getPendingText(id: number, role: EditableColumn): string | undefined {
    return this.#pending.get(`${id} ${role}`)?.label;
  }

  async openChoices(id: number, role: EditableColumn, anchor: () => DOMRect | undefined): Promise<void> {
    const page = this.#page;
    this.#requestId += 1;
    const requestId = this.#requestId;
    const itemMap = new ChoiceItemMap();
    const popup: ChoicePopup = {
      kind: "choices",
      anchor,
      label: fillPlaceholders(page.texts.row.change, page.getColumnLabel(role), `#${id}`),
      focusOnClose: undefined,
      source: { kind: "loading" },
      onSelect: (items) => this.#set(id, role, itemMap.toOffers(items)),
    };
    page.openPopup(popup);
    const source = await this.#source(id, role, itemMap);
    if (requestId === this.#requestId && page.popup === popup) page.openPopup({ ...popup, source });
  }

  async #source(id: number, role: EditableColumn, itemMap: ChoiceItemMap): Promise<ChoicePopup["source"]> {
    try {
      const offers = await this.#page.call("listChoices", { id, role });
      // Status and assignee are never text inputs.
      if (offers.kind === "write") return { kind: "note", text: this.#page.texts.choice.nothingFound };
      return itemMap.toChoiceSource(offers, (query) => this.#page.call("findPeople", { query }));
    } catch (failure) {
      return { kind: "note", text: failure instanceof Error ? failure.message : String(failure) };
    }
  }

  #set(id: number, role: EditableColumn, choices: readonly ValueChoice[]): void {
    const page = this.#page;
    const values = choices.flatMap(({ value }) =>
      value === null ? [] : { id: value.id, label: value.label },
    );
    const label = values.map((value) => value.label).join(", ");
    const key = `${id} ${role}`;
    const edit = { label };
    this.#pending.set(key, edit);
    page.announce(fillPlaceholders(page.texts.row.changing, label === "" ? page.texts.row.empty : label));
    page.requestRender();
    const saved = page.call("setCellValue", { id, role, values }).finally(() => {
      if (this.#pending.get(key) === edit) this.#pending.delete(key);
      page.requestRender();
    });
    page.reportErrors(saved);
  }
}
