// The fields that rows can be changed in, as a list to choose from.
import type { BulkField } from "../../protocol/table.ts";
import { fieldButton } from "./bulkButtons.ts";
import type { Table } from "./context.ts";
import type { ChoicePopup } from "./popup.ts";

export class BulkFieldList {
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
