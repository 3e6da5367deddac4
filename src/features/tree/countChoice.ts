import type { Memory } from "../../store/mementos.ts";
import { originOf } from "../../store/queries/savedQueries.ts";

// What the number at the icon counts, as a person has chosen it.

export type CountChoice =
  | { readonly kind: "query"; readonly queryKey: string }
  | { readonly kind: "work"; readonly siteApi: string; readonly concern: "assigned" | "submitted" };

const memoryKey = "countedAtIcon";
/** Kept with a workspace in which nothing is to be counted, whatever is counted elsewhere. */
const nothingHere = "nothing";

/** The choice that a row stands for; undefined for rows that can't be counted. */
export function choiceOf(row: unknown): CountChoice | undefined {
  if (typeof row !== "object" || row === null) return undefined;
  const { kind, queryKey, siteApi, concern } = row as Readonly<Record<string, unknown>>;
  if (kind === "query" && typeof queryKey === "string") return { kind, queryKey };
  const isConcern = concern === "assigned" || concern === "submitted";
  return kind === "work" && typeof siteApi === "string" && isConcern ? { kind, siteApi, concern } : undefined;
}

export function isSameChoice(one: CountChoice | undefined, other: CountChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Another workspace may have a query of the same name, which nobody has asked to count. */
function isOfWorkspace(choice: CountChoice | undefined): boolean {
  return choice?.kind === "query" && originOf(choice.queryKey) === "workspace";
}

/** What another version of the program kept may look otherwise. */
export function keptChoice(memory: Memory, globalMemory: Memory): CountChoice | undefined {
  if (memory.get(memoryKey) === nothingHere) return undefined;
  const [here, elsewhere] = [choiceOf(memory.get(memoryKey)), choiceOf(globalMemory.get(memoryKey))];
  return here ?? (isOfWorkspace(elsewhere) ? undefined : elsewhere);
}

/** A query of the workspace is counted here, and leaves alone what is counted elsewhere. */
export async function keepChoice(memory: Memory, globalMemory: Memory, choice: CountChoice): Promise<void> {
  const isHere = isOfWorkspace(choice);
  await memory.update(memoryKey, isHere ? choice : undefined);
  if (!isHere) await globalMemory.update(memoryKey, choice);
}

/** What was counted is not any more; if it was a query of the workspace, what is counted elsewhere stays. */
export async function dropChoice(
  memory: Memory,
  globalMemory: Memory,
  counted: CountChoice | undefined,
): Promise<void> {
  const isHere = isOfWorkspace(counted);
  await memory.update(memoryKey, isHere ? nothingHere : undefined);
  if (!isHere) await globalMemory.update(memoryKey, undefined);
}

/** As many as the setting takes. A timer that is set for much longer goes off at once. */
const mostMinutes = 1440;

/** Minutes between two looks at the number at the icon, whatever was written into the settings; 0 for none. */
export function countMinutes(setting: unknown): number {
  if (typeof setting !== "number" || !(setting > 0)) return 0;
  return Math.min(Math.max(setting, 1), mostMinutes);
}
