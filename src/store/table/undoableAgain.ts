import type { RunItem } from "../triage/bulk.ts";

/** Called off or not reached, it may be taken back by another try; where an answer got lost, that begins with a look. */
const isWorth: Readonly<Record<RunItem["kind"], boolean>> = {
  notTried: true,
  failed: true,
  unknown: true,
  conflict: false,
  rejected: false,
  refused: false,
  done: false,
  alreadySo: false,
  gone: false,
};

/** Of what was done, that which is worth another undo after one. */
export function undoableAgain(done: readonly RunItem[], undone: readonly RunItem[]): readonly RunItem[] {
  const left = new Set(undone.filter(({ kind }) => isWorth[kind]).map(({ selected }) => selected.row.id));
  return done.filter(({ selected }) => left.has(selected.row.id));
}
