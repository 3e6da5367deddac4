// Artifacts that were opened not long ago. Kept with what shows them, so that showing them asks nothing of the server.
import type { Place } from "../../model/query/rows.ts";
import type { Account } from "../../model/site.ts";
import { Emitter } from "../emitter.ts";
import type { Memory } from "../mementos.ts";

export interface Opened {
  readonly id: number;
  readonly title: string | undefined;
  readonly tracker: Place | undefined;
}

const prefix = "recentlyOpened";
const atMost = 30;

function memoryKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function toPlace(kept: unknown): Place | undefined {
  const { id, label, color } = membersOf(kept);
  if (typeof id !== "number" || typeof label !== "string") return undefined;
  return { id, label, color: typeof color === "string" ? color : undefined };
}

/** What another version of the program kept may look otherwise. */
function toOpened(kept: unknown): readonly Opened[] {
  const { id, title, tracker } = membersOf(kept);
  if (typeof id !== "number") return [];
  return [{ id, title: typeof title === "string" ? title : undefined, tracker: toPlace(tracker) }];
}

export class RecentlyOpened {
  /** Says at which site (by its API root) there are others now. */
  readonly changed = new Emitter<string>();
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** The last one first. */
  list(api: string, account: Account | undefined): readonly Opened[] {
    const kept = this.#memory.get(memoryKey(api, account));
    return Array.isArray(kept) ? kept.flatMap(toOpened) : [];
  }

  async note(
    api: string,
    account: Account | undefined,
    { id, title, tracker: place }: Opened,
  ): Promise<void> {
    const all = this.list(api, account);
    const before = all.find((each) => each.id === id);
    // Not every way to an artifact tells all of it.
    const opened: Opened = { id, title: title ?? before?.title, tracker: place ?? before?.tracker };
    const others = all.filter((each) => each.id !== id);
    await this.#memory.update(memoryKey(api, account), [opened, ...others].slice(0, atMost));
    this.changed.announce(api);
  }

  /** One that is gone. */
  async drop(api: string, account: Account | undefined, artifactId: number): Promise<void> {
    const kept = this.list(api, account).filter(({ id }) => id !== artifactId);
    await this.#memory.update(memoryKey(api, account), kept);
    this.changed.announce(api);
  }

  /** Forgets those of an account at a site, or of everybody there. */
  async clear(api: string, account?: Account): Promise<void> {
    const isMeant = (key: string): boolean =>
      account === undefined ? key.startsWith(`${prefix} ${api} `) : key === memoryKey(api, account);
    for (const key of this.#memory.keys().filter(isMeant)) await this.#memory.update(key, undefined);
    this.changed.announce(api);
  }
}
