// A query as it stands in the settings. Whoever wrote a workspace wrote its settings too: nothing is taken for granted.
import type { ChoiceId } from "../value.ts";

/** A query that the server keeps itself, over one tracker. */
export interface Report {
  readonly kind: "report";
  readonly id: number;
  readonly label: string;
  /** Whether it is everybody's, or one's own. */
  readonly isPublic: boolean;
  /** Whether the server's pages show it first. */
  readonly isDefault: boolean;
}

/** A text or number as it is asked for, or a value of a list: by its label, its id, or both. */
export type SavedValue = string | number | { readonly id: ChoiceId; readonly label: string };

export interface SavedCondition {
  /** The field's name, not its label. */
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

/** Asks by conditions, all of which are to be met, or by a text in the server's query language, or by a report of the server. */
export interface SavedQuery {
  readonly name: string;
  /** Address of its site, as in the setting of sites. */
  readonly site: string;
  readonly tracker: number;
  readonly where: readonly SavedCondition[];
  /** Undefined leaves it to the view. */
  readonly openOnly: boolean | undefined;
  readonly sort: Sort | undefined;
  readonly group: Grouping | undefined;
  readonly text: string | undefined;
  readonly report: number | undefined;
}

/** `mixed`: of conditions, text and report more than one, or open artifacts only beside what can't be told so. */
type EntryProblem = "notAnObject" | "missing" | "wrongType" | "unknownWord" | "tooLong" | "mixed";

export type ParsedQuery =
  | { readonly kind: "query"; readonly query: SavedQuery }
  | {
      readonly kind: "problem";
      readonly problem: EntryProblem;
      /** Such as `where[2].field`; empty for the entry itself. */
      readonly member: string;
      /** The entry's name, if it has that at least. */
      readonly name: string | undefined;
    };

const longestText = 7000;
const longestWord = 1000;
/** Whoever wrote a workspace could else fill the tree. */
export const mostQueries = 200;
const mostConditions = 50;
const mostValues = 500;

/** Leaves the reading of an entry; never the file. */
class Flaw extends Error {
  readonly problem: EntryProblem;
  readonly member: string;

  constructor(problem: EntryProblem, member: string) {
    super(problem);
    this.problem = problem;
    this.member = member;
  }
}

type Members = Readonly<Record<string, unknown>>;

function members(value: unknown, member: string): Members {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Flaw("notAnObject", member);
  }
  // What stands in an object by nature is not what someone wrote into it.
  return Object.fromEntries(Object.entries(value));
}

function text(value: unknown, member: string, longest = longestWord): string {
  if (value === undefined) throw new Flaw("missing", member);
  if (typeof value !== "string") throw new Flaw("wrongType", member);
  if (value.trim() === "") throw new Flaw("missing", member);
  if (value.length > longest) throw new Flaw("tooLong", member);
  return value;
}

function id(value: unknown, member: string): number {
  if (value === undefined) throw new Flaw("missing", member);
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value <= 0) {
    throw new Flaw("wrongType", member);
  }
  return value;
}

function list(value: unknown, member: string, most: number): readonly unknown[] {
  if (!Array.isArray(value)) throw new Flaw("wrongType", member);
  if (value.length > most) throw new Flaw("tooLong", member);
  return value;
}

function optional<T>(value: unknown, read: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : read(value);
}

function isOneOf<T extends string>(word: string, words: readonly T[]): word is T {
  return words.some((each) => each === word);
}

function savedValue(value: unknown, member: string): SavedValue {
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw new Flaw("wrongType", member);
    return value;
  }
  if (typeof value !== "object") return text(value, member);
  const { id: given, label } = members(value, member);
  const isId = typeof given === "string" || (typeof given === "number" && Number.isSafeInteger(given));
  if (!isId) throw new Flaw(given === undefined ? "missing" : "wrongType", `${member}.id`);
  if (typeof given === "string") text(given, `${member}.id`);
  return { id: given, label: text(label, `${member}.label`) };
}

