/** A figure of the benchmark as docs/performance.md describes it. */
export interface FigureDescription {
  /** Without the name of its group. */
  readonly name: string;
  readonly unit: "fps" | "kB" | "MB" | "MiB" | "MiB/s" | "ms" | "requests" | "s" | "%" | "×";
  readonly description: string;
  /** What limits the figure: hardware, the server or VS Code. */
  readonly limit: string;
  /** `reference`: another figure is compared with it. */
  readonly goal: Goal | "reference";
}

type Goal = { readonly atMost: number } | { readonly atLeast: number };

export function isGoalMissed(goal: FigureDescription["goal"], value: number): boolean {
  if (goal === "reference") return false;
  return "atMost" in goal ? value > goal.atMost : value < goal.atLeast;
}

export function formatGoal({ goal, unit }: Pick<FigureDescription, "goal" | "unit">): string {
  if (goal === "reference") return "–";
  const [sign, value] = "atMost" in goal ? ["≤", goal.atMost] : ["≥", goal.atLeast];
  return `${sign} ${value.toLocaleString("en")} ${unit}`;
}

export interface FigureGroup {
  readonly name: string;
  readonly description: string;
  readonly figures: readonly FigureDescription[];
}
