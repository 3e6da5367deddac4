// How much of what servers list is kept in memory, whatever they answer.
import { NotUnderstood } from "../model/failure.ts";

const mebibyte = 1024 * 1024;

/** A list stops reading when it has so much: about 150,000 ordinary rows. */
export const mostBytesPerList = 64 * mebibyte;
/** Beyond that, what was shown longest ago is let go, and read again when it is next shown. */
const mostBytesPerSite = 128 * mebibyte;

/** About what a value takes in memory. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce<number>((sum, member) => sum + 8 + bytesOf(member), 16);
}

/** Why a list stops reading although there is more. */
export function listTooLarge(): NotUnderstood {
  return new NotUnderstood({ method: "GET", url: "" }, "listTooLarge");
}

export interface ReleasableList {
  /** Releases what was read; false while it is being read. */
  release(): boolean;
}

/** What the lists of one site keep, in the order in which they were last shown. */
export class ListMemory {
  readonly #lists = new Map<ReleasableList, number>();
  #total = 0;

  /** To be told whenever a list was shown. */
  noteShown(list: ReleasableList, bytes: number): void {
    this.#remove(list);
    this.#lists.set(list, bytes);
    this.#total += bytes;
    for (const other of this.#lists.keys()) {
      if (this.#total <= mostBytesPerSite) return;
      if (other !== list && other.release()) this.#remove(other);
    }
  }

  #remove(list: ReleasableList): void {
    this.#total -= this.#lists.get(list) ?? 0;
    this.#lists.delete(list);
  }
}
