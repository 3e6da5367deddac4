// Projects that a person keeps at the top. Kept whole, so that showing them asks nothing of the server.
import type { Project } from "../model/project.ts";
import type { Account } from "../model/site.ts";
import type { Memory } from "./memory.ts";

const prefix = "pinnedProjects";

function memoryKey(api: string, account: Account | undefined): string {
  return `${prefix} ${api} ${account?.id ?? "anonymous"}`;
}

export class Pins {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  list(api: string, account: Account | undefined): readonly Project[] {
    const kept = this.#memory.get(memoryKey(api, account));
    return Array.isArray(kept) ? (kept as readonly Project[]) : [];
  }

  /** Forgets those of everybody at a site. */
  async clear(api: string): Promise<void> {
    const keys = this.#memory.keys().filter((key) => key.startsWith(`${prefix} ${api} `));
    for (const key of keys) await this.#memory.update(key, undefined);
  }

  async pin(api: string, account: Account | undefined, project: Project): Promise<void> {
    const others = this.list(api, account).filter(({ id }) => id !== project.id);
    await this.#memory.update(memoryKey(api, account), [...others, project]);
  }

  async unpin(api: string, account: Account | undefined, projectId: number): Promise<void> {
    const kept = this.list(api, account).filter(({ id }) => id !== projectId);
    await this.#memory.update(memoryKey(api, account), kept);
  }
}
