import { namesOf } from "./explained/groups.ts";
import type { Group } from "./explained/figure.ts";
import type { Figures } from "./scale.ts";

/** A group's figures under their full names, in the order of the document; refused unless they are just those that are explained. */
export function measuredAs(group: Group, figures: Figures): Figures {
  const measured = new Map(Object.entries(figures).map(([name, value]) => [`${group.name}.${name}`, value]));
  const names = namesOf(group);
  const missing = names.filter((name) => !Number.isFinite(measured.get(name)));
  const unknown = [...measured.keys()].filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Not measured: ${missing.join(", ")}.`);
  if (unknown.length > 0) throw new Error(`Not explained: ${unknown.join(", ")}.`);
  return Object.fromEntries(names.map((name) => [name, measured.get(name) ?? Number.NaN]));
}
