import { getFigureNames } from "./figures/figureGroups.ts";
import type { FigureGroup } from "./figures/figureDescription.ts";
import type { Figures } from "./scale.ts";

/** Returns a group's figures by their full names, in the order of the document; throws unless they match the descriptions. */
export function nameFigures(group: FigureGroup, figures: Figures): Figures {
  const measured = new Map(Object.entries(figures).map(([name, value]) => [`${group.name}.${name}`, value]));
  const names = getFigureNames(group);
  const missing = names.filter((name) => !Number.isFinite(measured.get(name)));
  const unknown = [...measured.keys()].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(", ")}.`);
  if (unknown.length > 0) throw new Error(`Not described: ${unknown.join(", ")}.`);
  return Object.fromEntries(names.map((name) => [name, measured.get(name) ?? Number.NaN]));
}
