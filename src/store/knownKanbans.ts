// Kanbans that the user has opened: servers don't list them.
import type { Kanban } from "../model/kanban.ts";
import type { Account } from "../model/site.ts";
import type { Memento } from "./mementos.ts";

export type KnownKanban = Pick<Kanban, "id" | "label" | "trackerId" | "projectId">;

const kanbanPrefix = "kanbans";

function kanbanKey(api: string, account: Account | undefined): string {
  return `${kanbanPrefix} ${api} ${account?.id ?? "anonymous"}`;
}

export class KnownKanbans {
  readonly #memento: Memento;
  readonly #onDidChange: () => void;

  constructor(memento: Memento, onDidChange: () => void) {
    this.#memento = memento;
    this.#onDidChange = onDidChange;
  }

  list(api: string, account: Account | undefined): readonly KnownKanban[] {
    const stored = this.#memento.get(kanbanKey(api, account));
    return Array.isArray(stored) ? (stored as readonly KnownKanban[]) : [];
  }

  /** Or updates its label. */
  async add(
    api: string,
    account: Account | undefined,
    { id, label, trackerId, projectId }: KnownKanban,
  ): Promise<void> {
    const others = this.list(api, account).filter((known) => known.id !== id);
    await this.#memento.update(kanbanKey(api, account), [...others, { id, label, trackerId, projectId }]);
    this.#onDidChange();
  }

  async remove(api: string, account: Account | undefined, kanbanId: number): Promise<void> {
    const remaining = this.list(api, account).filter(({ id }) => id !== kanbanId);
    await this.#memento.update(kanbanKey(api, account), remaining);
    this.#onDidChange();
  }

  /** Removes those of all accounts of a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memento.keys().filter((key) => key.startsWith(`${kanbanPrefix} ${api} `));
    for (const key of keys) await this.#memento.update(key, undefined);
  }
}
