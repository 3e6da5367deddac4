// The part of docs/performance.md that the bench writes: what each figure is, what it was, and what bounds it.
import { groups, namesOf } from "./explained/groups.ts";
import type { Group } from "./explained/figure.ts";
import type { Figures } from "./scale.ts";

const begin = "<!-- figures: written by npm run bench -- --write -->";
const end = "<!-- end of the figures -->";

export interface Measurement {
  readonly figures: Figures;
  readonly machine: string;
  /** Such as 2026-03-02. */
  readonly day: string;
}

/** The document with other figures in it, or none so far; what people wrote around them stays. */
export function withFigures(document: string, measurement: Measurement | undefined): string {
  const { before, after } = around(document);
  const sections = groups.map((group) => section(group, measurement?.figures));
  const parts = [measurement === undefined ? "Not measured yet." : heading(measurement), ...sections];
  return `${before}${begin}\n\n${parts.join("\n\n")}\n\n${end}${after}`;
}

/** The names of the figures that a document explains, in its order. */
export function explainedIn(document: string): readonly string[] {
  const { between } = around(document);
  return [...between.matchAll(/^\| `([^`]+)`/gm)].map(([, name = ""]) => name);
}

function heading({ machine, day }: Measurement): string {
  return `Measured on ${day}: ${machine}.`;
}

interface Parts {
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

function around(document: string): Parts {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error("The marks around the figures are missing.");
  return {
    before: document.slice(0, from),
    between: document.slice(from + begin.length, to),
    after: document.slice(to + end.length),
  };
}

function section(group: Group, figures: Figures | undefined): string {
  const names = namesOf(group);
  const rows = group.figures.map(({ unit, what, limit }, index) => {
    const name = names[index] ?? "";
    const value = figures === undefined ? "–" : `${valueOf(figures, name)} ${unit}`;
    return `| \`${name}\` | ${value} | ${what} | ${limit} |`;
  });
  const head = ["| figure | value | what it is | what bounds it |", "| --- | --: | --- | --- |"];
  return [`### ${group.name}`, group.about, [...head, ...rows].join("\n")].join("\n\n");
}

function valueOf(figures: Figures, name: string): string {
  const value = figures[name];
  if (value === undefined) throw new Error(`${name} was not measured.`);
  return value.toLocaleString("en");
}
