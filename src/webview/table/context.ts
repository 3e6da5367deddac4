// What the parts of the page need of it.
import type { PlacedRow } from "../../model/query/rows.ts";
import type { Selection } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { TableHostMethods, TableLayout } from "../../protocol/table.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import type { Search } from "./arrangement.ts";
import type { FieldValues } from "./fieldValues.ts";
import type { Popup } from "./popup.ts";

export interface Table {
  readonly call: Rpc<TableHostMethods>["call"];
  readonly texts: TableTexts;
  readonly values: FieldValues;
  readonly layout: TableLayout;
  readonly search: Search;
  /** All that was read, as the server ordered it. */
  readonly allRows: readonly PlacedRow[];
  readonly selection: Selection;
  /** Selected rows as they stand. */
  readonly selectedIds: readonly number[];
  readonly popup: Popup | undefined;
  arrange(layout: TableLayout): void;
  searchFor(search: Search): void;
  select(selection: Selection): void;
  open(popup: Popup): void;
  close(): void;
  /** For what nobody waits for: if it fails, the person gets to know. */
  tell(done: Promise<unknown>): void;
  say(text: string): void;
  labelOf(key: ColumnKey): string;
  update(): void;
}
