// What the page of a table may say to the host: looked at before it counts, as with any page.
import * as z from "zod";
import type { Message } from "./rpc.ts";
import { checkedBy } from "./schemas.ts";
import { type ColumnKey, isColumnKey, type TableHostMethods } from "./table.ts";

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
const listChange = z.enum(["set", "add", "remove"]);

const layout = z.strictObject({
  shown: columnKeys,
  sort: z.strictObject({ by: columnKey, direction: z.enum(["ascending", "descending"]) }).optional(),
  widths: z
    .record(z.string(), z.number().min(0).max(10_000))
    .refine((widths) => Object.keys(widths).length <= mostColumns && Object.keys(widths).every(isColumnKey)),
});

const bulkValue = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("chosen"),
    how: listChange,
    values: z.array(chosen).max(1000),
  }),
  z.strictObject({ kind: z.literal("written"), text: written }),
]);

const params: Readonly<Record<keyof TableHostMethods, z.ZodType>> = {
  ready: nothing,
  refresh: nothing,
  stopReading: nothing,
  readOn: nothing,
  layout,
  addFilter: nothing,
  editFilter: z.strictObject({ id: label }),
  removeFilter: z.strictObject({ id: label }),
  openOnly: z.strictObject({ isOn: z.boolean() }),
  saveQuery: nothing,
  values: z.strictObject({ ids: z.array(id).max(rowsAtOnce), keys: columnKeys }),
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
    order: ids.optional(),
  }),
  selection: z.strictObject({ ids }),
  offers: z.strictObject({ id, role }),
  findPeople: z.strictObject({ query: label }),
  set: z.strictObject({ id, role, values: z.array(chosen).max(1000) }),
  bulkFields: z.strictObject({ ids }),
  bulkOffers: z.strictObject({ ids, field: label }),
  keepComment: z.strictObject({ text: written }),
  preview: z.strictObject({ ids: ids.min(1), field: label, value: bulkValue }),
  run: nothing,
  undo: nothing,
  cancelBulk: nothing,
  exportCsv: z.strictObject({ ids, keys: columnKeys.min(1) }),
};

/** Undefined for what no page of a table would say. */
export function checkTableMessage(posted: unknown): Message | undefined {
  return checkedBy(params, posted);
}
