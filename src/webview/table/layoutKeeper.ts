// The layout between the person who changes it and the host that keeps it.
import type { Column, TableLayout } from "../../protocol/table.ts";
import { shownColumns } from "./layout.ts";

export class LayoutKeeper {
  layout: TableLayout = { shown: [], sort: undefined, widths: {} };
  /** Layouts that came from here or were taken already: their echo is no news. */
  readonly #known = new Set<string>();
  #last: { readonly of: TableLayout; readonly all: readonly Column[]; readonly shown: readonly Column[] } = {
    of: this.layout,
    all: [],
    shown: [],
  };

  /** What the host says, which may be older than what was done here since. */
  hear(layout: TableLayout): void {
    const text = JSON.stringify(layout);
    if (this.#known.has(text)) return;
    this.#known.add(text);
    this.layout = layout;
  }

  set(layout: TableLayout): void {
    this.#known.add(JSON.stringify(layout));
    this.layout = layout;
  }

  /** One that is still being made. */
  preview(layout: TableLayout): void {
    this.layout = layout;
  }

  /** The same value while nothing of it is another one. */
  columns(all: readonly Column[]): readonly Column[] {
    const { of, all: known, shown } = this.#last;
    if (of === this.layout && known === all) return shown;
    const columns = shownColumns(this.layout, all);
    const isSame =
      columns.length === shown.length && columns.every((column, index) => column === shown[index]);
    this.#last = { of: this.layout, all, shown: isSame ? shown : columns };
    return this.#last.shown;
  }
}
