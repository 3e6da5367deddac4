// Which artifacts of a tracker have changed since a time, by one query. Servers don't report deleted artifacts.
import { isFailure } from "../model/failure.ts";
import { quoteTql } from "../model/query/crossTracker.ts";
import { formatEarliestMinute } from "../model/query/serverTime.ts";
import type { Tracker } from "../model/tracker.ts";
import type { ReadConnection } from "./connections.ts";

/** Servers behind one address may have slightly different clocks. */
export const clockToleranceMs = 60_000;

interface ChangedArtifacts {
  readonly ids: readonly number[];
  /** The server's time before which every change has been reported. */
  readonly reportedUntil: number;
}

/** What a query needs to know, loaded once. */
interface QueryScope {
  readonly from: string;
  readonly utcOffset: number | undefined;
}

export class TrackerChanges {
  readonly tracker: Tracker;
  readonly #connect: () => Promise<Pick<ReadConnection, "client">>;
  #scope: QueryScope | undefined;
  #isSupported = true;

  constructor(connect: () => Promise<Pick<ReadConnection, "client">>, tracker: Tracker) {
    this.#connect = connect;
    this.tracker = tracker;
  }

  /** Changes near that time may be reported again. `undefined` if the server can't report changes, or there are many. */
  async load(since: number, signal: AbortSignal): Promise<ChangedArtifacts | undefined> {
    if (!this.#isSupported) return undefined;
    try {
      return await this.#query(since, signal);
    } catch (failure) {
      if (!isFailure(failure) || failure.kind !== "invalidRequest") throw failure;
      this.#isSupported = false;
      return undefined;
    }
  }

  async #query(since: number, signal: AbortSignal): Promise<ChangedArtifacts | undefined> {
    const { client } = await this.#connect();
    this.#scope ??= await this.#loadScope(signal);
    if (this.#scope === undefined) return undefined;
    const { from, utcOffset } = this.#scope;
    const where = `@last_update_date >= "${formatEarliestMinute(since, utcOffset)}"`;
    const page = await client.findAcrossTrackers(
      { from, where, orderBy: "@last_update_date DESC" },
      { offset: 0, signal },
    );
    if (page === undefined) this.#isSupported = false;
    const { respondedAt, asOf, items = [] } = page ?? {};
    // A time in the future comes from a wrong clock or an import.
    if (respondedAt === undefined || asOf !== undefined || since > respondedAt) return undefined;
    const times = items.map((item) =>
      item.kind === "artifact" ? Date.parse(item.modifiedOn ?? "") : Number.NaN,
    );
    const hasMore = page?.nextOffset !== undefined && Math.min(...times) >= since;
    if (hasMore || times.some(Number.isNaN)) return undefined;
    const ids = items.flatMap((item, index) =>
      item.kind === "artifact" && (times[index] ?? 0) >= since ? [item.id] : [],
    );
    return { ids, reportedUntil: respondedAt - clockToleranceMs };
  }

  async #loadScope(signal: AbortSignal): Promise<QueryScope | undefined> {
    const { itemName, projectId } = this.tracker;
    const { client } = await this.#connect();
    if (itemName === undefined || projectId === undefined) {
      this.#isSupported = false;
      return undefined;
    }
    const [{ shortName }, utcOffset] = await Promise.all([
      client.project(projectId, signal),
      client.utcOffset(signal),
    ]);
    const from = `@project.name = ${quoteTql(shortName)} AND @tracker.name = ${quoteTql(itemName)}`;
    return { from, utcOffset };
  }
}
