// Keeps a board up to date while it is visible: one query for what others have changed, and now and then the complete list,
// because servers don't report deleted artifacts.
import { isFailure } from "../../model/failure.ts";
import { PeriodicUpdater, type TimerClock } from "../../store/periodicUpdater.ts";
import { TrackerChanges } from "../../store/trackerChanges.ts";
import type { TableContext } from "./tableContent.ts";
import type { TableSession } from "./tableSession.ts";

/** Every refresh of this number loads the complete list. */
const refreshesPerList = 10;
/** When the window gets the focus, the board is refreshed unless it was so recently. */
const activationGapMs = 5_000;

export class BoardRefresh {
  readonly #context: Pick<TableContext, "catalog" | "errorHandler">;
  readonly #table: TableSession;
  readonly #updater: PeriodicUpdater;
  #changes: TrackerChanges | undefined;
  /** Since the list was loaded. */
  #refreshCount = 0;

  constructor(
    context: Pick<TableContext, "catalog" | "errorHandler">,
    table: TableSession,
    clock: TimerClock,
  ) {
    this.#context = context;
    this.#table = table;
    this.#updater = new PeriodicUpdater({
      clock,
      getIntervalMinutes: () => 1,
      activationGapMs,
      refresh: (signal) => this.#refresh(AbortSignal.any([signal, table.signal])),
      runInBackground: (action) => context.errorHandler.runInBackground("refresh board", action),
    });
    table.signal.addEventListener("abort", () => this.#updater.dispose());
  }

  /** Whether the board is visible and the window has the focus. */
  setActive(isActive: boolean): void {
    this.#updater.setActive(isActive);
  }

  /** Resolves to false if the server didn't respond. */
  async #refresh(signal: AbortSignal): Promise<boolean> {
    // A load that is running or has failed is shown as such.
    if (!this.#table.isLoaded) return true;
    try {
      return await this.#refreshRows(signal);
    } catch (reason) {
      if (!signal.aborted && !isFailure(reason)) throw reason;
      return false;
    }
  }

  async #refreshRows(signal: AbortSignal): Promise<boolean> {
    const table = this.#table;
    if (this.#refreshCount + 1 < refreshesPerList) {
      const changes = await this.#loadChanges(signal);
      const result = changes && (await table.refreshChanged(changes.ids, changes.reportedUntil, signal));
      if (result === "done") this.#refreshCount += 1;
      if (result === "done" || result === "superseded") return true;
    }
    const result = await table.refreshList(signal);
    if (result === "done") this.#refreshCount = 0;
    return result !== "failed";
  }

  async #loadChanges(signal: AbortSignal): ReturnType<TrackerChanges["load"]> {
    const { site, tracker, changesSince } = this.#table;
    if (site === undefined || tracker === undefined || changesSince === undefined) return undefined;
    if (this.#changes?.tracker !== tracker) {
      const catalog = this.#context.catalog.getSite(site);
      this.#changes = new TrackerChanges(() => catalog.connect(), tracker);
    }
    return this.#changes.load(changesSince, signal);
  }
}
