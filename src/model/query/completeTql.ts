// Completion of TQL: what can follow at a position, with the names and values that are known.
import { parseTql, type TqlExpectation, type TqlForm } from "./parseTql.ts";
import type { TqlOperator } from "./tql.ts";

type TqlNameKind = "text" | "number" | "date" | "list" | "users" | "status";

/** A field that queries can name. */
export interface TqlField {
  readonly name: string;
  readonly label: string;
  readonly kind: Exclude<TqlNameKind, "status">;
  /** Labels of a list. */
  readonly values: readonly string[];
}

/** Names and values that completion can offer; all may be incomplete. */
export interface TqlNames {
  readonly fields: readonly TqlField[];
  /** Short names. */
  readonly projects: readonly string[];
  /** Short names. */
  readonly trackers: readonly string[];
  readonly users: readonly TqlUser[];
}

export interface TqlUser {
  readonly username: string;
  readonly label: string;
}

export const noTqlNames: TqlNames = { fields: [], projects: [], trackers: [], users: [] };

export interface TqlCompletion {
  readonly kind: "keyword" | "operator" | "function" | "field" | "value";
  /** Replaces the text from `start`. */
  readonly text: string;
  /** The label of a field or a user. */
  readonly detail?: string;
}

export interface TqlCompletions {
  readonly start: number;
  readonly items: readonly TqlCompletion[];
}

/** Names that every tracker has, in queries over several trackers. */
const commonNames = new Map<string, TqlNameKind>([
  ["@title", "text"],
  ["@description", "text"],
  ["@status", "status"],
  ["@assigned_to", "users"],
  ["@submitted_by", "users"],
  ["@submitted_on", "date"],
  ["@last_update_by", "users"],
  ["@last_update_date", "date"],
  ["@id", "number"],
]);

/** The same in queries of one tracker, which name its fields otherwise. */
const commonNamesOfOne = new Map<string, TqlNameKind>([["@comments", "text"]]);

const selectedNames = ["@pretty_title", "@tracker.name", "@project.name", "@link_type"];

const comparisons: readonly TqlOperator[] = ["=", "!=", "<", "<=", ">", ">=", "BETWEEN"];
const lists: readonly TqlOperator[] = ["=", "!=", "IN", "NOT IN"];
const operatorsByKind: Readonly<Record<TqlNameKind, readonly TqlOperator[]>> = {
  text: ["=", "!="],
  number: comparisons,
  date: comparisons,
  list: lists,
  users: lists,
  status: ["=", "!="],
};

function findKind(name: string, { fields }: TqlNames): TqlNameKind | undefined {
  return (
    commonNames.get(name) ?? commonNamesOfOne.get(name) ?? fields.find((field) => field.name === name)?.kind
  );
}

function toValueItems(values: readonly string[], quote: string): readonly TqlCompletion[] {
  return values
    .filter((value) => !/\p{Cc}/u.test(value))
    .map((value) => ({
      kind: "value",
      text: `${quote}${value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`,
    }));
}

function toUserItems(users: readonly TqlUser[], quote: string): readonly TqlCompletion[] {
  return users.flatMap(({ username, label }) =>
    toValueItems([username], quote).map((item) => ({ ...item, detail: label })),
  );
}

function toFunctionItems(...texts: readonly string[]): readonly TqlCompletion[] {
  return texts.map((text) => ({ kind: "function", text }));
}

function listValues(
  { name, operator }: Extract<TqlExpectation, { kind: "value" }>,
  names: TqlNames,
  quote: string,
): readonly TqlCompletion[] {
  switch (findKind(name, names)) {
    case "status":
      return toFunctionItems("OPEN()");
    case "users":
      return [...toFunctionItems("MYSELF()"), ...toUserItems(names.users, quote)];
    case "date":
      // Servers compare the current time only with ranges.
      return operator === "=" || operator === "!=" ? [] : toFunctionItems("NOW()");
    case "list":
      return toValueItems(
        names.fields.flatMap((field) => (field.name === name ? field.values : [])),
        quote,
      );
    case "text":
    case "number":
    case undefined:
      return [];
  }
}

function listNames(
  kind: "column" | "searchedName" | "sortName",
  { fields }: TqlNames,
  form: TqlForm,
): readonly TqlCompletion[] {
  const names = form === "query" ? commonNames : commonNamesOfOne;
  const common = [...names.keys(), ...(kind === "column" ? selectedNames : [])];
  return [
    ...common.map((text): TqlCompletion => ({ kind: "field", text })),
    // Other names can't be written.
    ...fields
      .filter(({ name }) => /^[\w-]+$/.test(name))
      .map(({ name, label }): TqlCompletion => ({ kind: "field", text: name, detail: label })),
  ];
}

function toItems(
  expectation: TqlExpectation,
  names: TqlNames,
  quote: string,
  form: TqlForm,
): readonly TqlCompletion[] {
  switch (expectation.kind) {
    case "word":
      if (expectation.text.endsWith("()")) return toFunctionItems(expectation.text);
      return /[A-Z@]/.test(expectation.text) ? [{ kind: "keyword", text: expectation.text }] : [];
    case "column":
    case "searchedName":
    case "sortName":
      return listNames(expectation.kind, names, form);
    case "operator": {
      const kind = findKind(expectation.name, names);
      const { operator } = expectation;
      // A field could have such a name, but a condition on links is more likely.
      const isLinkWord = kind === undefined && /^(?:is|with|without)$/i.test(expectation.name);
      if (isLinkWord || (kind !== undefined && !operatorsByKind[kind].includes(operator))) return [];
      return [{ kind: "operator", text: /[A-Z]/.test(operator) ? `${operator}(` : operator }];
    }
    case "value":
      return listValues(expectation, names, quote);
    case "fromName":
      return expectation.target === "@project.name"
        ? toValueItems(names.projects, quote)
        : expectation.target === "@tracker.name"
          ? toValueItems(names.trackers, quote)
          : [];
    case "trackerName":
      return toValueItems(names.trackers, quote);
    case "linkType":
    case "digits":
    case "end":
      return [];
  }
}

const textExpectations = new Set<TqlExpectation["kind"]>(["value", "fromName", "trackerName", "linkType"]);

/** The start of a text whose end is missing, if that is what the query ends with. */
function findOpenText(text: string, form: TqlForm): number | undefined {
  const { offset, expected } = parseTql(text, form);
  const isText = expected.some(({ kind }) => textExpectations.has(kind));
  return isText && /^["']/.test(text.slice(offset)) ? offset : undefined;
}

export function completeTql(
  text: string,
  offset: number,
  names: TqlNames,
  form: TqlForm = "query",
): TqlCompletions {
  const head = text.slice(0, offset);
  const openText = findOpenText(head, form);
  const start = openText ?? head.search(/(?<![@\w.-])[@\w.-]*$/);
  const before = head.slice(0, start);
  const reach = parseTql(before, form);
  // What comes before can't be read.
  if (reach.offset < before.length) return { start, items: [] };
  const quote = openText === undefined ? '"' : head.charAt(openText);
  const items = reach.expected.flatMap((expectation) => toItems(expectation, names, quote, form));
  const offered = openText === undefined ? items : items.filter(({ kind }) => kind === "value");
  return { start, items: [...new Map(offered.map((item) => [item.text, item])).values()] };
}
