import type { Artifact } from "../state/artifact.ts";

export interface RankOrder {
  readonly ids: readonly number[];
  readonly direction: "before" | "after";
  readonly comparedTo: number;
}

/** The one order of all artifacts of the site, which kanbans, backlogs and milestones share. */
export class ArtifactRanks {
  /** Ids by rank up to the highest one that was moved; the others follow by id, as new artifacts do. */
  #order: number[] = [];
  /** Ranks by id, from 1. */
  #ranks: readonly number[] = [0];

  getRank(id: number): number {
    return this.#ranks[id] ?? id;
  }

  sort(artifacts: readonly Artifact[]): readonly Artifact[] {
    return artifacts.toSorted((one, other) => this.getRank(one.id) - this.getRank(other.id));
  }

  move({ ids, direction, comparedTo }: RankOrder): void {
    const moved = new Set(ids.filter((id) => id !== comparedTo));
    for (let id = this.#order.length + 1; id <= Math.max(comparedTo, ...ids); id++) this.#order.push(id);
    const order = this.#order.filter((id) => !moved.has(id));
    order.splice(order.indexOf(comparedTo) + (direction === "after" ? 1 : 0), 0, ...moved);
    this.#order = order;
    const ranks: number[] = [0];
    for (const [index, id] of order.entries()) ranks[id] = index + 1;
    this.#ranks = ranks;
  }
}
