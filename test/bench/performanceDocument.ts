// Writes the tables of docs/performance.md: description, value and limit of each figure.
import { figureGroups, getFigureNames } from "./figures/figureGroups.ts";
import { type FigureGroup, formatGoal } from "./figures/figureDescription.ts";
import type { Figures } from "./scale.ts";

const beginMark = "<!-- figures: written by npm run bench -- --write -->";
const endMark = "<!-- end of the figures -->";

export interface Measurement {
  readonly figures: Figures;
  readonly machine: string;
  /** In the format 2026-03-02. */
  readonly date: string;
}

/** Replaces the tables in the document; without a measurement the values are left empty. */
export function replaceFigures(document: string, measurement: Measurement | undefined): string {
  const { before, after } = splitDocument(document);
  const sections = figureGroups.map((group) => formatSection(group, measurement?.figures));
  const parts = [measurement === undefined ? "Not measured yet." : formatHeading(measurement), ...sections];
  return `${before}${beginMark}\n\n${parts.join("\n\n")}\n\n${endMark}${after}`;
}

/** The names of the figures in the tables of a document, in its order. */
export function getDocumentedNames(document: string): readonly string[] {
  const { between } = splitDocument(document);
  return [...between.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
}

function formatHeading({ machine, date }: Measurement): string {
  return `Measured on ${date}: ${machine}.`;
}

interface DocumentParts {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

function splitDocument(document: string): DocumentParts {
  const [from, to] = [document.indexOf(beginMark), document.indexOf(endMark)];
  if (from < 0 || to < from) throw new Error("The marks around the figures are missing.");
  return {
    before: document.slice(0, from),
    between: document.slice(from + beginMark.length, to),
    after: document.slice(to + endMark.length),
  };
}

function formatSection(group: FigureGroup, figures: Figures | undefined): string {
  const names = getFigureNames(group);
  const rows = group.figures.map((figure, index) => {
    const { unit, description, limit } = figure;
    const name = names[index] ?? "";
    const value = figures === undefined ? "–" : `${formatValue(figures, name)} ${unit}`;
    return `| \`${name}\` | ${value} | ${formatGoal(figure)} | ${description} | ${limit} |`;
  });
  const head = ["| figure | value | goal | what it is | what bounds it |", "| --- | --: | --: | --- | --- |"];
  return [`### ${group.name}`, group.description, [...head, ...rows].join("\n")].join("\n\n");
}

function formatValue(figures: Figures, name: string): string {
  const value = figures[name];
  if (value === undefined) throw new Error(`${name} was not measured.`);
  return value.toLocaleString("en");
}
