// The trackers whose titles somebody searches: those that they chose, else those of the projects that they pinned.
import type { Account } from "../../model/site.ts";
import type { TrackerSummary } from "../../model/tracker.ts";
import type { Memory } from "../memory.ts";

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

  /** Undefined leaves it to the pinned projects again. */
  async choose(
    api: string,
    account: Account | undefined,
    trackers: readonly TrackerSummary[] | undefined,
  ): Promise<void> {
    await this.#memory.update(memoryKey(api, account), trackers);
  }
}
