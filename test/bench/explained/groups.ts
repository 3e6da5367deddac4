import type { Group } from "./figure.ts";
import { listing } from "./listing.ts";
import { commits, list, save, triage } from "./store.ts";
import { attachment, downloads } from "./transfer.ts";
import { form, host, load, table, window } from "./window.ts";

/** Everything that the bench measures and docs/performance.md explains; each group is a file of test/bench/groups. */
export const groups: readonly Group[] = [
  load,
  window,
  host,
  form,
  save,
  listing,
  list,
  triage,
  table,
  downloads,
  attachment,
  commits,
];

/** The names of a group's figures, as they are printed. */
export function namesOf({ name, figures }: Group): readonly string[] {
  return figures.map((figure) => `${name}.${figure.name}`);
}
