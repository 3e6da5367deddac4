// From a saved query to what it finds, or to why it can't be asked.
import { type Failure, isFailure } from "../../model/failure.ts";
import {
  dayHere,
  mePlaceholder,
  type QueryProblem,
  type Resolved,
  resolveQuery,
} from "../../model/query/resolve.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { Catalog } from "../catalog.ts";
import type { Showing } from "../connections.ts";
import type { Pins } from "../mementos.ts";
import { apiRootOf, type Sites } from "../sites.ts";
import type { Me } from "./currentUser.ts";
import { RowList } from "./rowList.ts";
import { sourceOf } from "./sources.ts";

/** What queries are resolved with. */
export interface QueryStores {
  readonly sites: Pick<Sites, "find">;
  readonly catalog: Catalog;
  readonly me: Me;
  readonly pins: Pick<Pins, "list">;
  readonly now: () => Date;
}

export type OpenedQuery =
  | {
      readonly kind: "found";
      readonly site: Site;
      readonly tracker: Tracker;
      readonly found: RowList;
      /** What is asked now: another day, or another structure, may make another question of the same query. */
      readonly asked: Exclude<Resolved, { kind: "problems" }>;
      /** Only open ones were wanted, and the server does not tell which those are. */
      readonly isOpenUntold: boolean;
    }
  /** The person has no such site: what a workspace says about sites is not looked at. */
  | { readonly kind: "siteUnknown" }
  | { readonly kind: "failed"; readonly site: Site; readonly failure: Failure }
  | {
      readonly kind: "problems";
      readonly site: Site;
      readonly tracker: Tracker;
      readonly problems: readonly QueryProblem[];
    };

function asksAboutMe({ where }: SavedQuery): boolean {
  return where.some(({ values }) => values.includes(mePlaceholder));
}

interface Opening {
  /** Holds where the query leaves it to the view. */
  readonly openOnly: boolean;
  /** Whether what the server said last will do where it is out of reach. */
  readonly from?: "server" | "lastSeen";
}

/** Reads what is needed to ask, but no rows. */
export async function openQuery(
  { sites, catalog, me, now }: Omit<QueryStores, "pins">,
  query: SavedQuery,
  { openOnly, from = "server" }: Opening,
): Promise<OpenedQuery> {
  const site = sites.find(apiRootOf(query.site) ?? "");
  if (site === undefined) return { kind: "siteUnknown" };
  const known = catalog.of(site);
  const connect = (): Promise<Showing> => (from === "server" ? known.connection() : known.showing());
  try {
    const tracker = await (from === "server"
      ? known.tracker(query.tracker)
      : known.shownTracker(query.tracker));
    const self = asksAboutMe(query) ? await me.of(await connect()) : undefined;
    const wanted = { ...query, openOnly: query.openOnly ?? openOnly };
    const resolved = resolveQuery(tracker, wanted, { me: self, today: dayHere(now()) });
    if (resolved.kind === "problems") return { ...resolved, site, tracker };
    const found = new RowList(sourceOf(connect, tracker, resolved));
    const isOpenUntold = resolved.kind === "criteria" && resolved.open === "untold";
    return { kind: "found", site, tracker, found, asked: resolved, isOpenUntold };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "failed", site, failure };
  }
}
