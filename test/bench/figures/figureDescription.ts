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

/** How many times as long as on the machine that the goals are for a calculation takes while the group is measured. */
export const slowdownFigure: FigureDescription = {
  name: "slowdown",
  unit: "×",
  description:
    "How many times as long as usual a calculation took meanwhile. Goals of times are as much longer.",
  limit: "1, if nothing else uses the processor.",
  goal: "reference",
};

const timeUnits: ReadonlySet<FigureDescription["unit"]> = new Set(["ms", "s", "MiB/s"]);

export function hasTimeGoal({ goal, unit }: FigureDescription): boolean {
  return goal !== "reference" && timeUnits.has(unit);
}

export function isGoalMissed(figure: FigureDescription, value: number, slowdown: number): boolean {
  const { goal } = figure;
  if (goal === "reference") return false;
  const factor = hasTimeGoal(figure) ? Math.max(1, slowdown) : 1;
  return "atMost" in goal ? value > goal.atMost * factor : value < goal.atLeast / factor;
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
