// What the page of a table may say to the host: the methods that it can call, with what they take. It is looked at before it
// counts, as with any page.
import * as z from "zod";
import type { ListChange } from "../model/triage/wish.ts";
import { type ColumnKey, isColumnKey } from "./columns.ts";
import type { Message } from "./rpc.ts";
import { checkedBy, type ParamsOf } from "./schemas.ts";

/** What a table holds at most, with room for what came to it. */
const mostRows = 20_000;
const mostColumns = 2000;
const rowsAtOnce = 100;
const id = z.int().nonnegative();
const ids = z.array(id).max(mostRows);
const label = z.string().max(10_000);
/** More than any field holds. */
const written = z.string().max(2_000_000);
const chosen = z.strictObject({ id: z.union([z.int(), z.string().max(1000)]), label });
const nothing = z.null();

const columnKey = z.custom<ColumnKey>(isColumnKey);
const columnKeys = z.array(columnKey).max(mostColumns);
const role = z.enum(["status", "assignee"]);
const listChange = z.enum(["set", "add", "remove"]) satisfies z.ZodType<ListChange>;

const layout = z.strictObject({
  shown: columnKeys,
  sort: z.strictObject({ by: columnKey, direction: z.enum(["ascending", "descending"]) }).optional(),
  /** In pixels, of columns that were drawn to another width. */
  widths: z
    .partialRecord(columnKey, z.number().min(0).max(10_000))
    .refine((widths) => Object.keys(widths).length <= mostColumns),
});

const bulkValue = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("chosen"),
    how: listChange,
    values: z.array(chosen).max(1000),
  }),
  z.strictObject({ kind: z.literal("written"), text: written }),
]);

const hostMethods = {
  ready: nothing,
  refresh: nothing,
  /** Calls off what is being read; what is there stays. */
  stopReading: nothing,
  /** Reads on where it was stopped. */
  readOn: nothing,
  layout,
  /** The host asks for a condition, a changed one, or removes one; the table is read again. */
  addFilter: nothing,
  editFilter: z.strictObject({ id: label }),
  removeFilter: z.strictObject({ id: label }),
  openOnly: z.strictObject({ isOn: z.boolean() }),
  saveQuery: nothing,
  /** Values of fields for rows in view. */
  values: z.strictObject({ ids: z.array(id).max(rowsAtOnce), keys: columnKeys }),
  /** How long the values of so many rows will take, by what was measured so far. */
  estimate: z.strictObject({ count: id.max(mostRows) }),
  act: z.strictObject({
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
    /** The rows as they stand, where the next one is to be found. */
    order: ids.optional(),
  }),
  /** What commands from elsewhere are about: the selected rows, else the one with the cursor, in the order of the table. */
  selection: z.strictObject({ ids }),
  /** What can be chosen for a row, by the workflow and the rights of its present state. */
  offers: z.strictObject({ id, role }),
  findPeople: z.strictObject({ query: label }),
  /** Decides about one row. The row is sent again by `changed`. */
  set: z.strictObject({ id, role, values: z.array(chosen).max(1000) }),
  bulkFields: z.strictObject({ ids }),
  bulkOffers: z.strictObject({ ids, field: label }),
  /** A comment for many as far as it is typed. */
  keepComment: z.strictObject({ text: written }),
  /** Each is followed by `bulk` messages; the last one tells how it ended. */
  preview: z.strictObject({ ids: ids.min(1), field: label, value: bulkValue }),
  run: nothing,
  undo: nothing,
  cancelBulk: nothing,
  /** Gives the values that were read for it, also where the export was cancelled. */
  exportCsv: z.strictObject({ ids, keys: columnKeys.min(1) }),
};

export type TableHostParams = ParamsOf<typeof hostMethods>;

/** Undefined for what no page of a table would say. */
export function checkTableMessage(posted: unknown): Message | undefined {
  return checkedBy(hostMethods, posted);
}
