// The Tuleap Query Language (TQL): its syntax tree and printer.
import { quoteTql } from "./crossTracker.ts";

export interface TqlQuery {
  /** Empty for a query that begins with FROM, or that is only a condition. */
  readonly columns: readonly string[];
  /** Empty for a query that is only a condition. */
  readonly from: readonly TqlFrom[];
  readonly condition: TqlCondition;
  readonly order: TqlOrder | undefined;
}

export interface TqlFrom {
  readonly target: TqlFromTarget;
  readonly operator: "=" | "IN";
  /** Short names, or the projects that the user is a member of. */
  readonly values: readonly string[] | "MY_PROJECTS()";
}

export interface TqlOrder {
  readonly name: string;
  readonly direction: "ASC" | "DESC";
}

export type TqlCondition =
  | { readonly kind: "or" | "and"; readonly operands: readonly TqlCondition[] }
  | TqlComparison
  | TqlLinkCondition;

export interface TqlComparison {
  readonly kind: "comparison";
  /** With an `@`, or the name of a field. */
  readonly name: string;
  readonly operator: TqlOperator;
  /** Two for a range, one or more for a list, otherwise one. */
  readonly values: readonly TqlValue[];
}

/** Whether the artifact has a link, or doesn't. */
export interface TqlLinkCondition {
  readonly kind: "link";
  readonly phrase: TqlLinkPhrase;
  readonly target:
    | { readonly kind: "artifact"; readonly id: string }
    | { readonly kind: "tracker"; readonly operator: "=" | "!="; readonly name: string }
    | undefined;
  /** Only for `LINKED FROM` and `LINKED TO`. */
  readonly type: string | undefined;
}

export type TqlValue =
  | { readonly kind: "text"; readonly text: string }
  /** As it is written. */
  | { readonly kind: "number"; readonly digits: string }
  | { readonly kind: "now"; readonly period: TqlPeriod | undefined }
  | { readonly kind: "myself" | "open" };

export interface TqlPeriod {
  readonly sign: "+" | "-";
  /** As it is written. */
  readonly digits: string;
  readonly unit: TqlPeriodUnit;
}

export const fromTargets = ["@project.name", "@project.category", "@project", "@tracker.name"] as const;
export const symbolOperators = ["=", "!=", "<=", ">=", "<", ">"] as const;
export const listOperators = ["IN", "NOT IN"] as const;
export const periodUnits = ["d", "w", "m", "y"] as const;
export const linkPhrases = [
  "IS LINKED FROM",
  "IS LINKED TO",
  "IS NOT LINKED FROM",
  "IS NOT LINKED TO",
  "IS COVERED BY",
  "IS COVERED",
  "IS NOT COVERED BY",
  "IS NOT COVERED",
  "IS COVERING",
  "IS NOT COVERING",
  "WITH PARENT",
  "WITHOUT PARENT",
  "WITH CHILDREN",
  "WITHOUT CHILDREN",
  "WITH CHILD",
  "WITHOUT CHILD",
] as const;

export type TqlFromTarget = (typeof fromTargets)[number];
export type TqlOperator = (typeof symbolOperators)[number] | (typeof listOperators)[number] | "BETWEEN";
type TqlLinkPhrase = (typeof linkPhrases)[number];
type TqlPeriodUnit = (typeof periodUnits)[number];

/** Line breaks can only be written by their numbers, which end with all space after them. */
function printText(text: string): string {
  const parts = text.split(/([\n\r\f][ \t\n\r\f]*)/);
  const quoted = parts.map((part, index) =>
    index % 2 === 0
      ? quoteTql(part).slice(1, -1)
      : part.replace(/[^]/g, (each) => String.raw`\u${each.charCodeAt(0).toString(16).padStart(6, "0")}`),
  );
  return `"${quoted.join("")}"`;
}

function printValue(value: TqlValue): string {
  switch (value.kind) {
    case "text":
      return printText(value.text);
    case "number":
      return value.digits;
    case "now":
      return value.period === undefined
        ? "NOW()"
        : `NOW() ${value.period.sign} ${value.period.digits}${value.period.unit}`;
    case "myself":
      return "MYSELF()";
    case "open":
      return "OPEN()";
  }
}

function printComparison({ name, operator, values }: TqlComparison): string {
  const printed = values.map(printValue).join(", ");
  const isList = operator === "BETWEEN" || operator === "IN" || operator === "NOT IN";
  return isList ? `${name} ${operator}(${printed})` : `${name} ${operator} ${printed}`;
}

function printLinkCondition({ phrase, target, type }: TqlLinkCondition): string {
  const printedTarget =
    target?.kind === "artifact"
      ? ` ARTIFACT = ${target.id}`
      : target === undefined
        ? ""
        : ` TRACKER ${target.operator} ${printText(target.name)}`;
  return `${phrase}${printedTarget}${type === undefined ? "" : ` WITH TYPE ${printText(type)}`}`;
}

function printCondition(condition: TqlCondition, parent?: "or" | "and"): string {
  if (condition.kind === "comparison") return printComparison(condition);
  if (condition.kind === "link") return printLinkCondition(condition);
  const { kind, operands } = condition;
  const printed = operands.map((operand) => printCondition(operand, kind)).join(` ${kind.toUpperCase()} `);
  // AND binds tighter than OR.
  return parent === undefined || (parent === "or" && kind === "and") ? printed : `(${printed})`;
}

function printFrom({ target, operator, values }: TqlFrom): string {
  if (values === "MY_PROJECTS()") return `${target} = ${values}`;
  const printed = values.map(printText).join(", ");
  return operator === "IN" ? `${target} IN(${printed})` : `${target} = ${printed}`;
}

/** In the words of the server's documentation, on one line. */
export function printTql({ columns, from, condition, order }: TqlQuery): string {
  const printedCondition = printCondition(condition);
  if (from.length === 0) return printedCondition;
  return [
    ...(columns.length === 0 ? [] : [`SELECT ${columns.join(", ")}`]),
    `FROM ${from.map(printFrom).join(" AND ")}`,
    `WHERE ${printedCondition}`,
    ...(order === undefined ? [] : [`ORDER BY ${order.name} ${order.direction}`]),
  ].join(" ");
}
