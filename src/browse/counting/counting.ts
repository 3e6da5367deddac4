// How many a chosen list holds, asked of the server, and how that reads at the icon.
import * as vscode from "vscode";
import { oneLine } from "../../model/displayText.ts";
import { age } from "../../platform/age.ts";
import { failureText } from "../../platform/failureText.ts";
import { countOf } from "../../store/queries/count.ts";
import type { Lists } from "../../store/queries/lists.ts";
import { openQuery, type QueryWorld } from "../../store/queries/openQuery.ts";
import type { SavedQueries } from "../../store/queries/savedQueries.ts";
import { sourceOf } from "../../store/queries/sources.ts";
import type { Sites } from "../../store/sites.ts";
import type { CountChoice } from "./countChoice.ts";
import type { Counted } from "./countWatch.ts";
import type { ViewChoices } from "../viewChoices.ts";

export interface CountingDependencies extends QueryWorld {
  readonly sites: Sites;
  readonly lists: Lists;
  readonly queries: SavedQueries;
  readonly choices: ViewChoices;
}

async function countOfQuery(
  dependencies: CountingDependencies,
  key: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  const parsed = dependencies.queries.find(key)?.parsed;
  if (parsed?.kind !== "query") return undefined;
  const openOnly = dependencies.choices.isOpenOnly("artifacts.tree");
  const opened = await openQuery(dependencies, parsed.query, { openOnly });
  if (opened.kind === "failed") throw opened.failure;
  if (opened.kind !== "found" || signal.aborted) return undefined;
  const known = dependencies.catalog.of(opened.site);
  const source = sourceOf(() => known.connection(), opened.tracker, opened.asked);
  const count = await countOf(source, signal);
  return count.kind === "atMost" ? count.size : undefined;
}

/**
 * Through what the view shows, which is then as new as the number, and which is why nobody calls it off. What is closed
 * waits for nobody, and is not counted where it is shown.
 */
async function countOfWork(
  { sites, catalog, lists }: CountingDependencies,
  { siteApi, concern }: Extract<CountChoice, { kind: "work" }>,
): Promise<number | undefined> {
  const site = sites.find(siteApi);
  if (site === undefined || (await catalog.of(site).account()) === undefined) return undefined;
  const list = lists.work(site, { concern, openOnly: true });
  list.invalidate();
  await list.load();
  const { work } = list;
  if (work.kind !== "rows") return undefined;
  const failure = work.failure ?? work.silences.find((each) => each.kind === "failed")?.failure;
  if (failure !== undefined) throw failure;
  return work.size ?? (work.hasMore ? undefined : work.rows.length);
}

/** Undefined where it can't be told: the server answers something else, or does not count. */
export function countOfChoice(
  dependencies: CountingDependencies,
  choice: CountChoice,
  signal: AbortSignal,
): Promise<number | undefined> {
  return choice.kind === "query"
    ? countOfQuery(dependencies, choice.queryKey, signal)
    : countOfWork(dependencies, choice);
}

export function nameOfChoice({ queries, sites }: CountingDependencies, choice: CountChoice): string {
  if (choice.kind === "query") {
    const parsed = queries.find(choice.queryKey)?.parsed;
    return oneLine((parsed?.kind === "query" ? parsed.query.name : parsed?.name) ?? "");
  }
  const site = sites.find(choice.siteApi)?.label ?? "";
  return choice.concern === "assigned"
    ? vscode.l10n.t("Assigned to me on {0}", site)
    : vscode.l10n.t("Submitted by me on {0}", site);
}

function tooltip(
  dependencies: CountingDependencies,
  { choice, count, at, failure }: Counted,
  now: number,
): string {
  const name = nameOfChoice(dependencies, choice);
  const number = new Intl.NumberFormat(vscode.env.language).format(count);
  if (failure === undefined) return `${name}: ${number}`;
  const { url } = failure.request;
  const site = dependencies.sites.at(url)?.label ?? url;
  return vscode.l10n.t(
    "{0}: {1}, as it was {2}. {3}",
    name,
    number,
    age(at, now),
    failureText(failure, site),
  );
}

/** Nothing to count needs no number. */
export function countBadge(
  dependencies: CountingDependencies,
  counted: Counted | undefined,
  now: number,
): vscode.ViewBadge | undefined {
  if (counted === undefined || counted.count === 0) return undefined;
  return { value: counted.count, tooltip: tooltip(dependencies, counted, now) };
}
