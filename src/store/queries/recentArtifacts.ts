// Recently opened artifacts, stored with title and tracker so that displaying them takes no request.
import type { RowTracker } from "../../model/query/sortAndGroup.ts";
import type { Account } from "../../model/site.ts";
import { Emitter } from "../emitter.ts";
import type { Memento } from "../mementos.ts";

export interface RecentArtifact {
  readonly id: number;
  readonly title: string | undefined;
  readonly tracker: RowTracker | undefined;
}

const prefix = "recentlyOpened";
const maxRecent = 30;

function getMementoKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

type Members = Readonly<Record<string, unknown>>;

function getMembers(value: unknown): Members {
  return typeof value === "object" && value !== null ? (value as Members) : {};
}

function toTrackerLabel(stored: unknown): RowTracker | undefined {
  const { id, label, color } = getMembers(stored);
  if (typeof id !== "number" || typeof label !== "string") return undefined;
  return { id, label, color: typeof color === "string" ? color : undefined };
}

/** Another version of the extension may have stored other data. */
function toRecentArtifacts(stored: unknown): readonly RecentArtifact[] {
  const { id, title, tracker } = getMembers(stored);
  if (typeof id !== "number") return [];
  return [{ id, title: typeof title === "string" ? title : undefined, tracker: toTrackerLabel(tracker) }];
}

export class RecentArtifacts {
  /** Fires with the API root of a site whose list has changed. */
  readonly onDidChange = new Emitter<string>();
  readonly #memento: Memento;

  constructor(memento: Memento) {
    this.#memento = memento;
  }

  /** Most recent first. */
  list(api: string, account: Account | undefined): readonly RecentArtifact[] {
    const stored = this.#memento.get(getMementoKey(api, account));
    return Array.isArray(stored) ? stored.flatMap(toRecentArtifacts) : [];
  }

  async add(
    api: string,
    account: Account | undefined,
    { id, title, tracker }: RecentArtifact,
  ): Promise<void> {
    const all = this.list(api, account);
    const previous = all.find((each) => each.id === id);
    // Not every caller knows title and tracker.
    const opened: RecentArtifact = {
      id,
      title: title ?? previous?.title,
      tracker: tracker ?? previous?.tracker,
    };
    const otherArtifacts = all.filter((each) => each.id !== id);
    await this.#memento.update(getMementoKey(api, account), [opened, ...otherArtifacts].slice(0, maxRecent));
    this.onDidChange.fire(api);
  }

  /** For a deleted artifact. */
  async remove(api: string, account: Account | undefined, artifactId: number): Promise<void> {
    const stored = this.list(api, account).filter(({ id }) => id !== artifactId);
    await this.#memento.update(getMementoKey(api, account), stored);
    this.onDidChange.fire(api);
  }

  /** Removes the list of one account, or of all accounts of a site. */
  async clear(api: string, account?: Account): Promise<void> {
    const isMatch = (key: string): boolean =>
      account === undefined ? key.startsWith(`${prefix} ${api} `) : key === getMementoKey(api, account);
    for (const key of this.#memento.keys().filter(isMatch)) await this.#memento.update(key, undefined);
    this.onDidChange.fire(api);
  }
}
