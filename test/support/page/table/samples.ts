// Rows, columns and other things to show in a table.
import type { PlacedRow } from "../../../../src/model/query/rows.ts";
import type { Column, Offer, TableLayout } from "../../../../src/protocol/table.ts";

const bugs = { id: 11, label: "Bugs", color: "fiesta-red" };
export const people = ["Ana Lopes", "Kim Park", "Noor Haddad", "Ole Lund"].map((label, index) => ({
  id: 101 + index,
  label,
}));
const states = ["New", "In progress", "Verified", "Closed"];
const words = [
  "Refund fails when the currency has no minor unit",
  "Receipt shows the wrong time zone",
  "Timeout while capturing large orders",
  "Webhook retried after success",
  "Search forgets what was typed",
  "Export leaves out the last page",
];

export function row(id: number, parts: Partial<PlacedRow> = {}): PlacedRow {
  return {
    kind: "artifact",
    id,
    uri: `artifacts/${id}`,
    title: `Title of ${id}`,
    status: "New",
    isOpen: true,
    page: undefined,
    assignees: [],
    submittedBy: { id: 101, label: "Ana Lopes" },
    submittedOn: "2026-01-02T10:00:00+01:00",
    modifiedOn: "2026-02-03T10:00:00+01:00",
    revision: undefined,
    tracker: bugs,
    ...parts,
  };
}

/** Newest first, of many kinds, the same every time. */
export function manyRows(count: number): readonly PlacedRow[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const id = 1_234 + count - index;
    const status = states[(index * 7) % 4];
    const person = people[(index * 3) % 5];
    const age = 60_000 * (1 + Math.min(index, 100) * index * 37);
    return row(id, {
      title: words[(index * 5) % words.length],
      status,
      isOpen: status !== "Closed",
      assignees: person === undefined ? [] : [person],
      modifiedOn: new Date(now - age).toISOString(),
      submittedOn: new Date(now - 2 * age).toISOString(),
    });
  });
}

export const severities = ["Minor", "Major impact", "Critical"];

export interface SampleValue {
  readonly text: string;
  readonly order?: number;
  readonly serverTime?: string;
}

/** What a field has in a row, the same every time. */
export function someValue(id: number, key: string): SampleValue {
  if (key === "field:21") return { text: `${id % 13}`, order: id % 13 };
  return { text: severities[id % 3] ?? "" };
}

export const columns: readonly Column[] = [
  { key: "id", label: "ID", kind: "number" },
  { key: "title", label: "Title", kind: "text" },
  { key: "status", label: "Status", kind: "text" },
  { key: "assignee", label: "Assigned to", kind: "text" },
  { key: "tracker", label: "Tracker", kind: "text" },
  { key: "submittedBy", label: "Submitted by", kind: "text" },
  { key: "submitted", label: "Submitted", kind: "date" },
  { key: "modified", label: "Changed", kind: "date" },
  { key: "field:20", label: "Severity", kind: "text" },
  { key: "field:21", label: "Effort", kind: "number" },
];

export const layout: TableLayout = {
  shown: ["id", "title", "status", "assignee", "field:20", "modified"],
  sort: undefined,
  widths: {},
};

export function offer(id: number | undefined, label: string, parts: Partial<Offer> = {}): Offer {
  return { value: id === undefined ? null : { id, label }, label, detail: "", isNow: false, ...parts };
}

export const statusOffers: readonly Offer[] = [
  offer(1, "New", { isNow: true }),
  offer(2, "In progress"),
  offer(3, "Verified"),
];
