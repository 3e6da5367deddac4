// Putting a query together, changing one that is kept, and giving one up.
import * as vscode from "vscode";
import { oneLine, withoutLinks } from "../../model/displayText.ts";
import { Cancelled, isFailure } from "../../model/failure.ts";
import type { Site } from "../../model/site.ts";
import type { Tracker } from "../../model/tracker.ts";
import {
  type QueryTarget,
  type RowArguments,
  selectedRows,
  type TrackerTarget,
} from "../../protocol/commands.ts";
import type { Services } from "../../services.ts";
import { type Preview, previewOf } from "../../store/queries/preview.ts";
import type { KeptQuery } from "../../store/queries/savedQueries.ts";
import { apiRootOf } from "../../store/sites.ts";
import { once } from "../../vscode/async.ts";
import { notify, withProgress } from "../../vscode/notifications.ts";
import type { Reply } from "../../vscode/prompts.ts";
import { askAct } from "./askAct.ts";
import { askCondition } from "./askCondition.ts";
import { askExpertText, askReport, hasOwnWays } from "./askOwnWays.ts";
import { saveQuery } from "./saveQuery.ts";
import { newSketch, queryOf, type Sketch, sketchOf, withCondition, withoutCondition } from "./sketch.ts";
import { type Act, askGroup, askSort } from "./sketchRows.ts";

/** What is put together, and where it stands. */
interface Bench {
  readonly site: Site;
  readonly tracker: Tracker;
  readonly kept: KeptQuery | undefined;
}

/** `done`: it was shown or kept, and there is nothing left to ask. */
type Outcome = { readonly kind: "sketch"; readonly sketch: Sketch } | { readonly kind: "done" };

function going(sketch: Sketch): Outcome {
  return { kind: "sketch", sketch };
}

function changed<T>(sketch: Sketch, reply: Reply<T>, change: (value: T) => Partial<Sketch>): Outcome {
  return going(reply.kind === "answer" ? { ...sketch, ...change(reply.value) } : sketch);
}

/** What is read for others too is not called off, only waited for no longer. */
function unlessCancelled<T>(reading: Promise<T>, signal: AbortSignal, { api: url }: Site): Promise<T> {
  return new Promise((resolve, reject) => {
    reading.then(resolve, reject);
    signal.addEventListener("abort", () => reject(new Cancelled({ method: "GET", url })));
  });
}

export class QueryBuilder {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  async create(target: TrackerTarget | undefined): Promise<void> {
    const { features, sites } = this.#services;
    const chosen = target ?? (await features.form.chooseTracker(vscode.l10n.t("New Query")));
    const site = chosen && sites.find(chosen.siteApi);
    if (chosen === undefined || site === undefined) return;
    const tracker = await this.#read(site, chosen.trackerId);
    await this.#build({ site, tracker, kept: undefined }, newSketch(site, tracker));
  }

  async edit({ queryKey }: QueryTarget): Promise<void> {
    const { queries, sites } = this.#services;
    const kept = queries.find(queryKey);
    if (kept === undefined) return;
    if (kept.parsed.kind === "problem") return this.#mendByHand(kept);
    const { query } = kept.parsed;
    const site = sites.find(apiRootOf(query.site) ?? "");
    if (site === undefined) return this.#mendByHand(kept);
    const tracker = await this.#read(site, query.tracker);
    await this.#build({ site, tracker, kept }, sketchOf(query));
  }

  async remove(...given: RowArguments<QueryTarget>): Promise<void> {
    const { queries } = this.#services;
    const all = selectedRows(...given).flatMap(({ queryKey }) => queries.find(queryKey) ?? []);
    const [first] = all;
    if (first === undefined) return;
    const names = all.map(({ parsed }) =>
      oneLine(parsed.kind === "query" ? parsed.query.name : (parsed.name ?? ""), 60),
    );
    const isOne = all.length === 1;
    const detail =
      first.origin === "user"
        ? vscode.l10n.t("It goes from your settings. No artifact is touched.")
        : vscode.l10n.t(
            "It goes from the settings of this workspace, for all who share them. No artifact is touched.",
          );
    const detailOfMany = vscode.l10n.t("This removes them from the settings. No artifacts are changed.");
    const remove = vscode.l10n.t("Delete");
    const choice = await vscode.window.showWarningMessage(
      withoutLinks(
        isOne
          ? vscode.l10n.t("Delete the query “{0}”?", names.join(""))
          : vscode.l10n.t("Delete {0} queries?", all.length),
      ),
      { modal: true, detail: isOne ? detail : [...names, "", detailOfMany].join("\n") },
      remove,
    );
    if (choice !== remove) return;
    for (const { key } of all) await queries.remove(key);
  }

