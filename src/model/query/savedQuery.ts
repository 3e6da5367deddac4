// Saved queries in the settings. Workspace settings are untrusted, so everything is validated.
import type { ChoiceId } from "../valueTypes.ts";

/** A tracker report stored on the server. */
export interface Report {
  readonly kind: "report";
  readonly id: number;
  readonly label: string;
  /** Public, or private to the user. */
  readonly isPublic: boolean;
  /** Whether the web interface shows it first. */
  readonly isDefault: boolean;
}

/** A text or number, or a list value by label, id or both. */
export type SavedValue = string | number | { readonly id: ChoiceId; readonly label: string };

export interface SavedCondition {
  /** Name, not label. */
  readonly field: string;
  readonly operator: string;
  readonly values: readonly SavedValue[];
}

const sortKeys = ["id", "title", "status", "assignee", "submitted", "modified"] as const;
const groupings = ["status", "assignee", "tracker"] as const;

export type SortKey = (typeof sortKeys)[number];
export type Grouping = (typeof groupings)[number];

export interface Sort {
  readonly by: SortKey;
  readonly direction: "ascending" | "descending";
}

/** A tracker by its ID, several of them, or all trackers of the user's projects. */
export type QueryTracker = number | readonly number[] | "all";

/** A query by conditions that must all match, by TQL, or by a report. */
export interface SavedQuery {
  readonly name: string;
  /** URL of the site, as in `artifacts.sites`. */
  readonly site: string;
  readonly tracker: QueryTracker;
  readonly where: readonly SavedCondition[];
  /** Undefined uses the view's setting. */
  readonly openOnly: boolean | undefined;
  readonly sort: Sort | undefined;
  readonly group: Grouping | undefined;
  readonly text: string | undefined;
  readonly report: number | undefined;
}

/**
 * `mutuallyExclusive`: more than one of conditions, TQL and report, `openOnly` with TQL or a report, or a report or TQL with
 * several trackers.
 */
type SavedQueryProblem =
  "notAnObject" | "missing" | "wrongType" | "unknownValue" | "tooLong" | "mutuallyExclusive";

export type SavedQueryParseResult =
  | { readonly kind: "query"; readonly query: SavedQuery }
  | {
      readonly kind: "problem";
      readonly problem: SavedQueryProblem;
      /** For example `where[2].field`; empty for the entry itself. */
      readonly member: string;
      /** Name of the entry, if valid. */
      readonly name: string | undefined;
    };

export const maxTqlLength = 7000;
const maxStringLength = 1000;
/** Keeps workspace settings from flooding the tree. */
export const maxSavedQueries = 200;
const maxConditions = 50;
/** Each of them is loaded before it can be searched. */
export const maxQueryTrackers = 50;
const maxValues = 500;

/** Thrown and caught within `parseSavedQuery` only. */
class SavedQueryError extends Error {
  readonly problem: SavedQueryProblem;
  readonly member: string;

  constructor(problem: SavedQueryProblem, member: string) {
    super(problem);
    this.problem = problem;
    this.member = member;
  }
}

type SettingObject = Readonly<Record<string, unknown>>;

function readObject(value: unknown, member: string): SettingObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new SavedQueryError("notAnObject", member);
  }
  // Ignore inherited properties.
  return Object.fromEntries(Object.entries(value));
}

function readString(value: unknown, member: string, maxLength = maxStringLength): string {
  if (value === undefined) throw new SavedQueryError("missing", member);
  if (typeof value !== "string") throw new SavedQueryError("wrongType", member);
  if (value.trim() === "") throw new SavedQueryError("missing", member);
  if (value.length > maxLength) throw new SavedQueryError("tooLong", member);
  return value;
}

function readId(value: unknown, member: string): number {
  if (value === undefined) throw new SavedQueryError("missing", member);
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
    throw new SavedQueryError("wrongType", member);
  }
  return value;
}

function readArray(value: unknown, member: string, maxLength: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new SavedQueryError("wrongType", member);
  if (value.length > maxLength) throw new SavedQueryError("tooLong", member);
  return value;
}

function readOptional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function isOneOf<T extends string>(word: string, allowed: readonly T[]): word is T {
  return allowed.some((each) => each === word);
}

function readValue(value: unknown, member: string): SavedValue {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new SavedQueryError("wrongType", member);
    return value;
  }
  if (typeof value !== "object") return readString(value, member);
  const { id: rawId, label } = readObject(value, member);
  const isId = typeof rawId === "string" || (typeof rawId === "number" && Number.isSafeInteger(rawId));
  if (!isId) throw new SavedQueryError(rawId === undefined ? "missing" : "wrongType", `${member}.id`);
  if (typeof rawId === "string") readString(rawId, `${member}.id`);
  return { id: rawId, label: readString(label, `${member}.label`) };
}

