// The interface of the table page for its parts.
import type { RowWithTracker } from "../../model/query/sortAndGroup.ts";
import type { RowSelection } from "../../model/table.ts";
import type { ColumnKey } from "../../protocol/columns.ts";
import type { Rpc } from "../../protocol/rpc.ts";
import type { TableHostMethods, TableLayout } from "../../protocol/tableProtocol.ts";
import type { TableTexts } from "../../protocol/tableTexts.ts";
import type { RowSearch } from "./visibleRows.ts";
import type { FieldValueCache } from "./fieldValueCache.ts";
import type { Popup } from "./popup.ts";

export interface TablePageContext {
  readonly call: Rpc<TableHostMethods>["call"];
  readonly texts: TableTexts;
  readonly fieldValues: FieldValueCache;
  readonly layout: TableLayout;
  readonly search: RowSearch;
  /** All loaded rows, in the order of the server. */
  readonly allRows: readonly RowWithTracker[];
  readonly selection: RowSelection;
  /** Selected rows in the order of the table. */
  readonly selectedIds: readonly number[];
  readonly popup: Popup | undefined;
  setLayout(layout: TableLayout): void;
  setSearch(search: RowSearch): void;
  setSelection(selection: RowSelection): void;
  openPopup(popup: Popup): void;
  closePopup(): void;
  /** Shows the error if the promise is rejected. */
  reportErrors(promise: Promise<unknown>): void;
  announce(text: string): void;
  getColumnLabel(key: ColumnKey): string;
  requestRender(): void;
}
