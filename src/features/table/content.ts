// From what a table is to show to where its rows come from, or to why there are none, in words.
import * as vscode from "vscode";
import type { ArtifactRow } from "../../model/artifact.ts";
import { oneLine } from "../../model/displayText.ts";
import { type Failure, isFailure } from "../../model/failure.ts";
import { placed, type PlacedRow } from "../../model/query/rows.ts";
import type { SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import type { TableSource } from "../../protocol/commands.ts";
import { openQuery } from "../../store/queries/openQuery.ts";
import { RowList } from "../../store/queries/rowList.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import { selectedRows } from "../../store/table.ts";
import { failureText } from "../../vscode/failureText.ts";
import { queryProblemText } from "../../vscode/queryProblemText.ts";
import type { TableContext } from "./context.ts";

export type Content =
  | {
      readonly kind: "rows";
      readonly site: Site;
      /** Undefined where they are of several. */
      readonly tracker: Tracker | undefined;
      readonly found: RowList;
      readonly place: (row: ArtifactRow) => PlacedRow;
      /** Only open ones were wanted, and the server does not tell which those are. */
      readonly isOpenUntold: boolean;
    }
  | {
      readonly kind: "problem";
      readonly site: Site | undefined;
      readonly tracker: Tracker | undefined;
      readonly text: string;
    };

export type Wanted =
  | { readonly kind: "query"; readonly query: SavedQuery }
  | Extract<TableSource, { kind: "selection" }>
  /** There is no such query, or it makes no sense. */
  | { readonly kind: "none"; readonly text: string };

/** What is wanted by now: a query of the settings may be another one than it was. */
export function wantedBy(source: TableSource, queries: SavedQueries): Wanted {
  if (source.kind === "selection") return source;
  if (source.kind === "unsaved") return { kind: "query", query: source.query };
  const kept = queries.find(source.queryKey);
  if (kept === undefined) {
    const text = vscode.l10n.t(
      "This query is no longer in the settings, or has another name: close this table.",
    );
    return { kind: "none", text };
  }
  if (kept.parsed.kind === "query") return { kind: "query", query: kept.parsed.query };
  const { member } = kept.parsed;
  return {
    kind: "none",
    text:
      member === ""
        ? vscode.l10n.t("This query makes no sense as it stands in artifacts.queries: correct it there.")
        : vscode.l10n.t(
            "This query makes no sense at “{0}”: correct it in artifacts.queries.",
            oneLine(member),
          ),
  };
}

function unreadableText(failure: Failure, site: Site, trackerId: number): string {
  const isGone = failure.kind === "notFound" || failure.kind === "forbidden";
  return isGone
    ? vscode.l10n.t(
        "Tracker {0} can't be read any more: it was deleted on {1}, or is hidden from you. Ask its administrators, or give up this query.",
        `#${trackerId}`,
        site.label,
      )
    : failureText(failure, site.label);
}

async function queryContent(
  { sites, catalog, me }: Pick<TableContext, "sites" | "catalog" | "me">,
  query: SavedQuery,
  openOnly: boolean,
): Promise<Content> {
  const opened = await openQuery({ sites, catalog, me, now: () => new Date() }, query, { openOnly });
  switch (opened.kind) {
    case "found": {
      const { site, tracker, found, isOpenUntold } = opened;
      const { id, label, color } = tracker;
      const place = { id, label, color };
      return { kind: "rows", site, tracker, found, place: (row) => placed(row, place), isOpenUntold };
    }
    case "siteUnknown": {
      const text = vscode.l10n.t(
        "You are not connected to {0}: connect to it first, or correct the query.",
        oneLine(query.site),
      );
      return { kind: "problem", site: undefined, tracker: undefined, text };
    }
    case "failed": {
      const { site, failure } = opened;
      return {
        kind: "problem",
        site,
        tracker: undefined,
        text: unreadableText(failure, site, query.tracker),
      };
    }
    case "problems": {
      const { site, tracker, problems } = opened;
      const text = problems.map((problem) => queryProblemText(problem, site.label)).join(" ");
      return { kind: "problem", site, tracker, text };
    }
  }
}

/** Whatever of it is known to be of one tracker is shown with the fields of that one. */
async function selectionContent(
  { sites, catalog, statesOf }: Pick<TableContext, "sites" | "catalog" | "statesOf">,
  { siteApi, artifacts }: Extract<TableSource, { kind: "selection" }>,
): Promise<Content> {
  const site = sites.find(siteApi);
  if (site === undefined) {
    const text = vscode.l10n.t("You are not connected to {0} any more.", oneLine(siteApi));
    return { kind: "problem", site, tracker: undefined, text };
  }
  const found = new RowList(selectedRows(statesOf(site), artifacts));
  const [trackerId, ...others] = new Set(artifacts.map((each) => each.trackerId));
  const isOne = trackerId !== undefined && others.length === 0;
  try {
    const tracker = isOne ? await catalog.of(site).tracker(trackerId) : undefined;
    // They come with their places.
    const place = (row: ArtifactRow): PlacedRow => ({ tracker: undefined, ...row });
    return { kind: "rows", site, tracker, found, place, isOpenUntold: false };
  } catch (failure) {
    if (!isFailure(failure)) throw failure;
    return { kind: "problem", site, tracker: undefined, text: failureText(failure, site.label) };
  }
}

export function contentOf(
  context: Pick<TableContext, "sites" | "catalog" | "me" | "statesOf">,
  wanted: Wanted,
  options: { readonly openOnly: boolean },
): Promise<Content> {
  switch (wanted.kind) {
    case "query":
      return queryContent(context, wanted.query, options.openOnly);
    case "selection":
      return selectionContent(context, wanted);
    case "none":
      return Promise.resolve({ kind: "problem", site: undefined, tracker: undefined, text: wanted.text });
  }
}