function readCondition(value: unknown, member: string): SavedCondition {
  const { field, operator, value: rawValue } = readObject(value, member);
  const valuePath = `${member}.value`;
  if (rawValue === undefined || rawValue === null) throw new SavedQueryError("missing", valuePath);
  return {
    field: readString(field, `${member}.field`),
    operator: readString(operator, `${member}.operator`),
    values: Array.isArray(rawValue)
      ? readArray(rawValue, valuePath, maxValues).map((each, index) =>
          readValue(each, `${valuePath}[${index}]`),
        )
      : [readValue(rawValue, valuePath)],
  };
}

function readBoolean(value: unknown, member: string): boolean {
  if (typeof value !== "boolean") throw new SavedQueryError("wrongType", member);
  return value;
}

/** A leading minus means descending. */
function readSort(value: unknown): Sort {
  const word = readString(value, "sort");
  const by = word.replace(/^-/, "");
  if (!isOneOf(by, sortKeys)) throw new SavedQueryError("unknownValue", "sort");
  return { by, direction: word === by ? "ascending" : "descending" };
}

function readGrouping(value: unknown): Grouping {
  const word = readString(value, "group");
  if (!isOneOf(word, groupings)) throw new SavedQueryError("unknownValue", "group");
  return word;
}

function readTracker(value: unknown): QueryTracker {
  if (value === "all") return value;
  if (!Array.isArray(value)) return readId(value, "tracker");
  const ids = readArray(value, "tracker", maxQueryTrackers).map((each, index) =>
    readId(each, `tracker[${index}]`),
  );
  if (ids.length === 0) throw new SavedQueryError("missing", "tracker");
  return [...new Set(ids)];
}

function readSavedQuery(entry: unknown): SavedQuery {
  const members = readObject(entry, "");
  const query: SavedQuery = {
    name: readString(members["name"], "name").trim(),
    site: readString(members["site"], "site").trim(),
    tracker: readTracker(members["tracker"]),
    where:
      readOptional(members["where"], (value) =>
        readArray(value, "where", maxConditions).map((each, index) => readCondition(each, `where[${index}]`)),
      ) ?? [],
    openOnly: readOptional(members["openOnly"], (value) => readBoolean(value, "openOnly")),
    sort: readOptional(members["sort"], readSort),
    group: readOptional(members["group"], readGrouping),
    text: readOptional(members["text"], (value) => readString(value, "text", maxTqlLength)),
    report: readOptional(members["report"], (value) => readId(value, "report")),
  };
  const sources = [query.where.length > 0, query.text !== undefined, query.report !== undefined];
  if (sources.filter(Boolean).length > 1) {
    throw new SavedQueryError("mutuallyExclusive", query.text === undefined ? "report" : "text");
  }
  // TQL over several trackers names them itself.
  if (query.text !== undefined && typeof query.tracker === "object") {
    throw new SavedQueryError("mutuallyExclusive", "text");
  }
  if (query.report !== undefined && typeof query.tracker !== "number") {
    throw new SavedQueryError("mutuallyExclusive", "report");
  }
  const isTqlOrReport = query.text !== undefined || query.report !== undefined;
  if (isTqlOrReport && query.openOnly === true) throw new SavedQueryError("mutuallyExclusive", "openOnly");
  return query;
}

function readName(entry: unknown): string | undefined {
  const name: unknown =
    typeof entry === "object" && entry !== null && "name" in entry ? entry.name : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, maxStringLength) : undefined;
}

export function parseSavedQuery(entry: unknown): SavedQueryParseResult {
  try {
    return { kind: "query", query: readSavedQuery(entry) };
  } catch (error) {
    if (!(error instanceof SavedQueryError)) throw error;
    return { kind: "problem", problem: error.problem, member: error.member, name: readName(entry) };
  }
}

/** Invalid entries don't affect the others. */
export function parseSavedQueries(setting: unknown): readonly SavedQueryParseResult[] {
  return Array.isArray(setting) ? setting.slice(0, maxSavedQueries).map(parseSavedQuery) : [];
}

function toConditionSetting({ field, operator, values }: SavedCondition): SettingObject {
  return { field, operator, value: values.length === 1 ? values[0] : values };
}

/** Omits undefined members. */
export function toQuerySetting(query: SavedQuery): SettingObject {
  const { name, site, tracker, where, openOnly, sort: order, group, text: tql, report } = query;
  return {
    name,
    site,
    tracker,
    ...(where.length > 0 && { where: where.map(toConditionSetting) }),
    ...(openOnly !== undefined && { openOnly }),
    ...(order !== undefined && { sort: `${order.direction === "descending" ? "-" : ""}${order.by}` }),
    ...(group !== undefined && { group }),
    ...(tql !== undefined && { text: tql }),
    ...(report !== undefined && { report }),
  };
}
