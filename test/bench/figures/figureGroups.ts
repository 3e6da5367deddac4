import type { Figures } from "../scale.ts";
import {
  type FigureGroup,
  formatGoal,
  hasTimeGoal,
  isGoalMissed,
  slowdownFigure,
} from "./figureDescription.ts";
import { listingFigures } from "./listing.ts";
import {
  codeFigures,
  commitsFigures,
  findFigures,
  listFigures,
  saveFigures,
  triageFigures,
} from "./store.ts";
import { attachmentFigures, downloadFigures } from "./transfer.ts";
import {
  boardFigures,
  formFigures,
  hostFigures,
  loadFigures,
  tableFigures,
  windowFigures,
} from "./window.ts";

/** All groups that the benchmark measures and docs/performance.md describes; each is a file of test/bench/groups. */
export const figureGroups: readonly FigureGroup[] = [
  loadFigures,
  windowFigures,
  hostFigures,
  formFigures,
  saveFigures,
  listingFigures,
  listFigures,
  triageFigures,
  findFigures,
  tableFigures,
  boardFigures,
  downloadFigures,
  attachmentFigures,
  commitsFigures,
  codeFigures,
].map((group) =>
  group.figures.some(hasTimeGoal) ? { ...group, figures: [...group.figures, slowdownFigure] } : group,
);

/** Full names of a group's figures, as they are printed. */
export function getFigureNames({ name, figures }: FigureGroup): readonly string[] {
  return figures.map((figure) => `${name}.${figure.name}`);
}

/** One line for each measured figure that misses its goal. */
export function findMissedGoals(figures: Figures): readonly string[] {
  return figureGroups.flatMap((group) => {
    const slowdown = figures[`${group.name}.${slowdownFigure.name}`] ?? 1;
    return group.figures.flatMap((figure) => {
      const name = `${group.name}.${figure.name}`;
      const value = figures[name];
      if (value === undefined || !isGoalMissed(figure, value, slowdown)) return [];
      const condition = hasTimeGoal(figure) ? `, and the slowdown was ${slowdown}` : "";
      return [
        `${name} is ${value.toLocaleString("en")} ${figure.unit}; the goal is ${formatGoal(figure)}${condition}.`,
      ];
    });
  });
}
