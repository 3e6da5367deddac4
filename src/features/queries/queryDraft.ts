// The query that the query builder edits.
import { hasCrossTrackerStatusCondition } from "../../model/query/combinedTracker.ts";
import { getOpenOnlyFilter } from "../../model/query/resolveQuery.ts";
import type { QueryTracker, SavedCondition, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import { toSiteSettingUrl } from "../../store/sites.ts";

/** The draft keeps its conditions in the other modes, so that the user can switch back. */
export type QueryMode =
  | { readonly kind: "conditions" }
  | { readonly kind: "text"; readonly text: string }
  /** The label is known only if the report was just selected. */
  | { readonly kind: "report"; readonly id: number; readonly label: string | undefined };

export interface QueryDraft extends Omit<SavedQuery, "text" | "report"> {
  readonly mode: QueryMode;
}

function toQueryMode({ text, report }: SavedQuery): QueryMode {
  if (text !== undefined) return { kind: "text", text };
  return report === undefined ? { kind: "conditions" } : { kind: "report", id: report, label: undefined };
}

export function toQueryDraft(query: SavedQuery): QueryDraft {
  const { name, site, tracker, where, openOnly, sort, group } = query;
  return { name, site, tracker, where, openOnly, sort, group, mode: toQueryMode(query) };
}

/** Only open artifacts by default, if the server reports which are open. */
export function createQueryDraft(
  site: Site,
  tracker: Tracker,
  queryTracker: QueryTracker = tracker.id,
): QueryDraft {
  return {
    name: "",
    site: toSiteSettingUrl(site.api),
    tracker: queryTracker,
    where: [],
    openOnly: getOpenOnlyFilter(tracker).kind === "notReported" ? undefined : true,
    sort: undefined,
    group: undefined,
    mode: { kind: "conditions" },
  };
}

/** Conditions apply only in their mode. */
export function toSavedQuery({ mode, where, openOnly, ...rest }: QueryDraft): SavedQuery {
  const usesConditions = mode.kind === "conditions";
  return {
    ...rest,
    where: usesConditions ? where : [],
    openOnly:
      usesConditions && !hasCrossTrackerStatusCondition({ tracker: rest.tracker, where })
        ? openOnly
        : undefined,
    text: mode.kind === "text" ? mode.text : undefined,
    report: mode.kind === "report" ? mode.id : undefined,
  };
}

/** Conditions on fields that the new trackers don't have are kept, and reported as problems. */
export function withTrackers(draft: QueryDraft, tracker: Tracker, queryTracker: QueryTracker): QueryDraft {
  const isOpenReported = getOpenOnlyFilter(tracker).kind !== "notReported";
  const group = draft.group === "tracker" && typeof queryTracker === "number" ? undefined : draft.group;
  return {
    ...draft,
    tracker: queryTracker,
    openOnly: isOpenReported ? (draft.openOnly ?? true) : undefined,
    group,
  };
}

export function addOrReplaceCondition(
  draft: QueryDraft,
  condition: SavedCondition,
  index: number | undefined,
): QueryDraft {
  const where =
    index === undefined
      ? [...draft.where, condition]
      : draft.where.map((each, i) => (i === index ? condition : each));
  return { ...draft, where };
}

export function withoutCondition(draft: QueryDraft, index: number): QueryDraft {
  return { ...draft, where: draft.where.filter((_, i) => i !== index) };
}
