// Creates, edits and deletes saved queries.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import { Canceled, isFailure } from "../../model/failure.ts";
import { combinedTrackerId, usesDates } from "../../model/query/combinedTracker.ts";
import { allMyProjects, type CrossTrackerQuery } from "../../model/query/crossTracker.ts";
import type { QueryTracker, SavedQuery } from "../../model/query/savedQuery.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import {
  type QueryTarget,
  type RowArguments,
  getCommandRows,
  type TrackerTarget,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { openQuery } from "../../store/queries/openQuery.ts";
import { type QueryCountResult, countQueryResults } from "../../store/queries/queryCount.ts";
import type { SavedQueryEntry } from "../../store/queries/savedQueries.ts";
import { toApiRoot } from "../../store/sites.ts";
import { getCombinedTracker } from "../../vscode/combinedTracker.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import { pickSite, type PromptResult } from "../../vscode/prompts.ts";
import { pickBuilderAction } from "./pickBuilderAction.ts";
import { promptCondition } from "./promptCondition.ts";
import { pickReport, supportsTqlAndReports } from "./pickReport.ts";
import { promptAndSaveQuery } from "./saveQuery.ts";
import type { TqlEditors } from "./tqlEditors.ts";
import {
  createQueryDraft,
  toSavedQuery,
  type QueryDraft,
  toQueryDraft,
  addOrReplaceCondition,
  withoutCondition,
  withTrackers,
} from "./queryDraft.ts";
import {
  pickSeveralTrackers,
  pickTrackerScope,
  toTrackerScope,
  type TrackerScope,
} from "./pickQueryTrackers.ts";
import { type BuilderAction, pickQueryGrouping, pickQuerySort } from "./builderRows.ts";

interface BuilderContext {
  readonly site: Site;
  readonly tracker: Tracker;
  readonly savedEntry: SavedQueryEntry | undefined;
}

/** `done`: the query was saved or opened, so the builder closes. */
type StepResult =
  /** With the tracker, if the query searches others now. */
  | { readonly kind: "draft"; readonly draft: QueryDraft; readonly tracker?: Tracker }
  | { readonly kind: "done" };

const exampleQuery: CrossTrackerQuery = {
  from: allMyProjects,
  where: "@status = OPEN() AND @assigned_to = MYSELF()",
  orderBy: "@last_update_date DESC",
};

/** As a user writes it. */
function formatTql({ from, where, orderBy }: CrossTrackerQuery): string {
  const order = orderBy === undefined ? "" : `\nORDER BY ${orderBy}`;
  return `FROM ${from}\nWHERE ${where}${order}\n`;
}

/** Fields of one tracker are named by their short names. */
function createExampleTql({ id, fields, semantics }: Tracker): string {
  if (id === combinedTrackerId) return formatTql(exampleQuery);
  const assignee = fields.find((field) => field.id === semantics.assigneeFieldId);
  return assignee === undefined ? "" : `${assignee.name} = MYSELF()\n`;
}

function continueWith(draft: QueryDraft): StepResult {
  return { kind: "draft", draft };
}

function applyResult<T>(
  draft: QueryDraft,
  result: PromptResult<T>,
  change: (value: T) => Partial<QueryDraft>,
): StepResult {
  return continueWith(result.kind === "accepted" ? { ...draft, ...change(result.value) } : draft);
}

/** Stops waiting without canceling the request, which other callers may share. */
function rejectOnCancel<T>(promise: Promise<T>, signal: AbortSignal, { api: url }: Site): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    signal.addEventListener("abort", () => reject(new Canceled({ method: "GET", url })));
  });
}

export class QueryBuilder {
  readonly #services: Services;
  readonly #tqlEditors: Pick<TqlEditors, "open">;

  constructor(services: Services, tqlEditors: Pick<TqlEditors, "open">) {
    this.#services = services;
    this.#tqlEditors = tqlEditors;
  }

  async create(target: TrackerTarget | undefined): Promise<void> {
    const { sites } = this.#services;
    const site = target && sites.find(target.siteApi);
    const picked =
      target === undefined ? await this.#pickSiteAndTrackers() : site && { site, trackers: target.trackerId };
    if (picked === undefined) return;
    const tracker = await this.#loadTracker(picked.site, picked.trackers);
    const draft = createQueryDraft(picked.site, tracker, picked.trackers);
    await this.#build({ site: picked.site, tracker, savedEntry: undefined }, draft);
  }

