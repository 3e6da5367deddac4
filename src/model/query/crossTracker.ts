// Queries over several trackers, which the server takes as one TQL query.
import type { RowWithTracker } from "./sortAndGroup.ts";

/** A row of such a query. The server reports names instead of the IDs of trackers and users. */
export interface CrossTrackerRow extends RowWithTracker {
  readonly project: string | undefined;
  readonly modifiedBy: string | undefined;
}

/** The parts of a query that decide which rows it has, in TQL. */
export interface CrossTrackerQuery {
  readonly from: string;
  readonly where: string;
  readonly orderBy: string | undefined;
}

/** Every project that the user is a member of. */
export const allMyProjects = "@project = MY_PROJECTS()";

/** What a row shows. The first column is always the artifact itself. */
const columns = [
  "@pretty_title",
  "@status",
  "@assigned_to",
  "@submitted_by",
  "@submitted_on",
  "@last_update_date",
  "@last_update_by",
  "@tracker.name",
  "@project.name",
] as const;

export type CrossTrackerColumn = (typeof columns)[number];

/** Servers reject more alternatives in one query. */
export const maxAlternatives = 10;

/** Servers reject larger pages. */
export const maxCrossTrackerPageSize = 50;

/** What the text of every query begins with. */
export const selectColumns = `SELECT ${columns.join(", ")} `;

/** The complete TQL text. A text is sent as it is. */
export function formatCrossTrackerQuery(query: CrossTrackerQuery | string): string {
  if (typeof query === "string") return query;
  const { from, where, orderBy } = query;
  const order = orderBy === undefined ? "" : ` ORDER BY ${orderBy}`;
  return `${selectColumns}FROM ${from} WHERE ${where}${order}`;
}

/** A text between quotation marks. Line breaks have to be spaces, because a text can't contain them. */
export function quoteTql(text: string): string {
  const line = text.replace(/[\r\n\f]+/g, " ");
  return `"${line.replace(/["\\]/g, String.raw`\$&`)}"`;
}

/** Terms that must all match. */
export function allOf(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] ?? "") : terms.map((term) => `(${term})`).join(" AND ");
}

/** Terms of which one must match. */
export function anyOf(terms: readonly string[]): string {
  return terms.join(" OR ");
}
