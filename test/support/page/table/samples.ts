// Sample rows, columns and values of a table.
import type { RowWithTracker } from "../../../../src/model/query/sortAndGroup.ts";
import type { TableColumn, ValueChoice, TableLayout } from "../../../../src/protocol/tableProtocol.ts";

const bugTracker = { id: 11, label: "Bugs", color: "fiesta-red" };
export const sampleUsers = ["Ana Lopes", "Kim Park", "Noor Haddad", "Ole Lund"].map((label, index) => ({
  id: 101 + index,
  label,
}));
const statuses = ["New", "In progress", "Verified", "Closed"];
const titles = [
  "Refund fails when the currency has no minor unit",
  "Receipt shows the wrong time zone",
  "Timeout while capturing large orders",
  "Webhook retried after success",
  "Search forgets what was typed",
  "Export leaves out the last page",
];

export function createRow(id: number, parts: Partial<RowWithTracker> = {}): RowWithTracker {
  return {
    kind: "artifact",
    id,
    title: `Title of ${id}`,
    status: "New",
    isOpen: true,
    page: undefined,
    assignees: [],
    submittedBy: { id: 101, label: "Ana Lopes" },
    submittedOn: "2026-01-02T10:00:00+01:00",
    modifiedOn: "2026-02-03T10:00:00+01:00",
    tracker: bugTracker,
    ...parts,
  };
}

/** Creates varied rows, newest first, always the same. */
export function createRows(count: number): readonly RowWithTracker[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const id = 1_234 + count - index;
    const status = statuses[(index * 7) % 4];
    const assignee = sampleUsers[(index * 3) % 5];
    const age = 60_000 * (1 + Math.min(index, 100) * index * 37);
    return createRow(id, {
      title: titles[(index * 5) % titles.length],
      status,
      isOpen: status !== "Closed",
      assignees: assignee === undefined ? [] : [assignee],
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

/** Returns the value of a field in a row, always the same. */
export function getSampleValue(id: number, key: string): SampleValue {
  if (key === "field:21") return { text: `${id % 13}`, order: id % 13 };
  return { text: severities[id % 3] ?? "" };
}

export const sampleColumns: readonly TableColumn[] = [
  { key: "id", label: "ID", kind: "number" },
  { key: "title", label: "Title", kind: "text" },
  { key: "status", label: "Status", kind: "text" },
  { key: "assignee", label: "Assignee", kind: "text" },
  { key: "tracker", label: "Tracker", kind: "text" },
  { key: "submittedBy", label: "Submitted by", kind: "text" },
  { key: "submitted", label: "Submitted", kind: "date" },
  { key: "modified", label: "Changed", kind: "date" },
  { key: "field:20", label: "Severity", kind: "text" },
  { key: "field:21", label: "Effort", kind: "number" },
];

export const sampleLayout: TableLayout = {
  shown: ["id", "title", "status", "assignee", "field:20", "modified"],
  sort: undefined,
  widths: {},
};

export function createOffer(
  id: number | undefined,
  label: string,
  parts: Partial<ValueChoice> = {},
): ValueChoice {
  return { value: id === undefined ? null : { id, label }, label, detail: "", isCurrent: false, ...parts };
}

export const statusOffers: readonly ValueChoice[] = [
  createOffer(1, "New", { isCurrent: true }),
  createOffer(2, "In progress"),
  createOffer(3, "Verified"),
];