function condition(value: unknown, member: string): SavedCondition {
  const { field, operator, value: given } = members(value, member);
  const place = `${member}.value`;
  if (given === undefined || given === null) throw new Flaw("missing", place);
  return {
    field: text(field, `${member}.field`),
    operator: text(operator, `${member}.operator`),
    values: Array.isArray(given)
      ? list(given, place, mostValues).map((each, index) => savedValue(each, `${place}[${index}]`))
      : [savedValue(given, place)],
  };
}

function truth(value: unknown, member: string): boolean {
  if (typeof value !== "boolean") throw new Flaw("wrongType", member);
  return value;
}

/** A minus before it turns it round. */
function sort(value: unknown): Sort {
  const word = text(value, "sort");
  const by = word.replace(/^-/, "");
  if (!isOneOf(by, sortKeys)) throw new Flaw("unknownWord", "sort");
  return { by, direction: word === by ? "ascending" : "descending" };
}

function grouping(value: unknown): Grouping {
  const word = text(value, "group");
  if (!isOneOf(word, groupings)) throw new Flaw("unknownWord", "group");
  return word;
}

function read(entry: unknown): SavedQuery {
  const given = members(entry, "");
  const query: SavedQuery = {
    name: text(given["name"], "name").trim(),
    site: text(given["site"], "site").trim(),
    tracker: id(given["tracker"], "tracker"),
    where:
      optional(given["where"], (value) =>
        list(value, "where", mostConditions).map((each, index) => condition(each, `where[${index}]`)),
      ) ?? [],
    openOnly: optional(given["openOnly"], (value) => truth(value, "openOnly")),
    sort: optional(given["sort"], sort),
    group: optional(given["group"], grouping),
    text: optional(given["text"], (value) => text(value, "text", longestText)),
    report: optional(given["report"], (value) => id(value, "report")),
  };
  const ways = [query.where.length > 0, query.text !== undefined, query.report !== undefined];
  if (ways.filter(Boolean).length > 1) throw new Flaw("mixed", query.text === undefined ? "report" : "text");
  const isOwnWay = query.text !== undefined || query.report !== undefined;
  if (isOwnWay && query.openOnly === true) throw new Flaw("mixed", "openOnly");
  return query;
}

function nameIn(entry: unknown): string | undefined {
  const name: unknown =
    typeof entry === "object" && entry !== null && "name" in entry ? entry.name : undefined;
  return typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, longestWord) : undefined;
}

/** What an entry of the setting asks for, or what is wrong with it. */
export function parseSavedQuery(entry: unknown): ParsedQuery {
  try {
    return { kind: "query", query: read(entry) };
  } catch (flaw) {
    if (!(flaw instanceof Flaw)) throw flaw;
    return { kind: "problem", problem: flaw.problem, member: flaw.member, name: nameIn(entry) };
  }
}

/** The whole setting; one bad entry leaves the others alone. */
export function parseSavedQueries(setting: unknown): readonly ParsedQuery[] {
  return Array.isArray(setting) ? setting.slice(0, mostQueries).map(parseSavedQuery) : [];
}

function savedCondition({ field, operator, values }: SavedCondition): Members {
  return { field, operator, value: values.length === 1 ? values[0] : values };
}

/** The entry of the setting that a query is written as: no more in it than what was said. */
export function savedQueryOf(query: SavedQuery): Members {
  const { name, site, tracker, where, openOnly, sort: order, group, text: said, report } = query;
  return {
    name,
    site,
    tracker,
    ...(where.length > 0 && { where: where.map(savedCondition) }),
    ...(openOnly !== undefined && { openOnly }),
    ...(order !== undefined && { sort: `${order.direction === "descending" ? "-" : ""}${order.by}` }),
    ...(group !== undefined && { group }),
    ...(said !== undefined && { text: said }),
    ...(report !== undefined && { report }),
  };
}
