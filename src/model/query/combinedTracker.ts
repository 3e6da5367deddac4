// Queries over several trackers: a combined tracker with the fields that all trackers have, and the TQL of conditions on them.
import type { ArtifactRow } from "../artifact.ts";
import { dateToLocalMidnight } from "../localTime.ts";
import type { Field, Tracker } from "../tracker.ts";
import { foldCaseAndAccents, getOperatorValueCount, toSearchableField } from "./criteria.ts";
import { allMyProjects, type CrossTrackerQuery, maxAlternatives, quoteTql } from "./crossTracker.ts";
import {
  currentUserPlaceholder,
  findDuplicateFields,
  type QueryProblem,
  resolveChoiceIds,
  resolveDate,
} from "./resolveQuery.ts";
import type { SavedCondition, SavedQuery, SavedValue } from "./savedQuery.ts";
import { formatEarliestMinute, formatLatestMinute } from "./serverTime.ts";
import type { RowTracker } from "./sortAndGroup.ts";
import { toSentTql } from "./sentTql.ts";

const fieldTypes = {
  title: "string",
  status: "sb",
  assignee: "msb",
  submitter: "msb",
  submitted: "subon",
  modified: "lud",
} as const;

/** Names of conditions in such a query. */
export type CrossTrackerField = keyof typeof fieldTypes;

const statusIds = ["open", "closed"] as const;

export type CrossTrackerStatus = (typeof statusIds)[number];

function isCrossTrackerField(name: string): name is CrossTrackerField {
  return Object.hasOwn(fieldTypes, name);
}

const fieldNames = Object.keys(fieldTypes).filter(isCrossTrackerField);

interface CrossTrackerLabels {
  readonly tracker: string;
  readonly getField: (name: CrossTrackerField) => string;
  readonly getStatus: (status: CrossTrackerStatus) => string;
}

function createField(
  name: CrossTrackerField,
  id: number,
  { getField, getStatus }: CrossTrackerLabels,
): Field {
  const isUser = name === "assignee" || name === "submitter";
  return {
    kind: "field",
    id,
    name,
    label: getField(name),
    description: undefined,
    type: fieldTypes[name],
    isRequired: true,
    permissions: new Set(["read"]),
    binding: isUser ? "users" : name === "status" ? "static" : undefined,
    choices:
      name === "status"
        ? statusIds.map((status) => ({
            id: status,
            label: getStatus(status),
            isHidden: false,
            color: undefined,
          }))
        : undefined,
    withTime: true,
    maxLength: undefined,
    maxUploadBytes: undefined,
    linkTypes: [],
    isHidden: false,
    staticText: undefined,
    isRestrictedByDefault: false,
    defaultValue: undefined,
  };
}

/** No tracker has this ID. */
export const combinedTrackerId = 0;

function getFieldId(name: CrossTrackerField): number {
  return fieldNames.indexOf(name) + 1;
}

/** The fields that all trackers have as those of one, so that conditions on them are edited the same way. */
export function createCombinedTracker(labels: CrossTrackerLabels): Tracker {
  return {
    kind: "tracker",
    id: combinedTrackerId,
    uri: "",
    label: labels.tracker,
    color: undefined,
    artifactsUri: "",
    itemName: undefined,
    description: undefined,
    fields: fieldNames.map((name) => createField(name, getFieldId(name), labels)),
    unreadableFieldIds: [],
    structure: [],
    semantics: {
      titleFieldId: getFieldId("title"),
      descriptionFieldId: undefined,
      assigneeFieldId: getFieldId("assignee"),
      status: { fieldId: getFieldId("status"), openIds: ["open"] },
    },
    workflow: undefined,
    isAdministrator: undefined,
  };
}

const { fields } = createCombinedTracker({
  tracker: "",
  getField: (name) => name,
  getStatus: (status) => status,
});