  async #pickSiteAndTrackers(): Promise<
    { readonly site: Site; readonly trackers: QueryTracker } | undefined
  > {
    const { features, sites, commands } = this.#services;
    const title = vscode.l10n.t("New Query");
    if (sites.list().length === 0) {
      await commands.execute("artifacts.connect");
      return undefined;
    }
    for (;;) {
      const scope = await pickTrackerScope(title, false, "one");
      if (scope.kind !== "accepted") return undefined;
      if (scope.value === "one") {
        const target = await features.form.selectTracker(title);
        const site = target && sites.find(target.siteApi);
        return target && site && { site, trackers: target.trackerId };
      }
      const site = await pickSite(sites.list(), { title });
      if (site === undefined) return undefined;
      if (scope.value === "all") return { site, trackers: "all" };
      const trackers = await pickSeveralTrackers(this.#services, site, title, []);
      if (trackers.kind === "dismissed") return undefined;
      if (trackers.kind === "accepted") return { site, trackers: trackers.value };
    }
  }

  async edit({ queryKey }: QueryTarget): Promise<void> {
    const { savedQueries, sites } = this.#services;
    const savedEntry = savedQueries.find(queryKey);
    if (savedEntry === undefined) return;
    if (savedEntry.parsed.kind === "problem") return this.#offerToOpenSettings(savedEntry);
    const { query } = savedEntry.parsed;
    const site = sites.find(toApiRoot(query.site) ?? "");
    if (site === undefined) return this.#offerToOpenSettings(savedEntry);
    const tracker = await this.#loadTracker(site, query.tracker);
    await this.#build({ site, tracker, savedEntry }, toQueryDraft(query));
  }

  async deleteQueries(...rows: RowArguments<QueryTarget>): Promise<void> {
    const { savedQueries } = this.#services;
    const entries = getCommandRows(...rows).flatMap(({ queryKey }) => savedQueries.find(queryKey) ?? []);
    const [first] = entries;
    if (first === undefined) return;
    const names = entries.map(({ parsed }) =>
      toDisplayLine(parsed.kind === "query" ? parsed.query.name : (parsed.name ?? ""), 60),
    );
    const isOne = entries.length === 1;
    const detail =
      first.origin === "user"
        ? vscode.l10n.t("The query will be removed from your user settings. Artifacts aren't affected.")
        : vscode.l10n.t(
            "The query will be removed from the workspace settings for everyone who shares them. Artifacts aren't affected.",
          );
    const detailOfMany = vscode.l10n.t(
      "The queries will be removed from the settings. Artifacts aren't affected.",
    );
    const remove = vscode.l10n.t("Delete");
    const choice = await vscode.window.showWarningMessage(
      escapeLinks(
        isOne
          ? vscode.l10n.t("Delete the query “{0}”?", names.join(""))
          : vscode.l10n.t("Delete {0} queries?", entries.length),
      ),
      { modal: true, detail: isOne ? detail : [...names, "", detailOfMany].join("\n") },
      remove,
    );
    if (choice !== remove) return;
    for (const { key } of entries) await savedQueries.remove(key);
  }

  /** The fields of several trackers are those that all trackers have. */
  async #loadTracker(site: Site, trackerId: QueryTracker): Promise<Tracker> {
    if (typeof trackerId !== "number") return getCombinedTracker(trackerId);
    const title = vscode.l10n.t("Loading from {0}…", site.label);
    const tracker = this.#services.catalog.getSite(site).loadTracker(trackerId);
    return withProgress(title, (signal) => rejectOnCancel(tracker, signal, site));
  }

