import type { PlacedRow } from "../query/placedRow.ts";

/** What a row brings with it. */
export type RowFact =
  "id" | "title" | "status" | "assignee" | "tracker" | "submittedBy" | "submitted" | "modified";

/** As the server has it; empty where the row does not tell. */
export function rowFact(row: PlacedRow, fact: RowFact): string {
  switch (fact) {
    case "id":
      return String(row.id);
    case "title":
      return row.title ?? "";
    case "status":
      return row.status ?? "";
    case "assignee":
      return row.assignees.map(({ label }) => label).join(", ");
    case "tracker":
      return row.tracker?.label ?? "";
    case "submittedBy":
      return row.submittedBy?.label ?? "";
    case "submitted":
      return row.submittedOn ?? "";
    case "modified":
      return row.modifiedOn ?? "";
  }
}
