// Creates, edits and deletes saved queries.
import * as vscode from "vscode";
import { toDisplayLine, escapeLinks } from "../../model/displayText.ts";
import { Canceled, isFailure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import {
  type QueryTarget,
  type RowArguments,
  getCommandRows,
  type TrackerTarget,
} from "../../protocol/commandArguments.ts";
import type { Services } from "../../services.ts";
import { type QueryCountResult, countQueryResults } from "../../store/queries/queryCount.ts";
import type { SavedQueryEntry } from "../../store/queries/savedQueries.ts";
import { toApiRoot } from "../../store/sites.ts";
import { memoizeAsync } from "../../vscode/async.ts";
import { showNotification, withProgress } from "../../vscode/notifications.ts";
import type { PromptResult } from "../../vscode/prompts.ts";
import { pickBuilderAction } from "./pickBuilderAction.ts";
import { promptCondition } from "./promptCondition.ts";
import { promptTqlQuery, pickReport, supportsTqlAndReports } from "./tqlAndReportPrompts.ts";
import { promptAndSaveQuery } from "./saveQuery.ts";
import {
  createQueryDraft,
  toSavedQuery,
  type QueryDraft,
  toQueryDraft,
  addOrReplaceCondition,
  withoutCondition,
} from "./queryDraft.ts";
import { type BuilderAction, pickQueryGrouping, pickQuerySort } from "./builderRows.ts";

interface BuilderContext {
  readonly site: Site;
  readonly tracker: Tracker;
  readonly savedEntry: SavedQueryEntry | undefined;
}

/** `done`: the query was saved or opened, so the builder closes. */
type StepResult = { readonly kind: "draft"; readonly draft: QueryDraft } | { readonly kind: "done" };

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

  constructor(services: Services) {
    this.#services = services;
  }

  async create(target: TrackerTarget | undefined): Promise<void> {
    const { features, sites } = this.#services;
    const pickedTracker = target ?? (await features.form.selectTracker(vscode.l10n.t("New Query")));
    const site = pickedTracker && sites.find(pickedTracker.siteApi);
    if (pickedTracker === undefined || site === undefined) return;
    const tracker = await this.#loadTracker(site, pickedTracker.trackerId);
    await this.#build({ site, tracker, savedEntry: undefined }, createQueryDraft(site, tracker));
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

  #loadTracker(site: Site, trackerId: number): Promise<Tracker> {
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
    const checkTqlAndReports = memoizeAsync(() => this.#checkTqlAndReports(context));
    let draft = initialDraft;
    let lastAction: BuilderAction["kind"] | undefined;
    for (;;) {
      const current = draft;
      const result = await pickBuilderAction({
        ...context,
        draft,
        isSaved: context.savedEntry !== undefined,
        lastAction,
        preview: (signal) => this.#preview(current, signal),
        checkTqlAndReports,
        onError: (error) => errorHandler.logError("query builder", error),
      });
      if (result.kind !== "accepted") {
        if (draft !== initialDraft) this.#offerToContinue(context, draft);
        return;
      }
      lastAction = result.value.kind;
      const stepResult = await this.#tryAction(result.value, context, draft);
      if (stepResult.kind === "done") return;
      draft = stepResult.draft;
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
      case "add":
      case "change":
        return this.#editCondition(context, draft, action.kind === "change" ? action.index : undefined);
      case "remove":
        return continueWith(withoutCondition(draft, action.index));
      case "conditions":
        return continueWith({ ...draft, mode: { kind: "conditions" } });
      case "text": {
        const before = draft.mode.kind === "text" ? draft.mode.text : "";
        return applyResult(draft, await promptTqlQuery(trackerContext, before), (text) => ({
          mode: { kind: "text", text },
        }));
      }
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
        return applyResult(draft, await pickQueryGrouping(draft.group), (group) => ({
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