  /** The builder can't edit invalid queries. */
  #offerToOpenSettings({ parsed, origin }: SavedQueryEntry): void {
    const name = parsed.kind === "query" ? parsed.query.name : (parsed.name ?? "");
    const text =
      parsed.kind === "query"
        ? vscode.l10n.t("You aren't connected to the site of the query “{0}”.", toDisplayLine(name, 60))
        : vscode.l10n.t("The query “{0}” in the settings is invalid.", toDisplayLine(name, 60));
    const command =
      origin === "user" ? "workbench.action.openSettingsJson" : "workbench.action.openWorkspaceSettingsFile";
    const revealSetting = { key: "artifacts.queries", edit: true };
    showNotification(this.#services.errorHandler, "information", text, {
      label: vscode.l10n.t("Open Settings"),
      run: () => vscode.commands.executeCommand(command, { revealSetting }),
    });
  }

  async #build(context: BuilderContext, initialDraft: QueryDraft): Promise<void> {
    const { errorHandler } = this.#services;
    const createCheck = (checked: Tracker): (() => Promise<boolean>) =>
      memoizeAsync(() => this.#checkTqlAndReports({ ...context, tracker: checked }));
    let checkTqlAndReports = createCheck(context.tracker);
    let draft = initialDraft;
    let { tracker } = context;
    let lastAction: BuilderAction["kind"] | undefined;
    for (;;) {
      const current = draft;
      const result = await pickBuilderAction({
        ...context,
        tracker,
        draft,
        isSaved: context.savedEntry !== undefined,
        lastAction,
        preview: (signal) => this.#preview(current, signal),
        checkTqlAndReports,
        onError: (error) => errorHandler.logError("query builder", error),
      });
      if (result.kind !== "accepted") {
        if (draft !== initialDraft) this.#offerToContinue({ ...context, tracker }, draft);
        return;
      }
      lastAction = result.value.kind;
      const stepResult = await this.#tryAction(result.value, { ...context, tracker }, draft);
      if (stepResult.kind === "done") return;
      draft = stepResult.draft;
      if (stepResult.tracker !== undefined) {
        tracker = stepResult.tracker;
        checkTqlAndReports = createCheck(tracker);
      }
    }
  }

  /** If the action fails, the error is shown and the draft stays. */
  async #tryAction(action: BuilderAction, context: BuilderContext, draft: QueryDraft): Promise<StepResult> {
    let stepResult = continueWith(draft);
    await this.#services.errorHandler.run("query builder", async () => {
      stepResult = await this.#runAction(action, context, draft);
    });
    return stepResult;
  }

  async #runAction(action: BuilderAction, context: BuilderContext, draft: QueryDraft): Promise<StepResult> {
    const { site, tracker } = context;
    const { catalog, commands } = this.#services;
    const trackerContext = { site, catalog, tracker };
    switch (action.kind) {
      case "trackers":
        return this.#changeTrackers(context, draft);
      case "add":
      case "change":
        return this.#editCondition(context, draft, action.kind === "change" ? action.index : undefined);
      case "remove":
        return continueWith(withoutCondition(draft, action.index));
      case "conditions":
        return continueWith({ ...draft, mode: { kind: "conditions" } });
      case "text":
        return this.#openTqlEditor(context, draft);
      case "report": {
        const before = draft.mode.kind === "report" ? draft.mode.id : undefined;
        return applyResult(draft, await pickReport(trackerContext, before), ({ id, label }) => ({
          mode: { kind: "report", id, label },
        }));
      }
      case "toggleOpenOnly":
        return continueWith({ ...draft, openOnly: !(draft.openOnly ?? true) });
      case "sort":
        return applyResult(draft, await pickQuerySort(draft.sort), (sort) => ({
          sort: sort === "view" ? undefined : sort,
        }));
      case "group":
        return applyResult(draft, await pickQueryGrouping(draft), (group) => ({
          group: group === "view" ? undefined : group,
        }));
      case "selectUser":
        await commands.execute("artifacts.selectCurrentUser", { siteApi: site.api });
        return continueWith(draft);
      case "table":
        await this.#showTable(context, draft);
        return { kind: "done" };
      case "save":
      case "saveAs":
        return this.#save(action.kind === "save" ? context.savedEntry : undefined, draft);
    }
  }

  async #changeTrackers({ site }: BuilderContext, draft: QueryDraft): Promise<StepResult> {
    const title = vscode.l10n.t("Trackers");
    const scope = await pickTrackerScope(title, true, toTrackerScope(draft.tracker));
    if (scope.kind !== "accepted") return continueWith(draft);
    const trackers = await this.#pickTrackers(scope.value, site, draft);
    if (trackers === undefined) return continueWith(draft);
    const tracker = await this.#loadTracker(site, trackers);
    return { kind: "draft", draft: withTrackers(draft, tracker, trackers), tracker };
  }

  /** `undefined` if the user dismisses the prompt. */
  async #pickTrackers(
    scope: TrackerScope,
    site: Site,
    { tracker }: QueryDraft,
  ): Promise<QueryTracker | undefined> {
    if (scope === "all") return scope;
    const title = vscode.l10n.t("Trackers");
    if (scope === "one") {
      return (await this.#services.features.form.selectTracker(title, { siteApi: site.api }))?.trackerId;
    }
    const selected = tracker === "all" ? [] : [tracker].flat();
    const picked = await pickSeveralTrackers(this.#services, site, title, selected);
    return picked.kind === "accepted" ? picked.value : undefined;
  }

  async #editCondition(
    { site, tracker }: BuilderContext,
    draft: QueryDraft,
    index: number | undefined,
  ): Promise<StepResult> {
    const usedFields = draft.where.map(({ field }) => field);
    const before = index === undefined ? undefined : draft.where[index];
    const condition = await promptCondition(this.#services, site, tracker, usedFields, before);
    return continueWith(condition === undefined ? draft : addOrReplaceCondition(draft, condition, index));
  }

  async #openTqlEditor(context: BuilderContext, draft: QueryDraft): Promise<StepResult> {
    const query = toSavedQuery(draft);
    const tracker = typeof draft.tracker === "number" ? draft.tracker : "all";
    const converted = query.text ?? (await this.#convertToTql(query));
    const text = converted ?? createExampleTql(context.tracker);
    await this.#tqlEditors.open(
      { ...query, tracker, where: [], openOnly: undefined, report: undefined, text },
      context.savedEntry?.key,
    );
    const isLost = converted === undefined && draft.where.length > 0;
    if (isLost) this.#offerToContinue(context, draft);
    return { kind: "done" };
  }

  /** The conditions, if they are one query over several trackers whose text means the same. */
  async #convertToTql(query: SavedQuery): Promise<string | undefined> {
    if (typeof query.tracker === "number" || usesDates(query)) return undefined;
    const { sites, catalog, currentUser } = this.#services;
    const services = { sites, catalog, currentUser, now: () => new Date() };
    const opened = await openQuery(services, query, { openOnly: true });
    if (opened.kind !== "found" || opened.resolved.kind !== "crossTracker") return undefined;
    const { filter, queries } = opened.resolved;
    const [first, ...others] = queries;
    if (filter.titleWords.length > 0 || others.length > 0) return undefined;
    return typeof first?.query === "object" ? formatTql(first.query) : undefined;
  }

  async #showTable({ tracker }: BuilderContext, draft: QueryDraft): Promise<void> {
    const query = toSavedQuery(draft);
    const namedQuery = { ...query, name: query.name === "" ? tracker.label : query.name };
    await this.#services.commands.execute("artifacts.openTable", { kind: "unsaved", query: namedQuery });
  }

  async #save(savedEntry: SavedQueryEntry | undefined, draft: QueryDraft): Promise<StepResult> {
    const saved = await promptAndSaveQuery(this.#services, toSavedQuery(draft), savedEntry);
    return saved === undefined ? continueWith(draft) : { kind: "done" };
  }

  async #preview(draft: QueryDraft, signal: AbortSignal): Promise<QueryCountResult> {
    const { sites, catalog, currentUser } = this.#services;
    return countQueryResults(
      { sites, catalog, currentUser, now: () => new Date() },
      toSavedQuery(draft),
      { openOnly: true },
      signal,
    );
  }

  /** A failure isn't cached beyond this query builder. */
  async #checkTqlAndReports({ site, tracker }: BuilderContext): Promise<boolean> {
    const { catalog, errorHandler } = this.#services;
    if (tracker.id === combinedTrackerId) return true;
    try {
      return await supportsTqlAndReports({ site, catalog, tracker }, new AbortController().signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      errorHandler.logError("check support for TQL and reports", failure);
      return false;
    }
  }

  /** The builder may have been dismissed by accident. */
  #offerToContinue(context: BuilderContext, draft: QueryDraft): void {
    showNotification(this.#services.errorHandler, "information", vscode.l10n.t("The query wasn't saved."), {
      label: vscode.l10n.t("Continue Editing"),
      run: () => this.#build(context, draft),
    });
  }
}
