// The trackers whose titles somebody searches: those that they chose, else those that are open or were expanded and those of
// the projects that they pinned.
import type { Failure } from "../../model/failure.ts";
import type { Account, Site } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Catalog } from "../catalog.ts";
import type { Memory } from "../memory.ts";
import type { Pins } from "../pins.ts";
import { trackersOf } from "./projectTrackers.ts";

const prefix = "searchedTrackers";

function memoryKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

/** What another version of the program kept may look otherwise. */
function toTracker(kept: unknown): readonly TrackerSummary[] {
  if (typeof kept !== "object" || kept === null) return [];
  const { id, uri, label, color, artifactsUri } = kept as Readonly<Record<string, unknown>>;
  if (typeof id !== "number" || typeof label !== "string") return [];
  if (typeof uri !== "string" || typeof artifactsUri !== "string") return [];
  return [
    { kind: "tracker", id, uri, label, color: typeof color === "string" ? color : undefined, artifactsUri },
  ];
}

export class SearchScope {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Undefined where nothing was chosen. */
  chosen(api: string, account: Account | undefined): readonly TrackerSummary[] | undefined {
    const kept = this.#memory.get(memoryKey(api, account));
    return Array.isArray(kept) ? kept.flatMap(toTracker) : undefined;
  }

  /** Undefined leaves it to what is open, expanded and pinned again. */
  async choose(
    api: string,
    account: Account | undefined,
    trackers: readonly TrackerSummary[] | undefined,
  ): Promise<void> {
    await this.#memory.update(memoryKey(api, account), trackers);
  }
}

interface ScopeSources {
  readonly catalog: Catalog;
  readonly pins: Pick<Pins, "list">;
  readonly scope: SearchScope;
}

export interface SearchedTrackers {
  readonly trackers: readonly TrackerSummary[];
  /** Why some of them could not be read. */
  readonly failure: Failure | undefined;
}

export async function searchedTrackers(
  { catalog, pins, scope }: ScopeSources,
  site: Site,
  signal: AbortSignal,
): Promise<SearchedTrackers> {
  const known = catalog.of(site);
  const account = await known.account();
  const chosen = scope.chosen(site.api, account);
  if (chosen !== undefined) return { trackers: chosen, failure: undefined };
  const pinned = await trackersOf(known, pins.list(site.api, account), signal);
  const all = [...known.usedTrackers, ...pinned.flatMap(({ trackers }) => trackers)];
  return {
    trackers: [...new Map(all.map((tracker) => [tracker.id, tracker])).values()],
    failure: pinned.find(({ failure }) => failure !== undefined)?.failure,
  };
}
