// What the number at the icon counts, as a person has chosen it.
import type { Memory } from "../../store/pins.ts";

export type CountChoice =
  | { readonly kind: "query"; readonly queryKey: string }
  | { readonly kind: "work"; readonly siteApi: string; readonly concern: "assigned" | "submitted" };

const memoryKey = "countedAtIcon";

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

/** What another version of the program kept may look otherwise. */
export function keptChoice(memory: Memory): CountChoice | undefined {
  return choiceOf(memory.get(memoryKey));
}

export async function keepChoice(memory: Memory, choice: CountChoice | undefined): Promise<void> {
  await memory.update(memoryKey, choice);
}