/** Milliseconds; the end is exclusive. */
interface TimeSpan {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** What only the rows show exactly. Serializable, so that queries can be compared. */
export interface RowFilter {
  /** Words that the server wasn't asked for, because it limits the number of terms. */
  readonly titleWords: readonly string[];
  readonly submitted: TimeSpan | undefined;
  readonly modified: TimeSpan | undefined;
}

export interface CrossTrackerPart {
  readonly query: CrossTrackerQuery | string;
  /** The trackers that its rows can be of, if they are known: rows have only names. */
  readonly trackers: readonly RowTracker[];
}

/** The rows of all queries together match. */
export interface CrossTrackerResolution {
  readonly kind: "crossTracker";
  readonly queries: readonly CrossTrackerPart[];
  readonly filter: RowFilter;
  /** Whether all rows are open, or closed; `undefined` if they may be both. */
  readonly isOpen: boolean | undefined;
  /** Whether the server's order is shown, instead of the newest first. */
  readonly isOrdered: boolean;
  readonly hasSeveralProjects: boolean;
  readonly missingTrackerIds: readonly number[];
}

const noFilter: RowFilter = { titleWords: [], submitted: undefined, modified: undefined };

/** A query that was written in TQL. */
export function resolveTql(text: string): CrossTrackerResolution {
  const { tql, isOrdered } = toSentTql(text);
  const queries = [{ query: tql, trackers: [] }];
  return {
    kind: "crossTracker",
    queries,
    filter: noFilter,
    isOpen: undefined,
    isOrdered,
    hasSeveralProjects: true,
    missingTrackerIds: [],
  };
}

/** Servers limit the terms of a query to 14 if all must match. */
const maxWords = 6;

interface UserList {
  readonly kind: "users";
  readonly field: CrossTrackerField;
  readonly name: string;
  readonly users: readonly string[];
}

type FieldTerms =
  | { readonly kind: "terms"; readonly terms: readonly string[]; readonly filter?: Partial<RowFilter> }
  | UserList
  | { readonly kind: "status"; readonly isOpen: boolean | undefined };

function isTerms(terms: FieldTerms | QueryProblem): terms is FieldTerms {
  return terms.kind === "terms" || terms.kind === "users" || terms.kind === "status";
}

function toTitleTerms(field: string, [value = ""]: readonly SavedValue[]): FieldTerms | QueryProblem {
  const text = typeof value === "object" ? value.label : String(value);
  const words = text.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return { kind: "emptyText", field, value: text };
  return {
    kind: "terms",
    terms: words.slice(0, maxWords).map((word) => `@title = ${quoteTql(word)}`),
    filter: { titleWords: words.slice(maxWords) },
  };
}

/** User names; the server reports and searches no IDs here. */
function toUserTerms(
  field: CrossTrackerField,
  name: string,
  values: readonly SavedValue[],
): FieldTerms | QueryProblem {
  const users: string[] = [];
  for (const value of values) {
    const username = typeof value === "object" ? value.id : value;
    if (value === currentUserPlaceholder) users.push("MYSELF()");
    else if (typeof username === "string") users.push(quoteTql(username));
    else {
      return { kind: "valueNotFound", field, value: typeof value === "object" ? value.label : String(value) };
    }
  }
  return { kind: "users", field, name, users: [...new Set(users)] };
}

const dayMs = 24 * 60 * 60 * 1000;

function toStartOfDay(date: string, daysAfter = 0): number {
  const [day = ""] = new Date(Date.parse(date) + daysAfter * dayMs).toISOString().split("T");
  return Date.parse(dateToLocalMidnight(day));
}

function toTimeSpan(operator: string, [first = "", last = first]: readonly string[]): TimeSpan {
  switch (operator) {
    case "<":
      return { start: undefined, end: toStartOfDay(first) };
    case ">":
      return { start: toStartOfDay(first, 1), end: undefined };
    default:
      return { start: toStartOfDay(first), end: toStartOfDay(last, 1) };
  }
}

/** Other years have more or fewer digits in some time zone: only the rows are checked then. */
function isWritable(at: number | undefined): at is number {
  return at !== undefined && at > Date.UTC(1000, 0, 2) && at < Date.UTC(9999, 11, 30);
}

function toDateTerms(
  field: "submitted" | "modified",
  { operator, values }: SavedCondition,
  { today, utcOffset }: CrossTrackerConditionContext,
): FieldTerms | QueryProblem {
  const name = field === "submitted" ? "@submitted_on" : "@last_update_date";
  const texts = values.map((value) => (typeof value === "object" ? value.label : String(value)).trim());
  const days = texts.map((text) => resolveDate(text, today));
  const invalid = texts.find((_, index) => days[index] === undefined);
  if (invalid !== undefined) return { kind: "invalidDate", field, value: invalid };
  const span = toTimeSpan(
    operator,
    days.flatMap((day) => day ?? []),
  );
  return {
    kind: "terms",
    terms: [
      ...(isWritable(span.start) ? [`${name} >= "${formatEarliestMinute(span.start, utcOffset)}"`] : []),
      ...(isWritable(span.end) ? [`${name} <= "${formatLatestMinute(span.end, utcOffset)}"`] : []),
    ],
    filter: { [field]: span },
  };
}

function toStatusTerms(field: Field, values: readonly SavedValue[]): FieldTerms | QueryProblem {
  const ids = new Set(values.flatMap((value) => resolveChoiceIds(field, value)));
  const unknown = values.find((value) => resolveChoiceIds(field, value).length === 0);
  if (unknown !== undefined) {
    const text = typeof unknown === "object" ? unknown.label : String(unknown);
    return { kind: "valueNotFound", field: field.name, value: text };
  }
  return { kind: "status", isOpen: ids.size > 1 ? undefined : ids.has("open") };
}

function toTerms(
  condition: SavedCondition,
  context: CrossTrackerConditionContext,
): FieldTerms | QueryProblem {
  const { field: name, operator: operatorName, values } = condition;
  const field = fields.find((each) => each.name === name);
  const searchable = field && toSearchableField(field);
  if (field === undefined || searchable === undefined || !isCrossTrackerField(name)) {
    return { kind: "fieldNotFound", field: name };
  }
  const operator = searchable.operators.find((each) => each === operatorName);
  if (operator === undefined) return { kind: "unknownOperator", field: name, operator: operatorName };
  const expectedCount = getOperatorValueCount(operator);
  if (expectedCount === undefined ? values.length === 0 : values.length !== expectedCount) {
    return { kind: "wrongValueCount", field: name, expectedCount };
  }
  switch (name) {
    case "title":
      return toTitleTerms(name, values);
    case "status":
      return toStatusTerms(field, values);
    case "assignee":
      return toUserTerms(name, "@assigned_to", values);
    case "submitter":
      return toUserTerms(name, "@submitted_by", values);
    case "submitted":
    case "modified":
      return toDateTerms(name, condition, context);
  }
}

interface CrossTrackerConditionContext {
  /** Local date as YYYY-MM-DD. */
  readonly today: string;
  /** Of the server's time zone, in minutes; `undefined` if unknown. */
  readonly utcOffset: number | undefined;
}

/** What to search. */
export interface CrossTrackerScope {
  /** FROM parts, which need a query each, with their trackers if these are known. */
  readonly parts: readonly { readonly from: string; readonly trackers: readonly RowTracker[] }[];
  /** Whether trackers of several projects are searched. */
  readonly hasSeveralProjects: boolean;
  /** Trackers that were deleted, or that the user can't read. */
  readonly missingTrackerIds: readonly number[];
}

/** All projects that the user is a member of. */
export const allProjectsScope: CrossTrackerScope = {
  parts: [{ from: allMyProjects, trackers: [] }],
  hasSeveralProjects: true,
  missingTrackerIds: [],
};

/** Each of them takes a request before the first row can be shown. */
const maxQueries = 100;

/** How many users of each list are searched by one query. */
function getListPartLength(lists: readonly UserList[]): number {
  const count = lists.reduce((sum, { users }) => sum + users.length, 0);
  return count <= maxAlternatives ? maxAlternatives : Math.floor(maxAlternatives / lists.length);
}

function findTooLongList(lists: readonly UserList[], partCount: number): UserList | undefined {
  const partLength = getListPartLength(lists);
  const queryCount = lists.reduce(
    (product, { users }) => product * Math.ceil(users.length / partLength),
    partCount,
  );
  if (queryCount <= maxQueries) return undefined;
  return lists.reduce((longest, list) => (list.users.length > longest.users.length ? list : longest));
}

function toListTerm({ name }: UserList, users: readonly string[]): string {
  return users.length === 1 ? `${name} = ${users.join("")}` : `${name} IN(${users.join(", ")})`;
}

/** Lists with too many users together in parts, in every combination. */
function splitLists(lists: readonly UserList[]): readonly (readonly string[])[] {
  const partLength = getListPartLength(lists);
  return lists.reduce<readonly (readonly string[])[]>(
    (combinations, list) => {
      const terms = Array.from({ length: Math.ceil(list.users.length / partLength) }, (_, index) =>
        toListTerm(list, list.users.slice(index * partLength, (index + 1) * partLength)),
      );
      return combinations.flatMap((combination) => terms.map((term) => [...combination, term]));
    },
    [[]],
  );
}

export function usesDates({ where }: Pick<SavedQuery, "where">): boolean {
  return where.some(({ field }) => field === "submitted" || field === "modified");
}

/** Whether a query over several trackers selects open or closed artifacts itself. */
export function hasCrossTrackerStatusCondition({
  tracker,
  where,
}: Pick<SavedQuery, "tracker" | "where">): boolean {
  return typeof tracker !== "number" && where.some(({ field }) => field === "status");
}

/** A condition on the status is more specific than `openOnly`, which may come from the view. */
export function resolveCrossTrackerConditions(
  { where, openOnly }: Pick<SavedQuery, "where" | "openOnly">,
  { parts, hasSeveralProjects, missingTrackerIds }: CrossTrackerScope,
  context: CrossTrackerConditionContext,
): CrossTrackerResolution | { readonly kind: "problems"; readonly problems: readonly QueryProblem[] } {
  const outcomes = where.map((condition) => toTerms(condition, context));
  const problems = [
    ...findDuplicateFields(where),
    ...outcomes.filter((outcome): outcome is QueryProblem => !isTerms(outcome)),
  ];
  if (problems.length > 0) return { kind: "problems", problems };
  const all = outcomes.filter(isTerms);
  const lists = all.filter((each) => each.kind === "users");
  const tooLong = findTooLongList(lists, parts.length);
  if (tooLong !== undefined) {
    return { kind: "problems", problems: [{ kind: "tooManyUsers", field: tooLong.field }] };
  }
  const status = all.find((each) => each.kind === "status");
  const isOpen = status === undefined ? openOnly === true || undefined : status.isOpen;
  const terms = [
    ...all.flatMap((each) => (each.kind === "terms" ? each.terms : [])),
    ...(isOpen === undefined ? [] : [`@status ${isOpen ? "=" : "!="} OPEN()`]),
  ];
  const conditions = splitLists(lists).map((listTerms) => {
    const allTerms = [...terms, ...listTerms];
    // A query without a condition is a syntax error, and parentheses would count as further terms.
    return allTerms.length === 0 ? "@id >= 1" : allTerms.join(" AND ");
  });
  return {
    kind: "crossTracker",
    queries: parts.flatMap(({ from, trackers }) =>
      conditions.map((whereTql) => ({
        query: { from, where: whereTql, orderBy: "@id DESC" },
        trackers,
      })),
    ),
    filter: Object.assign({}, noFilter, ...all.map((each) => (each.kind === "terms" ? each.filter : {}))),
    isOpen,
    isOrdered: false,
    hasSeveralProjects,
    missingTrackerIds,
  };
}

function isWithin(date: string | undefined, span: TimeSpan | undefined): boolean {
  if (span === undefined) return true;
  const at = Date.parse(date ?? "");
  return (span.start === undefined || at >= span.start) && (span.end === undefined || at < span.end);
}

export function rowMatchesFilter(
  { title, submittedOn, modifiedOn }: ArtifactRow,
  { titleWords, submitted, modified }: RowFilter,
): boolean {
  const text = foldCaseAndAccents(title ?? "");
  return (
    titleWords.every((word) => text.includes(foldCaseAndAccents(word))) &&
    isWithin(submittedOn, submitted) &&
    isWithin(modifiedOn, modified)
  );
}
