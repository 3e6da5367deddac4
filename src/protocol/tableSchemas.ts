// Methods that the table page can call, with schemas of their parameters. All messages are validated.
import * as z from "zod";
import type { ListOperation } from "../model/triage/fieldEditRequest.ts";
import { type ColumnKey, isColumnKey } from "./columns.ts";
import type { RpcMessage } from "./rpc.ts";
import { parseRpcMessage, type ParamsOfSchemas } from "./formSchemas.ts";

/** Maximum number of rows in a table, with some reserve. */
const maxRows = 20_000;
const maxColumns = 2000;
const maxRowsPerRequest = 100;
const id = z.int().nonnegative();
const ids = z.array(id).max(maxRows);
const label = z.string().max(10_000);
/** Longer than any field allows. */
const longText = z.string().max(2_000_000);
const chosen = z.strictObject({ id: z.union([z.int(), z.string().max(1000)]), label });
const noParams = z.null();

const columnKey = z.custom<ColumnKey>(isColumnKey);
const columnKeys = z.array(columnKey).max(maxColumns);
const role = z.enum(["status", "assignee"]);
const listOperation = z.enum(["set", "add", "remove"]) satisfies z.ZodType<ListOperation>;

const layoutSchema = z.strictObject({
  shown: columnKeys,
  sort: z.strictObject({ by: columnKey, direction: z.enum(["ascending", "descending"]) }).optional(),
  /** In pixels, for resized columns. */
  widths: z
    .partialRecord(columnKey, z.number().min(0).max(10_000))
    .refine((widths) => Object.keys(widths).length <= maxColumns),
});

const bulkValue = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("chosen"),
    how: listOperation,
    values: z.array(chosen).max(1000),
  }),
  z.strictObject({ kind: z.literal("written"), text: longText }),
]);

const tableHostMethodSchemas = {
  ready: noParams,
  refresh: noParams,
  /** Stops loading and keeps the loaded rows. */
  stopLoading: noParams,
  /** Continues a stopped load. */
  loadMore: noParams,
  saveLayout: layoutSchema,
  /** The host prompts for the condition; then the table is reloaded. */
  addCondition: noParams,
  editCondition: z.strictObject({ id: label }),
  removeCondition: z.strictObject({ id: label }),
  setOpenOnly: z.strictObject({ isOn: z.boolean() }),
  saveQuery: noParams,
  /** Field values of visible rows. */
  loadValues: z.strictObject({ ids: z.array(id).max(maxRowsPerRequest), keys: columnKeys }),
  /** Estimated from measured load times. */
  estimateLoadTime: z.strictObject({ count: id.max(maxRows) }),
  runRowAction: z.strictObject({
    ids: ids.min(1),
    action: z.enum([
      "open",
      "openInBrowser",
      "copyReference",
      "comment",
      "link",
      "assignToMe",
      "startWork",
      "delete",
    ]),
    /** Row order, to find the next artifact. */
    order: ids.optional(),
  }),
  /** Targets of commands: the selected rows or else the focused one, in the order of the table. */
  setSelection: z.strictObject({ ids }),
  /** Choices allowed by the workflow and permissions of the row's current state. */
  listChoices: z.strictObject({ id, role }),
  findPeople: z.strictObject({ query: label }),
  /** Sets the value of one row, which is sent again with `updateRows`. */
  setCellValue: z.strictObject({ id, role, values: z.array(chosen).max(1000) }),
  listBulkFields: z.strictObject({ ids }),
  listBulkChoices: z.strictObject({ ids, field: label }),
  /** An unfinished comment of a bulk edit. */
  saveCommentDraft: z.strictObject({ text: longText }),
  /** Each is followed by `setBulkEditState` messages; the last one has the result. */
  previewBulkEdit: z.strictObject({ ids: ids.min(1), field: label, value: bulkValue }),
  runBulkEdit: noParams,
  undoBulkEdit: noParams,
  cancelBulkEdit: noParams,
  /** Returns the loaded values, even if the export was canceled. */
  exportCsv: z.strictObject({ ids, keys: columnKeys.min(1) }),
};

export type TableHostParams = ParamsOfSchemas<typeof tableHostMethodSchemas>;

/** Undefined for an invalid message. */
export function parseTableMessage(posted: unknown): RpcMessage | undefined {
  return parseRpcMessage(tableHostMethodSchemas, posted);
}

/** Before or after another card. */
const position = z.strictObject({ direction: z.enum(["before", "after"]), comparedTo: id });

const boardHostMethodSchemas = {
  ...tableHostMethodSchemas,
  /** The lists for columns and swimlanes. */
  saveBoardLayout: z.strictObject({
    columnFieldId: id.optional(),
    laneField: z.union([id, z.literal("assignee")]).optional(),
  }),
  /** Resolves when the outcome is known and the card is refreshed. Several cards are moved by a bulk edit. */
  moveCards: z.strictObject({ ids: ids.min(1), value: chosen, position: position.optional() }),
  /** Changes the rank of cards within their column. Resolves when it is loaded again. */
  rankCards: z.strictObject({ ids: ids.min(1), position }),
  /** Undoes the last move of a single card. */
  undoMove: noParams,
};

export type BoardHostParams = ParamsOfSchemas<typeof boardHostMethodSchemas>;

/** Undefined for an invalid message. */
export function parseBoardMessage(posted: unknown): RpcMessage | undefined {
  return parseRpcMessage(boardHostMethodSchemas, posted);
}
