/** A query of the product's language TQL over several trackers. */
export interface TqlQuery {
  /** Empty, like `from`, for a query that is only a condition. */
  readonly columns: readonly string[];
  readonly from: readonly FromCondition[];
  readonly condition: OrCondition;
  readonly order: SortOrder | undefined;
}

export interface SortOrder {
  readonly name: string;
  readonly direction: "ascending" | "descending";
}

export interface FromCondition {
  readonly target: FromTarget;
  readonly operator: "=" | "IN()";
  /** The names, or the projects of which the user is a member. */
  readonly values: readonly string[] | "MY_PROJECTS()";
}

export type FromTarget = "@project" | "@project.name" | "@project.category" | "@tracker.name";

export interface OrCondition {
  readonly kind: "or";
  readonly operands: readonly AndCondition[];
}

export interface AndCondition {
  readonly kind: "and";
  readonly operands: readonly Term[];
}

/** Parentheses contain a whole condition. */
export type Term = OrCondition | Comparison | LinkCondition;

export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "BETWEEN()" | "IN()" | "NOT IN()";

export interface Comparison {
  readonly kind: "comparison";
  /** With an `@`, or the name of a field. */
  readonly name: string;
  readonly operator: ComparisonOperator;
  /** Two for a range, any number for a list, otherwise one. */
  readonly values: readonly TqlValue[];
}

/** Whether the artifact has a link, such as one to its parent, or doesn't. */
export interface LinkCondition {
  readonly kind: "link";
  readonly isNegated: boolean;
  readonly direction: "forward" | "reverse";
  /** `undefined` for a link of any type. */
  readonly type: string | undefined;
  readonly target: LinkTarget | undefined;
}

export type LinkTarget =
  | { readonly kind: "artifact"; readonly id: number }
  | { readonly kind: "tracker"; readonly operator: "=" | "!="; readonly name: string };

export type TqlValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "integer" | "float"; readonly number: number }
  | { readonly kind: "now"; readonly period: Period | undefined }
  | { readonly kind: "myself" | "open" };

export interface Period {
  /** Negative before now. */
  readonly amount: number;
  readonly unit: "d" | "w" | "m" | "y";
}

/** The product counts the nodes of its syntax tree. */
export function measureComplexity(condition: AndCondition | Term): number {
  if (condition.kind === "comparison" || condition.kind === "link") return 1;
  return condition.operands.reduce<number>((sum, operand) => sum + 1 + measureComplexity(operand), 0);
}

export function getComparisons(condition: OrCondition): readonly Comparison[] {
  return condition.operands.flatMap(({ operands }) =>
    operands.flatMap((term) => {
      if (term.kind === "comparison") return [term];
      return term.kind === "or" ? getComparisons(term) : [];
    }),
  );
}