  #read(site: Site, trackerId: number): Promise<Tracker> {
    const reading = vscode.l10n.t("Reading from {0}", site.label);
    const tracker = this.#services.catalog.of(site).tracker(trackerId);
    return withProgress(reading, (signal) => unlessCancelled(tracker, signal, site));
  }

  /** What was written by hand, and can't be understood, is mended by hand. */
  #mendByHand({ parsed, origin }: KeptQuery): void {
    const name = parsed.kind === "query" ? parsed.query.name : (parsed.name ?? "");
    const text =
      parsed.kind === "query"
        ? vscode.l10n.t("You are not connected to the site of “{0}”.", oneLine(name, 60))
        : vscode.l10n.t("What the settings say of “{0}” makes no query.", oneLine(name, 60));
    const command =
      origin === "user" ? "workbench.action.openSettingsJson" : "workbench.action.openWorkspaceSettingsFile";
    const revealSetting = { key: "artifacts.queries", edit: true };
    notify(this.#services.boundary, "information", text, {
      label: vscode.l10n.t("Open Settings"),
      run: () => vscode.commands.executeCommand(command, { revealSetting }),
    });
  }

  async #build(bench: Bench, start: Sketch): Promise<void> {
    const { boundary } = this.#services;
    const ownWays = once(() => this.#hasOwnWays(bench));
    let sketch = start;
    let last: Act["kind"] | undefined;
    for (;;) {
      const current = sketch;
      const reply = await askAct({
        ...bench,
        sketch,
        isKept: bench.kept !== undefined,
        last,
        preview: (signal) => this.#preview(current, signal),
        hasOwnWays: ownWays,
        failed: (error) => boundary.note("query builder", error),
      });
      if (reply.kind !== "answer") {
        if (sketch !== start) this.#offerToGoOn(bench, sketch);
        return;
      }
      last = reply.value.kind;
      const outcome = await this.#try(reply.value, bench, sketch);
      if (outcome.kind === "done") return;
      sketch = outcome.sketch;
    }
  }

  /** What fails is told, and costs nothing of what was put together. */
  async #try(act: Act, bench: Bench, sketch: Sketch): Promise<Outcome> {
    let outcome = going(sketch);
    await this.#services.boundary.run("query builder", async () => {
      outcome = await this.#do(act, bench, sketch);
    });
    return outcome;
  }

  async #do(act: Act, bench: Bench, sketch: Sketch): Promise<Outcome> {
    const { site, tracker } = bench;
    const { catalog, commands } = this.#services;
    const ways = { site, catalog, tracker };
    switch (act.kind) {
      case "add":
      case "change":
        return this.#condition(bench, sketch, act.kind === "change" ? act.place : undefined);
      case "remove":
        return going(withoutCondition(sketch, act.place));
      case "conditions":
        return going({ ...sketch, way: { kind: "conditions" } });
      case "text": {
        const before = sketch.way.kind === "text" ? sketch.way.text : "";
        return changed(sketch, await askExpertText(ways, before), (text) => ({
          way: { kind: "text", text },
        }));
      }
      case "report": {
        const before = sketch.way.kind === "report" ? sketch.way.id : undefined;
        return changed(sketch, await askReport(ways, before), ({ id, label }) => ({
          way: { kind: "report", id, label },
        }));
      }
      case "open":
        return going({ ...sketch, openOnly: !(sketch.openOnly ?? true) });
      case "sort":
        return changed(sketch, await askSort(sketch.sort), (sort) => ({
          sort: sort === "view" ? undefined : sort,
        }));
      case "group":
        return changed(sketch, await askGroup(sketch.group), (group) => ({
          group: group === "view" ? undefined : group,
        }));
      case "me":
        await commands.run("artifacts.chooseMe", { siteApi: site.api });
        return going(sketch);
      case "table":
        await this.#show(bench, sketch);
        return { kind: "done" };
      case "save":
      case "saveNew":
        return this.#save(act.kind === "save" ? bench.kept : undefined, sketch);
    }
  }

  async #condition({ site, tracker }: Bench, sketch: Sketch, place: number | undefined): Promise<Outcome> {
    const taken = sketch.where.map(({ field }) => field);
    const before = place === undefined ? undefined : sketch.where[place];
    const condition = await askCondition(this.#services, site, tracker, taken, before);
    return going(condition === undefined ? sketch : withCondition(sketch, condition, place));
  }

  async #show({ tracker }: Bench, sketch: Sketch): Promise<void> {
    const query = queryOf(sketch);
    const named = { ...query, name: query.name === "" ? tracker.label : query.name };
    await this.#services.commands.run("artifacts.openTable", { kind: "unsaved", query: named });
  }

  async #save(kept: KeptQuery | undefined, sketch: Sketch): Promise<Outcome> {
    const saved = await saveQuery(this.#services, queryOf(sketch), kept);
    return saved === undefined ? going(sketch) : { kind: "done" };
  }

  async #preview(sketch: Sketch, signal: AbortSignal): Promise<Preview> {
    const { sites, catalog, me } = this.#services;
    return previewOf(
      { sites, catalog, me, now: () => new Date() },
      queryOf(sketch),
      { openOnly: true },
      signal,
    );
  }

  /** A server that can't tell now is asked again by the next who builds a query. */
  async #hasOwnWays({ site, tracker }: Bench): Promise<boolean> {
    const { catalog, boundary } = this.#services;
    try {
      return await hasOwnWays({ site, catalog, tracker }, new AbortController().signal);
    } catch (failure) {
      if (!isFailure(failure)) throw failure;
      boundary.note("reports of the server", failure);
      return false;
    }
  }

  /** Escape is pressed once too often easily. */
  #offerToGoOn(bench: Bench, sketch: Sketch): void {
    notify(this.#services.boundary, "information", vscode.l10n.t("The query was not saved."), {
      label: vscode.l10n.t("Go On"),
      run: () => this.#build(bench, sketch),
    });
  }
}
