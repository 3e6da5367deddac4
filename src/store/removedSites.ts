// Sites that have gone from the settings otherwise than by "Remove Site": by hand, while VS Code was closed, or elsewhere.
import type { Memory } from "./memory.ts";

const key = "knownSites";

/**
 * A site counts as removed once its entry has been away for so long. Settings that are saved while they are being edited lack
 * entries for a moment, and an undo brings them back.
 */
const awayBeforeRemovedMs = 10 * 60 * 1000;

type KnownSites = Readonly<Record<string, { readonly awaySince?: number }>>;

export class RemovedSites {
  readonly #memory: Memory;
  readonly #now: () => number;

  constructor(memory: Memory, now: () => number) {
    this.#memory = memory;
    this.#now = now;
  }

  /** Compares the sites in the settings with those known before. `kept` are sites for which anything is kept. */
  async update(
    present: readonly string[],
    kept: readonly string[],
  ): Promise<{ readonly removed: readonly string[]; readonly nextInMs: number | undefined }> {
    const now = this.#now();
    const before = this.#known();
    const after: Record<string, { readonly awaySince?: number }> = {};
    const removed: string[] = [];
    let nextInMs: number | undefined;
    for (const api of present) after[api] = {};
    for (const api of [...Object.keys(before), ...kept]) {
      if (after[api] !== undefined) continue;
      const awaySince = before[api]?.awaySince ?? now;
      // A clock that was put back must not make it wait for longer.
      const leftMs = Math.min(awayBeforeRemovedMs, awaySince + awayBeforeRemovedMs - now);
      // Known until it is cleared, so that what an interrupted removal has left is removed next time.
      after[api] = { awaySince };
      if (leftMs <= 0) removed.push(api);
      else nextInMs = Math.min(nextInMs ?? leftMs, leftMs);
    }
    if (JSON.stringify(before) !== JSON.stringify(after)) await this.#memory.update(key, after);
    return { removed, nextInMs };
  }

  async clear(api: string): Promise<void> {
    const { [api]: removed, ...others } = this.#known();
    if (removed === undefined) return;
    await this.#memory.update(key, Object.keys(others).length === 0 ? undefined : others);
  }

  #known(): KnownSites {
    const kept = this.#memory.get(key);
    return typeof kept === "object" && kept !== null ? (kept as KnownSites) : {};
  }
}
