import type { FigureGroup } from "./figureDescription.ts";
import { listingFigures } from "./listing.ts";
import { commitsFigures, listFigures, saveFigures, triageFigures } from "./store.ts";
import { attachmentFigures, downloadFigures } from "./transfer.ts";
import { formFigures, hostFigures, loadFigures, tableFigures, windowFigures } from "./window.ts";

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
  tableFigures,
  downloadFigures,
  attachmentFigures,
  commitsFigures,
];

/** Full names of a group's figures, as they are printed. */
export function getFigureNames({ name, figures }: FigureGroup): readonly string[] {
  return figures.map((figure) => `${name}.${figure.name}`);
}
