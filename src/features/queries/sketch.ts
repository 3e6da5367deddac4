// A query while somebody puts it together.
import { openOnly } from "../../model/query/resolve.ts";
import type { SavedCondition, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import { readableAddress } from "../../store/sites.ts";

/** How it asks. Conditions are kept beside another way, for those who come back to them. */
export type Way =
  | { readonly kind: "conditions" }
  | { readonly kind: "text"; readonly text: string }
  /** Its label is known where it was just chosen. */
  | { readonly kind: "report"; readonly id: number; readonly label: string | undefined };

export interface Sketch extends Omit<SavedQuery, "text" | "report"> {
  readonly way: Way;
}

function wayOf({ text, report }: SavedQuery): Way {
  if (text !== undefined) return { kind: "text", text };
  return report === undefined ? { kind: "conditions" } : { kind: "report", id: report, label: undefined };
}

export function sketchOf(query: SavedQuery): Sketch {
  const { name, site, tracker, where, openOnly: open, sort, group } = query;
  return { name, site, tracker, where, openOnly: open, sort, group, way: wayOf(query) };
}

/** Closed ones are left out unless one wants them, where the server says which those are. */
export function newSketch(site: Site, tracker: Tracker): Sketch {
  return {
    name: "",
    site: readableAddress(site.api),
    tracker: tracker.id,
    where: [],
    openOnly: openOnly(tracker).kind === "untold" ? undefined : true,
    sort: undefined,
    group: undefined,
    way: { kind: "conditions" },
  };
}

/** What is said of conditions is left out where another way asks. */
export function queryOf({ way, where, openOnly: open, ...rest }: Sketch): SavedQuery {
  const isByConditions = way.kind === "conditions";
  return {
    ...rest,
    where: isByConditions ? where : [],
    openOnly: isByConditions ? open : undefined,
    text: way.kind === "text" ? way.text : undefined,
    report: way.kind === "report" ? way.id : undefined,
  };
}

export function withCondition(sketch: Sketch, condition: SavedCondition, place: number | undefined): Sketch {
  const where =
    place === undefined
      ? [...sketch.where, condition]
      : sketch.where.map((each, at) => (at === place ? condition : each));
  return { ...sketch, where };
}

export function withoutCondition(sketch: Sketch, place: number): Sketch {
  return { ...sketch, where: sketch.where.filter((_, at) => at !== place) };
}
